package reader

import (
	"strings"
	"testing"

	"lemma/core"
)

// TestNotebook reads testdata/ipynb.
func TestNotebook(t *testing.T) { goldenText(t, "ipynb") }

// TestNotebookOriginal maps text back into the strings of the JSON.
func TestNotebookOriginal(t *testing.T) {
	raw := "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": [\"A \\\"b\\\" [link](#x)\\n\",\r\n\"\\u00e9 c\"]}]}"
	doc, err := Read(t.Context(), Input{Name: "x.ipynb", Raw: []byte(raw)})
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, doc)
	for text, want := range map[string]string{`"b"`: `\"b\"`, "link": "link", "é c": `\u00e9 c`} {
		i := strings.Index(doc.Text, text)
		if i < 0 {
			t.Fatalf("%q is not in %q", text, doc.Text)
		}
		_, s := doc.Original(core.Span{Start: i, End: i + len(text)})
		if got := raw[s.Start:s.End]; got != want {
			t.Errorf("%q came from %q, want %q", text, got, want)
		}
	}
}

// TestNotebookErrors says of what is no notebook why, and ends on JSON that is nested without a bound.
func TestNotebookErrors(t *testing.T) {
	for raw, want := range map[string]string{
		`{"a": 1}`: "no cells", `{"cells": [`: "no notebook that can be read", "[1, 2": "no notebook that can be read", "": "no cells", `{"cells": []}`: "",
		string(repeated("[", 2<<20)): "nested too deep", string(repeated(`{"cells":[`, 2<<20)): "nested too deep",
	} {
		_, err := Read(t.Context(), Input{Name: "x.ipynb", Raw: []byte(raw)})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: got %v, want %q", raw, err, want)
		}
	}
}

func FuzzNotebook(f *testing.F) { fuzz(f, "ipynb", "x.ipynb") }
