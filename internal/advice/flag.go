package advice

import (
	"strings"
)

// Flag spells an option as a flag of the command line.
func Flag(option string, values ...string) string {
	flag := "--" + option
	switch {
	case IsList(option) && len(values) > 0:
		list := strings.Join(values, ",")
		if strings.ContainsAny(list, " \t\"$&();<>|`\\") && !strings.Contains(list, "'") {
			list = "'" + list + "'" // for a shell
		}
		return flag + " " + list
	case len(values) > 0 && isSwitch(values[0]):
		return JoinEach(values, " or ", func(value string) string {
			if value == "true" {
				return flag
			}
			return flag + "=" + value
		})
	case len(values) > 0:
		return flag + " " + strings.Join(values, " or ")
	}
	return flag
}

// IsList reports whether the values of a reference to an option are set together. Those of other options are alternatives.
func IsList(option string) bool { return option == "rename" || option == "latent" }

// FlagsOf returns [Flag] for an error about the truth or the guess, whose class has a flag of its own.
func FlagsOf(err error) Spell {
	role := FieldsOf(err).Role
	return func(option string, values ...string) string {
		if option == "class" && role != "" {
			option = role + "-class"
		}
		return Flag(option, values...)
	}
}

func isSwitch(value string) bool { return value == "true" || value == "false" }

// JoinEach joins what f returns for each value.
func JoinEach(values []string, with string, f func(string) string) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = f(v)
	}
	return strings.Join(list, with)
}
