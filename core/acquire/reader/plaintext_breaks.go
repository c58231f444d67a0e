package reader

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core/text"
)

// split parts groups of lines where a paragraph begins without a blank line before it: at the head of a statement or a
// proof, at an indent, and, in texts that have hardly a blank line, behind a short line that ends a sentence. Texts
// that were taken out of PDF documents look so.
func (p *plainParser) split() {
	const dense = 8 // lines a group
	lines := 0
	for _, g := range p.group {
		lines += len(g)
	}
	if lines == len(p.group) { // there is no line to part from another
		return
	}
	lengths := make([]int, 0, lines)
	for _, g := range p.group {
		for _, l := range g {
			lengths = append(lengths, utf8.RuneCountInString(p.of(l)))
		}
	}
	slices.Sort(lengths)
	full := lengths[len(lengths)*9/10]
	short := full * 4 / 5
	out := make([][]line, 0, len(p.group))
	for _, g := range p.group {
		from := 0
		for i := 1; i < len(g); i++ {
			if p.breaks(g, i, short, len(lengths) > dense*len(p.group)) {
				out = append(out, g[from:i])
				from = i
			}
		}
		out = append(out, g[from:])
	}
	p.group = out
}

// breaks reports whether line i of a group begins a paragraph. In a dense text, lines up to a length of short end one
// when they end a sentence.
func (p *plainParser) breaks(g []line, i, short int, dense bool) bool {
	before, s := p.of(g[i-1]), p.of(g[i])
	forced := utf8.RuneCountInString(before) <= short
	r, _ := utf8.DecodeRuneInString(s)
	if unicode.IsLower(r) || listMark(s) > 0 {
		return false
	}
	if last, _ := utf8.DecodeLastRuneInString(before); text.ProofSign(last) {
		return true
	}
	ends := endsClause(strings.TrimRight(before, ")]\"'”’")) && !strings.HasSuffix(before, ",")
	if printedHead(s) && (ends || forced) {
		return true
	}
	if !ends {
		return false
	}
	if in := g[i].indent - g[i-1].indent; in >= 2 && in <= 8 && listMark(before) == 0 && i+1 < len(g) && g[i+1].indent == g[i-1].indent && !strings.HasSuffix(before, ":") {
		return true // the first line of a paragraph is indented
	}
	return dense && forced && !strings.HasSuffix(before, ":") && !strings.HasSuffix(before, ";") && unicode.IsUpper(r)
}

// printedHead reports a line that begins with the head of an item or a proof as it is printed: "Lemma 2.3.", "2.3
// Theorem (Lagrange).", "Definition 4: …", "Proof.", "PROOF of Theorem 2.".
func printedHead(s string) bool {
	words := strings.Fields(s)
	if len(words) > 1 && isDigit(words[0][0]) && strings.Contains(words[0], ".") && strings.Trim(words[0], "0123456789.") == "" {
		h, ok := text.LookupHead(strings.TrimRight(words[1], ".:"))
		return ok && h.Class == text.Item && unicode.IsUpper(firstRune(words[1])) && (words[1][len(words[1])-1] == '.' || len(words) > 2 && words[2][0] == '(')
	}
	if len(words) == 0 || !unicode.IsUpper(firstRune(words[0])) {
		return false
	}
	h, ok := text.LookupHead(strings.TrimRight(words[0], ".:"))
	if !ok || h.Class == text.NoHead {
		return false
	}
	closed := strings.ContainsRune(".:", rune(words[0][len(words[0])-1]))
	switch {
	case h.Class == text.Proof:
		return closed || len(words) > 1 && words[1] == "of"
	case len(words) < 2:
		return false
	case !isDigit(words[1][0]):
		return closed && h.Class == text.Item
	}
	n := words[1]
	return strings.Trim(n, "0123456789.:") == "" && (strings.ContainsRune(".:", rune(n[len(n)-1])) || len(words) == 2 || words[2][0] == '(' || unicode.IsUpper(firstRune(words[2])))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
