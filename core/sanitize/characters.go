package sanitize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// characters is the pass over the runes of a text that looks for what a reader cannot see, or takes for something else.
type characters struct {
	s    *scan
	rtl  bool // the text has letters that run from right to left
	cyr  bool // Cyrillic is one of the text's own alphabets
	prev rune // the last visible one

	invisible run // zero-width characters in a row
	inWord    int // of those, between letters of one word
	tags      run
	selectors run
	private   run
	marks     int
	hyphens   int   // soft hyphens in this word
	letters   int   // letters since the last soft hyphen
	open      []int // bidirectional controls that wait for their end
	word      letters
}

// run is a row of characters of one sort.
type run struct {
	start, end, n int
	text          []byte // what it says, where it says something
}

// letters counts the alphabets of a word.
type letters struct {
	start, end                     int
	latin, other, alike, styled, n int
	inside                         bool // a foreign letter stands between Latin ones
	greek, foreign                 bool
}

const (
	mostDecoded = 2000 // bytes of a hidden message that are kept
	manyHidden  = 4    // invisible characters in a row that carry something
	manyPrivate = 8
	manyMarks   = 4
	manyStyled  = 6
)

// scanCharacters looks at every rune of the text once.
func (s *scan) scanCharacters() {
	if ascii(s.src) {
		s.asciiControls()
		return
	}
	c := characters{s: s, prev: '\n', letters: 99}
	cyr, all := 0, 0
	for _, r := range s.src {
		if r < utf8.RuneSelf {
			if isLetter(byte(r)) {
				all++
			}
			continue
		}
		switch {
		case r >= 0x590 && r <= 0x8FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFC:
			c.rtl = true
		case r >= 0x400 && r <= 0x52F:
			cyr++
			all++
		}
	}
	c.cyr = cyr*5 > all
	src := s.src
	for i := 0; i < len(src); {
		b := src[i]
		if b < utf8.RuneSelf {
			c.ascii(b, i)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(src[i:])
		if r != utf8.RuneError || n > 1 {
			next, _ := utf8.DecodeRuneInString(src[i+n:])
			c.rune(r, next, i, n)
		}
		i += n
	}
	c.endWord()
	c.flush()
	c.endLine()
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func (s *scan) asciiControls() {
	for i := 0; i < len(s.src); i++ {
		if b := s.src[i]; b < ' ' && b != '\n' && b != '\t' || b == 0x7f {
			s.control(b, i)
		}
	}
}

// control reports what a terminal would act on.
func (s *scan) control(b byte, at int) {
	switch b {
	case '\n', '\t', '\f', 0: // NUL is a matter of the content's type
	case '\r':
		if at+1 < len(s.src) && s.src[at+1] != '\n' && s.src[at+1] != '\r' && strings.IndexByte(s.src[at+1:min(len(s.src), at+2000)], '\n') != 0 && s.lineFeeds {
			s.hit("hc-bare-cr", at, at+1)
		}
	case 0x1b:
		s.hit("hc-terminal-escape", at, min(len(s.src), at+8))
	case '\b', 0x7f, 0x07:
		s.hit("hc-erasing-control", at, at+1)
	default:
		s.hit("hc-control", at, at+1)
	}
}

func (c *characters) ascii(b byte, i int) {
	if c.invisible.n > 0 || c.tags.n > 0 || c.selectors.n > 0 || c.private.n > 0 {
		if c.invisible.n > 0 && isLetter(b) && wordRune(c.prev) {
			c.inWord += c.invisible.n
		}
		c.flush()
	}
	c.marks = 0
	switch {
	case isLetter(b):
		c.letters++
		c.letter(i, i+1)
		c.word.latin++
		if c.word.foreign {
			c.word.inside = true
		}
	default:
		c.endWord()
		if b == '\n' {
			c.endLine()
		} else if b < ' ' && b != '\t' || b == 0x7f {
			c.s.control(b, i)
		}
	}
	c.prev = rune(b)
}

func (c *characters) rune(r, next rune, i, n int) {
	sort := c.sort(r, next, i, n)
	if sort != &c.invisible && c.invisible.n > 0 && !(sort != nil && invisible(r)) {
		if unicode.IsLetter(r) && wordRune(c.prev) {
			c.inWord += c.invisible.n
		}
		c.flushInvisible()
	}
	for _, o := range []*run{&c.tags, &c.selectors, &c.private} {
		if o != sort && o.n > 0 && (o != &c.selectors || !invisible(r)) {
			c.flushRun(o)
		}
	}
	if sort != nil {
		if sort.n == 0 {
			sort.start = i
		}
		sort.n++
		sort.end = i + n
		return
	}
	switch {
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
		if c.marks++; c.marks == manyMarks && !complexScript(c.prev) {
			c.s.hit("hc-stacked-marks", i, i+n)
		}
		return
	case unicode.IsLetter(r) || r >= 0x1F130 && r <= 0x1F189 || r >= 0x24B6 && r <= 0x24E9:
		c.letters++
		c.letter(i, i+n)
		c.foreign(r)
	case !invisible(r):
		c.endWord()
	}
	c.marks = 0
	if !invisible(r) {
		c.prev = r
	}
}

// sort reports single characters, and returns the run that r belongs to, if any.
func (c *characters) sort(r, next rune, i, n int) *run {
	switch {
	case r >= 0x80 && r < 0xA0:
		switch {
		case r == 0x85:
		case r == 0x80, r >= 0x91 && r <= 0x97, r == 0x99: // quotation marks, dashes, € and ™ of Windows-1252 that were read as Latin-1
			c.s.hit("hc-control", i, i+n)
		default:
			c.s.hit("hc-c1-control", i, i+n)
		}
	case r >= 0xE0000 && r <= 0xE007F:
		if c.tags.n == 0 && c.prev == 0x1F3F4 && subdivision(c.s.src[i:]) {
			c.prev = 0x1F3F3 // the rest of the sequence belongs to the flag
			return nil
		}
		if c.prev == 0x1F3F3 && c.tags.n == 0 {
			return nil
		}
		if len(c.tags.text) < mostDecoded && r >= 0xE0020 && r < 0xE007F {
			c.tags.text = append(c.tags.text, byte(r-0xE0000))
		}
		return &c.tags
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF:
		v := int(r - 0xFE00)
		if r >= 0xE0100 {
			v = int(r-0xE0100) + 16
			if c.selectors.n == 0 && unicode.Is(unicode.Han, c.prev) && !(next >= 0xE0100 && next <= 0xE01EF) {
				return nil
			}
		}
		if c.selectors.n == 0 && r <= 0xFE0F && !(next >= 0xFE00 && next <= 0xFE0F) && !(next >= 0xE0100 && next <= 0xE01EF) {
			return nil
		}
		if len(c.selectors.text) < mostDecoded {
			c.selectors.text = append(c.selectors.text, byte(v))
		}
		return &c.selectors
	case r == 0x202D || r == 0x202E:
		c.s.hit("hc-bidi-override", i, i+n)
		c.open = append(c.open, i)
	case r == 0x202A || r == 0x202B || r >= 0x2066 && r <= 0x2068:
		if !c.rtl {
			c.s.hit("hc-bidi-control", i, i+n)
		}
		c.open = append(c.open, i)
	case r == 0x202C || r == 0x2069:
		if len(c.open) > 0 {
			c.open = c.open[:len(c.open)-1]
		}
	case r == 0x200E || r == 0x200F || r == 0x61C:
		if !c.rtl {
			c.s.hit("hc-direction-mark", i, i+n)
		}
	case r == 0x200C || r == 0x200D:
		if complexScript(c.prev) || complexScript(next) || r == 0x200D && pictograph(c.prev) && pictograph(next) {
			return nil
		}
		return &c.invisible
	case r == 0xFEFF:
		if i > 0 {
			return &c.invisible
		}
	case r == 0x200B || r >= 0x2060 && r <= 0x2064 || r >= 0x206A && r <= 0x206F || r == 0x180E || r == 0x34F || r == 0x17B4 || r == 0x17B5 || r >= 0x1D173 && r <= 0x1D17A:
		if r == 0x200B && complexScript(c.prev) && complexScript(next) {
			return nil
		}
		return &c.invisible
	case r == 0xAD:
		if c.letters < 2 {
			if c.hyphens++; c.hyphens == 2 {
				c.s.hit("hc-soft-hyphens", i, i+n)
			}
		}
		c.letters = 0
	case r == 0x3164 || r == 0xFFA0, (r == 0x115F || r == 0x1160) && !unicode.Is(unicode.Hangul, c.prev) && !unicode.Is(unicode.Hangul, next):
		c.s.hit("hc-blank-letter", i, i+n)
	case r == 0x2800 && !(c.prev > 0x2800 && c.prev < 0x2900) && !(next > 0x2800 && next < 0x2900):
		c.s.hit("hc-blank-letter", i, i+n)
	case r >= 0xFFF9 && r <= 0xFFFB, r >= 0xFDD0 && r <= 0xFDEF, r&0xFFFE == 0xFFFE:
		c.s.hit("hc-noncharacter", i, i+n)
	case r == 0x2028 || r == 0x2029:
		c.s.hit("hc-line-separator", i, i+n)
	case r >= 0xF0000, r >= 0xE000 && r <= 0xF8FF:
		if len(c.private.text) < mostDecoded {
			c.private.text = append(c.private.text, byte(r))
		}
		return &c.private
	}
	return nil
}

func (c *characters) flush() {
	c.flushInvisible()
	c.flushRun(&c.tags)
	c.flushRun(&c.selectors)
	c.flushRun(&c.private)
}

func (c *characters) flushInvisible() {
	r := c.invisible
	if r.n >= manyHidden {
		c.s.hit("hc-invisible-run", r.start, r.end)
	} else if r.n >= 2 {
		c.s.hit("hc-invisible", r.start, r.end)
	} else if r.n == 1 && strings.HasPrefix(c.s.src[r.start:], "\uFEFF") {
		c.s.hit("hc-invisible", r.start, r.end)
	}
	// One alone may be a place to break a long word, which code does not have.
	if r.n > 0 && (c.inWord >= 2 || c.inWord == 1 && c.s.code.holds(r.start)) {
		c.s.hit("hc-invisible-in-word", r.start, r.end)
		c.inWord = 0
	}
	c.invisible = run{}
}

func (c *characters) flushRun(r *run) {
	if r.n == 0 {
		return
	}
	switch r {
	case &c.tags:
		c.s.decoded("hc-tags", r.start, r.end, string(r.text))
	case &c.selectors:
		if r.n > 2 {
			c.s.decoded("hc-variation-selectors", r.start, r.end, legible(r.text))
		}
	case &c.private:
		first, _ := utf8.DecodeRuneInString(c.s.src[r.start:])
		if r.n >= manyPrivate && first >= 0xF0000 {
			c.s.decoded("hc-private-plane", r.start, r.end, legible(r.text))
		} else if r.n >= manyPrivate {
			c.s.hit("hc-private-use", r.start, r.end)
		}
	}
	*r = run{}
}

// legible returns the bytes when they are text, as they are or moved to where ASCII is: two customs of smuggling.
func legible(b []byte) string {
	if printable(b) {
		return string(b)
	}
	moved := make([]byte, len(b))
	for i, x := range b {
		moved[i] = x + 16
	}
	if printable(moved) {
		return string(moved)
	}
	return ""
}

func (c *characters) endLine() {
	if len(c.open) > 0 {
		c.s.hit("hc-bidi-unbalanced", c.open[0], c.open[0]+3)
		c.open = c.open[:0]
	}
}

func (c *characters) letter(start, end int) {
	if c.word.n == 0 {
		c.word.start = start
	}
	c.word.n++
	c.word.end = end
}

func (c *characters) foreign(r rune) {
	w := &c.word
	switch {
	case isIndex(r):
	case r >= 0x1D400 && r <= 0x1D7FF, r >= 0xFF21 && r <= 0xFF5A, r >= 0x1D00 && r <= 0x1D2B, r >= 0x24B6 && r <= 0x24E9, r >= 0x1F130 && r <= 0x1F189:
		w.styled++
	case r < 0x250 || unicode.Is(unicode.Latin, r):
		w.latin++
	default:
		w.other++
		if len(skeleton[r]) == 1 {
			w.alike++
		}
		w.greek = w.greek || r >= 0x370 && r <= 0x3FF
		w.foreign = w.foreign || w.latin > 0
	}
}

// endWord judges the word that ends here. Greek beside Latin in a short word is a formula.
func (c *characters) endWord() {
	w := c.word
	c.word, c.hyphens, c.letters, c.inWord = letters{}, 0, 99, 0
	switch {
	case w.n < 4:
	case w.latin >= 2 && w.other > 0 && w.alike == w.other && (!c.cyr || w.inside):
		c.s.hit("hc-mixed-script", w.start, w.end)
	case w.latin == 0 && w.other >= 4 && w.alike == w.other && !c.cyr && !w.greek:
		c.s.hit("hc-mixed-script", w.start, w.end)
	case w.styled >= manyStyled && w.styled*2 > w.n:
		c.s.hit("hc-styled-letters", w.start, w.end)
	}
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || r >= '0' && r <= '9' }

// complexScript reports alphabets whose letters join or stack, so that joiners and marks are part of spelling.
func complexScript(r rune) bool {
	return r >= 0x591 && r <= 0x10FF && r != 0x61C || r >= 0x1780 && r <= 0x18AF || r >= 0xA840 && r <= 0xABFF || r >= 0xFB1D && r <= 0xFDFF ||
		r >= 0xFE70 && r <= 0xFEFC || r >= 0x11000 && r <= 0x11FFF || r >= 0x1A00 && r <= 0x1CFF
}

func pictograph(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x2BFF || r == 0x3030 || r == 0x303D || r == 0xFE0F
}

// subdivision reports the three flags of Unicode's emoji set that are spelled with tags.
func subdivision(s string) bool {
	for _, f := range [...]string{"gbeng", "gbsct", "gbwls"} {
		var b strings.Builder
		for i := range f {
			b.WriteRune(0xE0000 + rune(f[i]))
		}
		b.WriteRune(0xE007F)
		if strings.HasPrefix(s, b.String()) {
			return true
		}
	}
	return false
}

func printable(b []byte) bool {
	good := 0
	for _, x := range b {
		if x >= ' ' && x < 0x7f || x == '\n' || x == '\t' {
			good++
		}
	}
	return len(b) >= 6 && good*100 >= len(b)*93
}
