package sanitize

import "strings"

const (
	longestValue = 4000 // bytes of an attribute's value that are waited for
	mostOpen     = 200  // hidden elements inside each other
)

// attribute of a tag. The value is as written.
type attribute struct {
	name, value string
	at          int // offset of the value
}

// tag is a start tag.
type tag struct {
	name       string
	start, end int
	attrs      []attribute
}

// element that is not drawn and waits for its end tag.
type hiddenElement struct {
	name  string
	depth int
	start int
}

// scanMarkup walks the tags of a text once. It reports what would run or load, and notes what is not drawn. It is a
// tokenizer and no parser: what a browser would repair is taken as it stands, so that more is seen than a browser runs.
func (s *scan) scanMarkup() {
	src := s.src
	var open []hiddenElement
	hiddenClasses := styleClasses(src)
	var t tag
	openComment := false // one that is never closed was seen
	paragraph := len(src)
	if s.made {
		paragraph = -1 // where the present one ends
	}
	for i := strings.IndexByte(src, '<'); i >= 0 && i < len(src); {
		switch rest := src[i:]; {
		case strings.HasPrefix(rest, "<!--"):
			e := -1
			if !openComment {
				e = strings.Index(rest[4:], "-->")
			}
			switch {
			case e >= 0:
				s.hide(i+4, i+4+e)
				i += 4 + e
			case s.format == html: // an open comment hides the rest
				s.hide(i, len(src))
				return
			default:
				if !openComment {
					s.hide(i, len(src))
				}
				openComment = true
				i += 4
			}
		case len(rest) > 2 && rest[1] == '/' && isLetter(rest[2]):
			n := 2
			for n < len(rest) && nameByte(rest[n]) {
				n++
			}
			if k := len(open) - 1; k >= 0 && strings.EqualFold(open[k].name, rest[2:n]) {
				if open[k].depth--; open[k].depth == 0 {
					s.hide(open[k].start, i)
					open = open[:k]
				}
			}
			i += n
		case len(rest) > 1 && isLetter(rest[1]):
			if paragraph < i { // in text that readers made no tag goes on over a blank line: "a <b. …" is a comparison
				if paragraph = strings.Index(src[i:], "\n\n"); paragraph < 0 {
					paragraph = len(src)
				} else {
					paragraph += i
				}
			}
			parseTag(src[:paragraph], i, &t)
			hides := s.tag(&t, hiddenClasses)
			switch {
			case void[t.name] || strings.HasSuffix(src[t.start:t.end], "/>"):
			case hides && len(open) < mostOpen:
				open = append(open, hiddenElement{t.name, 1, t.end})
			case len(open) > 0 && open[len(open)-1].name == t.name:
				open[len(open)-1].depth++
			}
			i = max(t.end, i+1)
		default:
			i++
		}
		if i < len(src) {
			n := strings.IndexByte(src[i:], '<')
			if n < 0 {
				break
			}
			i += n
		}
	}
	for _, o := range open { // without an end tag: as far as a paragraph goes
		e := strings.Index(src[o.start:], "\n\n")
		if e < 0 {
			e = len(src) - o.start
		}
		s.hide(o.start, o.start+e)
	}
}

func nameByte(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == ':' || c == '-' || c == '_' || c == '.'
}

// parseTag reads the start tag at i into t, reusing its space.
func parseTag(src string, i int, t *tag) {
	j := i + 1
	for j < len(src) && nameByte(src[j]) {
		j++
	}
	*t = tag{name: strings.ToLower(src[i+1 : j]), start: i, attrs: t.attrs[:0]}
	for j < len(src) {
		for j < len(src) && (src[j] <= ' ' || src[j] == '/') {
			j++
		}
		if j >= len(src) || src[j] == '>' || src[j] == '<' {
			break
		}
		k := j
		for k < len(src) && src[k] > ' ' && src[k] != '=' && src[k] != '>' && src[k] != '/' && src[k] != '<' {
			k++
		}
		a := attribute{name: strings.ToLower(src[j:k]), at: k}
		if k == j {
			k++ // a stray "="
		}
		e := k
		for e < len(src) && e < k+8 && src[e] <= ' ' {
			e++
		}
		if e < len(src) && src[e] == '=' {
			a.value, a.at, k = parseValue(src, e+1)
		}
		t.attrs = append(t.attrs, a)
		j = k
	}
	if j < len(src) && src[j] == '>' {
		j++
	}
	t.end = j
}

