package sanitize

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A pattern is a row of items with gaps, as in
//
//	^ {override} ~40 {prior} ~24 {directive}|orders
//
// An item is classes of words in braces and words, joined by "|", with "_" for a blank; "?" behind an item makes it
// optional. Items follow each other at once (at most three characters that are no letters); ~N allows N bytes
// within the sentence, ~~N allows N bytes. "^" in front wants the start of a line or sentence, "$" behind its end, and
// "!" in front an order: see commanded.
//
// Patterns are matched by one register an item: the place where the pattern's first items last matched. The nearest
// place is always the best one for the next gap, so that one register is enough and the time is linear.
type pattern struct {
	items []item
	start bool // ^
	end   bool // $
	order bool // !
	rule  int
}

type item struct {
	class int
	gap   int  // bytes before it; -1 at once
	far   bool // the gap may cross sentences
}

const (
	longestMatch  = 400 // bytes from the first to the last item
	adjacent      = 4   // bytes between words that follow each other
	longestGap    = 250
	mostPatterns  = 64 // alternatives that the optional items of one row may expand to
	squeezedWords = 3  // items that a pattern needs to be looked for without word ends
)

// lexicon holds the words of all patterns.
type lexicon struct {
	words   []word
	ids     map[string]int // class by name; words in a pattern are a class by their text
	members [][]int        // words of a class
	known   map[wordKey]int
}

type wordKey struct {
	text        string
	left, right bool
}

type word struct {
	text        string
	left, right bool  // a word ends there
	classes     []int // that it belongs to
}

// add returns the class with the name, made from the words when it is new.
func (l *lexicon) add(name string, words []string) (int, error) {
	if id, ok := l.ids[name]; ok {
		return id, nil
	}
	id := len(l.members)
	if l.ids == nil {
		l.ids = map[string]int{}
	}
	l.ids[name] = id
	l.members = append(l.members, nil)
	for _, w := range words {
		w = strings.TrimSpace(w)
		if strings.HasPrefix(w, "{") && strings.HasSuffix(w, "}") && len(w) > 2 {
			other, ok := l.ids[w[1:len(w)-1]]
			if !ok {
				return 0, fmt.Errorf("there is no class %s", w)
			}
			for _, i := range l.members[other] {
				l.word(l.words[i], id)
			}
			continue
		}
		left, right := !strings.HasPrefix(w, "*"), !strings.HasSuffix(w, "*")
		w = strings.Trim(w, "*")
		if w == "" {
			return 0, fmt.Errorf("class %q has an empty word", name)
		}
		if first, _ := utf8.DecodeRuneInString(w); unspaced(first) {
			left, right = false, false
		}
		v := foldText(w)
		if len(v.b) == 0 {
			return 0, fmt.Errorf("class %q: nothing is left of the word %q once it is folded", name, w)
		}
		l.word(word{text: string(v.b), left: left && wordByte(v.b[0]), right: right && wordByte(v.b[len(v.b)-1])}, id)
	}
	return id, nil
}

// word puts a word into a class. Words that are the same in two classes are one.
func (l *lexicon) word(w word, class int) {
	key := wordKey{w.text, w.left, w.right}
	i, ok := l.known[key]
	if !ok {
		if l.known == nil {
			l.known = map[wordKey]int{}
		}
		i = len(l.words)
		l.known[key] = i
		w.classes = nil
		l.words = append(l.words, w)
	}
	o := &l.words[i]
	if !slices.Contains(o.classes, class) {
		o.classes = append(o.classes, class)
		l.members[class] = append(l.members[class], i)
	}
}

// unspaced reports the scripts that are written without blanks between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Hangul)
}

// parse reads a pattern; optional items make several.
func (l *lexicon) parse(s string, rule int) ([]pattern, error) {
	out := []pattern{{rule: rule}}
	gap, far, last := -1, false, false
	for _, f := range strings.Fields(s) {
		switch {
		case last:
			return nil, fmt.Errorf("pattern %q: nothing may follow $", s)
		case f == "^" || f == "!":
			if len(out[0].items) > 0 {
				return nil, fmt.Errorf("pattern %q: %s stands in front", s, f)
			}
			for i := range out {
				out[i].start = out[i].start || f == "^"
				out[i].order = out[i].order || f == "!"
			}
		case f == "$":
			last = true
		case f[0] == '~':
			n, err := strconv.Atoi(strings.TrimLeft(f, "~"))
			if err != nil || n < 1 || n > longestGap {
				return nil, fmt.Errorf("pattern %q: %q is no gap of 1 to %d bytes", s, f, longestGap)
			}
			gap, far = n, strings.HasPrefix(f, "~~")
		default:
			optional := len(f) > 1 && strings.HasSuffix(f, "?")
			if optional {
				f = f[:len(f)-1]
			}
			class, err := l.item(f)
			if err != nil {
				return nil, fmt.Errorf("pattern %q: %w", s, err)
			}
			var grown []pattern
			for _, p := range out {
				if optional {
					grown = append(grown, p)
				}
				p.items = append(p.items[:len(p.items):len(p.items)], item{class, gap, far})
				grown = append(grown, p)
			}
			if out = grown; len(out) > mostPatterns {
				return nil, fmt.Errorf("pattern %q: too many optional items", s)
			}
			gap, far = -1, false
		}
	}
	if gap >= 0 {
		return nil, fmt.Errorf("pattern %q ends with a gap", s)
	}
	for i := range out {
		out[i].end = last
		if len(out[i].items) == 0 {
			return nil, fmt.Errorf("pattern %q matches everything", s)
		}
	}
	return out, nil
}

