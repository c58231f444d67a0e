package text

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// functions are the log-like functions that LaTeX and amsmath define; others are set with \operatorname.
var functions = fields("arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf injlim ker lg lim liminf limsup ln log max min Pr projlim sec sin sinh sup tan tanh")

// function returns how TeX writes the name of a function.
func function(name string) string {
	switch name {
	case "lim sup":
		return `\limsup`
	case "lim inf":
		return `\liminf`
	}
	if functions[name] {
		return `\` + name
	}
	return `\operatorname{` + name + "}"
}

// commands leads from symbols to the first command that prints each.
var commands = sync.OnceValue(func() map[rune]string {
	m := map[rune]string{}
	for line := range strings.Lines(symbolTable) {
		k, pairs, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if k != "ordinary" && k != "relation" && k != "binary" {
			continue
		}
		f := strings.Fields(pairs)
		for i := 0; i+1 < len(f); i += 2 {
			r, n := utf8.DecodeRuneInString(f[i+1])
			if r < utf8.RuneSelf || n != len(f[i+1]) || len(f[i]) < 2 || strings.HasPrefix(f[i], "text") {
				continue
			}
			if _, ok := m[r]; !ok {
				m[r] = f[i]
			}
		}
	}
	for face, command := range map[byte]string{'b': "mathbb", 'c': "mathcal", 'f': "mathfrak"} {
		for c := byte('0'); c <= 'z'; c++ {
			if r := alphabet(face, c); r != rune(c) {
				m[r] = command + "{" + string(rune(c)) + "}"
			}
		}
	}
	for r, s := range map[rune]string{'·': "cdot", '∣': "mid", '‖': "|", '∖': "setminus", '∅': "emptyset", '⋮': "vdots", '¬': "neg", '→': "to", '≤': "le", '≥': "ge", '≠': "ne", '∋': "ni"} {
		m[r] = s
	}
	return m
})

// tex writes a piece of a formula in TeX.
func tex(s string) string {
	var b strings.Builder
	word := false // a command's name came last
	put := func(s string) {
		if word && isLetterASCII(s[0]) {
			b.WriteByte(' ')
		}
		b.WriteString(s)
		i := strings.LastIndexByte(s, '\\')
		word = i >= 0 && i+1 < len(s) && isLetterASCII(s[i+1]) && isLetterASCII(s[len(s)-1])
	}
	for i := 0; i < len(s); {
		r, n := decode(s[i:])
		piece := s[i : i+n]
		i += n
		switch r {
		case '{', '}', '#', '%', '&', '$', '_':
			put(`\` + piece)
			continue
		case '\\':
			put(`\setminus`)
			continue
		case '~':
			put(`\sim`)
			continue
		case '^':
			put(`\hat{}`)
			continue
		case '−', '‐', '‑':
			put("-")
			continue
		case '∗':
			put("*")
			continue
		case '′', '″', '‴':
			put(strings.Repeat("'", int(r-'′')+1))
			continue
		case '\u2061', '\u2062', '\u2063', '\u2064', '\u200B', '\uFEFF', '\u00AD': // applied, times, separated: nothing is printed
			continue
		case '\u00A0', '\u2002', '\u2003', '\u2004', '\u2005', '\u2006', '\u2009', '\u200A', '\u202F', '\u205F', '\t', '\n', '\r':
			put(" ")
			continue
		}
		if r < utf8.RuneSelf {
			put(piece)
			continue
		}
		if c, ok := commands()[r]; ok {
			put(`\` + c)
			continue
		}
		if mark, base := unscripted(r); mark != 0 {
			for i < len(s) { // those that follow belong to the same script
				q, n := decode(s[i:])
				m, more := unscripted(q)
				if m != mark {
					break
				}
				base += more
				i += n
			}
			put(string(mark) + "{" + base + "}")
			continue
		}
		if 0x1D400 <= r && r <= 0x1D7FF { // the other alphabets: bold, italic, sans-serif, typewriter
			plain := norm.NFKC.String(piece)
			if c, ok := commands()[firstRune(plain)]; ok {
				plain = `\` + c
			}
			switch {
			case r <= 0x1D433, 0x1D468 <= r && r <= 0x1D49B, 0x1D6A8 <= r && r <= 0x1D6E1, 0x1D71C <= r && r <= 0x1D755, 0x1D7CE <= r && r <= 0x1D7D7:
				put(`\mathbf{` + plain + "}")
			default:
				put(plain)
			}
			continue
		}
		put(piece)
	}
	return b.String()
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// unscripted returns the sign and the content of the script that a character stands for; 0 when it is none.
func unscripted(r rune) (mark byte, base string) {
	switch r {
	case '⁺':
		return '^', "+"
	case '⁻':
		return '^', "-"
	case '₋':
		return '_', "-"
	}
	d := norm.NFKD.String(string(r))
	c, n := utf8.DecodeRuneInString(d)
	if n != len(d) || c == r {
		return 0, ""
	}
	if superscripts[c] == r || '⁰' <= r && r <= 'ⁿ' {
		return '^', tex(d)
	}
	if subscripts[c] == r || '₀' <= r && r <= 'ₜ' {
		return '_', tex(d)
	}
	return 0, ""
}
