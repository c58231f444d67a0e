package text

import (
	"fmt"
	"strings"
	"testing"

	"lemma/core"
)

// TestReadSignature holds titles that declare something apart from titles in words. A failure loses an entry of a
// reference, or makes one of a chapter.
func TestReadSignature(t *testing.T) {
	for title, want := range map[string]string{
		"`open(path, mode)`":              "function open",
		"open(path, mode)":                "function open",
		"bag.most(n) → list":              "function bag.most",
		"static int add(int a, int b)":    "function add",
		"class Bag":                       "type Bag",
		"Class: `Bag`":                    "type Bag",
		"class Bag(items=None)":           "type Bag",
		"Static Method: `Bag.from(list)`": "function Bag.from",
		"Event: 'close'":                  "event close",
		"`--all`":                         "option --all",
		"-o FILE, --output=FILE":          "option -o, --output",
		"--[no-]color":                    "option --[no-]color",
		"GET /users/{id}":                 "endpoint GET /users/{id}",
		"`server.port`":                   "value server.port",
		"max_connections (integer)":       "value max_connections (plain)",
		"maxRetries":                      "value maxRetries (plain)",
		"`npm run build`":                 "command npm run build (plain)",
		"unsigned int bag_t.count":        "function bag_t.count",

		"Definition VS (Vector Space)": "",
		"Flags for open()":             "",
		"O(n log n)":                   "",
		"`let NAME = if {} else {};`":  "",
		"`port = 8080`":                "value port (plain)",
		"-d is a flag":                 "",
		"key(s)":                       "",
		"macOS":                        "",
		"settings.json":                "",
		"Node.js":                      "",
		"v1.14.8":                      "",
		"GET ready":                    "",
		"Event: ''":                    "",
		"``":                           "",
		"class":                        "",
		"A vector space":               "",
		strings.Repeat("`a", 2000):     "",
	} {
		got := ""
		if s, ok := ReadSignature(title); ok {
			if got = s.Role + " " + s.Name; s.Plain {
				got += " (plain)"
			}
		}
		if got != want {
			t.Errorf("%.80q is %q, want %q", title, got, want)
		}
	}
}

// TestCodedTitle wants the code of a heading between backticks, whether the text has them or the reader marked it.
func TestCodedTitle(t *testing.T) {
	text := "The open function"
	doc := &core.Document{Text: text, Marks: []core.Mark{{Kind: core.Emph, Span: core.Span{End: 3}}, {Kind: core.Verb, Span: core.Span{Start: 4, End: 8}}}}
	b := &core.Block{Title: text, Body: core.Span{End: len(text)}}
	if got, want := CodedTitle(doc, b), "The `open` function"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	marked := "`a\\_b` and `c`"
	if got, want := CodedTitle(&core.Document{Text: marked}, &core.Block{Title: "a_b and c", Body: core.Span{End: len(marked)}}), "`a_b` and `c`"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzReadSignature wants a name on one line of the title's own words from any title.
func FuzzReadSignature(f *testing.F) {
	for _, s := range []string{"`f(x)`", "Static Method: `B.f(a)`", "--[no-]a|-b", "GET /{a}", "x (y)", "class A<T> extends B", "int (*f)(int)", "a.b[c]", "unsigned *x_y[2];", "'", "-", "#", "\u00a0", "new X", "-a =b c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, title string) {
		s, ok := ReadSignature(title)
		if ok != (s.Name != "") || ok != (s.Role != "") {
			t.Fatalf("%q declares %s", title, fmt.Sprintf("%+v, %v", s, ok))
		}
		Endpoint(title)
		Compound(title)
		Imperative(title)
		Gerund(title)
	})
}
