package wire

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// mention is a printed reference: a head word with a number, or a number alone.
type mention struct {
	head   text.Head // NoHead when the number stands alone
	number string    // "2.3", "VS", "A.1"
	span   core.Span // of the words, from the head to the number
	paren  bool      // a number alone in parentheses, as equations have it
	part   bool      // of a division of the text: a section, an appendix
	end    int       // of the list of numbers that it stands in
}

// maxRange bounds how many numbers a range may stand for ("Theorems 4 to 6").
const maxRange = 40

// scan finds the printed references of a text in one pass: "Theorem 2.3", "Lemmas 2.1 and 2.2", "Theorems 4 to 6",
// "Definition VS", "Thm. 2.1.4(iv)", "(2.3)", "by 0.3.6", "Satz 3", "定理 2.3". It knows head words, not which of them
// exist; besides items it gives the divisions of the text ("Section 4.2", "§ 3"), and passes over other references
// (examples, figures).
func scan(s string, emit func(mention)) {
	previous := "" // the word before
	formula := 0   // up to here a formula goes; only its words can refer, as in a chain of equations with reasons
	var open formulas
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case i >= formula && (c == '$' || c == '\\' && i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '[')):
			i, formula = open.at(s, i)
			previous = ""
		case c == '\\': // a command is no word
			i = max(i+1, wordEnd(s, i+1))
		case 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf:
			end := wordEnd(s, i)
			if end == i { // a sign
				r, n := utf8.DecodeRuneInString(s[i:])
				next, ok := 0, false
				if r == '§' {
					next, ok = headed(s, i, i+n, emit)
				}
				if !ok {
					next = i + n
				}
				i = next
				break
			}
			word := s[i:end]
			if next, ok := headed(s, i, end, emit); ok {
				i, previous = next, ""
				break
			}
			i, previous = end, word
		case isDigit(c):
			n, _ := numberAt(s, i)
			if n == 0 {
				n = 1
				for i+n < len(s) && (isDigit(s[i+n]) || s[i+n] == '.') {
					n++
				}
			} else if num := s[i : i+n]; i >= formula && !attached(s, i) {
				if c := strings.Count(num, "."); c >= 1 && enclosed(s, i, i+n) {
					emit(mention{number: num, span: core.Span{Start: i - 1, End: i + n + 1}, paren: true})
				} else if c >= 2 && text.By.Has(text.Fold(previous)) {
					emit(mention{number: num, span: core.Span{Start: i, End: i + n}})
				}
			}
			i, previous = i+n, ""
		default:
			if c == '.' || c == ',' || c == ';' {
				previous = ""
			}
			i++
		}
	}
}

// headed reads a head word with its numbers. It returns where to go on.
func headed(s string, start, end int, emit func(mention)) (next int, ok bool) {
	at := numberGap(s, end)
	if at < 0 {
		return 0, false
	}
	n, simple := numberAt(s, at)
	if n == 0 {
		return 0, false
	}
	word, from := s[start:end], start
	h, known := text.LookupHead(word)
	if !known && word[0] >= utf8.RuneSelf { // without blanks between words: 根据定理2.3
		for k := 2; k <= 4 && !known; k++ {
			from = lastRunes(s, start, end, k)
			h, known = text.LookupHead(s[from:end])
		}
	}
	division := !known && (word == "§" || text.Division.Has(text.Singular(text.Fold(word))))
	if !known && !division || known && simple && !plausible(s, from, end) {
		return 0, false
	}
	many := strings.HasSuffix(word, "s") || strings.HasSuffix(word, "en") || strings.HasSuffix(word, "i") || strings.HasSuffix(word, "ы") ||
		word[0] >= utf8.RuneSelf && text.Unblanked(firstRune(word)) || text.Plural.Has(text.Fold(word))
	var given []mention
	defer func() {
		for _, m := range given {
			m.end = next
			emit(m)
		}
	}()
	give := func(number string, to int) {
		if division || h.Class == text.Item {
			given = append(given, mention{head: h, number: number, span: core.Span{Start: from, End: to}, part: division})
		}
	}
	first := s[at : at+n]
	give(first, at+n)
	next = part(s, at+n)
	for last := first; ; {
		at, span := separator(s, next)
		if at < 0 {
			return next, true
		}
		n, simple := numberAt(s, at)
		if n == 0 || simple && !many || !sameStyle(first, s[at:at+n]) {
			return next, true
		}
		number := s[at : at+n]
		if span {
			for _, between := range interval(last, number) {
				give(between, at+n)
			}
		}
		give(number, at+n)
		last, next = number, part(s, at+n)
	}
}

