package reader

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lemma/core"
)

var updateNotebooks = flag.Bool("update-ipynb", false, "write what the notebook reader gives into its tests")

// TestNotebook reads the notebook of each archive and compares it with the file want.
func TestNotebook(t *testing.T) {
	archives, err := filepath.Glob("testdata/ipynb/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := Read(t.Context(), Input{Name: "in.ipynb", Raw: a.Files[0].Data})
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, doc)
			got := describe(doc)
			if *updateNotebooks {
				a.Files[1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want := string(a.Files[1].Data); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

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
		string(hostile("[")): "nested too deep", string(hostile(`{"cells":[`)): "nested too deep",
	} {
		_, err := Read(t.Context(), Input{Name: "x.ipynb", Raw: []byte(raw)})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: got %v, want %q", raw, err, want)
		}
	}
}

func FuzzNotebook(f *testing.F) {
	archives, err := filepath.Glob("testdata/ipynb/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(a.Files[0].Data))
	}
	f.Fuzz(func(t *testing.T, s string) {
		doc, err := Read(context.Background(), Input{Name: "x.ipynb", Raw: []byte(s)})
		if err == nil {
			checkDocument(t, doc)
		}
	})
}
