package text

import (
	"strings"
	"unicode/utf8"
)

// emptySlug stands for what has no letters in ASCII.
const emptySlug = "item"

func slug(s string, max int) string {
	f := folders.Get().(*folder)
	defer folders.Put(f)
	var b strings.Builder
	word := f.low[:0]
	flush := func() bool {
		if len(word) == 0 {
			return true
		}
		gap := min(b.Len(), 1)
		if b.Len()+gap+len(word) > max {
			if b.Len() == 0 {
				b.Write(word[:min(len(word), max)])
			}
			return false
		}
		if gap > 0 {
			b.WriteByte('-')
		}
		b.Write(word)
		word = word[:0]
		return true
	}
	src := f.run(s[:min(len(s), 4*max+400)], onOneLine)
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		from := len(word)
		switch {
		case r < utf8.RuneSelf && wordByte(byte(r)):
			word = append(word, lowerASCII(byte(r)))
		case r == '\'' || r == '’':
		case r >= utf8.RuneSelf:
			if name, ok := romanized[lower(r)]; ok {
				word = append(word, name...)
				break
			}
			word = appendFolded(word, string(src[i:i+n]), r)
			for _, c := range word[from:] {
				if !wordByte(c) || c >= utf8.RuneSelf {
					word = word[:from]
					if !flush() {
						return done(&b)
					}
					break
				}
			}
		default:
			if !flush() {
				return done(&b)
			}
		}
		i += n
	}
	flush()
	return done(&b)
}

func done(b *strings.Builder) string {
	if b.Len() == 0 {
		return emptySlug
	}
	return b.String()
}

// romanized gives Greek letters their names and Cyrillic letters their usual transcription.
var romanized = func() map[rune]string {
	m := map[rune]string{}
	pairs := strings.Fields("α alpha β beta γ gamma δ delta ε epsilon ϵ epsilon ζ zeta η eta θ theta ϑ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi ο o π pi " +
		"ρ rho σ sigma ς sigma τ tau υ upsilon φ phi ϕ phi χ chi ψ psi ω omega ∞ infinity " +
		"а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya є ye і i ї yi")
	for i := 0; i+1 < len(pairs); i += 2 {
		r, _ := utf8.DecodeRuneInString(pairs[i])
		m[r] = pairs[i+1]
	}
	m['ъ'], m['ь'] = "", ""
	return m
}()
