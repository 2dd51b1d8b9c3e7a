package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/format"
)

// A question is what the files do not specify, and an answer to it.
type question struct {
	*format.AmbiguityError
	role, value string
}

// askAll returns an error that asks all questions that are open before the files can be compared,
// with a command that answers them. It finds them by reading the files with the first answer to each
// question. If there is only one, it returns err, which asks it.
func (c *compareFlags) askAll(cmd *cobra.Command, err error, truth string, guesses []string) error {
	if calledByR() { // R has no flags
		return err
	}
	stated, errs := c.in.stated, cmd.ErrOrStderr()
	defer func() {
		c.in.stated = stated
		cmd.SetErr(errs)
	}()
	cmd.SetErr(new(strings.Builder)) // notes belong to the answers
	var list []question
	var t *sepdist.Graph
	var g []*sepdist.Graph
	for next := err; next != nil && len(list) < 10; {
		var ask *format.AmbiguityError
		if !errors.As(next, &ask) || len(ask.Values) == 0 || ask.Values[0] == "NUMBER" {
			break
		}
		q := question{ask, strings.TrimSuffix(ask.Prefix, "-"), ask.Values[0]}
		list = append(list, q)
		c.in.stated = append(slices.Clone(c.in.stated), flagValue{q.role, q.Option, q.value})
		t, g, next = c.readFiles(cmd, truth, guesses)
	}
	byPosition := t != nil && !c.options.ByPosition && slices.ContainsFunc(g, func(g *sepdist.Graph) bool { return samePlaces(t, g) })
	if len(list) == 0 || len(list) == 1 && !byPosition {
		return err
	}
	c.in.stated = stated
	parts, flags := c.answers(list)
	if byPosition {
		parts = append(parts, "the nodes have different names: --by-position matches them by their order, --rename by name")
		flags = append(flags, "--by-position")
	}
	words := slices.Concat(given(cmd), flags, []string{truth}, guesses)
	for i := range words {
		words[i] = shellWord(words[i])
	}
	return fmt.Errorf("%s; for example: %s %s", strings.Join(parts, "; "), cmd.CommandPath(), strings.Join(words, " "))
}

// answers returns the questions, and flags that answer them. A question about both files is asked
// once.
func (c *compareFlags) answers(list []question) (parts, flags []string) {
	for i, q := range list {
		same := func(p question) bool { return p.Option == q.Option && p.value == q.value && p.role != q.role }
		if slices.ContainsFunc(list[:i], same) {
			continue
		}
		about, role := q.File, q.role
		if k := slices.IndexFunc(list, same); k >= 0 && !c.in.states("truth", q.Option) && !c.in.states("guess", q.Option) {
			about, role = q.File+", "+list[k].File, ""
		}
		parts = append(parts, fmt.Sprintf("%s: %s use --%s %s", about, q.Question, flagOf(role, q.Option), strings.Join(q.Values, " or ")))
		flags = append(flags, "--"+flagOf(role, q.Option), q.value)
	}
	return parts, flags
}

// samePlaces reports whether two graphs have as many nodes, and different names.
func samePlaces(t, g *sepdist.Graph) bool {
	if t.N() != g.N() {
		return false
	}
	a, b := slices.Sorted(slices.Values(t.Names().List())), slices.Sorted(slices.Values(g.Names().List()))
	return !slices.Equal(a, b)
}

// given returns the flags that were given.
func given(cmd *cobra.Command) (words []string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch v := f.Value.(type) {
		case *settingFlag:
			for _, s := range v.to.stated {
				if s.role == v.role && s.name == v.setting.Name {
					words = append(words, "--"+f.Name+"="+s.value)
				}
			}
		case pflag.SliceValue:
			words = append(words, "--"+f.Name+"="+strings.Join(v.GetSlice(), ","))
		default:
			words = append(words, "--"+f.Name+"="+v.String())
		}
	})
	for i, word := range words {
		words[i] = strings.TrimSuffix(word, "=true")
	}
	return words
}

// shellWord quotes a word for a shell if it has to be.
func shellWord(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,=+:@%") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
