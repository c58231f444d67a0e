package reader

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// face is how text is set.
type face uint8

const (
	bold face = 1 << iota
	italic
	caps // small capitals
	mono
	formula // letters of formulas, which are no emphasis
)

// typeface is what the name of a font tells. TeX's fonts carry no flags for bold, small capitals and formulas.
type typeface struct {
	face   face
	family map[uint16]string // characters by code, where the family has a fixed layout
	drop   bool              // its glyphs are parts of drawings
	names  map[uint16]string
}

// newTypeface reads a font's name, and whether its descriptor says that it leans. What descriptors say of weight is
// not used: programs that make subsets of fonts measure it anew, and thin signs come out bold.
func newTypeface(f *Font) typeface {
	name := f.Name
	if len(name) > 7 && name[6] == '+' {
		name = name[7:]
	}
	t := typeface{names: f.Names}
	low := strings.ToLower(name)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(low, w) {
				return true
			}
		}
		return false
	}
	for _, l := range layouts {
		if strings.HasPrefix(low, l.prefix) {
			t.family = l.table
			t.face = formula
			break
		}
	}
	switch {
	case strings.HasPrefix(low, "xyatip"), strings.HasPrefix(low, "xybtip"), strings.HasPrefix(low, "xydash"), strings.HasPrefix(low, "xybsql"),
		strings.HasPrefix(low, "xycirc"), strings.HasPrefix(low, "xycmat"), strings.HasPrefix(low, "xycmbt"), strings.HasPrefix(low, "lcircle"), strings.HasPrefix(low, "line1"), low == "linew10":
		t.drop = true
	}
	if t.face == formula || has("math", "symbol", "cmmi", "cmsy", "cmex", "msam", "msbm", "eufm", "eusm", "rsfs", "stmary", "newpxmi", "newtxmi", "txmi", "pxmi", "standardsy", "txsy", "pxsy", "txex", "pxex", "cmbsy", "mathpzc", "euex", "esint", "wasy") {
		t.face = formula
		return t
	}
	if has("bold", "black", "heavy", "demi", "cmbx", "sfbx", "sfsx", "ecsx", "cmssbx", "cmb1", "ecbx", "tibd", "-bd", "medi", "rtxb", "rpxb", "simhei", "fandolhei", "heiti", "libertinetb", "libertinetz", "biolinumtb") && !has("medium") || strings.HasSuffix(low, "-b") || strings.HasSuffix(low, "-bi") {
		t.face |= bold
	}
	if f.Slanted || has("italic", "oblique", "slant", "cmti", "cmsl", "cmbxti", "sfti", "ecti", "ecsl", "sfsl", "kursiv", "kaiti", "simkai", "fandolkai", "stkai", "ukai", "dfkai", "rtxi", "rpxi", "libertineti") || strings.HasSuffix(low, "ital") || strings.HasSuffix(low, "-it") || strings.HasSuffix(low, "-i") || strings.HasSuffix(low, "-bi") {
		t.face |= italic
	}
	if has("csc", "smallcap", "small-cap", "-sc", "caps", "rtxsc", "rpxsc") {
		t.face |= caps
	}
	if has("mono", "courier", "cmtt", "sftt", "ectt", "typewriter", "consol", "menlo", "code", "inconsolata") {
		t.face |= mono
	}
	return t
}

// char returns what a glyph stands for. ok is false when nobody knows.
func (t *typeface) char(g Glyph) (s string, ok bool) {
	if t.drop {
		return "", true
	}
	if g.Flags&Unmapped == 0 {
		return plainChar(g.Rune), g.Rune != unicode.ReplacementChar
	}
	if g.Rune >= 0 && g.Rune < 1<<16 {
		code := uint16(g.Rune)
		if s, ok := t.family[code]; ok {
			return s, true
		}
		if s, ok := byName(t.names[code]); ok {
			return s, true
		}
	}
	return "\ufffd", false
}