func (l *lexicon) item(f string) (int, error) {
	if strings.HasPrefix(f, "{") && strings.IndexByte(f, '}') == len(f)-1 && len(f) > 2 {
		id, ok := l.ids[f[1:len(f)-1]]
		if !ok {
			return 0, fmt.Errorf("there is no class %s", f)
		}
		return id, nil
	}
	words := []string{f}
	if !strings.HasPrefix(f, "|") && !strings.HasPrefix(f, "<|") && !strings.HasSuffix(f, "|") {
		words = strings.Split(f, "|")
	}
	for i, w := range words {
		if !strings.HasPrefix(w, "{") {
			words[i] = strings.ReplaceAll(w, "_", " ")
		}
	}
	return l.add("="+f, words)
}

// matcher finds the patterns of a table in views. It holds no state between views.
type matcher struct {
	lexicon
	patterns []pattern
	uses     [][]use // by class
	auto     *automaton

	registers int32 // items of all patterns
}

// use is an item of a pattern; register is its place among the items of all patterns.
type use struct{ pattern, item, register int32 }

func (m *matcher) compile() {
	texts := make([]string, len(m.words))
	for i, w := range m.words {
		texts[i] = w.text
	}
	m.auto = build(texts)
	m.uses = make([][]use, len(m.members))
	for p, pat := range m.patterns {
		for k := len(pat.items) - 1; k >= 0; k-- {
			c := pat.items[k].class
			m.uses[c] = append(m.uses[c], use{int32(p), int32(k), m.registers + int32(k)})
		}
		m.registers += int32(len(pat.items))
	}
}

// register is where the first items of a pattern last matched; end 0 says nowhere. tag says that one of them is the
// name of a tag.
type register struct {
	start, end int32
	tag        bool
}

// run calls found for every match of a pattern in b, in order of the ends; seen is told of every word of a class.
// tag says that a word of the match is the name of a tag. Squeezed text has no word ends.
func (m *matcher) run(b []byte, squeezed bool, seen func(class, start, end int), found func(p *pattern, start, end int, tag bool)) {
	regs := make([]register, m.registers)
	breaks := sentences{b: b}
	m.auto.scan(b, func(literal int32, end int) {
		w := &m.words[literal]
		start := end - len(w.text)
		if !squeezed {
			if w.left && start > 0 && wordByte(b[start-1]) || w.right && end < len(b) && wordByte(b[end]) {
				return
			}
		}
		tag := !squeezed && w.left && tagName(b, start, end)
		for _, c := range w.classes {
			if seen != nil {
				seen(c, start, end)
			}
			for _, u := range m.uses[c] {
				r := register{int32(start), int32(end), tag}
				if u.item > 0 { // most words stand where no pattern has begun
					prev := regs[u.register-1]
					if prev.end == 0 || int(prev.end) > start || end-int(prev.start) > longestMatch {
						continue
					}
					r.start, r.tag = prev.start, tag || prev.tag
				}
				p, k := &m.patterns[u.pattern], int(u.item)
				switch {
				case squeezed && len(p.items) < squeezedWords:
					continue
				case k == 0 && p.start && !squeezed && !breaks.opens(start):
					continue
				case k > 0 && !breaks.joined(p.items[k], int(regs[u.register-1].end), start, squeezed):
					continue
				}
				regs[u.register] = r
				if k == len(p.items)-1 && (!p.end || breaks.closes(end)) {
					found(p, int(r.start), end, r.tag)
				}
			}
		}
	})
}

// tagName reports a word that is all of a tag's name, in "<output>" and "</output".
func tagName(b []byte, start, end int) bool {
	return start > 1 && b[start-1] == '/' && b[start-2] == '<' || start > 0 && b[start-1] == '<' && end < len(b) && b[end] == '>'
}

// sentences answers where sentences begin and end. It reads the text once.
type sentences struct {
	b    []byte
	next int // read up to here
	last int // end of the last sentence before next
}

// lastBreak returns the end of the last sentence that ends at or before the offset, which must not fall by more than
// the longest word.
func (s *sentences) lastBreak(at int) int {
	for ; s.next < at; s.next++ {
		if s.ends(s.next) {
			s.last = s.next + 1
		}
	}
	return s.last
}

func (s *sentences) ends(i int) bool {
	switch s.b[i] {
	case ';':
		return true
	case '.', '!', '?':
		return i+1 >= len(s.b) || s.b[i+1] == ' ' || s.b[i+1] == '\n' || s.b[i+1] == '"' || s.b[i+1] == '\''
	case '\n':
		return i > 0 && s.b[i-1] == '\n'
	}
	return false
}

func (s *sentences) joined(i item, from, to int, squeezed bool) bool {
	switch {
	case i.gap < 0 && squeezed:
		return from == to
	case i.gap < 0:
		if to-from > adjacent {
			return false
		}
		for _, c := range s.b[from:to] {
			if wordByte(c) {
				return false
			}
		}
		return true
	case to-from > i.gap:
		return false
	}
	return i.far || s.lastBreak(to) <= from
}

// opens reports whether a line, a sentence or a quotation begins at the offset.
func (s *sentences) opens(at int) bool {
	for i := at - 1; i >= 0 && i >= at-8; i-- {
		switch c := s.b[i]; {
		case c == '\n' || c == '.' || c == '!' || c == '?' || c == ':' || c == ';':
			return true
		case c == '"' || c == '(' || c == '[' || c == '>' || c == '{' || c == '\'':
			return true
		case wordByte(c) || c == ',':
			return false
		}
	}
	return true
}

// closes reports whether a line, a sentence or a quotation ends at the offset.
func (s *sentences) closes(at int) bool {
	for i := at; i < len(s.b) && i < at+4; i++ {
		switch c := s.b[i]; {
		case wordByte(c), c == ',':
			return false
		case c != ' ':
			return true
		}
	}
	return true
}