// plausible reports whether a word before a bare number or letter is the head of a reference: capitals set it apart
// from "a rule 3 times", the usual theorem words need none ("lemma 5").
func plausible(s string, start, end int) bool {
	r, _ := utf8.DecodeRuneInString(s[start:])
	if !unicode.IsLower(r) {
		return true
	}
	switch h, _ := text.LookupHead(s[start:end]); h.Role {
	case "theorem", "lemma", "corollary", "proposition", "definition", "axiom", "claim", "algorithm":
		return true
	}
	return false
}

// numberGap passes over what stands between a head word and its number: a period, blanks, ties, marks of a face or a
// link, "no.". It returns -1 when something else stands there.
func numberGap(s string, i int) int {
	blanks, lines := 0, 0
	for k := 0; i < len(s) && k < 24; k++ {
		switch c := s[i]; {
		case c == ' ' || c == '~' || c == '\t':
			blanks++
			i++
		case c == '\n':
			if lines++; lines > 1 {
				return -1
			}
			blanks++
			i++
		case c == '.' && k == 0 || c == '*' || c == '_' || c == '[' || c == '{' || c == '(' || c == '#':
			i++
		case c == '\\' && i+1 < len(s) && (s[i+1] == ' ' || s[i+1] == ',' || s[i+1] == '~'):
			blanks++
			i += 2
		case strings.HasPrefix(s[i:], "\u00A0"):
			blanks++
			i += len("\u00A0")
		case strings.HasPrefix(s[i:], "\u202F"):
			blanks++
			i += len("\u202F")
		case strings.HasPrefix(s[i:], "№"):
			blanks++
			i += len("№")
		case (c == 'n' || c == 'N') && blanks > 0 && i+2 < len(s) && (s[i+1] == 'o' || s[i+1] == 'r') && s[i+2] == '.':
			i += 3
		default:
			if isDigit(c) || blanks > 0 && 'A' <= c && c <= 'Z' {
				return i
			}
			return -1
		}
	}
	return -1
}

// numberAt returns the length of the number that begins at i: "2", "2.3", "2.3a", "A.1", "B2", "VS", "IV". simple is
// true for one that could be anything: a lone number, a lone letter, a word in capitals. 0: there is none.
func numberAt(s string, i int) (n int, simple bool) {
	j := i
	switch {
	case j >= len(s):
		return 0, false
	case isDigit(s[j]):
		if j = digits(s, j); j < 0 {
			return 0, false
		}
	case 'A' <= s[j] && s[j] <= 'Z':
		for j < len(s) && 'A' <= s[j] && s[j] <= 'Z' {
			j++
		}
		if j-i > 8 {
			return 0, false
		}
		if j < len(s) && isDigit(s[j]) {
			if j = digits(s, j); j < 0 {
				return 0, false
			}
		}
	default:
		return 0, false
	}
	simple = true
	for j+1 < len(s) && (s[j] == '.' || s[j] == '-' && isDigit(s[i])) && isDigit(s[j+1]) {
		k := digits(s, j+1)
		if k < 0 {
			return 0, false
		}
		if s[j] == '-' && (simple || k < len(s) && s[k] == '.') { // a range, not "2.3-4"
			break
		}
		j, simple = k, false
	}
	if j < len(s) && 'a' <= s[j] && s[j] <= 'z' && isDigit(s[j-1]) && !wordAt(s, j+1) {
		j++
	}
	if wordAt(s, j) || j-i > 24 {
		return 0, false
	}
	return j - i, simple
}

// digits returns the offset after at most four digits, -1 when there are more.
func digits(s string, i int) int {
	j := i
	for j < len(s) && isDigit(s[j]) {
		if j++; j-i > 4 {
			return -1
		}
	}
	return j
}

// wordAt reports whether a word goes on at i.
func wordAt(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	c := s[i]
	if c < utf8.RuneSelf {
		return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' && i+1 < len(s) && wordAt(s, i+1)
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r)
}

// part passes over the part of an item that a reference names: "(iv)", "(1)", and over what closes a face or a link.
func part(s string, i int) int {
	for k := 0; k < 2; k++ {
		if i < len(s) && s[i] == '(' {
			j := i + 1
			for j < len(s) && j-i <= 6 && (isDigit(s[j]) || 'a' <= s[j] && s[j] <= 'z') {
				j++
			}
			if j < len(s) && s[j] == ')' && j > i+1 {
				i = j + 1
			}
		}
	}
	return i
}

