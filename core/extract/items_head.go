package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// head is what opens an item, a proof, an example, an exercise or a remark.
type head struct {
	text.Head
	word   string // as printed: "Theorem", "Proof Technique"
	number string // as printed: "2.3", "VS", "A.1"
	title  string // the author's, as written, without brackets
	end    int    // offset in Text where the body begins
	marked bool   // set in bold, italics or small capitals
	alone  bool   // nothing follows in its paragraph
	bare   bool   // nothing but the label: no delimiter and no title
	weak   bool   // of a convention that other texts have for other things
	advice bool   // a numbered heading that tells what to do, which may be advice without an order
	rest   string // of a proof's head: "of Theorem 3.2"
	page   bool   // a heading that is a head word alone, of a level that chapters have
	rule   string // how it was recognised
}

// label is the reference key as printed, without the title; empty when the item has no number.
func (h *head) label() string {
	if h.number == "" {
		return ""
	}
	return h.word + " " + h.number
}

// runIn reads the head at the start of a paragraph. ok is false when the paragraph begins otherwise, a mention of an
// item ("Theorem 2.3 tells us …") included.
//
// The forms are those of style guides (Chicago 12.18, AMS Author Handbook) and of their plain-text descendants:
//
//	Theorem 2.3. …    Theorem 2.3 (Lagrange). …    Theorem (Lagrange). …    2.3 Theorem. …    Definition VS. Vector Space
//	**Theorem 2.3** …    **Theorem 2.3 Lagrange.** …    Theorem 2.3 Let …    Rolle's Theorem. …
func (v *view) runIn() (h head, ok bool) {
	i, _ := v.blank(0)
	if i >= len(v.s) {
		return head{}, false
	}
	if bytesPrefix(v.s[i:], "【") || bytesPrefix(v.s[i:], "「") { // 【定理 2.3】: its end is the delimiter
		i += len("【")
	}
	if c := v.s[min(i, len(v.s)-1)]; digitByte(c) || 'A' <= c && c <= 'Z' && i+1 < len(v.s) && v.s[i+1] == '.' {
		return v.numberFirst(i)
	}
	if v.s[min(i, len(v.s)-1)] == '(' { // "(1.4) Theorem": with one number alone it would be a clause
		if content, e, ok := v.parenthesis(i); ok && numeric(content) && strings.Contains(content, ".") {
			return v.behindNumber(content, e)
		}
	}
	hd, j, found := v.headWord(i)
	if !found {
		return v.nameFirst(i)
	}
	h = head{Head: hd, word: cleanWord(string(v.s[i:j])), marked: v.face > 0}
	if hd.Class == text.Proof {
		return v.proof(h, j)
	}
	if h, ok := v.tail(h, j, j); ok {
		return h, true
	}
	return v.nameFirst(i)
}

// numberSign skips the sign before a number: "Theorem #3", "Theorem §1.2".
func (v *view) numberSign(i int) int {
	for _, sign := range [...]string{"#", "§"} {
		if j := i + len(sign); bytesPrefix(v.s[min(i, len(v.s)):], sign) && j < len(v.s) && digitByte(v.s[j]) {
			return j
		}
	}
	return i
}

func cleanWord(w string) string { return strings.Join(strings.Fields(w), " ") }

// numberFirst reads "2.3 Definition (Basis).", "2.3. Theorem." and "2.3 Theorem Let …", the layout of books that
// number everything in one sequence.
func (v *view) numberFirst(i int) (head, bool) {
	e, letters := v.number(i)
	if e == 0 || letters {
		return head{}, false
	}
	j := e
	if j < len(v.s) && (v.s[j] == '.' || v.s[j] == ')') {
		j++
	}
	return v.behindNumber(string(v.s[i:e]), j)
}

// behindNumber reads the head that follows a number which ends at j.
func (v *view) behindNumber(number string, j int) (head, bool) {
	k, line := v.blank(j)
	if k == j || k >= len(v.s) || line {
		return head{}, false
	}
	hd, w, ok := v.headWord(k)
	if !ok || hd.Class == text.Proof {
		return head{}, false
	}
	if v.face > 0 && v.index(v.face) <= k { // the number alone is bold: "**20.** Theorem D asks you …"
		v.face = 0
	}
	h := head{Head: hd, word: cleanWord(string(v.s[k:w])), number: number, marked: v.face > 0}
	return v.tail(h, w, w)
}

