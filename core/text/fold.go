package text

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folder turns TeX, Markdown and plain text into one form: Unicode on one line. It is one pass over the source with an
// explicit stack of arguments, so that neither deep nesting nor missing braces cost more than their length.
type folder struct {
	s     string
	i     int
	out   []byte
	low   []byte // for Tokens
	stack []frame

	tokens bool // fold for Tokens: no scripts, list marks and tags
	lines  bool // keep lines and unknown commands, for Readable
	tex    bool // braces of arguments, tildes and dashes are markup
	math   bool
	face   byte // the alphabet in force
	tight  int  // depth of scripts, where relations stand without blanks
	gap    gap  // the blank that is due
	not    bool // \not waits for its relation
	big    bool // a large operator was printed, its scripts may follow

	behind int // where the command or the argument that was read last ends: what stands in braces here is its next argument
	braces int // braces that were written as such and wait for their closing ones

	link    int // where the last '[' was written, -1 when there is none
	tick    int // up to here no code span closes
	dollar  int // up to here no mathematics closes
	display int // up to here no \( or \[ closes
	fence   int // up to here no fence closes
	newline bool

	due  int      // line ends before the next word, for Readable
	args int      // arguments in the stack that are no groups: no line ends in them
	rows []layout // environments that are open
}

// frame is an argument that is being read: after its command, or between braces.
type frame struct {
	act   action
	open  bool // between braces; otherwise the next atom is the argument
	math  bool // to restore
	face  byte // to restore
	big   bool // a script of a large operator
	start int  // where its print begins in out
	mark  rune // of an accent; the closing sign of what is tagged
}

type action uint8

const (
	group action = iota
	superscript
	subscript
	numerator
	denominator
	upper // of a binomial
	lowerPart
	radicand
	marked // under an accent
	faced
	worded // upright text
	tagged
)

type gap uint8

const (
	none gap = iota
	soft     // before a letter, digit or symbol, not before a bracket or a point
	hard
)

// mode says what the text is folded for.
type mode uint8

const (
	onOneLine mode = iota
	forTokens
	overLines
)

// deepest bounds the stack; braces beyond it group nothing.
const deepest = 500

var folders = sync.Pool{New: func() any { return new(folder) }}

func plain(s string) string {
	f := folders.Get().(*folder)
	defer folders.Put(f)
	return string(f.run(s, onOneLine))
}

// run folds s. The result is valid until the next run.
func (f *folder) run(s string, m mode) []byte {
	*f = folder{s: s, out: f.out[:0], low: f.low[:0], stack: f.stack[:0], rows: f.rows[:0], behind: -1, tokens: m == forTokens, lines: m == overLines, link: -1, newline: true}
	f.tex = strings.IndexByte(s, '\\') >= 0 || strings.IndexByte(s, '$') >= 0
	for f.i < len(s) {
		n := len(f.stack)
		if n == 0 || f.stack[n-1].act == group || f.stack[n-1].open {
			f.step(false)
			continue
		}
		switch c := s[f.i]; { // an argument is due
		case c == '{':
			f.stack[n-1].open = true
			f.i++
		case c == '\n' && f.blankLine():
			f.reset()
			f.breakLine(2)
		case isSpaceASCII(c):
			f.i++
		case c == '}' || c == '$' || c == '&':
			f.complete()
		case c == '\\' && f.closes():
			f.complete()
		default:
			f.step(true)
			if len(f.stack) == n {
				f.complete()
			}
		}
	}
	for len(f.stack) > 0 {
		f.pop()
	}
	for len(f.out) > 0 && f.out[len(f.out)-1] == ' ' {
		f.out = f.out[:len(f.out)-1]
	}
	return f.out
}

// step reads one piece of the source, or a single atom of it.
func (f *folder) step(single bool) {
	c := f.s[f.i]
	if f.newline && !single && (f.lines && f.blockStart() || f.lineStart()) {
		return
	}
	f.newline = false
	switch {
	case isLetterASCII(c) || isDigitASCII(c):
		end := f.i + 1
		for !single && end < len(f.s) && (isLetterASCII(f.s[end]) || isDigitASCII(f.s[end])) {
			end++
		}
		f.word(f.s[f.i:end])
		f.i = end
	case isSpaceASCII(c):
		f.spaces()
	case c == '\\':
		f.command()
	case c >= utf8.RuneSelf:
		f.unicode()
	default:
		f.punctuation(c)
	}
}

