package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Op says on which side of a comparison a piece stands.
type Op uint8

// The sides of a comparison.
const (
	Both Op = iota
	Old
	New
)

// Piece is a run of text of a word diff.
type Piece struct {
	Op   Op
	Text string
}

// mostWords bounds what is compared word by word: two statements of a book, not two books.
const mostWords = 20000

// Diff compares two texts by words, blanks and single signs. Blanks between two changes belong to the changes, so that
// a rewritten phrase is one piece. Beyond a bound all of the old is given, then all of the new.
func Diff(before, after string) []Piece {
	a, b := diffWords(before), diffWords(after)
	if len(a)+len(b) > mostWords {
		return compact([]Piece{{Old, before}, {New, after}})
	}
	var out []Piece
	i := 0
	for _, d := range lcs.DiffLines(a, b) {
		out = append(out, Piece{Both, strings.Join(a[i:d.Start], "")})
		out = append(out, Piece{Old, strings.Join(a[d.Start:d.End], "")}, Piece{New, strings.Join(b[d.ReplStart:d.ReplEnd], "")})
		i = d.End
	}
	out = append(out, Piece{Both, strings.Join(a[i:], "")})
	return compact(joinChanges(compact(out)))
}

// diffWords splits a text so that nothing is lost: words, runs of blanks, single signs.
func diffWords(s string) []string {
	var out []string
	for len(s) > 0 {
		n := 0
		class := -1
		for n < len(s) {
			r, size := utf8.DecodeRuneInString(s[n:])
			c := 2
			switch {
			case unicode.IsSpace(r):
				c = 0
			case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.Mn, r):
				c = 1
			}
			if class >= 0 && (c != class || c == 2) {
				break
			}
			class = c
			n += size
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

// joinChanges gives blanks that stand alone between two changes to both sides.
func joinChanges(list []Piece) []Piece {
	var out []Piece
	for i, p := range list {
		if p.Op == Both && strings.TrimSpace(p.Text) == "" && i > 0 && i < len(list)-1 {
			out = append(out, Piece{Old, p.Text}, Piece{New, p.Text})
			continue
		}
		out = append(out, p)
	}
	// Within one change all of the old comes before all of the new.
	var sorted []Piece
	for i := 0; i < len(out); {
		if out[i].Op == Both {
			sorted = append(sorted, out[i])
			i++
			continue
		}
		var was, is strings.Builder
		for ; i < len(out) && out[i].Op != Both; i++ {
			if out[i].Op == Old {
				was.WriteString(out[i].Text)
			} else {
				is.WriteString(out[i].Text)
			}
		}
		sorted = append(sorted, Piece{Old, was.String()}, Piece{New, is.String()})
	}
	return sorted
}

// compact drops empty pieces and joins neighbours of one side.
func compact(list []Piece) []Piece {
	var out []Piece
	for _, p := range list {
		if p.Text == "" {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Op == p.Op {
			out[n-1].Text += p.Text
			continue
		}
		out = append(out, p)
	}
	return out
}
