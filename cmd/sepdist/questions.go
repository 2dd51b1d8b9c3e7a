package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/internal/study/batch"
)

// An exampleError has a command that answers the questions of an error.
type exampleError struct {
	err     error
	command string
}

func (e *exampleError) Error() string                    { return e.err.Error() }
func (e *exampleError) Unwrap() error                    { return e.err }
func (e *exampleError) Render(spell advice.Spell) string { return advice.Render(e.err, spell) }

// withExample adds a command that answers the questions of an error, if there are several, that removes latent nodes of the
// guess, or that compares or checks the files of a folder.
func withExample(cmd *cobra.Command, args []string, err error) error {
	if err == nil || calledByR() { // R has no flags
		return err
	}
	words := given(cmd)
	for i := range words {
		words[i] = shellWord(words[i])
	}
	example := func(command string, words, args []string) error {
		for _, arg := range args {
			words = append(words, shellWord(arg))
		}
		return &exampleError{err, "sepdist " + command + " " + strings.Join(words, " ")}
	}
	var differ *graph.NodesError
	f, answers := advice.FieldsOf(err), input.Answers(err)
	switch {
	case errors.As(err, &differ) && f.Option == "latent" && slices.Contains(args, f.File):
		observed := strings.TrimSuffix(f.File, filepath.Ext(f.File)) + "-observed.txt"
		var flags []string
		advice.Render(err, func(option string, values ...string) string {
			flags = append(flags, "--"+option, shellWord(strings.Join(values, ",")))
			return ""
		})
		return example("convert", flags, []string{f.File, observed})
	case errors.Is(err, batch.ErrNoPartners) && pattern(args) != nil:
		return example("batch", words, pattern(args))
	case errors.Is(err, syscall.EISDIR) && len(args) == 2 && cmd.Flags().Lookup("guess-format") != nil && slices.ContainsFunc(args, isFolder):
		if p := pattern(args); p != nil {
			args = p
		}
		return example("batch", nil, args)
	case errors.Is(err, syscall.EISDIR) && cmd.Name() == "check" && isFolder(args[0]):
		return example("check", append(words, shellWord(filepath.Clean(args[0]))+"/*"), nil)
	case len(answers) < 2:
		return err
	}
	for _, a := range answers {
		words = append(words, a.String())
	}
	return example(cmd.Name(), words, args)
}

// pattern returns flags that name the files of a folder of truths and of a folder of guesses with a folder for each method,
// or nil if the folders are not like this.
func pattern(args []string) []string {
	truths, guesses := filepath.Clean(args[0]), filepath.Clean(args[1])
	names, _ := filepath.Glob(filepath.Join(truths, "*"))
	below, _ := filepath.Glob(filepath.Join(guesses, "*", "*"))
	if len(names) == 0 || len(below) == 0 || isFolder(names[0]) || isFolder(below[0]) {
		return nil
	}
	return []string{"--pattern", filepath.Join(guesses, "{method}", "{name}"+filepath.Ext(below[0])), "--truth", filepath.Join(truths, "{name}"+filepath.Ext(names[0]))}
}

// isFolder reports whether a file is a folder.
func isFolder(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.IsDir()
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