// abbreviated reports head words that end with a point of their own: "Thm. 2.3".
func abbreviated(w string) bool { return utf8.RuneCountInString(w) <= 5 }

// tail reads what follows a head word that ends at i: number, title, delimiter.
func (v *view) tail(h head, i, wordEnd int) (head, bool) {
	pre := h.number != ""
	if !pre {
		j, line := v.blank(i)
		if j < len(v.s) && v.s[j] == '.' && abbreviated(h.word) {
			if k, _ := v.blank(j + 1); k < len(v.s) && digitByte(v.s[k]) {
				j = k
			}
		}
		j = v.numberSign(j)
		if e, letters := v.number(j); e > 0 && (j > i || unicode.Is(unicode.Han, lastRune(v.s[:i]))) && !(line && v.face == 0) && (!letters || v.closes(e)) {
			h.number, i = strings.TrimRight(string(v.s[j:e]), "."), e
		}
	}
	// The title in brackets, or the number.
	j, line := v.blank(i)
	bracket := false
	if j < len(v.s) && !line && (v.s[j] == '(' || v.s[j] == '[' || bytesPrefix(v.s[j:], "（")) {
		if content, e, ok := v.parenthesis(j); ok {
			switch {
			case h.number == "" && numeric(content):
				h.number, i = content, e
			case content != "" && !enumerator(content):
				h.title, i, bracket = content, e, true
			}
			if !bracket && h.number == content { // "Theorem (2.3) (Lagrange)."
				if k, _ := v.blank(i); k < len(v.s) && v.s[k] == '(' {
					if content, e, ok := v.parenthesis(k); ok && !enumerator(content) {
						h.title, i, bracket = content, e, true
					}
				}
			}
		}
	}
	j, line = v.blank(i)
	d, dash := 0, false
	if !line {
		d, dash = v.delimiter(j)
	}
	if d == 0 && bracket && j < len(v.s) && v.s[j] == ',' {
		return head{}, false
	}
	plural := h.Class == text.Item && isPlural(h.word)
	switch {
	case d > 0:
		n, k, _ := v.after(d)
		if n == comma || dash && n == lower && !v.faced(d) {
			return head{}, false // "Theorem 2.3 — the main result — says"
		}
		if plural && (h.number != "" || v.face == 0) {
			return head{}, false
		}
		if leaders(v.s[d:]) { // a line of a table of contents
			return head{}, false
		}
		if h.number == "" && h.title == "" && v.face == 0 && n == nothing && !line && v.full && h.Class == text.Item {
			// "Definition." alone in its paragraph is a head without bold, too
			h.alone = true
		}
		h.end = v.pos(k)
		if !bracket {
			v.title(&h, d, k, dash)
		}
	case v.faced(i): // the face ends: bold alone sets the head apart
		n, k, _ := v.after(i)
		if n == comma || plural || n == lower && !v.language.Has(text.Opener, v.wordAt(k)) {
			return head{}, false // **Theorem 2.3** tells us
		}
		h.end = v.pos(k)
		h.bare = !bracket
	case v.face > 0 && (h.number != "" || bracket) && v.at[min(i, len(v.at)-1)] < v.face:
		// Bold runs on: "**Theorem 2.3 Lagrange's theorem.** Let …", or the whole statement is bold.
		n, k, _ := v.after(i)
		if n == lower || n == comma || plural {
			return head{}, false
		}
		h.end = v.pos(k)
		if !bracket {
			v.title(&h, i, k, false)
		}
	case bracket:
		n, k, _ := v.after(i)
		if n == lower || n == comma || plural || h.number == "" && n != nothing && n != opener && n != formula {
			return head{}, false
		}
		h.end = v.pos(k)
	case h.number != "":
		n, k, eol := v.after(i)
		switch {
		case n == nothing && v.full, n == opener, eol && (n == capital || n == formula) && len(v.s[:i]) < 40:
			// "Theorem 2.3 Let …"; or the head on a line of its own.
			h.end = v.pos(k)
			h.bare = n == nothing
		case n == capital && v.titleWords(k) > 0: // "Theorem 2.9 Division Algorithm. Let a …"
			e := v.titleWords(k)
			h.title = string(v.s[k:e])
			_, b, _ := v.after(e + 1)
			h.end = v.pos(b)
		default:
			return head{}, false
		}
		if plural {
			return head{}, false
		}
	default:
		return head{}, false
	}
	if h.end >= v.end || strings.Trim(string(v.s[min(v.index(h.end), len(v.s)):]), " \n*_") == "" && v.full {
		h.alone = true
		h.end = v.end
	}
	h.rule = v.rule(h)
	return h, true
}

