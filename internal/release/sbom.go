package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"time"
)

// The parts of CycloneDX 1.6 that are used: https://cyclonedx.org/docs/1.6/json/
type (
	bom struct {
		Format       string      `json:"bomFormat"`
		Spec         string      `json:"specVersion"`
		Serial       string      `json:"serialNumber"`
		Version      int         `json:"version"`
		Metadata     metadata    `json:"metadata"`
		Components   []component `json:"components"`
		Dependencies []depends   `json:"dependencies"`
	}
	metadata struct {
		Time       string     `json:"timestamp"`
		Component  component  `json:"component"`
		Properties []property `json:"properties,omitempty"`
	}
	component struct {
		Type     string   `json:"type"`
		Ref      string   `json:"bom-ref"`
		Name     string   `json:"name"`
		Version  string   `json:"version"`
		Scope    string   `json:"scope,omitempty"`
		Licenses []choice `json:"licenses"`
		Purl     string   `json:"purl"`
	}
	choice struct {
		License    *id    `json:"license,omitempty"`
		Expression string `json:"expression,omitempty"`
	}
	id struct {
		ID string `json:"id"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	depends struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
)

// sbom returns the list of the modules in the command. The serial number follows from the rest,
// so that the same release has the same one.
func sbom(s origin, mods []module) ([]byte, error) {
	self := component{Type: "application", Name: "sepdist", Version: s.version, Licenses: licenses("Apache-2.0"), Purl: purl("github.com/sepdist/sepdist", s.version)}
	self.Ref = self.Purl
	b := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{
		Time:       s.time.Format(time.RFC3339),
		Component:  self,
		Properties: []property{{"sepdist:commit", s.commit}, {"sepdist:go", runtime.Version()}},
	}}
	all := depends{Ref: self.Ref}
	for _, m := range mods {
		c := component{Type: "library", Name: m.path, Version: m.version, Scope: "required", Licenses: licenses(m.license), Purl: purl(m.path, m.version)}
		c.Ref = c.Purl
		b.Components = append(b.Components, c)
		all.On = append(all.On, c.Ref)
	}
	b.Dependencies = []depends{all}
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // version 8, from our own data
	b.Serial = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err = e.Encode(b)
	return out.Bytes(), err
}

func licenses(expression string) []choice {
	if strings.Contains(expression, " ") {
		return []choice{{Expression: expression}}
	}
	return []choice{{License: &id{expression}}}
}

// purl returns the name of a module for tools that look for advisories.
func purl(path, version string) string {
	return "pkg:golang/" + strings.ToLower(strings.ReplaceAll(path, "~", "%7E")) + "@" + strings.ReplaceAll(version, "+", "%2B")
}
