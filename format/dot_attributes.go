package format

import "github.com/sepdist/sepdist/graph"

// attributes reads lists in brackets. set returns what a value should be where it is
// wrong.
func (r *dotReader) attributes(set func(name, value string) (want string)) error {
	for r.token.kind == '[' {
		if err := r.step(); err != nil {
			return err
		}
		for r.token.kind != ']' {
			if err := r.attribute(set); err != nil {
				return err
			}
		}
		if err := r.step(); err != nil {
			return err
		}
	}
	return nil
}

func (r *dotReader) attribute(set func(name, value string) (want string)) error {
	if r.token.kind == ',' || r.token.kind == ';' {
		return r.step()
	}
	if r.token.kind != dotID {
		return r.want("an attribute or ]")
	}
	name, value, at := string(r.token.text), r.token, r.token.at
	if err := r.step(); err != nil {
		return err
	}
	if r.token.kind == '=' {
		if err := r.step(); err != nil {
			return err
		}
		if value = r.token; value.kind != dotID {
			return r.want("a value after =")
		}
		if err := r.step(); err != nil {
			return err
		}
	}
	if want := set(name, string(value.text)); want != "" {
		return r.lex.fault(at, []byte(name+"="+string(value.text)), want)
	}
	return nil
}

// calls notes what a node is called beside its ID.
func (r *dotReader) calls(v graph.Node, attribute, value string) {
	switch attribute {
	case "label":
		r.called[0][v] = value
	case "name":
		r.called[1][v] = value
	}
}

// rename gives the nodes the names in their attributes, where their IDs are numbers
// only: so causal-learn (label) and igraph (name) write them.
func (r *dotReader) rename() {
	if !allNumbers(r.names) {
		return
	}
	for _, called := range r.called {
		if list := namesFrom(len(r.names), called); list != nil {
			r.names = list
			return
		}
	}
}

// allNumbers reports whether every name has only digits.
func allNumbers(names []string) bool {
	for _, name := range names {
		if name == "" {
			return false
		}
		for i := range len(name) {
			if !isDigit(name[i]) {
				return false
			}
		}
	}
	return true
}

// namesFrom returns what n nodes are called, or nil where one is called nothing or as
// another.
func namesFrom(n int, called map[graph.Node]string) []string {
	list := make([]string, n)
	met := make(map[string]bool, n)
	for v := range list {
		name := called[graph.Node(v)]
		if name == "" || met[name] {
			return nil
		}
		met[name], list[v] = true, name
	}
	return list
}
