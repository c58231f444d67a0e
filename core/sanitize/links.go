package sanitize

import (
	"encoding/base64"
	"sort"
	"strings"
	"unicode/utf8"

	"lemma/core"
)

const (
	longestAddress = 2000
	longestLabel   = 600
)

// scanLinks finds the addresses of Markdown's links, images and definitions, and the words of theirs that are not
// drawn.
func (s *scan) scanLinks() {
	src := s.src
	for i := 0; ; {
		n := strings.Index(src[i:], "](")
		if n < 0 {
			break
		}
		i += n
		u, start, end := target(src, i+2)
		use := "a"
		if open := strings.LastIndexByte(src[max(0, i-longestLabel):i], '['); open >= 0 {
			open += max(0, i-longestLabel)
			if open > 0 && src[open-1] == '!' {
				use = "img"
				if i-open > 30 {
					s.hide(open, i)
				}
			}
		}
		if u != "" {
			s.url(u, start, end, use)
			s.title(end)
		}
		i = max(i+2, end)
	}
	for i := 0; ; {
		n := strings.Index(src[i:], "]:")
		if n < 0 {
			break
		}
		i += n + 2
		line := max(0, i-longestLabel)
		if k := strings.LastIndexByte(src[line:i], '\n'); k >= 0 {
			line += k + 1
		}
		if !strings.HasPrefix(strings.TrimLeft(src[line:i], " >"), "[") {
			continue
		}
		start := i
		for start < len(src) && (src[start] == ' ' || src[start] == '\t') {
			start++
		}
		u, start, end := target(src, start)
		if u != "" {
			s.url(u, start, end, "img")
		}
		s.title(end)
		i = max(i, end)
	}
}

// target reads the address at i, within angle brackets or up to a blank or the closing bracket.
func target(src string, i int) (u string, start, end int) {
	for i < len(src) && src[i] == ' ' {
		i++
	}
	if i < len(src) && src[i] == '<' {
		line := src[i+1 : min(len(src), i+longestAddress)]
		if e := strings.IndexAny(line, ">\n"); e >= 0 && line[e] == '>' {
			return line[:e], i + 1, i + 1 + e
		}
	}
	depth := 0
	e := i
	for e < len(src) && e < i+longestAddress && src[e] != '\n' && (src[e] != ' ' || depth > 0) {
		if src[e] == '(' {
			depth++
		} else if src[e] == ')' {
			if depth--; depth < 0 {
				break
			}
		}
		e++
	}
	return src[i:e], i, e
}

// title hides what stands in quotation marks after an address: it is shown only under a pointer.
func (s *scan) title(at int) {
	line := s.src[at:min(len(s.src), at+longestAddress)]
	if n := strings.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	t := strings.TrimLeft(line, " >")
	if t == "" || t[0] != '"' && t[0] != '\'' && t[0] != '(' {
		return
	}
	start := at + len(line) - len(t) + 1
	if e := strings.IndexAny(t[1:], `"')`); e > 12 || e < 0 && len(t) > 12 {
		s.hide(start, at+len(line))
	}
}

// scanAddresses finds bare addresses and counts the hosts of all.
func (s *scan) scanAddresses() {
	src := s.src
	hosts := map[string]int{}
	first, n := -1, 0
	for i := 0; ; {
		k := strings.Index(src[i:], "://")
		if k < 0 {
			break
		}
		i += k
		b := i
		for b > 0 && i-b < 12 && (isLetter(src[b-1]) || src[b-1] == ':') {
			b--
		}
		e := i + 3
		for e < len(src) && e < i+longestAddress && src[e] > ' ' && !strings.ContainsRune("\"'<>`|\\^", rune(src[e])) {
			if (src[e] == ')' || src[e] == '}' && !strings.Contains(src[i:e], "{")) && !strings.Contains(src[i:e], "(") {
				break
			}
			e++
		}
		u := src[b:e]
		if h := host(u); h != "" {
			if n++; first < 0 {
				first = b
			}
			hosts[h]++
		}
		s.url(u, b, e, "text")
		i = e
	}
	if n > 0 {
		s.hits = append(s.hits, hit{rule: s.rules.ids["er-hosts"], start: first, end: first + 1, severity: core.Info, count: n, decoded: hostLine(hosts)})
	}
}

