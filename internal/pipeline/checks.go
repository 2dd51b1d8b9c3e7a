package pipeline

import (
	"slices"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
)

// CheckMarks returns an error if the option mark-at was stated about both files, their codes differ, and it contradicts
// one of them: it is probably meant for the other one alone.
func CheckMarks(truth, guess *sepdist.Graph, forTruth, forGuess *input.Rules) error {
	if truth.Codes == guess.Codes {
		return nil
	}
	for _, f := range []struct {
		g          *sepdist.Graph
		how, other *input.Rules
	}{{truth, forTruth, forGuess}, {guess, forGuess, forTruth}} {
		if f.how.MarkAt == "" || !slices.Contains(f.how.Shared, "mark-at") {
			continue
		}
		for _, c := range format.Codes() {
			if c.Name == f.g.Codes && c.MarkAt != "" && c.MarkAt != f.how.MarkAt {
				return advice.About(f.how.Role, f.g.Name, advice.Errorf("%v contradicts the code %s, which has its marks at the %s: use %v if it is about the %s alone, or %v",
					advice.Option("mark-at", f.how.MarkAt), c.Name, c.MarkAt, f.other.Option("mark-at"), f.other.Role, f.how.Option("mark-at", f.how.MarkAt)))
			}
		}
	}
	return nil
}

// CheckFormats returns an error for an option that was stated about both files and means nothing in either.
func CheckFormats(truth, guess *sepdist.Graph, how *input.Rules) error {
	of := how.Unused(guess.Format)
	for _, unused := range how.Unused(truth.Format) {
		if slices.Contains(how.Shared, unused) && slices.Contains(of, unused) {
			return advice.Errorf("%v means nothing here: %s was read as %s and %s as %s; omit it, or use %v if that is wrong",
				advice.Option(unused), truth.Name, truth.Format, guess.Name, guess.Format, advice.Option("format"))
		}
	}
	return nil
}
