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

// yamlPlace is how the library says where an error is.
var yamlPlace = regexp.MustCompile(`^(?:yaml: )?(?:unmarshal errors:\s*)?line (\d+): `)

// yamlToJSON returns a document of YAML as JSON. Keys that occur twice are an error, as is a second
// document.
func yamlToJSON(data []byte, file string) ([]byte, error) {
	var value any
	dec := yaml.NewDecoder(bytes.NewReader(data))
	err := dec.Decode(&value)
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: the file is empty", file)
	}
	if err == nil {
		if second := dec.Decode(new(any)); !errors.Is(second, io.EOF) {
			err = errors.New("expected one document")
		}
	}
	if err != nil {
		text, place := err.Error(), file
		if at := yamlPlace.FindStringSubmatch(text); at != nil {
			text, place = strings.TrimPrefix(text, at[0]), file+":"+at[1]
		}
		switch {
		case strings.HasPrefix(text, "mapping key"), strings.HasPrefix(text, "expected one document"):
			return nil, fmt.Errorf("%s: %s", place, text)
		}
		return nil, fmt.Errorf("%s: is not YAML: check quotes, brackets and indentation near it", place)
	}
	text, err := json.Marshal(value)
	if err != nil { // such as a key that is a list, or a number that is not one
		return nil, fmt.Errorf("%s: has a key that is not a text, or a number that is not finite: expected keys with values, such as nodes: [10, 20]", file)
	}
	return text, nil
}