// parseValue reads an attribute's value from i on and returns where it ends. A quotation that does not end within
// bounds is read as if it had no marks.
func parseValue(src string, i int) (value string, at, end int) {
	for i < len(src) && src[i] <= ' ' {
		i++
	}
	if i < len(src) && (src[i] == '"' || src[i] == '\'') {
		if e := strings.IndexByte(src[i+1:min(len(src), i+1+longestValue)], src[i]); e >= 0 {
			return src[i+1 : i+1+e], i + 1, i + 2 + e
		}
		i++
	}
	e := i
	for e < len(src) && src[e] > ' ' && src[e] != '>' {
		e++
	}
	return src[i:e], i, e
}

var void = map[string]bool{
	"img": true, "br": true, "hr": true, "input": true, "meta": true, "link": true, "base": true, "source": true, "track": true, "area": true,
	"col": true, "embed": true, "wbr": true,
}

// frames load a page or a program into the page.
var frames = map[string]bool{"iframe": true, "frame": true, "object": true, "embed": true, "applet": true, "portal": true, "fencedframe": true}

// loaders fetch what their address names when the page is drawn; images are judged by their address.
var loaders = map[string]bool{
	"link": true, "source": true, "track": true, "video": true, "audio": true, "image": true, "use": true, "feimage": true, "body": true, "table": true, "td": true,
	"input": true, "xi:include": true, "xinclude": true, "esi:include": true, "bgsound": true, "xml": true, "form": true, "button": true,
}

// tag judges one start tag; it reports whether the element's content is not drawn.
func (s *scan) tag(t *tag, hiddenClasses map[string]bool) (hides bool) {
	width, height := "", ""
	remote := false
	hides = t.name == "noscript" || t.name == "template" || t.name == "noframes"
	for i := range t.attrs {
		a := &t.attrs[i]
		v := decodeValue(a.value)
		low := strings.ToLower(v)
		switch {
		case strings.HasPrefix(a.name, "on") && len(a.name) > 4 && v != "" && lettersOnly(a.name):
			if pageFunction(low) {
				s.active("ec-page-function", t.start, t.end)
			} else {
				s.active("ec-event-handler", t.start, t.end)
			}
		case a.name == "style":
			hides = hides || hidingStyle(low)
			if strings.Contains(low, "expression(") || strings.Contains(low, "javascript:") || strings.Contains(low, "-moz-binding") {
				s.active("ec-active-style", t.start, t.end)
			}
			if remoteStyle(low) {
				s.hit("er-style", t.start, t.end)
			}
		case a.name == "hidden":
			hides = true
		case a.name == "class":
			for c := range strings.FieldsSeq(low) {
				hides = hides || hiddenClasses[c]
			}
		case a.name == "srcdoc":
			s.active("ec-event-handler", t.start, t.end)
		case a.name == "ping":
			s.hit("er-ping", t.start, t.end)
		case a.name == "srcset" && isRemote(low):
			s.hit("er-loader", t.start, t.end)
		case a.name == "content" && strings.Contains(squeeze(low), "url="):
			_, u, _ := strings.Cut(squeeze(low), "url=")
			s.url(u, t.start, t.end, t.name)
		case addresses[a.name]:
			s.url(v, t.start, t.end, t.name)
			remote = remote || isRemote(low)
		case a.name == "width":
			width = low
		case a.name == "height":
			height = low
		case a.name == "color":
			hides = hides || low == "white" || low == "#fff" || low == "#ffffff"
		}
		if len(v) > 20 && unseen[a.name] || strings.HasPrefix(a.name, "data-") && len(v) > 20 {
			s.hide(a.at, a.at+len(a.value))
		}
	}
	switch {
	case t.name == "script":
		s.active("ec-script-element", t.start, t.end)
		if remote {
			s.active("er-remote-script", t.start, t.end)
		}
	case frames[t.name]:
		if !player(s.src[t.start:t.end]) {
			s.active("er-frame", t.start, t.end)
		}
	case t.name == "base" && remote:
		s.active("er-base", t.start, t.end)
	case loaders[t.name] && remote && !(t.name == "link" && s.format == html):
		s.active("er-loader", t.start, t.end)
	case t.name == "img" && remote && (tiny(width) || tiny(height)):
		s.hit("er-tracking-pixel", t.start, t.end)
	}
	return hides
}