// word writes ASCII letters and digits.
func (f *folder) word(w string) {
	f.fill(true)
	f.big = false
	if f.face > '-' && !f.tokens {
		for i := 0; i < len(w); i++ {
			f.out = utf8.AppendRune(f.out, alphabet(f.face, w[i]))
		}
		return
	}
	f.out = append(f.out, w...)
}

// fill writes the blank that is due before a letter, digit or symbol (solid) or before other punctuation.
func (f *folder) fill(solid bool) {
	if f.due > 0 {
		if solid {
			f.endLines()
		}
		return
	}
	if g := f.gap; g != none {
		f.gap = none
		if len(f.out) > 0 && (g == hard || solid) {
			if last := f.out[len(f.out)-1]; last != ' ' && (g == hard || last != '(') {
				f.out = append(f.out, ' ')
			}
		}
	}
}

// put writes a symbol without blanks of its own.
func (f *folder) put(r rune) {
	f.fill(true)
	f.out = utf8.AppendRune(f.out, r)
}

// relate writes a relation or binary sign with blanks around it, except in scripts.
func (f *folder) relate(s string, binary bool) {
	r, _ := utf8.DecodeRuneInString(s)
	if f.not {
		f.not = false
		if n, ok := negated[r]; ok {
			s = string(n)
		} else {
			f.out = append(f.out, "¬"...)
		}
	}
	if f.tight > 0 || binary && f.opening() {
		f.fill(true)
		f.out = append(f.out, s...)
		return
	}
	f.gap = hard
	f.fill(true)
	f.out = append(f.out, s...)
	f.gap = hard
}

// opening reports whether nothing stands before a sign that it could join to what follows.
func (f *folder) opening() bool {
	n := len(f.out)
	if n == 0 || f.gap == hard && f.math {
		return true
	}
	switch f.out[n-1] {
	case '(', '[', '{', ',', '=', '<', '>', '/', '^':
		return true
	}
	return false
}

func (f *folder) spaces() {
	if f.s[f.i] == '\n' && f.blankLine() {
		f.reset()
		f.breakLine(2)
	}
	for f.i < len(f.s) && isSpaceASCII(f.s[f.i]) {
		f.newline = f.newline || f.s[f.i] == '\n'
		f.i++
	}
	if !f.math {
		f.gap = hard
	}
}

