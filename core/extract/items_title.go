package extract

import (
	"strings"
	"unicode"

	"lemma/core"
	"lemma/core/text"
)

// className frees the name of a box from what notations put around it: ".theorem", "prf:theorem", "theorem*",
// "proposition-box".
func className(name string) string {
	name = strings.TrimRight(strings.TrimLeft(name, "."), "*")
	if k := strings.LastIndexByte(name, ':'); k >= 0 {
		name = name[k+1:]
	}
	name = strings.TrimSuffix(strings.TrimSuffix(name, "box"), "env")
	return strings.Trim(name, "-_ ")
}

// environmentHead says what an environment is, by its printed head word, else by its name.
func environmentHead(b *core.Block) (*head, bool) {
	h, ok := text.LookupHead(b.Head)
	word := b.Head
	if !ok || b.Head == "" {
		name := className(b.Name)
		if h, ok = text.LookupHead(name); !ok || name == "" {
			if h, ok = lastWordHead(b.Head); !ok {
				return titledBox(b)
			}
		}
		if word == "" {
			word = capitalised(name)
			if b.Number == "" || len(name) < 5 {
				word = capitalised(h.Role)
			}
		}
	}
	if h.Class == text.Item && h.Role == "step" {
		return nil, false
	}
	// Boxes carry their head as title: "> ### Theorem 3 (Foo)".
	if (h.Class == text.Item || h.Class == text.Remark) && b.Title != "" && b.Number == "" {
		if r, ok := titledBox(b); ok && (r.Class == text.Item && (r.Kind == h.Kind || r.Strong()) || h.Class == text.Remark) {
			return r, true
		}
	}
	r := &head{Head: h, word: word, number: strings.Trim(b.Number, " ."), title: b.Title, end: b.Body.Start, rule: "environment " + b.Name}
	if number := plainTitle(b.Title); r.number == "" && numeric(number) { // of authors who number by hand: \begin{lemma}[7.4.2]
		r.number, r.title = number, ""
	}
	if b.Name == "" {
		r.rule = "environment " + word
	}
	return r, true
}

// titledBox reads the head that the title of a box is, whatever the box is for: a note, a tip, an abstract.
func titledBox(b *core.Block) (*head, bool) {
	r := titleHead(b.Title, "", boxLevel, b.Body.Start)
	if r == nil && !silent[strings.ToLower(b.Name)] {
		r = nameTitle(b.Title, b.Body.Start)
	}
	if r == nil || r.Class == text.Item && r.Role == "step" {
		return nil, false
	}
	r.rule = "environment " + b.Name + " with the title \"" + strings.TrimSpace(r.word+" "+r.number) + "\""
	return r, true
}

// nameTitle reads the title of a box that is the name of a statement: "Newton's Second Law of Motion", "The Ideal Gas
// Law (in moles)", "Pascal's Principle", as the books of the sciences set off what is to be remembered.
func nameTitle(title string, end int) *head {
	name, _, _ := strings.Cut(strings.TrimSpace(title), " (")
	name, _, _ = strings.Cut(name, "（")
	words := strings.Fields(hanHead(name))
	if len(words) < 2 || len(words) > 8 || strings.ContainsAny(title, ":;,?!") || !startsUpper(title) {
		return nil
	}
	at, h, ok := nameWord(words, text.Of.Has)
	attribute := at < len(words)-1 && (at == 0 || at == 1 && text.Article.Has(text.Fold(words[0]))) // "The Principle of Least Action"
	if !ok || !named(words, at) && !attribute || !h.Strong() && h.Role != "law" && h.Role != "principle" && h.Role != "rule" {
		return nil
	}
	return &head{Head: h, word: strings.TrimRight(words[at], "."), title: strings.TrimSpace(title), end: end, marked: true, alone: true}
}

// hanHead sets a blank before the head word that ends a name in Chinese, as "中值定理" has none there.
func hanHead(name string) string {
	r := []rune(strings.TrimSpace(name))
	if at := len(r) - 2; at > 0 && unicode.Is(unicode.Han, r[at-1]) {
		if h, ok := text.LookupHead(string(r[at:])); ok && h.Class == text.Item {
			return string(r[:at]) + " " + string(r[at:])
		}
	}
	return name
}

// boxLevel is the level of heading that the title of a box counts as: below chapters and sections, whose titles may be
// a head word alone.
const boxLevel = 3

// lastWordHead reads printed heads of several words: "Main Theorem", "Key Lemma", "Working Definition".
func lastWordHead(s string) (text.Head, bool) {
	f := strings.Fields(s)
	if len(f) < 2 || len(f) > 4 {
		return text.Head{}, false
	}
	return text.LookupHead(f[len(f)-1])
}

