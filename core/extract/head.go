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

// view is the beginning of a paragraph as its reader sees it: without the characters that are markup, each byte with
// the offset that it has in Text. A head is found in it whatever marks stand around it.
type view struct {
	s    []byte
	at   []int // offsets in Text of the bytes of s
	end  int   // offset in Text after the paragraph
	full bool  // s holds the whole paragraph
	face int   // offset in Text where the face of the first character ends, 0 when it has none

	language *text.Language
}

// viewBytes bounds a view: heads and titles are shorter.
const viewBytes = 600

// pos is the offset in Text of the i-th byte of the view.
func (v *view) pos(i int) int {
	if i < len(v.at) {
		return v.at[i]
	}
	if len(v.at) == 0 || v.full {
		return v.end
	}
	return v.at[len(v.at)-1] + 1
}

// faced reports whether the byte before i is the last one that the leading face covers, or lies behind it.
func (v *view) faced(i int) bool {
	return v.face > 0 && (i >= len(v.at) || v.at[i] >= v.face)
}

// index finds the marks of blocks in order, so that reading all blocks costs as much as reading all marks.
type index struct {
	doc      *core.Document
	language *text.Language
	markdown bool
	next     int
}

// marks returns the position in Marks of the first mark that begins at or behind the offset. Offsets must not fall much:
// it looks on from where it was, and starts anew only when it was asked for an earlier one.
func (x *index) marks(at int) int {
	m := x.doc.Marks
	if x.next > 0 && x.next <= len(m) && m[x.next-1].Span.Start >= at {
		lo, hi := 0, len(m)
		for lo < hi {
			if mid := (lo + hi) / 2; m[mid].Span.Start < at {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		x.next = lo
		return lo
	}
	for x.next < len(m) && m[x.next].Span.Start < at {
		x.next++
	}
	return x.next
}

// view makes the view of a span.
func (x *index) view(sp core.Span) view {
	t := x.doc.Text
	v := view{end: sp.End, full: true, language: x.language}
	i := sp.Start
	for i < sp.End {
		if len(v.s) >= viewBytes {
			v.full = false
			break
		}
		c := t[i]
		if x.markdown && (c == '*' || c == '_' && (i+1 == sp.End || i == sp.Start || !wordByte(t[i-1]) || !wordByte(t[i+1]))) {
			i++
			continue
		}
		if c == 0xEF { // full-width digits, letters and brackets are read as those of ASCII
			if r, n := utf8.DecodeRuneInString(t[i:sp.End]); r >= '！' && r <= '～' && r != '，' && r != '；' && r != '：' && r != '！' && r != '？' {
				v.s = append(v.s, byte(r-'！'+'!'))
				v.at = append(v.at, i)
				i += n
				continue
			}
		}
		v.s = append(v.s, c)
		v.at = append(v.at, i)
		i++
	}
	if len(v.at) > 0 {
		v.face = x.face(sp, v.firstPos())
	}
	return v
}

func (v *view) firstPos() int {
	for i, c := range v.s {
		if c != ' ' && c != '\n' && c != '\t' {
			return v.at[i]
		}
	}
	return v.at[0]
}

// face returns where the bold, small capital or italic face that begins at an offset ends, joined faces taken
// together; 0 when there is none or when it covers the whole span, since then it sets nothing apart.
func (x *index) face(sp core.Span, at int) int {
	m, t := x.doc.Marks, x.doc.Text
	end := 0
	for k := x.marks(sp.Start); k < len(m) && m[k].Span.Start < sp.End; k++ {
		if m[k].Kind == core.Verb || m[k].Kind == core.Term || m[k].Span.End > sp.End {
			continue
		}
		if end == 0 {
			if m[k].Span.Start > at {
				break
			}
		} else if m[k].Span.Start > end && strings.Trim(t[end:m[k].Span.Start], " \n*_") != "" {
			break
		}
		if m[k].Kind == core.Emph && end > 0 && m[k].Span.Start >= end {
			break // bold head, then an italic statement
		}
		end = max(end, m[k].Span.End)
	}
	if end == 0 || m == nil {
		return 0
	}
	return end
}

func letterByte(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func digitByte(c byte) bool  { return '0' <= c && c <= '9' }
func wordByte(c byte) bool   { return letterByte(c) || digitByte(c) || c >= 0x80 }

// blank returns the first position at or behind i that is no blank, and whether a line ends between.
func (v *view) blank(i int) (int, bool) {
	line := false
	for i < len(v.s) {
		switch {
		case v.s[i] == '\n':
			line = true
			i++
		case v.s[i] == ' ' || v.s[i] == '\t' || v.s[i] == '\r' || v.s[i] == '~':
			i++
		case strings.HasPrefix(string(v.s[i:min(len(v.s), i+3)]), "\u00a0"):
			i += 2
		case strings.HasPrefix(string(v.s[i:min(len(v.s), i+3)]), "\u2009"), strings.HasPrefix(string(v.s[i:min(len(v.s), i+3)]), "\u202f"), strings.HasPrefix(string(v.s[i:min(len(v.s), i+3)]), "\u3000"):
			i += 3
		default:
			return i, line
		}
	}
	return i, line
}

// headWord reads the longest head word at i: one to three words ("proof technique", "problem-solving strategy"), the
// first with a capital where the script has them.
func (v *view) headWord(i int) (text.Head, int, bool) {
	r, n := utf8.DecodeRune(v.s[i:])
	if unicode.Is(unicode.Han, r) {
		return v.hanWord(i)
	}
	if !unicode.IsUpper(r) || n == 0 {
		return text.Head{}, 0, false
	}
	var best text.Head
	found, end := false, 0
	j := i
	for w := 0; w < 3; w++ {
		k := j
		for k < len(v.s) {
			r, n := utf8.DecodeRune(v.s[k:])
			if !unicode.IsLetter(r) && !(r == '-' && k > j) && r != '\'' && r != '’' {
				break
			}
			k += n
		}
		if k == j || k-i > 60 {
			break
		}
		if h, ok := text.LookupHead(string(v.s[i:k])); ok {
			best, end, found = h, k, true
		}
		if k >= len(v.s) || v.s[k] != ' ' && v.s[k] != '\n' {
			break
		}
		j = k + 1
	}
	return best, end, found
}

// hanWord reads the longest head word of Chinese characters at i: 定义, 充要条件, 例. One character alone is a word when
// something sets it apart.
func (v *view) hanWord(i int) (best text.Head, end int, found bool) {
	for chars, j := 1, i; chars <= 4 && j < len(v.s); chars++ {
		r, n := utf8.DecodeRune(v.s[j:])
		if !unicode.Is(unicode.Han, r) {
			break
		}
		j += n
		if h, ok := text.LookupHead(string(v.s[i:j])); ok && (chars > 1 || v.apart(j)) {
			best, end, found = h, j, true
		}
	}
	return best, end, found
}

// apart reports whether a word that ends at i is set apart from what follows.
func (v *view) apart(i int) bool {
	if i >= len(v.s) || v.faced(i) || digitByte(v.s[i]) || v.s[i] == '(' {
		return true
	}
	if j, _ := v.blank(i); j > i {
		return true
	}
	d, _ := v.delimiter(i)
	return d > 0
}

// number reads a printed number at i: 2, 2.3, 2.3a, A.1, IV, B, an acronym (SLE, VSPCV1) or a primed one (3′). It
// returns 0 when there is none. Letters alone need a delimiter behind them, which the caller checks.
func (v *view) number(i int) (end int, letters bool) {
	j := i
	digits := false
	for j < len(v.s) && j-i < 24 {
		c := v.s[j]
		switch {
		case digitByte(c):
			digits = true
			j++
		case 'A' <= c && c <= 'Z':
			if digits && j > i && v.s[j-1] != '.' && v.s[j-1] != '-' {
				goto done // "2D"
			}
			j++
		case (c == '.' || c == '-') && j > i && j+1 < len(v.s) && digitByte(v.s[j+1]) && (digits || j == i+1):
			j++
		default:
			goto done
		}
	}
done:
	if j == i {
		return 0, false
	}
	if digits && j < len(v.s) && 'a' <= v.s[j] && v.s[j] <= 'z' && (j+1 == len(v.s) || !wordByte(v.s[j+1])) {
		j++ // 2.3a
	}
	for j < len(v.s) && (v.s[j] == '\'' || v.s[j] == '*' || strings.HasPrefix(string(v.s[j:min(len(v.s), j+3)]), "′")) {
		if v.s[j] == '\'' || v.s[j] == '*' {
			j++
		} else {
			j += len("′")
		}
	}
	if r, _ := utf8.DecodeRune(v.s[j:]); unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) || unicode.IsDigit(r) {
		return 0, false // "A4paper", "Bolzano"
	}
	if !digits && j-i > 9 {
		return 0, false
	}
	return j, !digits
}

// parenthesis returns the content of a bracket at i and the position behind it.
func (v *view) parenthesis(i int) (content string, end int, ok bool) {
	open := v.s[i]
	var shut byte
	switch open {
	case '(':
		shut = ')'
	case '[':
		shut = ']'
	default:
		if bytesPrefix(v.s[i:], "（") {
			if n := strings.Index(string(v.s[i:]), "）"); n > 0 {
				return strings.TrimSpace(string(v.s[i+len("（") : i+n])), i + n + len("）"), true
			}
		}
		return "", 0, false
	}
	depth := 0
	for j := i; j < len(v.s); j++ {
		switch v.s[j] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return strings.TrimSpace(string(v.s[i+1 : j])), j + 1, true
			}
		}
	}
	return "", 0, false
}

