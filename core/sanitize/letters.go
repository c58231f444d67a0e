package sanitize

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lookalikes are letters that most fonts draw like a Latin one, by the Latin letter. They are a selection of what
// Unicode's technical standard 39 calls confusable: the alphabets that are common enough to be typed, and the letters
// of phonetic and historical use that spoofing tools offer. Styled letters (𝐚, ａ, ⓐ) fold by compatibility.
var lookalikes = map[string]string{
	"a": "аАαΑɑᴀᎪ", "b": "ВвЬΒʙᏴ", "c": "сСϲϹᴄꮯᏟⅽ", "d": "ԁᴅᏧɗ", "e": "еЕεΕᴇҽԑ℮Ꭼ", "f": "ϝϜꜰƒ",
	"g": "ɡɢԍԌᏀց", "h": "һҺΗНнʜհᎻ", "i": "іІιΙıɪɩӏӀᎥ", "j": "јЈϳᴊյᎫ", "k": "кКκΚᴋᏦ", "l": "ʟⅼᏞլ", "m": "мМΜᴍᎷ",
	"n": "ոΝɴηпᴎ", "o": "оОοΟᴏօՕσ๐", "p": "рРρΡᴘᏢ", "q": "ԛԚզ", "r": "ʀᴦгᎡя", "s": "ѕЅꜱᏚՏ", "t": "тТτΤᴛᎢ",
	"u": "υսᴜʋՍцμ", "v": "νѵѴᴠᏙ", "w": "ԝԜᴡωѡшᎳ", "x": "хХχΧ×ҳ", "y": "уУγΥʏүҮყ", "z": "ᴢΖᏃ",
	"ae": "æÆӕ", "oe": "œŒ", "ss": "ß",
}

// skeleton is lookalikes turned around.
var skeleton = func() map[rune]string {
	m := map[rune]string{}
	for latin, others := range lookalikes {
		for _, r := range others {
			m[r] = latin
		}
	}
	return m
}()

// enclosed returns the letter in a square, a circle or a regional indicator, which have no decomposition.
func enclosed(r rune) (rune, bool) {
	for _, base := range [...]rune{0x1F130, 0x1F150, 0x1F170, 0x1F1E6} {
		if r >= base && r < base+26 {
			return 'a' + r - base, true
		}
	}
	return 0, false
}

// foldTable holds the folded form of the characters below it, so that folding is a look-up.
const foldTable = 0x3000

var folded = func() (t [foldTable]string) {
	for r := rune(0x80); r < foldTable; r++ {
		t[r] = foldRune(r)
	}
	return t
}()

func fold(r rune) string {
	if r < foldTable {
		return folded[r]
	}
	return foldRune(r)
}

// foldRune returns what a reader takes the character for: lower case, without marks, look-alikes as Latin letters,
// nothing for what cannot be seen.
func foldRune(r rune) string {
	if invisible(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
		return ""
	}
	if unicode.Is(unicode.Zs, r) || r == 0x2800 || r == 0x3164 || r == 0xFFA0 {
		return " "
	}
	if r == 0x2028 || r == 0x2029 || r == 0x85 {
		return "\n"
	}
	if l, ok := skeleton[r]; ok {
		return l
	}
	if l, ok := enclosed(r); ok {
		return string(l)
	}
	switch r {
	case '。', '｡':
		return ". "
	case '‘', '’', '´', 'ʼ', '′':
		return "'"
	case '“', '”', '«', '»', '„':
		return `"`
	case '‐', '‑', '–', '—', '−':
		return "-"
	case '▁':
		return " "
	}
	if r >= 0xAC00 && r <= 0xD7A3 { // Hangul: syllables are what rules are written in
		return string(r)
	}
	var buf [utf8.UTFMax]byte
	var out []byte
	for _, c := range string(norm.NFKD.Bytes(buf[:utf8.EncodeRune(buf[:], r)])) {
		if unicode.Is(unicode.Mn, c) || invisible(c) {
			continue
		}
		c = unicode.ToLower(c)
		if l, ok := skeleton[c]; ok {
			out = append(out, l...)
		} else if unicode.Is(unicode.Zs, c) {
			out = append(out, ' ')
		} else {
			out = utf8.AppendRune(out, c)
		}
	}
	return string(out)
}

// invisible reports characters that are drawn as nothing (Default_Ignorable_Code_Point, and what terminals drop).
func invisible(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r == 0xAD, r == 0x34F, r == 0x61C, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r >= 0x180B && r <= 0x180F,
		r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F, r >= 0xFE00 && r <= 0xFE0F, r == 0xFEFF,
		r >= 0xFFF0 && r <= 0xFFFB, r >= 0x1BCA0 && r <= 0x1BCA3, r >= 0x1D173 && r <= 0x1D17A, r >= 0xE0000 && r <= 0xE0FFF:
		return true
	}
	return false
}