func capitalised(s string) string {
	if s == "" || s[0] >= 0x80 {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// headingHead reads a heading that is an item: "Definition VS (Vector Space)", "Theorem 2.3: Lagrange", "Step 2",
// "2.3 Theorem (Lagrange)", "Problem-Solving Strategy: X". A heading that merely begins with a head word names a
// section ("Definition of a group", "Algorithms"): only a number, a title in brackets or one behind a colon makes an
// item of it.
func headingHead(b *core.Block) *head { return titleHead(b.Title, b.Number, b.Level, b.Span.End) }

// titleSigns take the marks of a face out of a title, and write the signs of other scripts as those of this one.
var titleSigns = strings.NewReplacer("**", "", "__", "", "\u00a0", " ", "（", "(", "）", ")", "：", ":")

// titleHead reads the title of a heading or of a box, whose body begins at end.
func titleHead(title, printed string, level, end int) *head {
	t := strings.TrimSpace(title)
	t = strings.TrimSuffix(strings.TrimPrefix(t, "{"), "}") // "## {Step 3}": a heading that tutorials leave out of the contents
	t = strings.TrimSpace(titleSigns.Replace(t))
	if t == "" {
		return nil
	}
	v := view{s: []byte(t), full: true}
	if len(v.s) > viewBytes {
		return nil
	}
	v.at = make([]int, len(v.s))
	for i := range v.at {
		v.at[i] = i
	}
	v.end = len(v.s)
	number := strings.Trim(printed, " .")
	if number == "" && digitByte(t[0]) {
		if e, letters := v.number(0); e > 0 && !letters {
			if k, _ := v.blank(min(len(v.s), e+boolInt(e < len(v.s) && v.s[e] == '.'))); k > e {
				number = t[:e]
				v.s, v.at = v.s[k:], v.at[k:]
			}
		}
	}
	hd, j, ok := v.headWord(0)
	if !ok {
		return nil
	}
	h := &head{Head: hd, word: cleanWord(string(v.s[:j])), marked: true, end: end, alone: true}
	rest := strings.TrimSpace(string(v.s[j:]))
	if hd.Class != text.Item {
		if rest == "" || hd.Class == text.Proof || digitByte(rest[0]) || strings.IndexByte(".:(", rest[0]) >= 0 {
			h.rest = strings.Trim(rest, " .:")
			h.rule = "heading " + h.word
			return h
		}
		return nil
	}
	if hd.Role == "strategy" && number == "" && strings.HasPrefix(rest, "for ") && strings.ContainsAny(h.word, " -") { // "Problem-Solving Strategy for Collisions"
		h.title = strings.TrimSpace(t)
		h.rule = "heading \"" + h.word + "\" with what it is for"
		return h
	}
	if isPlural(h.word) {
		return nil
	}
	k, _ := v.blank(j)
	k = v.numberSign(k)
	titled := false
	if e, letters := v.number(k); e > 0 && k > j && (!letters || v.closes(e)) {
		h.number = strings.TrimRight(string(v.s[k:e]), ".")
		rest = strings.TrimSpace(string(v.s[e:]))
	} else if number != "" && hd.Strong() && (rest == "" || strings.IndexByte(".:(", rest[0]) >= 0) {
		h.number = number
	}
	if rest != "" {
		switch {
		case rest[0] == '(':
			if e := strings.LastIndexByte(rest, ')'); e > 0 {
				h.title, titled = rest[1:e], true
			}
		case strings.IndexByte(".:", rest[0]) >= 0, strings.HasPrefix(rest, "- "), strings.HasPrefix(rest, "—"), strings.HasPrefix(rest, "–"):
			h.title = unbracket(strings.TrimSpace(strings.TrimLeft(rest, ".:-—– ")))
			titled = h.title != "" && rest[0] == ':'
		case h.number != "" && (startsUpper(rest) || rest[0] == '$' || rest[0] == '@' || rest[0] == '['):
			h.title = rest
			if rest[0] == '@' { // a directive to the tutorial's player
				h.title = ""
			}
		case h.number != "":
			return nil // "Theorem 2.3 and its uses"
		}
	}
	if i := strings.Index(h.title, " @"); i > 0 {
		h.title = h.title[:i]
	}
	if h.number == "" && !titled {
		if rest != "" || !hd.Strong() {
			return nil
		}
		h.page = level < boxLevel
	}
	if h.number == "" && rest != "" && rest[0] == '(' && !hd.Strong() && !startsUpper(h.title) {
		return nil // "Algorithm (pseudo code)", "Method (sketch)"
	}
	h.rule = "heading \"" + strings.TrimSpace(h.word+" "+h.number) + "\""
	return h
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
