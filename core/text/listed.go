package text

import (
	"strings"
	"unicode"
)

// Listed is the name of a program that a line or an entry of a list begins with.
type Listed struct {
	Signature
	Term string // the name as printed, with its type or argument
	Told int    // where what is said of it begins
}

// ListsOptions reports the titles of sections that list options, settings or commands.
func ListsOptions(title string) bool {
	w := Words(title[:min(len(title), maxListed)])
	if len(w) == 0 || len(w) > 5 {
		return false
	}
	for _, x := range w {
		if Listing.Has(x.Text) {
			return true
		}
	}
	return false
}

// maxListed bounds the terms that entries of lists begin with, in bytes.
const maxListed = 160

// ReadListed reads an entry of a list of options or settings, as references write those that are no table: an option
// with its spellings and argument ("-o, --output=FILE  Writes to it."), or a name with its type or "required" in
// brackets before a colon or a dash ("**maxDepth** [number]: How deep it looks", "`max_depth` (optional) - How deep");
// one that its arguments follow without a blank is a function ("`openDoor(key)`: Opens it").
// A word of a language counts only in a face.
func ReadListed(s string) (Listed, bool) {
	if strings.HasPrefix(strings.TrimLeft(s, "*` "), "-") {
		return listedOption(s)
	}
	bare := strings.TrimLeft(s, "*` ")
	name := identifier(bare)
	rest := bare[len(name):]
	closed := strings.TrimLeft(rest, "*`")
	faced := len(closed) < len(rest) && (rest[0] == '`' || name != "" && unicode.IsLower(rune(name[0]))) // "**Note**: it is old"
	if name == "" || !faced && !Compound(name) || fileName(name) {
		return Listed{}, false
	}
	role := "value"
	if strings.HasPrefix(rest, "(") || strings.HasPrefix(closed, "()") {
		role = "function"
	}
	rest = closed
	if after := strings.TrimLeft(rest, " "); after != "" && (after[0] == '[' || after[0] == '(') {
		k := strings.IndexByte(after, "])"[strings.IndexByte("[(", after[0])])
		if k < 0 || k > maxListed {
			return Listed{}, false
		}
		rest = after[k+1:]
	}
	term := len(s) - len(rest)
	rest = strings.TrimLeft(rest, "*` ")
	for _, mark := range [...]string{":", "- ", "– ", "— "} {
		if said, ok := strings.CutPrefix(rest, mark); ok && strings.TrimSpace(said) != "" {
			told := len(s) - len(strings.TrimLeft(said, " *\n"))
			return Listed{Signature{Name: name, Role: role}, unfaced.Replace(strings.TrimSpace(s[:term])), told}, true
		}
	}
	return Listed{}, false
}

// unfaced takes the marks of faces away.
var unfaced = strings.NewReplacer("*", "", "`", "")

// listedOption reads the spellings of an option up to what is said of it.
func listedOption(s string) (Listed, bool) {
	at := 0
	for {
		for at < len(s) && strings.IndexByte("*` ", s[at]) >= 0 {
			at++
		}
		start := at
		for at < len(s) && (wordByte(s[at]) || s[at] == '-') {
			at++
		}
		if at-start < 2 || strings.Trim(s[start:at], "-") == "" {
			return Listed{}, false
		}
		at = behindArgument(s, at)
		next := strings.TrimLeft(s[at:], "*`")
		if after, ok := strings.CutPrefix(next, ","); !ok || !strings.HasPrefix(strings.TrimLeft(after, "*` "), "-") {
			break
		}
		at = len(s) - len(next) + 1
	}
	term := unfaced.Replace(strings.TrimSpace(s[:at]))
	rest := strings.TrimLeft(s[at:], "*`")
	if names, ok := optionNames(term); ok && at <= maxListed && len(strings.TrimSpace(rest)) > 2 && strings.IndexByte(" \t\n:", rest[0]) >= 0 {
		return Listed{Signature{Name: names, Role: "option"}, term, len(s) - len(strings.TrimLeft(rest, " \t\n:"))}, true
	}
	return Listed{}, false
}

// behindArgument is where the argument of an option ends that may stand at an offset: "[=false]", "=FILE", " <file>".
func behindArgument(s string, at int) int {
	at += len(s[at:]) - len(strings.TrimLeft(s[at:], "*`"))
	rest := s[at:]
	argument := strings.TrimLeft(rest, " ")
	switch {
	case rest == "":
	case rest[0] == '=':
		if k := strings.IndexAny(rest, " \t\n"); k > 0 {
			return at + len(strings.TrimRight(rest[:k], ","))
		}
	case rest[0] == '[' || argument != "" && argument[0] == '<' && len(rest)-len(argument) < 2:
		if k := strings.IndexByte(rest, "]>"[strings.IndexByte("[<", argument[0])]); k > 0 {
			return at + k + 1
		}
	}
	return at
}
