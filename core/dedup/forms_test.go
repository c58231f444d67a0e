package dedup

import (
	"fmt"
	"strings"
	"testing"

	"lemma/core"
)

// book makes items that a book numbers; every other form of it says the same.
func book(session, document string, n int) (list []*core.Primitive) {
	for i := range n {
		p := item(fmt.Sprintf("%s-%d", session, i), fmt.Sprintf("gadget%d", i), fmt.Sprintf("A gadget%d is a mechanism%d with lever%d and pulley%d.", i, i, i, i))
		p.Label = fmt.Sprintf("Definition 1.%d", i+1)
		p.Source = core.Source{Session: session, Document: document}
		list = append(list, p)
	}
	return list
}

// TestForms fails when a book that was learned in one format brings conflicts in another, or when an edition, a chance
// agreement or another item of the same number passes for a form.
func TestForms(t *testing.T) {
	cut := "A gadget0 is a mechanism0 with lever0 and pulley0 that no other formula of the former form keeps, whatever the converter made of it."
	for _, c := range []struct {
		name   string
		known  int    // items that both print word for word
		media  string // of the second document
		said   string // what it says of the first item
		label  string
		action core.Action
		others int // items that only the second document has
	}{
		{"another form cuts a statement elsewhere", 8, "text/markdown", cut, "Definition 1.1", core.Skip, 0},
		{"an edition of the same format changed it", 8, "text/x-tex", cut, "Definition 1.1", core.Queue, 0},
		{"too few items agree", 4, "text/markdown", cut, "Definition 1.1", core.Queue, 0},
		{"no number", 8, "text/markdown", cut, "", core.Queue, 0},
		{"the number of another item", 8, "text/markdown", cut, "Definition 9.9", core.Queue, 0},
		{"most of it is another text", 8, "text/markdown", cut, "Definition 1.1", core.Queue, 20},
		{"another statement under the number", 8, "text/markdown", "Wombats burrow beneath eucalyptus forests.", "Definition 1.1", core.Queue, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			first := book("s0001", "book.tex", 10)
			ix := index(t, first...)
			second := book("s0002", "book.md", c.known+1)
			changed := item("s0002-0", "gadget0", c.said)
			changed.Label, changed.Source = c.label, second[0].Source
			second[0] = changed
			for i := range c.others {
				p := item(fmt.Sprintf("s0002-other%d", i), fmt.Sprintf("widget%d", i), fmt.Sprintf("A widget%d turns spindle%d upon axle%d.", i, i, i))
				p.Label, p.Source = fmt.Sprintf("Definition 7.%d", i), changed.Source
				second = append(second, p)
			}
			var in Input
			for _, p := range second {
				in.Candidates = append(in.Candidates, core.Candidate{Primitive: *p})
			}
			in.Documents = []core.DocumentRef{{Name: "book.md", MediaType: c.media}}
			in.Document = func(s *core.Source) (string, string) { return s.Document, "text/x-tex" }
			got, err := ix.Match(t.Context(), in, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if m := got[0]; m.Action != c.action || (m.Action == core.Skip) != (m.Guard == GuardForm && m.Existing == "s0001-0") {
				t.Errorf("got %+v, want %s", m, c.action)
			}
			for _, m := range got[1 : c.known+1] {
				if m.Action != core.Skip || m.Guard != "" {
					t.Errorf("what both print is not simply known: %+v", m)
				}
			}
		})
	}
}

// TestFormsOfOneSession fails when a folder with a book in two formats gives every item that they print differently
// twice.
func TestFormsOfOneSession(t *testing.T) {
	var in Input
	for doc, name := range []string{"book.tex", "book.md"} {
		for _, p := range book("s0001", name, 8) {
			p.ID = fmt.Sprintf("%s-%d", p.ID, doc)
			if doc == 1 && strings.HasSuffix(p.Label, ".3") {
				p.FormalStatement += " It has a further part that the other form leaves to its surroundings."
			}
			in.Candidates = append(in.Candidates, core.Candidate{Primitive: *p, Document: doc})
		}
	}
	in.Documents = []core.DocumentRef{{Name: "book.tex", MediaType: "text/x-tex"}, {Name: "book.md", MediaType: "text/markdown"}}
	in.Document = func(s *core.Source) (string, string) { return s.Document, "" }
	got, err := index(t).Match(t.Context(), in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range got {
		if want := i >= 8; (m.Action == core.Skip) != want || want && m.Existing != in.Candidates[i-8].Primitive.ID {
			t.Errorf("%s: %+v", in.Candidates[i].Primitive.Label, m)
		}
	}
}

// TestFormsThatLoseFormulas fails when a book and its print, which loses the signs of every formula, are taken for two
// books in one session, or when two chapters of one book in two formats are taken for one.
func TestFormsThatLoseFormulas(t *testing.T) {
	for _, c := range []struct {
		name  string
		lost  string // what the second form prints for a formula
		shift int    // of its numbers
		want  int    // items that are known
	}{
		{"a print", "of some measure", 0, 9},
		{"another chapter", "of some measure", 20, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var in Input
			for doc, name := range []string{"book.tex", "book.pdf"} {
				for i, p := range book("s0001", name, 9) {
					p.ID = fmt.Sprintf("%s-%d", p.ID, doc)
					formula := fmt.Sprintf("with exponent%d and modulus%d", i, i)
					if doc == 1 {
						p.Label = fmt.Sprintf("Definition 1.%d", i+1+c.shift)
						formula = c.lost
					}
					q := item(p.ID, p.Name, strings.TrimSuffix(p.FormalStatement, ".")+" "+formula+".")
					q.Label, q.Source = p.Label, p.Source
					if c.shift > 0 && doc == 1 {
						q = item(p.ID, fmt.Sprintf("widget%d", i), fmt.Sprintf("A widget%d turns spindle%d upon axle%d.", i, i, i))
						q.Label, q.Source = p.Label, p.Source
					}
					in.Candidates = append(in.Candidates, core.Candidate{Primitive: *q, Document: doc})
				}
			}
			in.Documents = []core.DocumentRef{{Name: "book.tex", MediaType: "text/x-tex"}, {Name: "book.pdf", MediaType: "application/pdf"}}
			in.Document = func(s *core.Source) (string, string) { return s.Document, "" }
			got, err := index(t).Match(t.Context(), in, Options{})
			if err != nil {
				t.Fatal(err)
			}
			known := 0
			for _, m := range got {
				if m.Action == core.Skip {
					known++
				}
			}
			if known != c.want {
				t.Errorf("%d items are known, want %d", known, c.want)
			}
		})
	}
}