// blankLine reports whether a blank line begins at the line feed here.
func (f *folder) blankLine() bool {
	for j := f.i + 1; j < len(f.s) && j < f.i+200; j++ {
		switch f.s[j] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return false
}

// reset ends all arguments and mathematics: no markup reaches over a blank line.
func (f *folder) reset() {
	for len(f.stack) > 0 {
		f.pop()
	}
	f.math, f.face, f.tight, f.link, f.not = false, 0, 0, -1, false
	f.gap = hard
	f.newline = true
	for f.i < len(f.s) && isSpaceASCII(f.s[f.i]) {
		f.i++
	}
}

// closes reports whether the command here ends mathematics or an environment, so that no argument can follow.
func (f *folder) closes() bool {
	rest := f.s[f.i:]
	return strings.HasPrefix(rest, `\)`) || strings.HasPrefix(rest, `\]`) || strings.HasPrefix(rest, `\end`) || strings.HasPrefix(rest, `\\`)
}

// lineStart takes the marks that open a line in Markdown; it reports whether there was one.
func (f *folder) lineStart() bool {
	if f.math {
		return false
	}
	rest := f.s[f.i:]
	switch c := rest[0]; {
	case c == '>' || c == '#':
		n := 1
		for c == '#' && n < len(rest) && n < 7 && rest[n] == '#' {
			n++
		}
		if n < len(rest) && rest[n] == ' ' {
			f.i += n + 1
			return true
		}
	case strings.HasPrefix(rest, "```") || strings.HasPrefix(rest, "~~~"):
		if f.code() {
			return true
		}
		fallthrough
	case strings.HasPrefix(rest, ":::"):
		f.i = f.lineEnd(f.i)
		return true
	case len(rest) > 1 && (c == '-' || c == '*' || c == '+') && rest[1] == ' ':
		f.i += 2
		f.bullet()
		return true
	case strings.HasPrefix(rest, "•"):
		f.i += len("•")
		f.bullet()
		return true
	case f.tokens:
		if n := enumerator(rest); n > 0 {
			f.i += n
			f.gap = hard
			f.newline = false
			return true
		}
	}
	return false
}

func (f *folder) bullet() {
	f.breakLine(1)
	f.newline = false
	if !f.tokens {
		f.put('•')
		f.gap = hard
	}
}

// enumerator is the length of a list mark: "1.", "(a)", "iv)", with the blank after it.
func enumerator(s string) int {
	i, paren := 0, s[0] == '('
	if paren {
		i++
	}
	start := i
	for i < len(s) && i < start+4 && (isDigitASCII(s[i]) || s[i] == 'i' || s[i] == 'v' || s[i] == 'x' || i == start && isLetterASCII(s[i])) {
		i++
	}
	if i == start {
		return 0
	}
	if i < len(s) && s[i] == '\\' { // pandoc's escape
		i++
	}
	if i+1 >= len(s) || s[i] != ')' && (paren || s[i] != '.' || !isDigitASCII(s[i-1])) || s[i+1] != ' ' {
		return 0
	}
	return i + 2
}

func (f *folder) lineEnd(i int) int {
	if n := strings.IndexByte(f.s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(f.s)
}

// push begins an argument of the command just read.
func (f *folder) push(a action, mark rune) {
	if len(f.stack) >= deepest {
		return
	}
	if a != group {
		f.args++
	}
	f.stack = append(f.stack, frame{act: a, math: f.math, face: f.face, start: len(f.out), mark: mark, big: f.big})
}

// pop ends the innermost argument.
func (f *folder) pop() {
	n := len(f.stack) - 1
	fr := f.stack[n]
	f.stack = f.stack[:n]
	if fr.act != group {
		f.args--
	}
	switch fr.act {
	case superscript, subscript:
		f.tight--
		f.script(fr)
	case numerator:
		f.gap = none
		f.bracket(fr.start)
		f.out = append(f.out, '/')
		f.push(denominator, 0)
	case denominator:
		f.gap = none
		f.bracket(fr.start)
		f.gap = soft
	case upper:
		f.out = append(f.out, " choose "...)
		f.gap = none
		f.push(lowerPart, 0)
	case lowerPart:
		f.gap = none
		f.out = append(f.out, ')')
	case radicand:
		f.gap = none
		f.bracket(fr.start)
	case marked:
		if !f.tokens {
			f.accent(fr)
		}
	case faced:
		f.face = fr.face
		if fr.mark == 'w' && len(f.out)-fr.start > 1 {
			f.gap = max(f.gap, soft)
		}
	case worded:
		f.math, f.face = fr.math, fr.face
	case tagged:
		f.out = utf8.AppendRune(f.out, fr.mark)
		if f.gap = none; !f.math {
			f.gap = soft
		}
	case group:
		f.face = fr.face
	}
}

// complete ends the innermost argument, and those whose atom it was.
func (f *folder) complete() {
	for len(f.stack) > 0 {
		n := len(f.stack)
		f.pop()
		if len(f.stack) == n { // the next argument of the same command is due
			return
		}
		if n--; n == 0 || f.stack[n-1].act == group || f.stack[n-1].open {
			return
		}
	}
}

// bracket puts brackets around what was printed since start when it is more than a word or number. They cost one move
// of at most a line; longer print stands as it is.
func (f *folder) bracket(start int) {
	part := f.out[start:]
	if f.tokens || len(part) == 0 || len(part) > 200 {
		return
	}
	mixed := isDigitASCII(part[0])
	for i, c := range part {
		if mixed && isLetterASCII(c) || c < utf8.RuneSelf && !isLetterASCII(c) && !isDigitASCII(c) && !(i == 0 && c == ' ') && c != '.' {
			f.out = append(f.out, 0, 0)
			part = f.out[start:]
			copy(part[1:], part[:len(part)-2])
			part[0], part[len(part)-1] = '(', ')'
			return
		}
	}
}

// script sets what was printed since the frame began, after "^(" or "_(", as Unicode scripts where they exist.
func (f *folder) script(fr frame) {
	f.gap = none
	if f.tokens {
		f.out = append(f.out, ' ')
		return
	}
	defer func() {
		if f.big = fr.big; f.big {
			f.gap = soft
		}
	}()
	table := superscripts
	if fr.act == subscript {
		table = subscripts
	}
	part := f.out[fr.start:] // with the two bytes of the opening
	if len(part) <= 2 {
		f.out = f.out[:fr.start]
		return
	}
	var buf [96]byte
	set, runes := buf[:0], 0
	for i := 2; i < len(part) && len(part) < 48; {
		r, n := utf8.DecodeRune(part[i:])
		t, ok := table[r]
		if !ok {
			set = set[:0]
			break
		}
		set = utf8.AppendRune(set, t)
		runes++
		i += n
	}
	switch {
	case len(set) > 0:
		f.out = append(f.out[:fr.start], set...)
	case utf8.RuneCount(part[2:min(len(part), 12)]) == 1:
		f.out = append(append(f.out[:fr.start], part[0]), part[2:]...)
	default:
		f.out = append(f.out, ')')
	}
}

// accent puts the frame's mark after the first letter printed since it began, when it is the only one.
func (f *folder) accent(fr frame) {
	part := f.out[fr.start:]
	if len(part) == 0 || len(part) > 8 {
		return
	}
	if part[0] == ' ' {
		fr.start++
		part = part[1:]
	}
	r, n := utf8.DecodeRune(part)
	if n != len(part) {
		return
	}
	if !f.math || fr.mark == '\u0302' {
		switch r { // the dotless letters are for accents
		case 'ı':
			r = 'i'
		case 'ȷ':
			r = 'j'
		}
	}
	var src [8]byte
	b := utf8.AppendRune(utf8.AppendRune(src[:0], r), fr.mark)
	f.out = norm.NFC.Append(f.out[:fr.start], b...)
}

// unicode reads a character beyond ASCII.
func (f *folder) unicode() {
	r, n := utf8.DecodeRuneInString(f.s[f.i:])
	src := f.s[f.i : f.i+n]
	f.i += n
	switch {
	case r == utf8.RuneError && n == 1:
		f.fill(true)
		f.out = append(f.out, "\uFFFD"...)
	case r == '\u00AD' || r >= 0x200B && r <= 0x200F || r >= 0x2060 && r <= 0x2064 || r == 0xFEFF:
	case unicode.IsSpace(r):
		if !f.math {
			f.gap = hard
		}
	case f.math && unicode.Is(unicode.Sm, r) && strings.ContainsRune("∈∉∋⊂⊆⊃⊇≤≥≠≡≈≅≃∼→↦⇒⇔↔≔≪≫∪∩⊕⊗×⋅∘∧∨±∖", r):
		f.relate(src, false)
	default:
		f.fill(true)
		f.out = append(f.out, src...)
	}
}

// punctuation reads an ASCII character that is neither letter, digit nor blank.
func (f *folder) punctuation(c byte) {
	next := byte(0)
	if f.i+1 < len(f.s) {
		next = f.s[f.i+1]
	}
	prev := byte(' ')
	if f.i > 0 {
		prev = f.s[f.i-1]
	}
	f.i++
	switch c {
	case '$':
		f.dollars(next)
		return
	case '{':
		if !f.math && (next == '#' || next == '.' || next == ':') && f.attributes() {
			return
		}
		if f.groups(next) {
			f.push(group, 0)
			if n := len(f.stack); n > 0 {
				f.stack[n-1].open = true
			}
			return
		}
		f.braces++
		f.push(group, '}')
	case '}':
		if n := len(f.stack); n > 0 && f.stack[n-1].mark == '}' && f.stack[n-1].act == group {
			f.complete()
		} else if f.tex && (n > 0 || f.braces == 0) {
			if n > 0 {
				f.complete()
			}
			f.behind = f.i
			return
		}
		f.braces = max(0, f.braces-1)
	case '^', '_':
		if f.scripted(c, prev, next) {
			return
		}
		if c == '_' && !f.math && next != '(' && !(wordByte(prev) && wordByte(next)) {
			return // emphasis
		}
	case '~':
		if f.tex || next == '~' || prev == '~' {
			if next != '~' && prev != '~' {
				f.gap = hard
			}
			return
		}
	case '*':
		if !f.math && (next == '*' || prev == '*' || isSpaceASCII(next) != isSpaceASCII(prev) || wordByte(prev) || wordByte(next)) &&
			!(isSpaceASCII(prev) && isSpaceASCII(next)) {
			return // emphasis
		}
	case '`':
		f.backtick(next)
		return
	case '&':
		if f.math || f.columns() {
			f.gap = hard
			return
		}
		if f.entity() {
			return
		}
	case '-':
		if f.math {
			f.relate("−", true)
			return
		}
		if next == '-' && prev != '-' && f.dashes(prev) {
			return
		}
	case '\'':
		if f.math {
			f.put('′')
			return
		}
		if next == '\'' {
			f.i++
			f.fill(false)
			f.out = append(f.out, "”"...)
			return
		}
		if f.primed(next) {
			f.put('′')
			return
		}
	case '=', '<', '>', '+':
		if f.math {
			f.relate(f.s[f.i-1:f.i], c == '+')
			return
		}
		if c == '<' && f.htmlTag() {
			return
		}
	case ',', ';':
		if f.math {
			f.gap = none
			f.out = append(f.out, c)
			if f.tight == 0 {
				f.gap = hard
			}
			return
		}
	case ':':
		if f.math {
			if next == '=' {
				f.i++
				f.relate("≔", false)
			} else {
				f.relate(":", false)
			}
			return
		}
	case '[':
		if f.bracketed(next) {
			return
		}
		f.fill(true)
		f.link = len(f.out)
		f.out = append(f.out, c)
		return
	case ']':
		if !f.math && f.url(next) {
			return
		}
	case '!':
		if next == '[' && !f.math && f.imageMark() {
			return
		}
	}
	f.fill((c == '(' || c == '|') && f.due > 0 || c == '(' && f.gap == hard || c != '(' && c != ')' && c != ']' && c != '.' && c != '|' && c != '/')
	f.out = append(f.out, c)
}

// groups reports whether the brace before next is TeX's and stands for nothing: in mathematics, where an argument can
// follow, and around what begins with a command, as "{\bf here}" does. Elsewhere in a text people write
// braces for sets, and programs for what belongs together.
func (f *folder) groups(next byte) bool {
	if !f.tex || f.math || f.behind == f.i-1 {
		return f.tex
	}
	return next == '\\' && f.i+1 < len(f.s) && (isLetterASCII(f.s[f.i+1]) || accentMarks[f.s[f.i+1]] != 0)
}

func wordByte(c byte) bool { return isLetterASCII(c) || isDigitASCII(c) || c >= utf8.RuneSelf }

// dollars opens or closes mathematics. Without TeX commands in the source pandoc's rule for amounts of money holds: no
// blank inside the signs and no digit after them; and what holds a straight quotation mark, or ends before a brace, is
// between the signs of two variables of a program: "${a}-${b}".
func (f *folder) dollars(next byte) {
	if next == '$' {
		f.i++
		f.breakLine(1)
	} else if !f.math {
		if f.i <= f.dollar {
			f.fill(true)
			f.out = append(f.out, '$')
			return
		}
		end := f.i
		for end < len(f.s) && f.s[end] != '$' && !(f.s[end] == '\n' && end+1 < len(f.s) && f.s[end+1] == '\n') {
			end++
		}
		if end >= len(f.s) || f.s[end] != '$' {
			f.dollar = end
			f.fill(true)
			f.out = append(f.out, '$')
			return
		}
		after := byte(' ')
		if end+1 < len(f.s) {
			after = f.s[end+1]
		}
		if inner := f.s[f.i:end]; strings.IndexByte(inner, '\\') < 0 && ((isSpaceASCII(next) || isSpaceASCII(f.s[end-1])) && isDigitASCII(after) ||
			strings.IndexByte(inner, '"') >= 0 || after == '{') {
			f.fill(true)
			f.out = append(f.out, '$')
			return
		}
	}
	f.math = !f.math
	if !f.math {
		if f.gap == soft {
			f.gap = none
		}
		return
	}
	f.face = 0
}

// scripted begins a sub- or superscript, if c is one here.
func (f *folder) scripted(c, prev, next byte) bool {
	if !f.math {
		ok := next == '{' || isLetterASCII(next) || isDigitASCII(next) || next == '\\' && f.tex
		if isSpaceASCII(prev) || !ok || f.i < 2 {
			return false
		}
		if c == '_' && next != '{' { // x_i, but not snake_case
			if f.i+1 < len(f.s) && wordByte(f.s[f.i+1]) || !isLetterASCII(prev) || f.i > 2 && (wordByte(f.s[f.i-3]) || f.s[f.i-3] == '_') {
				return false
			}
		}
		if next == '{' && !f.tex {
			f.tex = true
		}
	}
	if len(f.stack) >= deepest {
		return true
	}
	f.gap = none
	a := superscript
	if c == '_' {
		a = subscript
	}
	f.push(a, 0)
	f.tight++
	if f.tokens {
		f.out = append(f.out, ' ')
	} else {
		f.out = append(f.out, c, '(')
	}
	return true
}

// dashes writes -- and --- between words as dashes; --flag stays.
func (f *folder) dashes(prev byte) bool {
	n := 1
	for f.i-1+n < len(f.s) && f.s[f.i-1+n] == '-' {
		n++
	}
	after := byte(' ')
	if f.i-1+n < len(f.s) {
		after = f.s[f.i-1+n]
	}
	if n > 3 || isSpaceASCII(prev) && !isSpaceASCII(after) {
		return false
	}
	f.i += n - 1
	f.fill(true)
	f.out = append(f.out, []string{"–", "—"}[n-2]...)
	return true
}

// primed reports whether the apostrophe just read is the prime of a variable.
func (f *folder) primed(next byte) bool {
	n := len(f.out)
	if f.gap != none || n == 0 || wordByte(next) {
		return false
	}
	return isLetterASCII(f.out[n-1]) && (n == 1 || !wordByte(f.out[n-2])) && f.out[n-1] != 's'
}

// backtick reads a code span as it stands, or opens a quotation as TeX writes it.
func (f *folder) backtick(next byte) {
	n := 1
	for f.i-1+n < len(f.s) && f.s[f.i-1+n] == '`' {
		n++
	}
	start := f.i - 1 + n
	f.i = start
	if start < len(f.s) && start >= f.tick && !f.math {
		for j := start; ; j++ {
			if j >= len(f.s) || f.s[j] == '\n' && j+1 < len(f.s) && f.s[j+1] == '\n' {
				f.tick = j
				break
			}
			if f.s[j] != '`' {
				continue
			}
			end := j
			for j < len(f.s) && f.s[j] == '`' {
				j++
			}
			if j-end == n && !isSpaceASCII(f.s[end-1]) {
				f.verbatim(f.s[start:end])
				f.i = j
				return
			}
			if j-end == n { // the next quotation begins
				f.tick = j
				break
			}
		}
	}
	f.fill(true)
	if n == 2 {
		f.out = append(f.out, "“"...)
	} else if f.tex && n == 1 {
		f.out = append(f.out, "‘"...)
	}
}

func (f *folder) verbatim(s string) {
	f.fill(true)
	for i := 0; i < len(s); {
		r, n := decode(s[i:])
		if unicode.IsSpace(r) {
			f.gap = hard
		} else {
			f.fill(true)
			f.out = append(f.out, s[i:i+n]...)
		}
		i += n
	}
}

// attributes takes {#id .class key=value} out.
func (f *folder) attributes() bool {
	end := strings.IndexAny(f.s[f.i:min(len(f.s), f.i+200)], "}\n{")
	if end < 0 || f.s[f.i+end] != '}' {
		return false
	}
	f.i += end + 1
	return true
}

// bracketed takes footnote marks [^1], citations [@key] and spans' openings.
func (f *folder) bracketed(next byte) bool {
	if f.math || next != '^' && next != '@' {
		return false
	}
	end := strings.IndexAny(f.s[f.i:min(len(f.s), f.i+200)], "]\n")
	if end < 0 || f.s[f.i+end] != ']' {
		return false
	}
	f.i += end + 1
	f.gap = max(f.gap, soft)
	return true
}

// url takes the target of a link after ']', and the '[' that opened it.
func (f *folder) url(next byte) bool {
	if next != '(' || f.link < 0 || len(f.out)-f.link > 400 {
		return false
	}
	link := f.link
	f.link = -1
	for k := len(f.stack) - 1; k >= 0 && f.stack[k].start > link; k-- {
		if f.stack[k].act != group { // an argument of TeX that began behind the bracket: no link holds half a formula
			return false
		}
	}
	limit := min(len(f.s), f.i+400)
	depth := 0
	for j := f.i; j < limit && f.s[j] != '\n'; j++ {
		switch f.s[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth > 0 {
				continue
			}
			if !looksLikeTarget(f.s[f.i+1 : j]) {
				return false
			}
			rest := f.out[link+1:]
			if len(rest) > 0 && rest[0] == ' ' && (link == 0 || f.out[link-1] == ' ') {
				rest = rest[1:]
			}
			f.out = append(f.out[:link], rest...)
			f.i = j + 1
			return true
		}
	}
	return false
}

func looksLikeTarget(s string) bool {
	s, _, _ = strings.Cut(s, " ")
	return s == "" || strings.ContainsAny(s, "/#.:") || len(s) > 2 && !strings.ContainsAny(s, ",+*=")
}

// imageMark takes the "!" of an image.
func (f *folder) imageMark() bool {
	end := strings.IndexAny(f.s[f.i:min(len(f.s), f.i+300)], "]\n")
	return end >= 0 && strings.HasPrefix(f.s[f.i+end:], "](")
}

// entity reads the few character references that stay in Markdown.
func (f *folder) entity() bool {
	for _, e := range [...][2]string{{"amp;", "&"}, {"lt;", "<"}, {"gt;", ">"}, {"nbsp;", " "}, {"quot;", `"`}} {
		if strings.HasPrefix(f.s[f.i:], e[0]) {
			f.i += len(e[0])
			if e[1] == " " {
				f.gap = hard
				return true
			}
			f.fill(true)
			f.out = append(f.out, e[1]...)
			return true
		}
	}
	return false
}

var htmlTags = fields("a abbr b blockquote br center cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p " +
	"pre q s samp section small span strong sub summary sup table tbody td th thead tr tt u ul var wbr")

// htmlTag takes a tag out of running text. One letter without attributes could be a generated subgroup and stays.
func (f *folder) htmlTag() bool {
	j := f.i
	closing := j < len(f.s) && f.s[j] == '/'
	if closing {
		j++
	}
	start := j
	for j < len(f.s) && j < start+12 && (isLetterASCII(f.s[j]) || isDigitASCII(f.s[j])) {
		j++
	}
	name := f.s[start:j]
	if name == "" || !htmlTags[strings.ToLower(name)] || len(name) == 1 && !closing && j < len(f.s) && f.s[j] == '>' && !strings.Contains(f.s[j:min(len(f.s), j+80)], "</"+name) {
		return false
	}
	end := strings.IndexAny(f.s[j:min(len(f.s), j+300)], "<>\n")
	if end < 0 || f.s[j+end] != '>' {
		return false
	}
	f.i = j + end + 1
	switch name {
	case "br", "p", "li", "td", "th", "tr", "div", "hr", "dt", "dd":
		f.breakLine(1)
	}
	return true
}
