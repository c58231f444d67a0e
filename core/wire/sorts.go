package wire

import (
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// A book defines one word of several kinds of things: bounded sets, functions and sequences. Its definitions say of
// what ("A *function* is bounded if"), and so do its uses, by the noun that they qualify ("a bounded sequence"), by
// that which they are said of ("the set is bounded"), or by a symbol that was introduced as one ("Let $f$ be a
// function. … $f$ is bounded").

// piece is a word of weight or a symbol.
type piece struct {
	stem   string // of a word
	symbol string // that a formula begins with
	at     int    // the offset where it begins
	loose  bool   // something stands between it and the piece before
	opens  bool   // a sentence begins with it, or a part of one behind a colon
	noun   bool   // a word that nouns follow stands right before it: an article, "of"
}

// Bounds, in bytes, of what is read before a word for the things that it is said of, and behind it.
const (
	senseBefore = 1000
	senseBehind = 200
)

// pieces are the words of weight and the symbols of s, in order.
func pieces(in *text.Language, s string) (out []piece) {
	at, loose, opens, noun := 0, true, true, false
	put := func(p piece) {
		p.loose, p.opens, p.noun = loose, opens, noun
		out = append(out, p)
		loose, opens, noun = false, false, false
	}
	gap := func(at int, g string) {
		end := 0
		prose := func(g string) {
			for i := range len(g) {
				switch {
				case g[i] == ';' || g[i] == ':', g[i] == '.' && i+1 < len(g) && (g[i+1] == ' ' || g[i+1] == '\n'), strings.HasPrefix(g[i:], "\n\n"):
					opens = true
				case strings.IndexByte(" \t\n~-*_", g[i]) < 0:
					loose = true
				}
			}
		}
		eachFormula(g, func(f core.Span) {
			prose(strings.TrimRight(g[end:f.Start], `$\([`))
			if symbol := firstSymbol(f.Of(g)); symbol != "" {
				put(piece{symbol: symbol, at: at + f.Start})
			}
			end = f.End
		})
		prose(g[end:])
	}
	for _, word := range text.Words(s) {
		gap(at, s[at:word.Span.Start])
		at = word.Span.End
		switch {
		case len(word.Text) == 1 && !isDigit(word.Text[0]):
			put(piece{symbol: word.Span.Of(s), at: word.Span.Start})
		case in.Stop(word.Text) || isDigit(word.Text[0]):
			loose, noun = true, in.Has(text.Article, word.Text) || in.Has(text.Of, word.Text)
		default:
			put(piece{stem: in.Stem(word.Text), at: word.Span.Start})
		}
	}
	gap(at, s[at:])
	return out
}

// firstSymbol is the letter, or the command that prints one, that a formula begins with, whatever brackets stand before
// it.
func firstSymbol(s string) string {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			return s[i : i+1]
		case c == '\\':
			end := wordEnd(s, i+1)
			name := s[i+1 : end]
			if name == "" || name == "left" || strings.HasPrefix(strings.ToLower(name), "big") && len(name) <= 5 || name == "displaystyle" {
				i = max(i, end-1)
				continue
			}
			if end < len(s) && s[end] == '{' {
				if n := strings.IndexByte(s[end:], '}'); n >= 0 {
					end += n + 1
				}
			}
			return s[i:end]
		}
	}
	return ""
}

// introduced calls f for the words that a symbol was last introduced by: those right before it that are a noun
// ("a sequence $x_n$"), else, since other words are often verbs ("write $f$"), those before its first place or behind it
// ("Let $f$ be a function").
func introduced(list []piece, symbol string, f func(stem string)) {
	first := -1
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].symbol != symbol {
			continue
		}
		first = i
		if k := runBefore(list, i); k < i && list[k].noun {
			break
		}
	}
	if first < 0 {
		return
	}
	if k := runBefore(list, first); k < first {
		for i := first - 1; i >= k; i-- {
			f(list[i].stem)
		}
		return
	}
	k := first + 1
	for k < len(list) && list[k].stem == "" && !list[k].opens {
		k++
	}
	for n := k; k < len(list) && list[k].stem != "" && !list[k].opens && (k == n || !list[k].loose); k++ {
		f(list[k].stem)
	}
}

// symbolBehind is the symbol that text begins with, but for words that weigh nothing: f of "of $f(x)$".
func symbolBehind(in *text.Language, s string) string {
	list := pieces(in, s)
	if len(list) == 0 || strings.ContainsAny(s[:list[0].at], ".:;") {
		return ""
	}
	return list[0].symbol
}

// runBefore is where the words begin that stand right before a piece, with nothing between.
func runBefore(list []piece, i int) int {
	for ; i > 0 && list[i-1].stem != "" && !list[i].loose && !list[i].opens; i-- {
	}
	return i
}

