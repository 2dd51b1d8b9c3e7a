package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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

// withExample adds a command that answers the questions of an error, if there are several.
func withExample(cmd *cobra.Command, args []string, err error) error {
	answers := input.Answers(err)
	if len(answers) < 2 || calledByR() { // R has no flags
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