// active reports what would run or load by itself. A page in HTML is made of such things; reading one drops them, so
// that there they are one line of information, unless they hide an address or an attack of their own.
func (s *scan) active(rule string, start, end int) {
	if s.format == html && !s.code.holds(start) && !strings.Contains(s.src[start:end], "document.cookie") {
		s.drop(start)
		return
	}
	s.hit(rule, start, end)
}

func (s *scan) drop(at int) {
	if s.removed++; s.removed == 1 {
		s.removedAt = at
	}
}

var addresses = map[string]bool{
	"href": true, "src": true, "xlink:href": true, "action": true, "formaction": true, "data": true, "poster": true, "background": true, "lowsrc": true,
	"dynsrc": true, "values": true, "to": true, "from": true, "code": true, "codebase": true, "longdesc": true, "manifest": true, "cite": true,
}

// unseen are attributes that hold prose that the page does not show.
var unseen = map[string]bool{"alt": true, "title": true, "content": true, "value": true, "aria-label": true, "placeholder": true, "summary": true}

// pageFunction reports a handler that is nothing but calls of functions by name, with plain arguments, none of them one
// that a browser has.
func pageFunction(v string) bool {
	v = strings.TrimRight(strings.TrimSpace(strings.TrimPrefix(v, "return ")), "; ")
	name, args, ok := strings.Cut(v, "(")
	if !ok || !strings.HasSuffix(args, ")") || strings.ContainsAny(strings.TrimSuffix(args, ")"), "()=\\`+/:&") || builtin[name] || name == "" {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !isLetter(name[i]) && name[i] != '_' && (name[i] < '0' || name[i] > '9') {
			return false
		}
	}
	for _, w := range [...]string{"document", "window", "cookie", "location", "eval", "alert"} {
		if strings.Contains(args, w) {
			return false
		}
	}
	return true
}

var builtin = map[string]bool{
	"alert": true, "confirm": true, "prompt": true, "eval": true, "print": true, "fetch": true, "open": true, "settimeout": true, "setinterval": true,
	"function": true, "import": true, "atob": true, "postmessage": true, "execscript": true, "msgbox": true, "find": true, "focus": true, "close": true, "stop": true,
}

func tiny(size string) bool {
	size = strings.TrimSuffix(size, "px")
	return size == "0" || size == "1"
}

// player reports the frames of well-known video sites, which textbooks use.
func player(t string) bool {
	for _, host := range [...]string{"//www.youtube.com/embed/", "//www.youtube-nocookie.com/embed/", "//player.vimeo.com/video/"} {
		if strings.Contains(t, host) {
			return true
		}
	}
	return false
}

func lettersOnly(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isLetter(s[i]) {
			return false
		}
	}
	return true
}

// decodeValue undoes character references.
func decodeValue(v string) string {
	if !strings.Contains(v, "&") {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(v); {
		if v[i] == '&' {
			if r, n := reference(v[i:]); n > 0 {
				b.WriteRune(r)
				i += n
				continue
			}
		}
		b.WriteByte(v[i])
		i++
	}
	return b.String()
}

// squeeze drops blanks and controls.
func squeeze(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r <= ' ' }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || invisible(r) {
			return -1
		}
		return r
	}, s)
}

