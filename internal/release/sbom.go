package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/sepdist/sepdist/internal/licenses"
)

type object = map[string]any

// sbom returns the modules in the command as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). The
// serial number is a hash of the rest, so that a release always has the same one.
func sbom(s origin, mods []licenses.Module) ([]byte, error) {
	self := component("application", licenses.Module{Path: "github.com/sepdist/sepdist", Version: s.version, License: "Apache-2.0"})
	self["name"] = "sepdist"
	var components []object
	var refs []any
	for _, m := range mods {
		c := component("library", m)
		c["scope"] = "required"
		components, refs = append(components, c), append(refs, c["bom-ref"])
	}
	bom := object{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": object{
			"timestamp": s.time.Format(time.RFC3339), "component": self,
			"properties": []object{{"name": "sepdist:commit", "value": s.commit}, {"name": "sepdist:go", "value": runtime.Version()}},
		},
		"components":   components,
		"dependencies": []object{{"ref": self["bom-ref"], "dependsOn": refs}},
	}
	text, err := json.Marshal(bom)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // UUID version 8: custom data
	bom["serialNumber"] = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err = e.Encode(bom)
	return out.Bytes(), err
}

// component describes a module. Its purl is the name that tools look up advisories by.
func component(kind string, m licenses.Module) object {
	purl := "pkg:golang/" + strings.ToLower(strings.ReplaceAll(m.Path, "~", "%7E")) + "@" + strings.ReplaceAll(m.Version, "+", "%2B")
	license := object{"license": object{"id": m.License}}
	if strings.Contains(m.License, " ") {
		license = object{"expression": m.License}
	}
	return object{"type": kind, "bom-ref": purl, "name": m.Path, "version": m.Version, "licenses": []object{license}, "purl": purl}
}
