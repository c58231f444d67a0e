package text

import (
	"strings"
	"testing"

	"lemma/core"
)

// TestShouted holds requirements apart from lines in capitals and from emphasis.
func TestShouted(t *testing.T) {
	for s, want := range map[string]bool{
		"A sender MUST NOT wait.":            false,
		"MUST NOT":                           false,
		"The HTTP server MUST TLS-encrypt.":  false,
		"| name | MUST |":                    false,
		"Read on.\nREQUIRED FLAGS\n  --zone": true,
		"COACHING IS A MUST!":                true,
		"made parties, and MUST BE parties":  true,
		"in no event SHALL THE author":       true,
		"DIE PRÜFUNG SHALL":                  true,
	} {
		for _, w := range []string{"MUST", "SHALL", "REQUIRED"} {
			if i := strings.Index(s, w); i >= 0 && Shouted(s, core.Span{Start: i, End: i + len(w)}) != want {
				t.Errorf("%q: want %v", s, want)
			}
		}
	}
}
