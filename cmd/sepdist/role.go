package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/sepdist/sepdist/format"
)

// toRole is the role of a file that is written beside one that is read.
const toRole = "to"

// roleWords are what messages call the file of a role.
var roleWords = map[string]string{"": "read file", toRole: "written file", "truth": "truth", "guess": "guess"}

// write writes a document in the format called to, as was said of the written file.
func (r *inputFlags) write(w io.Writer, d *format.Document, to string, keepRest bool) (notes []string, err error) {
	if err := r.checkMarkAt(toRole); err != nil {
		return nil, err
	}
	o := r.options(toRole)
	o.Lossy = keepRest
	notes, err = format.Write(w, d, to, o)
	return notes, r.inRole(toRole, err)
}

// inRole lets an error about a statement name the flags of the file with this role.
func (r *inputFlags) inRole(role string, err error) error {
	if ask, is := errors.AsType[*format.AmbiguityError](err); is && role != "" {
		ask.Prefix = role + "-"
	}
	if wrong, ok := errors.AsType[*format.OrientationError](err); ok {
		other, two := r.other(role)
		switch {
		case role != "" && r.states(role, "orientation"):
			wrong.Prefix = role + "-"
		case !two:
		case other == "": // which has no flag of its own
			wrong.Do = fmt.Sprintf("add --%s %s if --orientation is about the %s alone", flagOf(role, "orientation"), wrong.Own, roleWords[other])
		default:
			wrong.Do = fmt.Sprintf("use --%s if it is about the %s alone", flagOf(other, "orientation"), roleWords[other])
		}
	}
	return err
}

// checkStated refuses what is stated about the file with this role where its code, which
// is stated too, contradicts it. Commands use it that read files by the thousand.
func (r *inputFlags) checkStated(role string) error {
	if err := r.checkMarkAt(role); err != nil {
		return err
	}
	o := r.options(role)
	for _, c := range format.Codes() {
		if c.Name == o.Codes && c.Orientation != "" && o.Orientation != "" && o.Orientation != c.Orientation {
			if err := r.inRole(role, &format.OrientationError{Code: c.Name, Own: c.Orientation, Stated: o.Orientation}); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkMarkAt refuses a --mark-at about both files where the code of one has its marks
// elsewhere and the code of the other is not the same: it is likely to be about the other
// file. A --mark-at of its own turns any file, and so does one for two files of one code.
func (r *inputFlags) checkMarkAt(role string) error {
	other, two := r.other(role)
	o := r.options(role)
	if !two || role == "" || r.states(role, "mark-at") || o.MarkAt == "" || o.Codes == r.options(other).Codes {
		return nil
	}
	for _, c := range format.Codes() {
		if c.Name != o.Codes || c.MarkAt == "" || c.MarkAt == o.MarkAt {
			continue
		}
		do := fmt.Sprintf("add --%s %s if --mark-at is about the %s alone", flagOf(role, "mark-at"), c.MarkAt, roleWords[other])
		if other != "" {
			do = fmt.Sprintf("use --%s if it is about the %s alone", flagOf(other, "mark-at"), roleWords[other])
		}
		return fmt.Errorf("--mark-at %s contradicts the code %s, which has its marks at the %s: %s, or --%s %[1]s",
			o.MarkAt, c.Name, c.MarkAt, do, flagOf(role, "mark-at"))
	}
	return nil
}

// other returns the role of the other file, if the command has two.
func (r *inputFlags) other(role string) (string, bool) {
	roles := r.roles
	if r.none {
		return "", false
	}
	if slices.Equal(roles, []string{toRole}) {
		roles = []string{"", toRole}
	}
	if i := slices.Index(roles, role); len(roles) == 2 && i >= 0 {
		return roles[1-i], true
	}
	return "", false
}

// states reports whether a flag about this role, and no other, states a setting.
func (r *inputFlags) states(role, name string) bool {
	return slices.ContainsFunc(r.stated, func(s flagValue) bool { return s.role == role && s.name == name })
}
