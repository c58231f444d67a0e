package sanitize

import (
	"slices"
	"sort"
)

const (
	mostSpaced        = 3  // characters between letters that stand apart
	fewestSpaced      = 8  // letters in a row of such
	shortestJoined    = 16 // letters of a word that may be several
	longestJoined     = 400
	cipherReach       = 100 // bytes in which two disguised key words stand together
	cipherContext     = 300 // bytes around them that are looked at
	longestWord       = 14  // letters of those that are scrambled
	shortestScrambled = 5
)

// disguised collects words that are written so that a filter does not know them and a reader does: spaced letters and
// words run together, lines with digits for letters, and the places of words with shuffled letters.
func (s *scan) disguised() (joined, leet []piece, shuffled []int) {
	b := s.folded.b
	take := func(start, end int, text []byte) piece {
		from, to := s.folded.source(start, end)
		return piece{start: from, end: to, text: string(text)}
	}
	lineStart, mixed := 0, 0
	for i := 0; i <= len(b); {
		if i == len(b) || b[i] == '\n' {
			if mixed >= 2 {
				p := take(lineStart, i, unleet(b[lineStart:i]))
				p.plain = string(b[lineStart:i])
				leet = append(leet, p)
			}
			lineStart, mixed = i+1, 0
			i++
			continue
		}
		if !wordByte(b[i]) && !leetByte(b[i]) {
			i++
			continue
		}
		j, alpha, marks := i, 0, 0
		for j < len(b) && (wordByte(b[j]) || leetByte(b[j]) && (alpha < j-i || alpha < shortestJoined)) {
			if isLetter(b[j]) {
				alpha++
			} else if unleetTable[b[j]] != 0 {
				marks++
			}
			j++
		}
		switch n := j - i; {
		case alpha == 1 && n == 1:
			text, end := spaced(b, i)
			if len(text) >= fewestSpaced {
				joined = append(joined, take(i, end, text))
			}
			j = max(j, end)
		case alpha == n && n >= shortestJoined && n <= longestJoined:
			joined = append(joined, take(i, j, b[i:j]))
		case alpha == n && n >= shortestScrambled && n <= longestWord:
			if s.rules.shuffled(b[i:j]) {
				shuffled = append(shuffled, i)
			}
		case marks > 0 && alpha > 0 && n <= 24 && marks+alpha == n, alpha == 0 && marks == n && n >= 3 && n < 8:
			mixed++
		}
		i = j
	}
	return joined, leet, shuffled
}

// scrambled records shuffled words that stand together.
func (s *scan) scrambled(shuffled []int) {
	b := s.folded.b
	for k := 1; k < len(shuffled); k++ {
		if shuffled[k]-shuffled[k-1] <= cipherReach {
			from, to := s.folded.source(shuffled[k-1], min(len(b), shuffled[k]+longestWord))
			s.hit("pi-scrambled", from, to)
		}
	}
}

// spaced collects single letters that stand apart, from i on.
func spaced(b []byte, i int) (text []byte, end int) {
	for i < len(b) && isLetter(b[i]) && (i+1 >= len(b) || !wordByte(b[i+1])) {
		text = append(text, b[i])
		end = i + 1
		k := end
		for k < len(b) && k < end+mostSpaced && !wordByte(b[k]) {
			k++
		}
		if k == end {
			break
		}
		i = k
	}
	return text, max(end, i)
}

var unleetTable = [256]byte{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', '$': 's', '!': 'i', '|': 'l', '+': 't'}

// leetByte reports the marks that stand for letters.
func leetByte(c byte) bool { return c == '@' || c == '$' }

func unleet(b []byte) []byte {
	out := slices.Clone(b)
	for i, c := range out {
		if u := unleetTable[c]; u != 0 && (i > 0 && (isLetter(b[i-1]) || unleetTable[b[i-1]] != 0) || i+1 < len(b) && (isLetter(b[i+1]) || unleetTable[b[i+1]] != 0)) {
			out[i] = u
		}
	}
	return out
}

// scanCiphers looks at the surroundings of key words in rot13 or backwards.
func (s *scan) scanCiphers() {
	for _, c := range []struct {
		at   []int
		undo func([]byte) []byte
	}{{s.rotated, rot13}, {s.reversed, reverse}} {
		var ps []piece
		last := -1
		for k := 1; k < len(c.at); k++ {
			if c.at[k]-c.at[k-1] > cipherReach || c.at[k-1] <= last {
				continue
			}
			b := s.folded.b
			lo, hi := max(0, c.at[k-1]-cipherContext, last), min(len(b), c.at[k]+cipherContext)
			last = hi
			from, to := s.folded.source(c.at[k-1], min(len(b), c.at[k]+longestWord))
			ps = append(ps, piece{start: from, end: to, text: string(c.undo(slices.Clone(b[lo:hi])))})
		}
		s.hits = append(s.hits, s.matchPieces(ps, false)...)
	}
}

func rot13(b []byte) []byte {
	for i, c := range b {
		if isLetter(c) {
			b[i] = (c-'a'+13)%26 + 'a'
		}
	}
	return b
}

func reverse(b []byte) []byte {
	slices.Reverse(b)
	return b
}

// ciphers prepares the disguised forms of the key words.
func (r *Rules) ciphers() error {
	r.scrambles, r.edges = map[string]string{}, map[[3]byte]bool{}
	var rotated, reversed []string
	for _, i := range r.matcher.members[r.cipher] {
		w := r.matcher.words[i].text
		if len(w) < shortestScrambled {
			continue
		}
		rotated = append(rotated, "*"+string(rot13([]byte(w)))+"*")
		reversed = append(reversed, "*"+string(reverse([]byte(w)))+"*")
		if len(w) <= longestWord {
			r.scrambles[signature([]byte(w))] = w
			r.edges[[3]byte{w[0], w[len(w)-1], byte(len(w))}] = true
		}
	}
	var err error
	if r.rotated, err = r.matcher.add("=rot13", rotated); err != nil {
		return err
	}
	r.reversed, err = r.matcher.add("=reversed", reversed)
	return err
}

// signature is what shuffling the inner letters of a word leaves as it is.
func signature(w []byte) string {
	var buf [longestWord]byte
	b := append(buf[:0], w...)
	inner := b[1 : len(b)-1]
	sort.Slice(inner, func(i, j int) bool { return inner[i] < inner[j] })
	return string(b)
}

// shuffled reports a key word with its inner letters in another order.
func (r *Rules) shuffled(w []byte) bool {
	if !r.edges[[3]byte{w[0], w[len(w)-1], byte(len(w))}] {
		return false
	}
	k, ok := r.scrambles[signature(w)]
	return ok && k != string(w)
}
