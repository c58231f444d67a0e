package wire

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// collectNames makes the names of all candidates known: titles, and the terms that definitions define.
func (w *wirer) collectNames(x *lexicon) {
	fields := map[string][]bearer{}
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		p, in := &cand.Primitive, w.languages[cand.Document]
		define := p.Kind == core.Definition
		if declaration(cand) { // its name is a word of a program, not of the language
			continue
		}
		if p.Role == "term" { // what running text says in passing gives way to an item of the name
			for name := range strings.SplitSeq(p.Name, ", ") { // a sentence may define several
				x.others = append(x.others, otherName{name, bearer{to: int32(c), in: in, define: true}})
			}
			continue
		}
		if !derived(p) && cand.Step == 0 { // nobody cites the title of a step
			name, other := unbracketed(p.Name)
			if other != "" {
				x.add(other, bearer{to: int32(c), in: in, define: define})
			}
			x.add(name, bearer{to: int32(c), in: in, define: define, code: w.coded(int32(c)) && text.Compound(name)})
			if rest := afterPossessive(name); len(text.Words(rest)) > 1 { // "Bolzano's intermediate value theorem"
				x.others = append(x.others, otherName{rest, bearer{to: int32(c), in: in, define: define}})
			}
			if rest, ok := cutPrinciple(in, name); ok && !define {
				x.others = append(x.others, otherName{rest, bearer{to: int32(c), in: in, by: len(nameWords(in, rest)) == 1}})
			}
			if p.Role == "theorem" || p.Role == "lemma" {
				if words := text.Words(name); len(words) > 0 && len(words) <= 3 && words[len(words)-1].Text != p.Role {
					x.others = append(x.others, otherName{name + " " + p.Role, bearer{to: int32(c), in: in, define: define}}) // "Lagrange" is cited as Lagrange's theorem
				}
			}
		}
		w.partNames(cand, func(name string) {
			x.others = append(x.others, otherName{name, bearer{to: int32(c), in: in, define: define}})
		})
		if define && p.Role != "definition" && w.specified(int32(c)) {
			w.fields(cand, func(name string) {
				fields[name] = append(fields[name], bearer{to: int32(c), in: in, define: true})
			})
		} else if define {
			w.terms(cand, func(t string, at core.Span) {
				x.add(t, bearer{to: int32(c), in: in, define: true, noun: titleNoun(in, t, p), at: at})
			})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if list := fields[name]; len(list) == 1 { // what many messages have says nothing of one
			x.others = append(x.others, otherName{name, list[0]})
		}
	}
	named := len(x.terms)
	for _, o := range x.others {
		if t, ok := x.find(o.bearer.in, o.name); !ok || int(t) >= named {
			x.add(o.name, o.bearer)
		}
	}
}

// partNames calls f for the names of several words that a statement gives to its parts, in brackets at the head of an
// item of its list: "(i) (Tower law) If …".
func (w *wirer) partNames(c *core.Candidate, f func(name string)) {
	doc := w.Documents[c.Document]
	i := sort.Search(len(doc.Blocks), func(i int) bool { return doc.Blocks[i].Span.Start >= c.Place.Start })
	for ; i < len(doc.Blocks) && doc.Blocks[i].Span.Start < c.Place.End; i++ {
		b := &doc.Blocks[i]
		if b.Kind != core.ListItem {
			continue
		}
		s := strings.TrimLeft(b.Body.Of(doc.Text), "*_ \n")
		name, rest, ok := strings.Cut(s[:cut(s, maxPartName)], ")")
		if !ok || !strings.HasPrefix(name, "(") || len(text.Words(name)) < 2 || strings.TrimLeft(rest, "*_ ") == "" || strings.ContainsAny(name, "$\\=.,;:") {
			continue
		}
		f(name[1:])
	}
}

// maxPartName bounds the name of a part, in bytes.
const maxPartName = 60

// unbracketed is a name without what it has in brackets: a short form behind it ("Vector Space (VS)", "open()"), a word
// before it that may be left out ("(real) differentiable"), or part of a word, which makes two names ("equivalence of
// (pre)categories").
func unbracketed(name string) (short, long string) {
	i := strings.IndexByte(name, '(')
	j := strings.IndexByte(name, ')')
	switch {
	case i < 0 || j < i:
		return name, ""
	case j-i > 1 && wordAt(name, j+1) && wordAt(name, i+1):
		return name[:i] + name[j+1:], name[:i] + name[i+1:j] + name[j+1:]
	case i > 0:
		return name[:i], ""
	case strings.HasPrefix(name[j+1:], " "):
		return name[j+2:], ""
	}
	return name, ""
}

// afterPossessive is what follows the first possessive of a name, empty when it has none.
func afterPossessive(name string) string {
	for _, s := range []string{"'s ", "’s "} {
		if _, rest, ok := strings.Cut(name, s); ok {
			return rest
		}
	}
	return ""
}

// cutPrinciple is what a principle or method is of: proofs go "by induction", not by its principle.
func cutPrinciple(in *text.Language, name string) (rest string, ok bool) {
	words := text.Words(name)
	if len(words) > 0 && in.Has(text.Article, words[0].Text) {
		words = words[1:]
	}
	if len(words) < 3 || !in.Has(text.Principle, words[0].Text+" "+words[1].Text) {
		return "", false
	}
	return name[words[2].Span.Start:], true
}