// separator reads what stands between two numbers of a list: a comma, "and", a dash. It returns where the next number
// would begin, -1 when the list ends, and whether the two numbers span an interval.
func separator(s string, i int) (at int, span bool) {
	i = listGap(s, i)
	joined := false
	for k := 0; k < 2; k++ { // ", and"
		rest := s[i:]
		switch {
		case strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, "&"):
			i, joined = i+1, true
		case strings.HasPrefix(rest, "，") || strings.HasPrefix(rest, "、") || strings.HasPrefix(rest, "和"):
			i, joined = i+3, true
		case strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—"):
			i, joined, span = i+3, true, true
		case strings.HasPrefix(rest, "-"):
			joined, span = true, true
			for i < len(s) && s[i] == '-' {
				i++
			}
		default:
			end := wordEnd(s, i)
			if end-i > 12 {
				return -1, false
			}
			switch word := text.Fold(s[i:end]); {
			case text.To.Has(word):
				i, joined, span = end, true, true
			case text.And.Has(word):
				i, joined = end, true
			default:
				if !joined {
					return -1, false
				}
			}
		}
		i = listGap(s, i)
	}
	return i, span
}

// listGap passes over blanks, ties and the marks of a face or a link in a list of numbers.
func listGap(s string, i int) int {
	for k := 0; i < len(s) && k < 12; k++ {
		switch {
		case strings.IndexByte(" ~\t\n*_[]{}()", s[i]) >= 0:
			i++
		case strings.HasPrefix(s[i:], "\u00A0"):
			i += len("\u00A0")
		default:
			return i
		}
	}
	return i
}

// sameStyle reports whether two numbers may be of one list: both of digits or both of letters.
func sameStyle(a, b string) bool { return isDigit(a[0]) == isDigit(b[0]) }

// interval returns the numbers strictly between two that differ in their last part alone.
func interval(from, to string) (out []string) {
	cut := strings.LastIndexByte(from, '.') + 1
	if cut != strings.LastIndexByte(to, '.')+1 || from[:cut] != to[:cut] {
		return nil
	}
	a, err := strconv.Atoi(from[cut:])
	if err != nil {
		return nil
	}
	b, err := strconv.Atoi(to[cut:])
	if err != nil || b-a > maxRange {
		return nil
	}
	for k := a + 1; k < b; k++ {
		out = append(out, from[:cut]+strconv.Itoa(k))
	}
	return out
}

// attached reports whether something before i makes the number part of a formula or a longer sign.
func attached(s string, i int) bool {
	if i == 0 {
		return false
	}
	c := s[i-1]
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || strings.IndexByte("._^=<>+-/$%", c) >= 0
}

// enclosed reports whether s[start:end] stands between parentheses.
func enclosed(s string, start, end int) bool {
	return start > 0 && s[start-1] == '(' && end < len(s) && s[end] == ')'
}

// wordEnd returns the end of the letters that begin at i.
func wordEnd(s string, i int) int {
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			if 'a' <= c|0x20 && c|0x20 <= 'z' {
				i++
				continue
			}
			return i
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
			return i
		}
		i += n
	}
	return i
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// lastRunes returns the offset of the k-th rune from the end of s[start:end].
func lastRunes(s string, start, end, k int) int {
	for ; k > 0 && end > start; k-- {
		_, n := utf8.DecodeLastRuneInString(s[start:end])
		end -= n
	}
	return end
}

// maxMath bounds a formula, so that a stray dollar hides little.
const maxMath = 20000

// formulas finds where formulas end. By delimiter it remembers how far none was found, so that a text of opening
// delimiters takes linear time.
type formulas struct{ none [5]int }

var delimiters = [5]struct{ open, shut string }{{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}, {`\begin{`, `\end{`}}

// at returns where the formula that begins at i has its content, and where it ends; twice the former when it does not
// end.
func (f *formulas) at(s string, i int) (content, end int) {
	for k, d := range delimiters {
		if !strings.HasPrefix(s[i:], d.open) {
			continue
		}
		i += len(d.open)
		if i < f.none[k] {
			return i, i
		}
		limit := min(len(s), i+maxMath)
		if n := strings.Index(s[i:limit], d.shut); n >= 0 {
			return i, i + n + len(d.shut)
		}
		f.none[k] = limit - 1
		return i, i
	}
	return i + 1, i + 1
}

// eachFormula calls f for the content of every formula of s.
func eachFormula(s string, f func(core.Span)) {
	var open formulas
	for i := 0; i < len(s); {
		if c := s[i]; c != '$' && (c != '\\' || i+1 == len(s)) {
			i++
			continue
		} else if c == '\\' && s[i+1] != '(' && s[i+1] != '[' && !strings.HasPrefix(s[i:], `\begin{`) {
			i += 2
			continue
		}
		content, end := open.at(s, i)
		if c := strings.IndexByte(s[content:end], '}'); c >= 0 && strings.HasPrefix(s[i:], `\begin{`) {
			content += c + 1 // the name of the environment
		}
		if end > content {
			f(core.Span{Start: content, End: end})
		}
		i = max(end, i+1)
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
