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

// Diff compares two texts by words and single signs; the blank behind a word goes with it. Beyond a bound all of the
// old is given, then all of the new.
func Diff(before, after string) []Piece {
	a, b := diffWords(before), diffWords(after)
	if len(a)+len(b) > mostWords {
		return compact([]Piece{{Old, before}, {New, after}})
	}
	var out []Piece
	i, j := 0, 0
	same := func(to int) {
		for ; i < to; i, j = i+1, j+1 {
			if a[i].blank == b[j].blank {
				out = append(out, Piece{Both, a[i].word + a[i].blank})
				continue
			}
			out = append(out, Piece{Both, a[i].word}, Piece{Old, a[i].blank}, Piece{New, b[j].blank})
		}
	}
	for _, d := range lcs.DiffLines(bare(a), bare(b)) {
		same(d.Start)
		for ; i < d.End; i++ {
			out = append(out, Piece{Old, a[i].word + a[i].blank})
		}
		for ; j < d.ReplEnd; j++ {
			out = append(out, Piece{New, b[j].word + b[j].blank})
		}
	}
	same(len(a))
	return tidy(compact(out))
}

// diffWord is a word, a number or a sign with the blanks behind it.
type diffWord struct{ word, blank string }

func bare(list []diffWord) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = w.word
	}
	return out
}

// diffWords splits a text so that nothing is lost. Blanks at its beginning are a word without a word.
func diffWords(s string) []diffWord {
	var out []diffWord
	for len(s) > 0 {
		n := 0
		for n < len(s) {
			r, size := utf8.DecodeRuneInString(s[n:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) {
				if n == 0 && !unicode.IsSpace(r) {
					n = size // a sign
				}
				break
			}
			n += size
		}
		blank := len(s[n:]) - len(strings.TrimLeftFunc(s[n:], unicode.IsSpace))
		out = append(out, diffWord{s[:n], s[n : n+blank]})
		s = s[n+blank:]
	}
	return out
}

// tidy takes the blank that ends both sides of a change, or that ends one of them before a word of both, out of it.
func tidy(list []Piece) []Piece {
	var out []Piece
	for i := 0; i < len(list); i++ {
		p := list[i]
		if p.Op == Old && i+1 < len(list) && list[i+1].Op == New {
			q := list[i+1]
			if n := len(p.Text); n > 0 && len(q.Text) > 0 && p.Text[n-1] == ' ' && q.Text[len(q.Text)-1] == ' ' {
				out = append(out, Piece{Old, p.Text[:n-1]}, Piece{New, q.Text[:len(q.Text)-1]}, Piece{Both, " "})
				i++
				continue
			}
		}
		out = append(out, p)
	}
	return compact(out)
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