// sense is what the definition that bears a name says it of, as stems: the things that its clause begins with ("A
// *function* is bounded if"), or that the symbol there was introduced as, and those right behind it and in its title.
func (w *wirer) sense(b *bearer) []string {
	if b.said != nil {
		return b.said
	}
	c := &w.Candidates[b.to]
	doc := w.Documents[c.Document].Text
	at := b.at
	if at.Len() == 0 {
		at = w.setIn(c, b)
	}
	var name []string
	for _, word := range b.words {
		name = append(name, b.in.Stem(word.Text))
	}
	said := []string{}
	put := func(stem string) {
		if stem != "" && !slices.Contains(name, stem) && !slices.Contains(said, stem) {
			said = append(said, stem)
		}
	}
	start := c.Place.Start
	for _, s := range c.Statement {
		if s.Contains(at) {
			start = s.Start
		}
	}
	from := w.contextStart(c, at.Start)
	list := pieces(b.in, doc[from:at.Start])
	clause := len(list)
	for i, p := range list {
		if from+p.at >= start && (p.opens || clause == len(list)) {
			clause = i
		}
	}
	if first := slices.IndexFunc(list[clause:], func(p piece) bool { return p.stem != "" }); first >= 0 {
		for k := clause + first; k < len(list) && list[k].stem != "" && (k == clause+first || !list[k].loose); k++ {
			put(list[k].stem)
		}
	} else if clause < len(list) {
		introduced(list[:clause], list[clause].symbol, put)
	}
	rest := doc[at.End:cut(doc, min(len(doc), at.End+senseBehind))]
	of := slices.Concat(qualified(b.in, rest), complement(b.in, rest))
	for _, stem := range of {
		put(stem)
	}
	if symbol := symbolBehind(b.in, rest); len(of) == 0 && symbol != "" {
		introduced(list, symbol, put)
	}
	if !derived(&c.Primitive) {
		for _, word := range text.Words(c.Primitive.Name) {
			if !b.in.Stop(word.Text) && len(word.Text) > 1 {
				put(b.in.Stem(word.Text))
			}
		}
	}
	b.said = said
	return said
}

// setIn is where a definition sets its name in its statement; its beginning where it says the name nowhere.
func (w *wirer) setIn(c *core.Candidate, b *bearer) core.Span {
	doc := w.Documents[c.Document].Text
	for _, s := range c.Statement {
		s.End = min(s.End, s.Start+senseBefore)
		s.End = cut(doc, s.End)
		words := text.Words(s.Of(doc))
		for i := 0; i+len(b.words) <= len(words); i++ {
			if slices.EqualFunc(words[i:i+len(b.words)], b.words, func(x, y text.Word) bool { return b.in.Stem(x.Text) == b.in.Stem(y.Text) }) {
				return core.Span{Start: s.Start + words[i].Span.Start, End: s.Start + words[i+len(b.words)-1].Span.End}
			}
		}
	}
	return core.Span{Start: c.Place.Start, End: c.Place.Start}
}

// contextStart is where the text begins that is read for what stands at an offset in an item: with its section, but not
// far before.
func (w *wirer) contextStart(c *core.Candidate, at int) int {
	from := c.Place.Start
	if sections := w.Analyses[c.Document].Sections; c.Section < len(sections) {
		from = max(0, min(from, sections[c.Section].Span.Start))
	}
	return min(at, cut(w.Documents[c.Document].Text, max(from, at-senseBefore)))
}

// topic is what the text around a usage speaks of, as stems.
type topic struct {
	noun []string // that the usage qualifies: "sequence" of "a bounded sequence"; what it is one of
	said []string // what it is said of, or that which is right behind it, the nearest first
}

// topicOf reads what the text around a usage speaks of.
func (w *wirer) topicOf(u *usage) (t topic) {
	in, s := u.passage.in, u.passage.text
	doc := w.Documents[u.passage.doc].Text
	at := u.passage.span.Start + u.span.Start
	start := w.contextStart(&w.Candidates[u.passage.candidate], at)
	before := pieces(in, doc[start:at])
	if n := len(before); n > 0 && before[n-1].symbol != "" && hyphened(doc[start:at], at-start) {
		before = before[:n-1] // it belongs to the term: "is $k$-connected"
	}
	rest := s[u.span.End:cut(s, min(len(s), u.span.End+senseBehind))]
	t.noun = slices.Concat(u.qualifies(), complement(in, rest))
	see := func(stem string) { t.said = append(t.said, stem) }
	if symbol := symbolBehind(in, rest); len(t.noun) == 0 && symbol != "" {
		introduced(before, symbol, see)
	}
	for i := len(before) - 1; i >= 0; i-- {
		p := before[i]
		lone := p.symbol != "" && (i == 0 || before[i-1].stem == "" || p.loose || p.opens)
		if p.stem != "" {
			see(p.stem)
		} else if lone {
			introduced(before[:i+1], p.symbol, see)
		}
		if p.opens || lone || p.stem != "" && p.loose {
			break
		}
	}
	return t
}

// narrowed are the bearers of a list that definitions say of what a text speaks of, the first thing that tells them
// apart deciding first; all where nothing does.
func (w *wirer) narrowed(list []*bearer, of []string) []*bearer {
	for _, stem := range of {
		if alike(list) {
			break
		}
		said := func(b *bearer) bool {
			return slices.ContainsFunc(w.sense(b), func(thing string) bool { return kindred(thing, stem) })
		}
		if some := slices.DeleteFunc(slices.Clone(list), func(b *bearer) bool { return !said(b) }); len(some) > 0 {
			list = some
		}
	}
	return list
}

// kindred reports whether two nouns name things of a kind: a subset is a set.
func kindred(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return a == b || len(b) >= 3 && strings.HasSuffix(a, b)
}

// alike reports whether the bearers of a list are one item.
func alike(list []*bearer) bool {
	return !slices.ContainsFunc(list, func(b *bearer) bool { return b.to != list[0].to })
}