// plainChar is a character as text holds it: letters of formulas as letters, ligatures spelled out, parts of tall
// brackets as one bracket, and nothing that is no character.
func plainChar(r rune) string {
	switch {
	case r == '\t' || r == 0xa0 || r == 0x2002 || r == 0x2003 || r == 0x2009 || r == 0x200a || r == 0x202f:
		return " "
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return ""
	case r < 0x80:
		return asciiChars[r : r+1]
	case r >= 0xf8e5 && r <= 0xf8fe:
		return bracketPieces[r]
	case r >= 0xe000 && r <= 0xf8ff:
		return "\ufffd"
	case r >= 0x1d400 && r <= 0x1d7ff, r >= 0xfb00 && r <= 0xfb06, r == 'ĳ', r == 'Ĳ', r == 'ϒ', r == 0x2126, r == 'µ':
		return norm.NFKC.String(string(r))
	case r > unicode.MaxRune || r >= 0xd800 && r <= 0xdfff:
		return "\ufffd"
	}
	return string(r)
}

const asciiChars = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f" +
	" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f"

// bracketPieces are Adobe's private characters for the parts that tall brackets are built of: the upper end is the
// bracket, the rest nothing.
var bracketPieces = map[rune]string{
	0xf8e5: "", 0xf8e6: "", 0xf8e7: "", 0xf8e8: "®", 0xf8e9: "©", 0xf8ea: "™", 0xf8eb: "(", 0xf8ee: "[", 0xf8f1: "{", 0xf8f5: "", 0xf8f6: ")", 0xf8f9: "]", 0xf8fc: "}",
}

// byName returns the character of a glyph name: of TeX's fonts, of the forms uni2203 and u1D4A2 (Adobe Glyph List
// Specification), or a name with a suffix.
func byName(name string) (string, bool) {
	if name == "" || len(name) > 64 {
		return "", false
	}
	if s, ok := glyphNames[name]; ok {
		return s, true
	}
	for _, suffix := range [...]string{"Bigg", "bigg", "Big", "big", "text", "display"} {
		if stem, ok := strings.CutSuffix(name, suffix); ok {
			if s, ok := glyphNames[stem]; ok {
				return s, true
			}
		}
	}
	if stem, _, ok := strings.Cut(name, "."); ok {
		return byName(stem)
	}
	for _, prefix := range [...]string{"uni", "u"} {
		if hex, ok := strings.CutPrefix(name, prefix); ok && len(hex) >= 4 && len(hex) <= 6 {
			if v, err := strconv.ParseUint(hex, 16, 32); err == nil && v <= unicode.MaxRune {
				return plainChar(rune(v)), true
			}
		}
	}
	if len(name) == 1 {
		return name, true
	}
	return "", false
}

// compositions are pairs that TeX sets one over the other or beside each other for one sign.
var compositions = func() map[[2]rune]rune {
	m := map[[2]rune]rune{
		{'⇐', '⇒'}: '⟺', {'=', '⇒'}: '⟹', {'⇐', '='}: '⟸', {'⟸', '⇒'}: '⟺', {'−', '→'}: '⟶', {'←', '−'}: '⟵', {'←', '→'}: '⟷', {'⟵', '→'}: '⟷',
		{'↦', '→'}: '↦', {'↦', '⟶'}: '⟼', {'↪', '→'}: '↪', {'←', '↩'}: '↩',
	}
	for _, p := range [...]string{"=≠", "∈∉", "≡≢", "∼≁", "⊂⊄", "⊆⊈", "<≮", ">≯", "≤≰", "≥≱", "∋∌", "∃∄", "|∤", "→↛", "⇒⇏", "≃≄", "≈≉", "⊃⊅", "⊇⊉", "↔↮", "⇔⇎"} {
		r := []rune(p)
		m[[2]rune{'\u0338', r[0]}], m[[2]rune{r[0], '\u0338'}] = r[1], r[1]
	}
	return m
}()

// overlays are pairs of signs that TeX sets over each other for one.
var overlays = map[[2]rune]rune{{'∈', '/'}: '∉', {'/', '∈'}: '∉', {'∼', '='}: '≅', {'~', '='}: '≅', {'|', '='}: '⊨', {'∣', '='}: '⊨', {'/', '0'}: '∅', {'0', '/'}: '∅'}

// spacingAccents are the signs that TeX's older fonts set over a letter, with the marks that Unicode puts behind it.
var spacingAccents = map[rune]string{
	'´': "\u0301", '`': "\u0300", '¨': "\u0308", 'ˆ': "\u0302", '˜': "\u0303", '¯': "\u0304", '˘': "\u0306", 'ˇ': "\u030c", '˙': "\u0307", '˝': "\u030b", '¸': "\u0327",
	'\u0302': "\u0302", '\u0303': "\u0303", '\u0304': "\u0304", '\u0307': "\u0307", '\u20d7': "\u20d7",
}
