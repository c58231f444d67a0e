package text

import (
	"unicode"
	"unicode/utf8"
)

func tokens(s string) []string {
	f := folders.Get().(*folder)
	defer folders.Put(f)
	f.run(s, forTokens)
	return f.split()
}

// joint is what joins characters to one token.
type joint uint8

const (
	apart joint = iota
	latin
	digits
	greek
	scripts // sub- and superscripts
	letters // of other alphabets
)

// split cuts the folded text into tokens.
func (f *folder) split() []string {
	sp := splitter{out: make([]string, 0, len(f.out)/7+4), word: f.low[:0], sentence: true}
	src := f.out
	for i := 0; i < len(src); {
		c := src[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(src[i:])
			if i += n; r == '’' {
				i += sp.apostrophe(src[i:])
			} else {
				sp.rune(r, src[i-n:i])
			}
			continue
		}
		switch {
		case isLetterASCII(c):
			sp.join(latin)
			if len(sp.word) == 0 {
				sp.capital = c == 'A' && !sp.sentence
			}
			sp.word = append(sp.word, lowerASCII(c))
		case isDigitASCII(c):
			sp.join(digits)
			sp.word = append(sp.word, c)
		case c == '=' || c == '<' || c == '>' || c == '+':
			sp.symbol(src[i : i+1])
		case c == '\'':
			i += sp.apostrophe(src[i+1:])
		default:
			sp.flush()
			if c == '.' || c == '?' || c == '!' {
				sp.sentence = true
			} else if c != ' ' && c != '.' && c != '(' && c != '-' {
				sp.number = false
			}
		}
		i++
	}
	sp.flush()
	f.low = sp.word
	if len(sp.out) == 0 {
		return nil
	}
	return sp.out
}

type splitter struct {
	out      []string
	word     []byte // the token in hand
	joint    joint
	sentence bool // nothing or a full stop stands before
	capital  bool // the token in hand is a capital A within a sentence
	number   bool // numbers that follow here count, they say nothing
}

// join ends the token in hand unless it goes on with j.
func (sp *splitter) join(j joint) {
	if sp.joint != j {
		sp.flush()
		sp.joint = j
	}
}

// flush adds the token in hand, unless it says nothing.
func (sp *splitter) flush() {
	w, j := sp.word, sp.joint
	sp.joint = apart
	if len(w) == 0 {
		return
	}
	sp.word = w[:0]
	sentence := sp.sentence
	sp.sentence = false
	switch {
	case j == digits:
		if sp.number {
			sp.sentence = sentence
			return
		}
		if len(w) == 1 {
			sp.out = append(sp.out, single[w[0]])
			return
		}
	case j == latin && len(w) > 2 && len(w) <= longestStemmed && stemmable(w):
		e := look(w)
		sp.number = e.counted
		if !e.stop {
			sp.out = append(sp.out, e.stem)
		}
		return
	case j == latin && len(w) == 1:
		if w[0] != 'a' || sp.capital {
			sp.out = append(sp.out, single[w[0]])
		}
		sp.number = false
		return
	case stopWord.Has(string(w)):
		sp.number = false
		return
	}
	sp.number = false
	sp.out = append(sp.out, string(w))
}

// single holds the tokens of one ASCII character.
var single = func() (t [utf8.RuneSelf]string) {
	for c := range t {
		t[c] = string(rune(c))
	}
	return t
}()

// symbol adds a sign as a token of its own.
func (sp *splitter) symbol(s []byte) {
	sp.flush()
	sp.sentence, sp.number = false, false
	if len(s) == 1 {
		sp.out = append(sp.out, single[s[0]])
		return
	}
	sp.out = append(sp.out, string(s))
}

// apostrophe joins "don't" and ends "Cramer's"; it returns how many bytes after it are done.
func (sp *splitter) apostrophe(rest []byte) int {
	if sp.joint == latin && len(rest) > 0 && isLetterASCII(rest[0]) {
		if rest[0] == 's' && (len(rest) == 1 || !wordByte(rest[1])) {
			sp.flush()
			return 1
		}
		return 0
	}
	sp.flush()
	return 0
}

// rune reads a character beyond ASCII.
func (sp *splitter) rune(r rune, src []byte) {
	switch {
	case r == '⁻' || r == '₋':
		sp.symbol([]byte("−"))
	case r == '⁺' || r == '₊':
		sp.symbol(plusSign)
	case r == '⁼' || r == '₌':
		sp.symbol(equalsSign)
	case r >= '⁽' && r <= '⁾' || r >= '₍' && r <= '₎':
		sp.flush()
	case isScript(r):
		sp.join(scripts)
		sp.word = appendFolded(sp.word, string(src), r)
	case unicode.IsLetter(r):
		j := letters
		switch {
		case r >= 0x2100 && r <= 0x214F || r >= 0x1D400 && r <= 0x1D7FF || r >= 0x2E80 && unicode.Is(unicode.Han, r):
			sp.flush()
			sp.word = appendFolded(sp.word, string(src), r)
			sp.joint = letters
			if len(sp.word) == 1 && isLetterASCII(sp.word[0]) {
				sp.joint, sp.capital = latin, true
			}
			sp.flush()
			return
		case r < 0x250 || r >= 0x1E00 && r < 0x1F00 || r >= 0xFB00 && r < 0xFB07:
			j = latin
		case r >= 0x370 && r < 0x400:
			j = greek
		}
		sp.join(j)
		sp.word = appendFolded(sp.word, string(src), r)
	case unicode.Is(unicode.Mn, r):
	case unicode.IsDigit(r):
		sp.join(digits)
		sp.word = appendFolded(sp.word, string(src), r)
	case unicode.Is(unicode.Sm, r) || r == '′':
		sp.sign(r, src)
	default:
		sp.flush()
		sp.number = false
		sp.sentence = sp.sentence || r == '。'
	}
}

var plusSign, equalsSign = []byte("+"), []byte("=")

func isScript(r rune) bool {
	return r >= 0x2070 && r < 0x20A0 || r == '²' || r == '³' || r == '¹' || r >= 0x1D2C && r <= 0x1D6A || r >= 0x2B0 && r <= 0x2B8 || r == 0x2C7C
}

// sign adds a mathematical symbol, brought to one of those that mean the same.
func (sp *splitter) sign(r rune, src []byte) {
	switch r {
	case '⋅', '∗', '⁄', '∣', '∘', '‖', '∥', '∙':
		sp.flush() // signs that are left out or written otherwise as often as not
	case '≔', '≝', '⩴', '≜':
		sp.symbol(equalsSign)
	case '⟶':
		sp.symbol([]byte("→"))
	case '⟹':
		sp.symbol([]byte("⇒"))
	case '⟺':
		sp.symbol([]byte("⇔"))
	case '⟼':
		sp.symbol([]byte("↦"))
	case '⩽':
		sp.symbol([]byte("≤"))
	case '⩾':
		sp.symbol([]byte("≥"))
	case '≃':
		sp.symbol([]byte("≅"))
	default:
		sp.symbol(src)
	}
}
