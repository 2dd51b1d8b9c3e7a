package request

import (
	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/internal/option"
)

// options returns the options of a comparison.
func (r *Request) options() (o sepdist.Options, err error) {
	o.Metrics = r.Metrics
	if err := o.CheckMetrics(); err != nil {
		return o, err
	}
	if o, err = option.DecodeAll(r.Options); err != nil {
		return o, err
	}
	o.Metrics, o.Progress, o.Spell = r.Metrics, r.progress, r.spell("")
	return o, o.Check()
}

// comparison returns the two graphs of a request, and how they are compared.
func (r *Request) comparison() (truth, guess *sepdist.Graph, o sepdist.Options, err error) {
	if o, err = r.options(); err != nil {
		return nil, nil, o, err
	}
	truth, guess, err = r.pair()
	return truth, guess, o, err
}
