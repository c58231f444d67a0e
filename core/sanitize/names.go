package sanitize

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanName checks the name of a document or of an archive's member. local says that the user typed the name: there,
// absolute paths and ".." are ordinary, and only what deceives or executes counts.
func (s *scan) scanName(name string, local bool) {
	if !local {
		s.scanMember(name)
	}
	for _, r := range name {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xA0 || r == utf8.RuneError {
			s.onName("pt-name-control", name)
			break
		}
		if invisible(r) && r != 0xFE0F && r != 0x200C && r != 0x200D || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) {
			s.onName("pt-name-invisible", name)
			break
		}
	}
}

func (s *scan) scanMember(name string) {
	plain := canonical(name)
	switch {
	case name == "" || strings.Trim(name, "./") == "":
		s.onName("pt-name-escape", name)
	case escapes(plain):
		s.onName("pt-name-escape", name)
	case strings.HasPrefix(plain, "/") || strings.HasPrefix(name, "~") || len(name) > 1 && name[1] == ':' && isLetter(name[0]) || strings.Contains(name, "://"):
		s.onName("pt-name-absolute", name)
	}
	odd := len(name) > 1024 || strings.Count(name, "/") > 60 || strings.Contains(name, "//") || strings.Contains(plain, "/./") || strings.HasPrefix(plain, "./.")
	for _, p := range strings.FieldsFunc(plain, func(r rune) bool { return r == '/' }) {
		low := strings.ToLower(p)
		switch {
		case low == ".git" || low == "git~1" || low == ".hg" || low == ".ssh" || low == ".svn":
			s.onName("pt-name-control-directory", name)
		case device(low):
			s.onName("pt-name-device", name)
		}
		first, _ := utf8.DecodeRuneInString(p)
		last, _ := utf8.DecodeLastRuneInString(p)
		odd = odd || len(p) > 255 || unicode.IsSpace(first) || unicode.IsSpace(last) || last == '.' || first == '-' || strings.ContainsAny(p, "`$|;&<>\"*?:")
	}
	if odd || strings.HasPrefix(plain, "proc/") || strings.HasPrefix(plain, "dev/") {
		s.onName("pt-name-odd", name)
	}
}

// scanLink checks where a link of an archive leads, seen from the folder that the link lies in.
func (s *scan) scanLink(member, target string) {
	plain := canonical(target)
	at := path.Join(path.Dir(canonical(member)), plain)
	if strings.HasPrefix(plain, "/") || len(plain) > 1 && plain[1] == ':' && isLetter(plain[0]) || at == ".." || strings.HasPrefix(at, "../") {
		s.onName("pt-link-escape", target)
	}
}

// escapes reports a part that leads upwards, in the forms that file systems take for one.
func escapes(plain string) bool {
	for p := range strings.SplitSeq(plain, "/") {
		p, _, _ = strings.Cut(p, ";")
		t := strings.TrimFunc(p, func(r rune) bool { return unicode.IsSpace(r) || r < ' ' })
		if len(t) >= 2 && strings.Trim(t, ".") == "" {
			return true
		}
	}
	return false
}

var slashes = strings.NewReplacer("\xc0\xaf", "/", "\xc0\xae", ".", "\xc1\x9c", "/", "\xe0\x80\xaf", "/", "\xe0\x80\xae", ".",
	"%u2216", "/", "%u2215", "/", "%uff0e", ".", "%uff0f", "/", "0x2e", ".", "0x2f", "/", "0x5c", "/", "∕", "/", "⁄", "/", "／", "/", "⧵", "/", "∖", "/", "＼", "/", "⧸", "/",
	"﹨", "/", "．", ".", "․", ".", "。", ".", "｡", ".", "﹒", ".", "‥", "..", "︰", "..", "…", "...", `\`, "/")

// canonical undoes what hides a separator or a dot: percent encoding (three deep), overlong UTF-8, characters that are
// folded to them, invisible ones.
func canonical(name string) string {
	for range 3 {
		name = unescapePercent(name)
	}
	name = slashes.Replace(name)
	return strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, name)
}

func unescapePercent(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && digit(s[i+1]) >= 0 && digit(s[i+2]) >= 0 {
			b = append(b, byte(digit(s[i+1])<<4|digit(s[i+2])))
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// device reports the names that Windows keeps for devices, with any extension.
func device(p string) bool {
	base, _, _ := strings.Cut(p, ".")
	switch base = strings.TrimRight(base, " "); base {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	return len(base) == 4 && (strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")) && base[3] >= '0' && base[3] <= '9'
}