func (v *view) rule(h head) string {
	face := "run-in head"
	if h.marked {
		face = "marked run-in head"
	}
	return face + " \"" + strings.TrimSpace(h.word+" "+h.number) + "\""
}

// closes reports whether a head can end at i: letters and acronyms count as numbers only before a delimiter, a
// bracket, the end of the face or of the paragraph ("Definition A field is …" has no number).
func (v *view) closes(i int) bool {
	if v.faced(i) {
		return true
	}
	j, line := v.blank(i)
	if j >= len(v.s) {
		return v.full
	}
	if line {
		return i < 40
	}
	if v.s[j] == '(' || v.s[j] == '[' {
		return true
	}
	d, _ := v.delimiter(j)
	return d > 0
}

// title looks for the author's title behind a delimiter that ends at d, the body beginning at k, and moves the body
// behind it.
func (v *view) title(h *head, d, k int, dash bool) {
	if v.face > 0 && k < len(v.at) && v.at[k] < v.face {
		// Within the face of the head: "**Definition SLE. System of Linear Equations** …".
		e := v.index(v.face)
		t := strings.TrimSpace(string(v.s[k:e]))
		if v.language.Has(text.Opener, text.Fold(t)) {
			return // "**Definition 2.** **For** every …"
		}
		if n := len(strings.Fields(t)); n > 0 && n <= 14 && (v.full || e < len(v.s)) {
			b, _ := v.blank(e)
			if dd, _ := v.delimiter(b); dd > 0 { // the full stop behind the bold
				b, _ = v.blank(dd)
			}
			// All of a short paragraph bold, ended like a sentence with a verb: it is the statement.
			if b >= len(v.s) && v.full && sentenceLike(t) {
				return
			}
			h.title = unbracket(strings.TrimRight(t, " .:—–-"))
			h.end = v.pos(b)
		}
		return
	}
	if k >= len(v.s) {
		return
	}
	if v.s[k] == '(' { // "Theorem 2.3. (Lagrange) Let …"
		if content, e, ok := v.parenthesis(k); ok && !enumerator(content) && startsUpper(content) {
			e2 := e
			if dd, _ := v.delimiter(e); dd > 0 {
				e2 = dd
			}
			if n, b, _ := v.after(e2); n != lower && n != comma && n != other || e2 > e {
				h.title = content
				h.end = v.pos(b)
			}
		}
		return
	}
	// A line of its own in title case, or after a dash up to the full stop: "Theorem 9.5 - Title. Let …".
	if h.number == "" {
		return
	}
	if v.full && k < len(v.s) && !v.language.Has(text.Hypothesis, v.wordAt(k)) { // "Let \(x\in X\). Then", before a display
		line := strings.TrimSpace(string(v.s[k:]))
		if !strings.Contains(line, "\n") && titleCase(line) && !sentenceEnd(line) && !strings.ContainsAny(line, relations) &&
			len(strings.Fields(line)) <= 12 && !strings.ContainsAny(line[len(line)-1:], ".:;,!?") {
			h.title = line
			h.end = v.end
			return
		}
	}
	if dash {
		if e := v.titleWords(k); e > 0 {
			h.title = string(v.s[k:e])
			b, _ := v.blank(e + 1)
			h.end = v.pos(b)
		}
	}
}

// relations are signs of claims: a line of few words with one of them states something.
const relations = "=<>≤≥∈⊂⊆≅"

