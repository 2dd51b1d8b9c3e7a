package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/request"
)

// example returns a value of an option that is not its default, as the text of a flag and as JSON.
func example(t *testing.T, row *option.Option) (text, value string) {
	t.Helper()
	file := func(lines string) string {
		name := filepath.Join(t.TempDir(), "rows.csv")
		if err := os.WriteFile(name, []byte(lines), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	switch kind := row.Type(); {
	case kind == option.Switch:
		return "true", "true"
	case kind == option.Int || kind == option.Uint:
		return "2", "2"
	case kind == option.Float:
		return "0.25", "0.25"
	case kind == option.Numbers:
		return "1,2,1", "[1,2,1]"
	case kind == option.Mapping:
		return "X1=A,X2=B", `{"X1":"A","X2":"B"}`
	case kind == option.PairTable:
		return file("x,y,weight\nA,B,2\nB,A,1\n"), `[["A","B",2],["B","A",1]]`
	case kind == option.Statements:
		return file("A,B\nA,C,B\n"), `[["A","B"],["A","C","B"]]`
	case kind == option.Names && row.Values != nil:
		return strings.Join(row.Values[:2], ","), fmt.Sprintf("[%q,%q]", row.Values[0], row.Values[1])
	case kind == option.Names:
		return "A,B", `["A","B"]`
	case row.Values != nil:
		return row.Values[1], fmt.Sprintf("%q", row.Values[1])
	}
	t.Fatalf("no example for --%s", row.Name)
	return "", ""
}

// Every option means the same as a flag and in a request.
func TestOptionsThroughEveryDoor(t *testing.T) {
	const truth, guess = "A --> B\nB --> C\nC --> D\n", "A --> B\nB --> C\nD --> C\n"
	folder := t.TempDir()
	for name, text := range map[string]string{"truth.txt": truth, "guess.txt": guess} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i := range option.Table {
		row := &option.Table[i]
		t.Run(row.Name, func(t *testing.T) {
			text, value := example(t, row)
			var flags option.Options
			cmd := &cobra.Command{}
			addOptions(cmd, option.Table, &flags, option.All)
			if err := cmd.Flags().Parse([]string{"--" + row.Name + "=" + text}); err != nil {
				t.Fatal(err)
			}
			decoded, err := option.DecodeAll(map[string]json.RawMessage{row.Name: []byte(value)})
			if err != nil {
				t.Fatal(err)
			}
			if (flags.Limits.Stop == nil) != (decoded.Limits.Stop == nil) {
				t.Errorf("only one door sets a time limit")
			}
			changed := decoded.Limits.Stop != nil
			flags.Limits.Stop, decoded.Limits.Stop = nil, nil
			if !reflect.DeepEqual(flags, decoded) {
				t.Errorf("the flag sets\n%+v\nthe request sets\n%+v", flags, decoded)
			}
			if !changed && reflect.DeepEqual(flags, option.Defaults()) {
				t.Errorf("%s sets nothing", text)
			}
			if row.Ops&option.Compare == 0 {
				return
			}
			byFlag := command("compare", "--metrics=shd,zl-sd,sc-metric", "--json", "--"+row.Name+"="+text, filepath.Join(folder, "truth.txt"), filepath.Join(folder, "guess.txt"))
			answer := ask(t, fmt.Sprintf(`{"op": "compare", "metrics": ["shd", "zl-sd", "sc-metric"], "options": {%q: %s}, "truth": {"text": %q, "name": "truth.txt"}, "guess": {"text": %q, "name": "guess.txt"}}`,
				row.Name, value, truth, guess))
			if byFlag.refusal != "" || answer.Error != nil {
				if byFlag.refusal == "" || answer.Error == nil {
					t.Errorf("only one door refuses %s: %q, %v", text, byFlag.refusal, answer.Error)
				}
				return
			}
			if want, got := results(t, []byte(byFlag.json)), results(t, answer.Comparison); !reflect.DeepEqual(want, got) {
				t.Errorf("the command says\n%v\na request says\n%v", want, got)
			}
		})
	}
}

// Every number is refused outside of its range, by both doors.
func TestOptionRanges(t *testing.T) {
	for i := range option.Table {
		row := &option.Table[i]
		kind := row.Type()
		if kind != option.Int && kind != option.Float {
			continue
		}
		values := []string{"-1", `"x"`}
		if row.Most > 0 {
			values = append(values, fmt.Sprintf("%.0f", row.Most+1))
		}
		for _, value := range values {
			o := option.Defaults()
			if row.Parse(&o, value) == nil || row.Decode(&o, []byte(value)) == nil {
				t.Errorf("--%s takes %s", row.Name, value)
			}
		}
	}
	if _, err := option.DecodeAll(map[string]json.RawMessage{"symetric": []byte(`"mean"`)}); err == nil || !strings.Contains(err.Error(), "did you mean symmetric") {
		t.Errorf("an unknown option gives %v", err)
	}
}

type response struct {
	Error      any             `json:"error"`
	Comparison json.RawMessage `json:"comparison"`
}

// ask sends a request without parts.
func ask(t *testing.T, text string) (r response) {
	t.Helper()
	frame := append([]byte("SDF1"), 1, 0, 0, 0)
	frame = append(binary.LittleEndian.AppendUint64(frame, uint64(len(text))), text...)
	answer := request.Answer(t.Context(), frame, nil)
	count := binary.LittleEndian.Uint32(answer[4:])
	size := binary.LittleEndian.Uint64(answer[8:])
	if err := json.Unmarshal(answer[8+8*count:][:size], &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// results returns the results of a comparison without times and names of files.
func results(t *testing.T, text []byte) any {
	t.Helper()
	var c struct{ Results, Skipped []map[string]any }
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Results {
		delete(r, "seconds")
	}
	return c
}