func bytesPrefix(b []byte, p string) bool { return len(b) >= len(p) && string(b[:len(p)]) == p }

// delimiter reads the mark that ends a head: full stop, colon, dash. A hyphen needs blanks around it.
func (v *view) delimiter(i int) (end int, dash bool) {
	if i >= len(v.s) {
		return 0, false
	}
	for _, d := range [...]string{"：", "。", "、", "】", "」"} {
		if bytesPrefix(v.s[i:], d) {
			return i + len(d), false
		}
	}
	for _, d := range [...]string{"—", "–", "--"} {
		if bytesPrefix(v.s[i:], d) {
			return i + len(d), true
		}
	}
	switch v.s[i] {
	case '.', ':':
		if i+1 < len(v.s) && wordByte(v.s[i+1]) && v.s[i+1] < 0x80 {
			return 0, false // "Theorem.md", "std::"
		}
		if v.s[i] == ':' && i+1 < len(v.s) && v.s[i+1] == ':' {
			return 0, false
		}
		return i + 1, false
	case '-':
		if i > 0 && v.s[i-1] == ' ' && i+1 < len(v.s) && v.s[i+1] == ' ' {
			return i + 1, true
		}
	}
	return 0, false
}

func wordSet(s string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// next is the class of what begins at i.
type next uint8

const (
	nothing next = iota // the paragraph ends
	opener              // a word that begins statements
	capital             // another word with a capital, or a script without
	lower
	formula
	comma
	other
)

// after says what begins at or behind i.
func (v *view) after(i int) (next, int, bool) {
	from := i
	i, line := v.blank(i)
	if i >= len(v.s) {
		return nothing, i, line
	}
	r, _ := utf8.DecodeRune(v.s[i:])
	switch {
	case unicode.Is(unicode.Han, r):
		switch rest := string(v.s[i:min(len(v.s), i+4*utf8.UTFMax)]); {
		case v.language.Begins(text.Demonstrative, rest):
			return lower, i, line // 定理 2.3 的证明, 定理2.3说明
		case i > from || v.language.Begins(text.Opener, rest):
			return opener, i, line
		}
		return capital, i, line
	case unicode.IsLetter(r):
		j := i
		for j < len(v.s) {
			r, n := utf8.DecodeRune(v.s[j:])
			if !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' {
				break
			}
			j += n
		}
		if v.language.Has(text.Opener, text.Fold(string(v.s[i:j]))) {
			if unicode.IsLower(r) {
				return lower, i, line
			}
			return opener, i, line
		}
		if unicode.IsLower(r) {
			return lower, i, line
		}
		return capital, i, line
	case r == '$' || r == '\\' || unicode.IsDigit(r):
		return formula, i, line
	case r == ',' || r == ';' || r == ')' || r == '/':
		return comma, i, line
	}
	return other, i, line
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
	h := head{Head: hd, word: cleanWord(string(v.s[k:w])), number: string(v.s[i:e]), marked: v.face > 0}
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
		if bytesPrefix(v.s[min(j, len(v.s)):], "#") && j+1 < len(v.s) && digitByte(v.s[j+1]) {
			j++
		}
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

// index is the position in the view of an offset in Text.
func (v *view) index(at int) int {
	lo, hi := 0, len(v.at)
	for lo < hi {
		if m := (lo + hi) / 2; v.at[m] < at {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

func (v *view) rule(h head) string {
	face := "run-in head"
	if h.marked {
		face = "marked run-in head"
	}
	return face + " \"" + strings.TrimSpace(h.word+" "+h.number) + "\""
}

func (v *view) wordAt(i int) string {
	j := i
	for j < len(v.s) && wordByte(v.s[j]) {
		j++
	}
	return text.Fold(string(v.s[i:j]))
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
	if v.full && k < len(v.s) {
		line := strings.TrimSpace(string(v.s[k:]))
		if !strings.Contains(line, "\n") && titleCase(line) && !sentenceEnd(line) && len(strings.Fields(line)) <= 12 && !strings.ContainsAny(line[len(line)-1:], ".:;,!?") {
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

// bracketTitle reads the title in brackets that the body of a box begins with: "(Pythagoras) In a right triangle …",
// "**(Cauchy sequence)** A sequence …", or one in a paragraph of its own.
func (v *view) bracketTitle() (title string, end int, ok bool) {
	i, _ := v.blank(0)
	if i >= len(v.s) {
		return "", 0, false
	}
	content, e, ok := v.parenthesis(i)
	if !ok || !startsUpper(content) || enumerator(content) || len(strings.Fields(content)) > 12 {
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

func lastRune(b []byte) rune {
	r, _ := utf8.DecodeLastRune(b)
	return r
}

// nameFirst reads a bold run-in head whose last word is the head word: "**Rolle's Theorem.** Let f …". Only bold sets
// such a head apart from a sentence, and only words that name a proved or assumed statement are taken.
func (v *view) nameFirst(i int) (head, bool) {
	if v.face == 0 {
		return head{}, false
	}
	e := v.index(v.face)
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
	// The head word comes last ("Rolle's Theorem") or before its attribute ("Axiom of Choice").
	at := len(words) - 1
	for k := range words[:len(words)-1] {
		if v.language.Has(text.Of, text.Fold(words[k+1])) {
			at = k
			break
		}
	}
	word := words[at]
	h, ok := text.LookupHead(word)
	if h.Role == "claim" || h.Role == "proposition" { // "Value Proposition", "One Assertion": these have numbers, not names
		return head{}, false
	}
	if !ok || h.Class != text.Item || !startsUpper(word) || isPlural(word) || h.Kind != core.Theorem && h.Kind != core.Axiom || !h.Strong() && h.Role != "law" && h.Role != "principle" || at < len(words)-1 && !delimited {
		return head{}, false
	}
	if startsUpper(name) && (strings.EqualFold(words[0], "the") && len(words) == 2 || v.language.Has(text.Demonstrative, text.Fold(words[0]))) {
		return head{}, false
	}
	n, k, _ := v.after(end)
	if n == comma || n == lower || !delimited && n != nothing && n != opener && n != capital && n != formula {
		return head{}, false
	}
	r := head{Head: h, word: word, title: name, marked: true, end: v.pos(k), rule: "bold run-in name \"" + name + "\""}
	if title != "" {
		r.title = name + " (" + title + ")"
	}
	r.alone = n == nothing && v.full
	if r.alone {
		r.end = v.end
	}
	return r, true
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
	// Plain: "Proof of Theorem 3.2. Let …", "Доказательство теоремы 3.2.", at most a dozen words up to the full stop, and no verb can be among them
	// when the word behind "Proof" is "of".
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