// bracketTitle reads the title in brackets that the body of a box begins with: "(Pythagoras) In a right triangle …",
// "**(Cauchy sequence)** A sequence …", or one in a paragraph of its own. With a number like 2.3 in it, it says where
// the statement is from.
func (v *view) bracketTitle() (title string, end int, ok bool) {
	i, _ := v.blank(0)
	if i >= len(v.s) {
		return "", 0, false
	}
	content, e, ok := v.parenthesis(i)
	if !ok || !startsUpper(content) || enumerator(content) || len(strings.Fields(content)) > 12 || dotted(content) {
		return "", 0, false
	}
	j, _ := v.blank(e)
	d, _ := v.delimiter(j)
	n, k, _ := v.after(max(d, e))
	if d == 0 && (n == lower || n == comma || n == other) || n == nothing && !v.full {
		return "", 0, false
	}
	return content, v.pos(k), true
}

// dotted reports whether a number of several parts stands in a text.
func dotted(s string) bool {
	for i := 1; i+1 < len(s); i++ {
		if s[i] == '.' && digitByte(s[i-1]) && digitByte(s[i+1]) {
			return true
		}
	}
	return false
}

// facedTitle reads the name in bold that the body of a box begins with, with the stop behind it or in a paragraph of
// its own before others: "**Pythagoras.** In a right triangle …". A hypothesis or a head in bold is none.
func (v *view) facedTitle(alone bool) (title string, end int, ok bool) {
	i, _ := v.blank(0)
	e := i
	for e < len(v.s) && v.at[e] < v.face {
		e++
	}
	title = strings.TrimRight(string(v.s[i:e]), " \n.:")
	_, word := text.LookupHead(title)
	if words := len(strings.Fields(title)); words == 0 || words > 8 || word || !startsUpper(title) || strings.Contains(title, ". ") || v.language.Begins(text.Hypothesis, title) {
		return "", 0, false
	}
	j, _ := v.blank(e)
	stop := strings.HasSuffix(strings.TrimSpace(string(v.s[i:e])), ".") || strings.HasSuffix(strings.TrimSpace(string(v.s[i:e])), ":")
	if d, dash := v.delimiter(j); d > 0 && !dash && !stop {
		j, _ = v.blank(d)
		stop = true
	}
	if j >= len(v.s) { // all of the paragraph
		return title, v.end, v.full && alone
	}
	return title, v.pos(j), stop
}

// unbracket takes the brackets off that are set around a whole title.
func unbracket(s string) string {
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") && strings.IndexByte(s, ')') == len(s)-1 {
		return s[1 : len(s)-1]
	}
	return s
}

// titleWords returns the end of a title that begins at i and ends with a full stop: at most eight words, those of
// more than three letters with a capital.
func (v *view) titleWords(i int) int {
	j := i
	for j < len(v.s) && j-i < 90 {
		if v.s[j] == '.' && (j+1 == len(v.s) || v.s[j+1] == ' ' || v.s[j+1] == '\n') {
			if t := string(v.s[i:j]); titleCase(t) && len(strings.Fields(t)) <= 8 {
				return j
			}
			return 0
		}
		if v.s[j] == '\n' {
			return 0
		}
		j++
	}
	return 0
}

// titleCase reports whether all words of more than three letters begin with a capital, as in a title.
func titleCase(s string) bool {
	words := strings.Fields(s)
	caps := 0
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "(“‘\"'"))
		switch {
		case unicode.IsUpper(r):
			caps++
		case unicode.IsLower(r) && utf8.RuneCountInString(w) > 3, text.Unblanked(r):
			return false
		}
	}
	return caps > 0
}

// sentenceLike reports text that ends with a full stop and has a word in lower case of more than three letters.
func sentenceLike(s string) bool { return strings.HasSuffix(s, ".") && !titleCase(s) }

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r) || unicode.Is(unicode.Han, r)
}

func numeric(s string) bool {
	return s != "" && len(s) < 16 && digitByte(s[0]) && strings.Trim(s, "0123456789.-abcdefgh") == ""
}

