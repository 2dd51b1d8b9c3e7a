package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// isYAML reports whether a file is YAML by its name.
func isYAML(file string) bool {
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".yaml" || ext == ".yml"
}

// yamlPlace is where an error is, which the errors of the library have only as text.
var yamlPlace = regexp.MustCompile(`^(?:yaml: )?line (\d+): `)

// yamlToJSON returns a document of YAML as JSON. Keys that occur twice are an error, as is a second
// document.
func yamlToJSON(data []byte, file string) ([]byte, error) {
	var value any
	dec := yaml.NewDecoder(bytes.NewReader(data))
	err := dec.Decode(&value)
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: the file is empty", file)
	}
	if err != nil {
		text, place := err.Error(), file
		twice := (*yaml.TypeError)(nil)
		if errors.As(err, &twice) {
			text = twice.Errors[0]
		}
		if at := yamlPlace.FindStringSubmatch(text); at != nil {
			text, place = text[len(at[0]):], file+":"+at[1]
		}
		if twice != nil { // a key, since any type fits the rest
			return nil, fmt.Errorf("%s: %s", place, text)
		}
		return nil, fmt.Errorf("%s: is not YAML: check quotes, brackets and indentation near it", place)
	}
	if err := dec.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: expected one document", file)
	}
	text, err := json.Marshal(value)
	if err != nil { // such as a key that is a list, or a number that is not one
		return nil, fmt.Errorf("%s: has a key that is not a text, or a number that is not finite: expected keys with values, such as nodes: [10, 20]", file)
	}
	return text, nil
}
