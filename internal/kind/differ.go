package kind

import (
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
)

// CompareAs returns the class as which to compare a truth and a guess that are of different classes, if
// one of them represents several graphs: the class of its equivalence classes. Otherwise it returns [graph.Unstated].
func CompareAs(truth, guess graph.Kind) graph.Kind {
	k := guess
	switch {
	case truth == guess:
		return graph.Unstated
	case guess.RepresentsClass():
	case truth.RepresentsClass():
		k = truth
	default:
		return graph.Unstated
	}
	if narrower := k.Narrower(); narrower.RepresentsClass() { // an MPDAG has background knowledge
		return narrower
	}
	return k
}

// CompareAllAs returns the class of [CompareAs] for one pair, or PAG if graphs of these classes cannot all be converted to it.
func CompareAllAs(as graph.Kind, all graph.Kinds) graph.Kind {
	if Sufficient.Has(as) && all&Any&^Sufficient != 0 {
		return graph.PAG
	}
	return as
}

// DifferNote returns the note about a truth and a guess of different classes. The class is that of [CompareAs].
func DifferNote(as graph.Kind) advice.Text {
	return advice.Textf("truth and guess are of different classes, and even the %s of the truth may not be at 0: %v", as.Noun(), CompareAsAdvice(as))
}

// CompareAsAdvice returns the advice to compare graphs as a class.
func CompareAsAdvice(as graph.Kind) advice.Text {
	return advice.Textf("use %v to compare equivalence classes", advice.Option("as", as.String()))
}
