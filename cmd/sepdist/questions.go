package main

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
)

// An exampleError has a command that answers the questions of an error.
type exampleError struct {
	err     error
	command string
}

func (e *exampleError) Error() string                    { return e.err.Error() }
func (e *exampleError) Unwrap() error                    { return e.err }
func (e *exampleError) Render(spell advice.Spell) string { return advice.Render(e.err, spell) }

// withExample adds a command that answers the questions of an error, if there are several, or that says which nodes are latent.
func withExample(cmd *cobra.Command, args []string, err error) error {
	if err == nil || calledByR() { // R has no flags
		return err
	}
	answers := input.Answers(err)
	var differ *graph.NodesError
	f := advice.FieldsOf(err)
	switch latent := errors.As(err, &differ) && f.Option == "latent"; {
	case latent && len(differ.Missing) > 0:
		answers = append(answers, advice.Option("latent", differ.Missing...))
	case latent && slices.Contains(args, f.File):
		out := strings.TrimSuffix(f.File, filepath.Ext(f.File)) + "-observed.txt"
		return &exampleError{err, strings.Join([]string{"sepdist convert", advice.Option("latent", differ.Extra...).String(), shellWord(f.File), shellWord(out)}, " ")}
	case len(answers) < 2:
		return err
	}
	words := given(cmd)
	for i := range words {
		words[i] = shellWord(words[i])
	}
	for _, a := range answers {
		words = append(words, a.String())
	}
	for _, arg := range args {
		words = append(words, shellWord(arg))
	}
	return &exampleError{err, cmd.CommandPath() + " " + strings.Join(words, " ")}
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