// enumerator reports the mark of a list item in brackets: (a), (ii), (1).
func enumerator(s string) bool {
	return s == "" || len(s) == 1 || numeric(s) || len(s) <= 4 && strings.Trim(s, "ivx") == ""
}

// leaders reports the dots between a title and its page in a table of contents. Three are an ellipsis as well, unless a
// number ends the line behind them.
func leaders(b []byte) bool {
	s := string(b)
	if strings.Contains(s, ". . . .") || strings.Contains(s, ".....") {
		return true
	}
	_, rest, ok := strings.Cut(s, ". . .")
	if !ok {
		return false
	}
	rest = strings.TrimLeft(rest, " ")
	n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	return n > 0 && (n == len(rest) || rest[n] == '\n')
}

func isPlural(w string) bool {
	l := strings.ToLower(w)
	if !strings.HasSuffix(l, "s") {
		return false
	}
	if _, ok := text.LookupHead(strings.TrimSuffix(l, "s")); ok {
		return true
	}
	_, ok := text.LookupHead(strings.TrimSuffix(l, "ies") + "y")
	return ok && strings.HasSuffix(l, "ies")
}

// nameFirst reads a bold run-in head whose last word is the head word: "**Rolle's Theorem.** Let f …", in lower case
// "**Zorn's lemma.** Every …". Bold sets such a head apart from a sentence, without it a full stop and a word that
// opens statements; only words that name a proved or assumed statement are taken.
func (v *view) nameFirst(i int) (head, bool) {
	e := v.index(v.face)
	if v.face == 0 {
		if e = v.plainName(i); e == 0 {
			return head{}, false
		}
	}
	if e <= i || e-i > 90 || e >= len(v.s) && !v.full {
		return head{}, false
	}
	name := strings.TrimSpace(string(v.s[i:e]))
	end := e
	delimited := strings.HasSuffix(name, ".") || strings.HasSuffix(name, ":")
	name = strings.TrimRight(name, ".: ")
	j, _ := v.blank(end)
	if d, _ := v.delimiter(j); d > 0 && !delimited {
		delimited, end = true, d
	}
	title := ""
	if k := strings.LastIndexByte(name, '('); k > 0 && strings.HasSuffix(name, ")") {
		title, name = name[k+1:len(name)-1], strings.TrimSpace(name[:k])
	}
	words := strings.Fields(name)
	if len(words) < 2 || len(words) > 8 || !startsUpper(words[0]) {
		return head{}, false
	}
	at, h, ok := nameWord(words, func(w string) bool { return v.language.Has(text.Of, w) })
	word := words[at]
	if !ok || !startsUpper(word) && !(delimited && named(words, at)) || !h.Strong() && h.Role != "law" && h.Role != "principle" || at < len(words)-1 && !delimited {
		return head{}, false
	}
	if startsUpper(name) && (strings.EqualFold(words[0], "the") && len(words) == 2 || v.language.Has(text.Demonstrative, text.Fold(words[0]))) {
		return head{}, false
	}
	n, k, _ := v.after(end)
	if n == comma || n == lower || !delimited && n != nothing && n != opener && n != capital && n != formula {
		return head{}, false
	}
	r := head{Head: h, word: word, title: name, marked: v.face > 0, end: v.pos(k), rule: "run-in name \"" + name + "\""}
	if title != "" {
		r.title = name + " (" + title + ")"
	}
	r.alone = n == nothing && v.full
	if r.alone {
		r.end = v.end
	}
	return r, true
}

// nameWord finds the head word in the name of a statement, which comes last ("Rolle's Theorem") or before its attribute
// ("Axiom of Choice"); ok says that such a word has names, as what is proved or assumed has.
func nameWord(words []string, of func(string) bool) (at int, h text.Head, ok bool) {
	at = len(words) - 1
	for k := range words[:len(words)-1] {
		if w := text.Fold(words[k+1]); of(w) || k == 0 && text.Of.Has(w) { // names keep their language
			at = k
			break
		}
	}
	h, ok = text.LookupHead(words[at])
	switch {
	case !ok, h.Class != text.Item, h.Kind != core.Theorem && h.Kind != core.Axiom, isPlural(words[at]):
		return at, h, false
	case h.Role == "claim", h.Role == "proposition": // "Value Proposition", "One Assertion": these have numbers, not names
		return at, h, false
	}
	return at, h, true
}

