package text

import "strings"

// ornament is the length of the pictographs that s begins with and of the blanks behind them, 0 where nothing else is
// there. A sign that a letter follows at once may be part of a name ("♯P"), unless it is one of the pictures of
// Unicode's upper planes.
func ornament(s string) int {
	end, picture := 0, false
	for end < len(s) {
		r, n := decode(s[end:])
		upper := r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x21FF && strings.HasPrefix(s[end+n:], inColour)
		lower := r >= 0x2600 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF || r >= 0x231A && r <= 0x23FF
		joint := end > 0 && (s[end:end+n] == inColour || r == 0x200D)
		if !upper && !lower && !joint {
			break
		}
		picture = upper || joint && picture
		end += n
	}
	rest := strings.TrimLeft(s[end:], " \t\u00a0\u3000")
	if end == 0 || rest == "" || !picture && len(rest) == len(s)-end {
		return 0
	}
	return len(s) - len(rest)
}

// inColour has what stands before it drawn as a picture.
const inColour = "\ufe0f"
