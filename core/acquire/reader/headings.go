package reader

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// splitNumber takes the printed number off a title: "1.2.3 Rings" gives "1.2.3" and "Rings", "§4. Fields" "4" and
// "Fields", "A.2 Tables" "A.2" and "Tables". A whole number without a point counts only before a capital, so that
// "7 seconds game" stays a title.
func splitNumber(title string) (number, rest string) {
	s := strings.TrimLeft(title, "§ \u00a0")
	i, parts := 0, 0
	if len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && s[1] == '.' && len(s) > 2 && isDigit(s[2]) {
		i, parts = 2, 1
	}
	for i < len(s) && isDigit(s[i]) {
		for i < len(s) && isDigit(s[i]) {
			i++
		}
		parts++
		if i+1 < len(s) && s[i] == '.' && isDigit(s[i+1]) {
			i++
			continue
		}
		break
	}
	if parts == 0 || i > 24 {
		return "", title
	}
	number, rest = s[:i], s[i:]
	closed := rest != "" && strings.IndexByte(".):", rest[0]) >= 0
	if closed {
		rest = rest[1:]
	}
	text := strings.TrimLeft(rest, " \t\u00a0")
	if text == "" || text == rest {
		return "", title
	}
	first, _ := utf8.DecodeRuneInString(text)
	if parts == 1 && !closed && (!unicode.IsUpper(first) || len(number) > 3) {
		return "", title
	}
	if !unicode.IsLetter(first) && strings.ContainsRune("=<>+-/%", first) {
		return "", title
	}
	return number, text
}

// unadorn takes the pictographs off a title that its author set before it for show, and reads the number behind them,
// or the one that they are: "🚀 Step 1: Install", "💡 2. Run", "3️⃣ Deploy".
func unadorn(all string, b *core.Block) {
	number, rest := "", b.Title
	if b.Kind == core.Heading && b.Number == "" {
		number, rest = keycap(b.Title)
	}
	if n := text.Ornament(rest); n > 0 && number == "" {
		if rest = rest[n:]; b.Kind == core.Heading && b.Number == "" {
			number, rest = splitNumber(rest)
		}
	}
	if len(rest) == len(b.Title) || rest == "" {
		return
	}
	if cut := len(b.Title) - len(rest); b.Kind == core.Heading && strings.HasPrefix(b.Body.Of(all), b.Title[:cut]) {
		b.Body.Start += cut
	}
	b.Title = rest
	if number != "" {
		b.Number = number
	}
}

// keycap reads the digits in boxes before a title.
func keycap(title string) (number, rest string) {
	rest = title
	if r, ok := strings.CutPrefix(rest, "🔟"); ok {
		number, rest = "10", r
	}
	for rest != "" && isDigit(rest[0]) {
		r, ok := strings.CutPrefix(strings.TrimPrefix(rest[1:], "\ufe0f"), "\u20e3")
		if !ok {
			break
		}
		number, rest = number+rest[:1], r
	}
	if number == "" {
		return "", title
	}
	return number, strings.TrimLeft(rest, " .:\u00a0\u3000-–—")
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// slugs makes the anchors that sites of repositories give headings.
type slugs map[string]int

// of returns the anchor of the next heading with the title.
func (s slugs) of(title string) string {
	var b strings.Builder
	for _, r := range strings.TrimSpace(title) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_', unicode.Is(unicode.Mn, r):
			b.WriteRune(unicode.ToLower(r))
		case r == ' ':
			b.WriteByte('-')
		}
	}
	slug := b.String()
	if slug == "" {
		return ""
	}
	n := s[slug]
	s[slug] = n + 1
	if n > 0 {
		return slug + "-" + strconv.Itoa(n)
	}
	return slug
}