// hidingStyle reports declarations that keep an element from being seen. css is lower case.
func hidingStyle(css string) bool {
	css = squeeze(css)
	for d := range strings.SplitSeq(css, ";") {
		name, v, ok := strings.Cut(d, ":")
		if !ok {
			continue
		}
		v = strings.TrimSuffix(v, "!important")
		switch name {
		case "display":
			if v == "none" {
				return true
			}
		case "visibility":
			if v == "hidden" || v == "collapse" {
				return true
			}
		case "opacity":
			if strings.Trim(v, "0.%") == "" || strings.HasPrefix(v, "0.0") || strings.HasPrefix(v, ".0") {
				return true
			}
		case "font-size", "line-height", "width", "height", "max-height", "max-width":
			if n := strings.TrimRight(v, "abcdefghijklmnopqrstuvwxyz%"); n != "" && (strings.Trim(n, "0.") == "" || name == "font-size" && (n == "1" || strings.HasPrefix(n, "0.") || strings.HasPrefix(n, "."))) && !strings.HasSuffix(v, "em") {
				return true
			}
		case "left", "right", "top", "bottom", "text-indent", "margin-left", "margin-top":
			if len(v) > 4 && v[0] == '-' && digit(v[1]) >= 0 && digit(v[2]) >= 0 && digit(v[3]) >= 0 {
				return true
			}
		case "clip", "clip-path":
			if strings.HasPrefix(v, "rect(0") || strings.HasPrefix(v, "rect(1px") || strings.HasPrefix(v, "inset(100") || strings.HasPrefix(v, "inset(50") || strings.HasPrefix(v, "circle(0") {
				return true
			}
		case "transform":
			if strings.Contains(v, "scale(0") || strings.Contains(v, "-9999") {
				return true
			}
		case "color":
			if invisibleColour(v) && !strings.Contains(css, "background") || invisibleColour(v) && strings.Contains(css, ":"+v+";") && strings.Count(css+";", ":"+v+";") > 1 || v == "transparent" {
				return true
			}
		}
	}
	return false
}

func invisibleColour(v string) bool {
	return v == "white" || v == "#fff" || v == "#ffffff" || v == "transparent" || strings.HasPrefix(v, "#fefefe") || strings.HasPrefix(v, "#fdfdfd") ||
		strings.HasPrefix(v, "rgb(255,255,255") || strings.HasPrefix(v, "rgba(255,255,255") || strings.HasPrefix(v, "rgba(0,0,0,0") || v == "hsl(0,0%,100%)"
}

// remoteStyle reports style sheets that load from elsewhere.
func remoteStyle(css string) bool {
	for i := strings.Index(css, "url("); i >= 0; {
		v := strings.TrimLeft(css[i+4:min(len(css), i+40)], " \"'\\")
		if isRemote(v) {
			return true
		}
		n := strings.Index(css[i+4:], "url(")
		if n < 0 {
			break
		}
		i += 4 + n
	}
	return false
}

// prolog returns where the document type declaration of an XML document ends. A document may name there, by their
// addresses on the web, its grammar, its style sheet and what its entities stand for (XML 1.0, section 2.8): an
// external resource, and no code. A file of the machine that reads is another matter.
func prolog(src string) int {
	for at := 0; ; {
		n := strings.IndexByte(src[at:], '<')
		if n < 0 {
			return 0
		}
		at += n
		rest, end := src[at:], ""
		switch {
		case strings.HasPrefix(rest, "<!DOCTYPE"):
			n := strings.IndexByte(rest, '>')
			if open := strings.IndexByte(rest, '['); open >= 0 && open < n {
				n = open + strings.IndexByte(rest[open:], ']')
			}
			return at + max(0, n)
		case strings.HasPrefix(rest, "<!--"):
			end = "-->"
		case strings.HasPrefix(rest, "<?"):
			end = "?>"
		default:
			return 0
		}
		if n = strings.Index(rest, end); n < 0 {
			return 0
		}
		at += n
	}
}

// webAddress reports a declaration that ends in an address on the web.
func webAddress(s string) bool {
	s = strings.ToLower(s)
	return strings.HasSuffix(s, "http") || strings.HasSuffix(s, "http:") || strings.HasSuffix(s, "https:")
}

// styleClasses returns the classes that a style sheet in the text keeps from being seen.
func styleClasses(src string) map[string]bool {
	out := map[string]bool{}
	for i := 0; ; {
		n := indexTag(src[i:], "<", "style")
		if n < 0 {
			return out
		}
		i += n
		e := indexTag(src[i:], "</", "style")
		if e < 0 {
			return out
		}
		for rule := range strings.SplitSeq(src[i:i+e], "}") {
			sel, body, ok := strings.Cut(rule, "{")
			if !ok || len(body) > longestValue || !hidingStyle(strings.ToLower(body)) {
				continue
			}
			for p := range strings.SplitSeq(sel[strings.LastIndexByte(sel, '>')+1:], ",") {
				p = strings.TrimSpace(p)
				if d := strings.LastIndexByte(p, '.'); d >= 0 && !strings.ContainsAny(p[d:], " :>+~[") {
					out[strings.ToLower(p[d+1:])] = true
				}
			}
		}
		i += e
	}
}