// requirements are the roles of the sentences of a specification, which are named by a clause.
var requirements = map[string]bool{"requirement": true, "recommendation": true, "permission": true}

// derived reports whether a name is the beginning of the statement rather than the author's: nobody cites it.
func derived(p *core.Primitive) bool {
	if p.Kind == core.Axiom && p.Label == "" && requirements[p.Role] {
		return true
	}
	if p.Kind == core.Definition && len(text.Words(p.Name)) <= 4 {
		return false
	}
	return text.Opens(p.Name, p.FormalStatement)
}

// titleNoun is the stem of the noun that the author's title of a definition sets behind its term: of the adjective in
// "Abelian group", which says something else of another noun.
func titleNoun(in *text.Language, term string, p *core.Primitive) string {
	title, words := text.Words(p.Name), text.Words(term)
	n := len(words)
	if n == 0 || len(title) != n+1 || in.Stop(words[n-1].Text) || in.Stop(title[n].Text) || utf8.RuneCountInString(title[n].Text) < 2 || derived(p) {
		return ""
	}
	for i := range words {
		if words[i].Text != title[i].Text {
			return ""
		}
	}
	return in.Stem(title[n].Text)
}

// maxTermWords bounds a marked term.
const maxTermWords = 4

// terms calls f for the terms that a definition's author marked in its statement: by a command for terms, else by
// italics or bold, as books and papers set what they define. A single word in italics that the definition is not named
// by is as often an aside, unless it stands where a sentence defines ("is called *complete*").
func (w *wirer) terms(c *core.Candidate, f func(term string, at core.Span)) {
	doc := w.Documents[c.Document]
	in := w.languages[c.Document]
	for _, own := range []bool{true, false} { // by a command of its own, by a face
		found := false
		for _, s := range c.Statement {
			i := sort.Search(len(doc.Marks), func(i int) bool { return doc.Marks[i].Span.Start >= s.Start })
			for ; i < len(doc.Marks) && doc.Marks[i].Span.Start < s.End; i++ {
				m := doc.Marks[i]
				if (m.Kind == core.Term) != own || m.Kind == core.Verb || m.Span.End > s.End || m.Span.Len() > 80 {
					continue
				}
				t := m.Span.Of(doc.Text)
				if short, long := unbracketed(t); strings.HasPrefix(t, "(") && long == "" {
					t = short
				}
				n := len(nameWords(in, t))
				if n == 0 || n > maxTermWords || text.Stressed.Has(text.Fold(t)) {
					continue
				}
				if n == 1 && (m.Kind == core.Emph || m.Kind == core.Caps) && !entitles(t, &c.Primitive) && !defined(in, doc.Text[s.Start:m.Span.Start], doc.Text[m.Span.End:s.End]) {
					continue
				}
				f(t, m.Span)
				found = true
			}
		}
		if found {
			return
		}
	}
}

// fields calls f for the words of programs that the layout of a message or an object names, each once.
func (w *wirer) fields(c *core.Candidate, f func(string)) {
	doc := w.Documents[c.Document]
	seen := map[string]bool{c.Primitive.Name: true}
	for _, s := range c.Statement {
		i := sort.Search(len(doc.Marks), func(i int) bool { return doc.Marks[i].Span.Start >= s.Start })
		for ; i < len(doc.Marks) && doc.Marks[i].Span.Start < s.End; i++ {
			if m := doc.Marks[i]; m.Kind == core.Verb && m.Span.End <= s.End {
				if name := m.Span.Of(doc.Text); !seen[name] && text.Identifier(name) == name && text.Compound(name) {
					seen[name] = true
					f(name)
				}
			}
		}
	}
}

// defined reports whether the words around a term say that it is defined: "is called a *loop*", "is … *simple* if".
func defined(in *text.Language, before, after string) bool {
	if next := clauseWords(after[:min(len(after), 60)]); len(next) > 0 && in.Has(text.Condition, next[0]) {
		return true
	}
	front := clauseWords(before[max(0, len(before)-60):])
	for len(front) > 0 && in.Has(text.Article, front[len(front)-1]) {
		front = front[:len(front)-1]
	}
	return len(front) > 0 && in.Has(text.Naming, front[len(front)-1])
}

// entitles reports whether a word is the name of a definition, or stands in the title that its author gave it:
// "abelian" in "Abelian group".
func entitles(word string, p *core.Primitive) bool {
	if strings.EqualFold(word, p.Name) {
		return true
	}
	return !derived(p) && slices.ContainsFunc(text.Words(p.Name), func(w text.Word) bool { return strings.EqualFold(w.Text, word) })
}

// collectRegistry makes the titles of the registry's primitives known, those of at least two words.
func (w *wirer) collectRegistry(x *lexicon) {
	for p := range w.Registry.Primitives() {
		if derived(p) || len(text.Words(p.Name)) < 2 {
			continue
		}
		to := int32(len(w.Candidates) + len(w.proposals.registry))
		w.proposals.registry = append(w.proposals.registry, p.ID)
		x.add(p.Name, bearer{to: to, in: text.LanguageOf(p.FormalStatement), define: p.Kind == core.Definition})
	}
}
