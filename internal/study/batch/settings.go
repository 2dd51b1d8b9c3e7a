package batch

import (
	"errors"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// A settingColumn is a column of a manifest that states how the graphs of its rows are read: a row of
// [format.Settings] for one graph, such as truth_class, or for both, such as codes.
type settingColumn struct {
	name, role, setting string
	index               int // of the column
}

// findSetting returns the setting that a column of this name states. Both graphs share only settings
// with a fixed list of values: a column called threshold is more likely a parameter of a method.
func findSetting(name string) (c settingColumn, ok bool) {
	c.name, c.setting = name, strings.ReplaceAll(name, "_", "-")
	for _, role := range manifestRoles[1:] {
		if rest, found := strings.CutPrefix(c.setting, role+"-"); found {
			c.role, c.setting = role, rest
		}
	}
	return c, slices.ContainsFunc(format.Settings, func(s format.Setting) bool {
		return s.Name == c.setting && s.Name != "lossy" && (c.role != "" || s.Values != nil)
	})
}

// settingsIn returns the columns that state settings. Those about one graph come after those about
// both, which they override.
func settingsIn(n int, name func(i int) string) (both []settingColumn) {
	var one []settingColumn
	for i := range n {
		c, ok := findSetting(name(i))
		c.index = i
		switch {
		case ok && c.role == "":
			both = append(both, c)
		case ok:
			one = append(one, c)
		}
	}
	return append(both, one...)
}

// state adds the value of a column to the settings of the graphs that it is about.
func (c *settingColumn) state(p *pipeline.Input, value string) error {
	if value = strings.TrimSpace(value); value == "" {
		return nil
	}
	if err := new(format.Options).Set(c.setting, value); err != nil {
		return errors.New(advice.Render(err, func(string, ...string) string { return c.name }))
	}
	if c.role != "guess" {
		p.Truth.Settings = pipeline.AddSetting(p.Truth.Settings, c.setting, value)
	}
	if c.role != "truth" {
		p.Guess.Settings = pipeline.AddSetting(p.Guess.Settings, c.setting, value)
	}
	return nil
}

// meant returns the column that states a setting of one graph and is spelled almost as c, or "". Another first letter is
// no mistake: guess_nodes is not guess_codes.
func (c *settingColumn) meant() string {
	for _, s := range format.Settings {
		if s.Name[0] == c.setting[0] && len(c.setting) <= len(s.Name)+1 && advice.Edits(c.setting, s.Name) == 1 {
			return c.role + "_" + strings.ReplaceAll(s.Name, "-", "_")
		}
	}
	return ""
}