// named reports a name before the head word at in lower case: "Zorn's lemma", "The mean value theorem", not "Another
// lemma", "Proving the theorem".
func named(words []string, at int) bool {
	if at == 0 {
		return false
	}
	first := text.Fold(words[0])
	if text.Article.Has(first) {
		return at > 1 && !text.Stop(text.Fold(words[at-1]))
	}
	return !text.Stop(first) && !text.Reason.Has(first) && !strings.HasSuffix(first, "ing") && !text.Stop(text.Fold(words[at-1]))
}

// maxPlainName bounds a name that no face sets apart, in bytes.
const maxPlainName = 60

// plainName returns where a name in plain type ends that begins at i: "Cauchy's theorem. Every …", at most four words
// with capitals before the head word, and behind the full stop a word that opens statements. 0 when there is none.
func (v *view) plainName(i int) int {
	s := string(v.s[i:min(len(v.s), i+maxPlainName)])
	k := strings.Index(s, ". ")
	if k < 0 || strings.ContainsAny(s[:k], "\n.,:;()$") {
		return 0
	}
	words := strings.Fields(s[:k])
	last := len(words) - 1
	if last < 1 || last > 4 || !named(words, last) {
		return 0
	}
	for _, w := range words[:last] {
		if !startsUpper(w) {
			return 0
		}
	}
	if n, _, _ := v.after(i + k + 1); n != opener {
		return 0
	}
	return i + k + 1
}

// proof reads the rest of a proof's head: "Proof.", "Proof of Theorem 3.2.", "Proof (sketch):".
func (v *view) proof(h head, i int) (head, bool) {
	j, line := v.blank(i)
	stop := func(d, e int) (head, bool) {
		h.rest = strings.Trim(string(v.s[i:d]), " \n.:")
		_, k, _ := v.after(e)
		h.end = v.pos(k)
		h.alone = k >= len(v.s) && v.full
		h.rule = "proof"
		return h, true
	}
	switch {
	case j >= len(v.s) && v.full:
		return stop(len(v.s), len(v.s))
	case v.faced(i):
		d, _ := v.delimiter(i)
		return stop(i, max(i, d))
	case line:
		return head{}, false
	}
	if d, _ := v.delimiter(j); d > 0 {
		if d < len(v.s) && v.s[j] == '.' && leaders(v.s[j:]) {
			return head{}, false
		}
		return stop(j, d)
	}
	if v.face > 0 && v.face < v.end { // "*Proof of the main theorem.* Let …"
		e := v.index(v.face)
		d, _ := v.delimiter(e)
		return stop(min(e, len(v.s)), max(e, d))
	}
	if v.s[j] == '(' || v.s[j] == '[' {
		if _, e, ok := v.parenthesis(j); ok {
			k, _ := v.blank(e)
			if d, _ := v.delimiter(k); d > 0 {
				return stop(e, d)
			}
			if n, _, _ := v.after(e); n == opener || n == capital || n == nothing {
				return stop(e, e)
			}
		}
		return head{}, false
	}
	if r := lastRune(v.s[:i]); unicode.Is(unicode.Han, r) && j > i { // 证明 设 …
		return stop(i, j)
	}
	// Plain: "Proof of Theorem 3.2. Let …", "Доказательство теоремы 3.2.", at most a dozen words up to the full stop, and
	// no verb can be among them when the word behind "Proof" is "of".
	if w := v.wordAt(j); v.language.Has(text.Of, w) || w == "that" || w == "sketch" || isItem(w) {
		words := 0
		for k := j; k < len(v.s) && words < 14; k++ {
			switch v.s[k] {
			case ' ', '\n':
				words++
			case '.', ':':
				if k+1 == len(v.s) || v.s[k+1] == ' ' || v.s[k+1] == '\n' {
					return stop(k, k+1)
				}
			}
		}
	}
	return head{}, false
}

// isItem reports whether a word names items: "леммы" in "Доказательство леммы 3".
func isItem(word string) bool {
	h, ok := text.LookupHead(word)
	return ok && h.Class == text.Item
}
