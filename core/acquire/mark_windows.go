package acquire

import (
	"os"
	"strings"
)

// downloaded reports whether the machine knows that a file came from the web: its stream Zone.Identifier names the
// internet (3) or an untrusted site (4).
func downloaded(path string) bool {
	raw, err := os.ReadFile(path + ":Zone.Identifier")
	return err == nil && (strings.Contains(string(raw), "ZoneId=3") || strings.Contains(string(raw), "ZoneId=4"))
}