// hostLine lists the hosts, those with most links first.
func hostLine(hosts map[string]int) string {
	names := make([]string, 0, len(hosts))
	for h := range hosts {
		names = append(names, h)
	}
	sort.Slice(names, func(i, j int) bool {
		if hosts[names[i]] != hosts[names[j]] {
			return hosts[names[i]] > hosts[names[j]]
		}
		return names[i] < names[j]
	})
	const most = 12
	if len(names) > most {
		names = append(names[:most], "…")
	}
	return strings.Join(names, ", ")
}

func isRemote(u string) bool {
	u = strings.TrimLeft(u, " \t\r\n")
	return strings.HasPrefix(u, "//") || strings.HasPrefix(u, `\\`) || strings.HasPrefix(u, "http:") || strings.HasPrefix(u, "https:") ||
		strings.HasPrefix(u, "ws:") || strings.HasPrefix(u, "wss:") || strings.HasPrefix(u, "ftp:")
}

// host returns the authority of an address without user and port, lower case.
func host(u string) string {
	_, rest, ok := strings.Cut(u, "//")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && !strings.HasSuffix(rest, "]") {
		rest = rest[:i]
	}
	return strings.ToLower(rest)
}

// url judges an address; use is the element that names it, "text" for a bare one.
func (s *scan) url(raw string, start, end int, use string) {
	if len(raw) > longestAddress {
		raw = raw[:longestAddress]
	}
	u := squeeze(decodeValue(raw))
	low := strings.ToLower(u)
	h := host(u)
	loads := use != "a" && use != "text" && use != "form" && use != "area"
	switch {
	case script(low):
		if v := strings.TrimRight(low, ";"); v != "javascript:void(0)" && v != "javascript:" && v != "javascript:;" {
			s.hit("ec-active-address", start, end)
		}
	case strings.HasPrefix(low, "data:image/svg"):
		if data := payload(u); strings.Contains(data, "script") || strings.Contains(data, "onload") || strings.Contains(data, "foreignobject") {
			s.hit("ec-active-address", start, end)
		}
	case strings.HasPrefix(u, `\\`) && len(u) > 3 && use != "text" && (isLetter(u[2]) || digit(u[2]) >= 0) && strings.Contains(u[2:], `\`):
		s.hit("er-internal-address", start, end)
	case strings.HasPrefix(low, "file:"):
		if use != "text" || strings.HasPrefix(low, "file:///etc/") || strings.HasPrefix(low, "file:///proc") || strings.HasPrefix(low, "file:///c:/windows") || strings.HasPrefix(low, "file:///root") {
			s.hit("er-internal-address", start, end)
		}
	case strings.HasPrefix(low, "gopher:") && h != "", strings.HasPrefix(low, "dict://"), strings.HasPrefix(low, "jar:http"), strings.HasPrefix(low, "ldap://"):
		s.hit("er-internal-address", start, end)
	case h == "":
	case metadata(h), loads && loopback(h), numeric(h):
		s.hit("er-internal-address", start, end)
	case use != "text" && strings.Contains(authority(u), "@"), use == "text" && strings.Contains(authority(u), "@") && strings.Contains(before(authority(u), '@'), "."):
		s.hit("er-user-in-address", start, end)
	case use != "text" && foreignHost(h):
		s.hit("er-foreign-host", start, end)
	case loads && (private(filled(low)) || template(filled(low)) || inCapitals(filled(u))):
		s.hit("er-image-placeholder", start, end)
	case !loads && !loopback(h) && private(filled(low)):
		s.hit("er-link-placeholder", start, end)
	case !loads && !loopback(h) && template(filled(low)):
		s.hit("er-link-template", start, end)
	case (use == "img" || use == "image") && ipv4(h):
		s.hit("er-image-address", start, end)
	case use == "img" && tracking(low, h):
		s.hit("er-tracking-pixel", start, end)
	}
}

func before(s string, c byte) string { return s[:strings.IndexByte(s, c)] }

func authority(u string) string {
	_, rest, _ := strings.Cut(u, "//")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

func script(low string) bool {
	for _, p := range [...]string{"javascript:", "vbscript:", "livescript:", "data:text/html", "data:application/", "data:text/javascript", "data:text/xml", "data:;base64", "data:text/vbscript"} {
		if strings.HasPrefix(low, p) {
			return true
		}
	}
	return false
}

// payload is the content of a data address, lower case.
func payload(u string) string {
	_, d, _ := strings.Cut(u, ",")
	if strings.Contains(u[:len(u)-len(d)], "base64") {
		d = strings.TrimRight(d, "=")
		b, _ := base64.RawStdEncoding.DecodeString(d[:len(d)-len(d)%4])
		return strings.ToLower(string(b))
	}
	return strings.ToLower(unescapePercent(d))
}

// metadata reports the addresses at which clouds hand out credentials.
func metadata(h string) bool {
	return strings.HasPrefix(h, "169.254.") || h == "metadata.google.internal" || h == "100.100.100.200" || h == "168.63.129.16" || h == "[fd00:ec2::254]" || strings.HasPrefix(h, "[::ffff:")
}

func loopback(h string) bool {
	return h == "localhost" || strings.HasPrefix(h, "127.") || h == "[::1]" || h == "0.0.0.0" || h == "0"
}

// numeric reports addresses written so that a filter does not know them: as one number, in octal or hexadecimal.
func numeric(h string) bool {
	if strings.HasPrefix(h, "0x") && len(h) > 6 {
		return true
	}
	digits, dots := 0, 0
	for i := 0; i < len(h); i++ {
		switch c := h[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == '.':
			dots++
		default:
			return false
		}
	}
	return dots == 0 && digits >= 8 || dots == 1 && strings.HasPrefix(h, "127.") || dots == 3 && digits > 4 && h[0] == '0' && h[1] != '.'
}

func ipv4(h string) bool {
	parts := strings.Split(h, ".")
	if len(parts) != 4 {
		return false
	}
	for _, p := range parts {
		if p == "" || len(p) > 3 || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return true
}

func foreignHost(h string) bool {
	if strings.HasPrefix(h, "xn--") || strings.Contains(h, ".xn--") {
		return true
	}
	for i := 0; i < len(h); i++ {
		if h[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// filled is the part of an address in which a place may wait for data to be put in: its query, or else its path.
func filled(u string) string {
	i := strings.IndexByte(u, '?')
	if i < 0 {
		i = len(authority(u)) + strings.Index(u, "//") + 2
	}
	return u[min(i, len(u)):]
}

// template reports a place that waits for data to be put in, whatever they are. Templates and courses leave such places
// in their links too, "https://example.org/{{page.id}}".
func template(low string) bool {
	for _, p := range [...]string{"{{", "${", "<insert", "<your", "%7b%7b", "$("} {
		if strings.Contains(low, p) {
			return true
		}
	}
	return false
}

// inCapitals reports a value in capitals, "?d=CHAT_HISTORY", which stands for what is to be put there.
func inCapitals(q string) bool {
	for k := 0; k < len(q); k++ {
		if q[k] != '=' && q[k] != '$' {
			continue
		}
		n := k + 1
		for n < len(q) && (q[n] >= 'A' && q[n] <= 'Z' || q[n] == '_') {
			n++
		}
		if n-k > 5 && (q[k] == '$' || strings.IndexByte(q[k+1:n], '_') > 0) {
			return true
		}
	}
	return false
}

// privateNames begin the names of what a machine that reads knows of its user.
var privateNames = [...]string{
	"data", "info", "secret", "conversation", "chat", "history", "user_", "user ", "user}", "api", "prompt", "context", "memor", "token", "summary", "base64",
	"password", "credential", "insert", "your",
}

// private reports a place in an address, in brackets of any kind, that is to be filled with what is private.
func private(low string) bool {
	for i := 0; i < len(low); i++ {
		switch low[i] {
		case '{', '[', '<':
		case '(':
			if i == 0 || low[i-1] != '$' {
				continue
			}
		case '%':
			if !strings.HasPrefix(low[i:], "%7b") {
				continue
			}
			i += len("%7b") - 1
		default:
			continue
		}
		name := strings.TrimLeft(low[i+1:min(len(low), i+40)], " .$_")
		for _, p := range privateNames {
			if strings.HasPrefix(name, p) {
				return true
			}
		}
	}
	return false
}

// tracking reports images whose address identifies the reader.
func tracking(low, h string) bool {
	if strings.Contains(h, "badge") || strings.Contains(h, "shields") {
		return false
	}
	_, q, ok := strings.Cut(low, "?")
	if !ok {
		return false
	}
	for _, p := range [...]string{"pixel", "track", "collect", "beacon", "/open", "1x1"} {
		if strings.Contains(low, p) {
			return true
		}
	}
	for _, p := range [...]string{"data=", "d=", "q=", "secret=", "token=", "key=", "msg=", "uid="} {
		if strings.HasPrefix(q, p) || strings.Contains(q, "&"+p) {
			return true
		}
	}
	return false
}
