package text

import "strings"

// longestHead bounds the input of LookupHead: no head word is longer, and a paragraph is none.
const longestHead = 64

func lookupHead(word string) (Head, bool) {
	if len(word) == 0 || len(word) > longestHead {
		return Head{}, false
	}
	w := foldHead(word)
	h, ok := vocabularies().heads[w]
	if !ok { // the plural
		switch {
		case strings.HasSuffix(w, "ies"):
			h, ok = vocabularies().heads[w[:len(w)-3]+"y"]
		case strings.HasSuffix(w, "s"):
			h, ok = vocabularies().heads[w[:len(w)-1]]
		}
	}
	return h, ok
}

// foldHead brings a head word to the form of the table: lower case, without accents, stars, final points and colons,
// and with single blanks.
func foldHead(w string) string {
	w = strings.TrimRight(strings.TrimSpace(w), ".:*。：")
	var buf [longestHead * 2]byte
	out := buf[:0]
	blank := false
	for i := 0; i < len(w); {
		r, n := decode(w[i:])
		switch {
		case r == '\u00AD':
		case r == ' ' || r == '\t' || r == '\n' || r == '~' || r == '\u00A0':
			blank = len(out) > 0
		default:
			if blank {
				out, blank = append(out, ' '), false
			}
			out = appendFolded(out, w[i:i+n], r)
		}
		i += n
	}
	return string(out)
}
