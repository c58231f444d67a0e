package text

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
)

// Signature is what a title or term declares.
type Signature struct {
	Name string // "open", "Bag.most", "-a, --all", "GET /users/{id}"
	Role string // "function", "type", "option", "endpoint", "event", "value"
	// Plain is true for a name that stands alone, without code marks, arguments or a word that says what it is: that a
	// title is such a name says little by itself.
	Plain bool
}

// ReadSignature reads a title that declares something, as references set them: "`open(path, mode)`", "class Name",
// "Event: 'close'", "`--all`", "GET /users/{id}", "`server.port`". What is marked as code stands between backticks.
func ReadSignature(title string) (Signature, bool) {
	t := strings.TrimRight(strings.TrimSpace(title), " ¶") // a link to itself that a converter kept
	if t == "" || len(t) > 240 {
		return Signature{}, false
	}
	role, t, named := entryWord(t)
	code, rest := codeOf(t)
	whole := code != "" && entryNote(rest)
	if whole {
		t = code
	} else {
		t = strings.TrimSpace(strings.ReplaceAll(t, "`", ""))
	}
	if t == "" {
		return Signature{}, false
	}
	if name, ok := endpoint(t); ok {
		return Signature{Name: name, Role: "endpoint"}, true
	}
	if name, ok := optionNames(t); ok {
		return Signature{Name: name, Role: "option"}, true
	}
	if strings.HasPrefix(t, "O(") || whole && statement(t) {
		return Signature{}, false // "O(n log n)" says how fast something grows
	}
	if name, typ, ok := declared(t, whole); ok {
		s := Signature{Name: name, Role: role}
		if role == "" || role == "value" {
			s.Role = "function"
		}
		if typ {
			s.Role = "type"
		}
		return s, true
	}
	if k := strings.Index(t, " ("); k > 0 && strings.HasSuffix(t, ")") && strings.IndexByte(t[k+2:], ' ') < 0 { // "max_connections (integer)"
		t = t[:k]
	}
	if strings.IndexByte(t, '(') > 0 && !whole {
		return Signature{}, false
	}
	if named {
		t = strings.Trim(t, "'\"‘’“” ")
	}
	if first, note, ok := strings.Cut(t, " "); ok && !whole && bareName(first) && entryNote(note) { // "session.log Readonly"
		t = first
	}
	name := t
	if whole && !named && commandLine(t) {
		return Signature{Name: t, Role: "command", Plain: true}, true
	}
	if k := strings.IndexAny(name, ",|/= :<["); k > 0 && (whole || named) {
		name = strings.TrimRight(name[:k], ".:")
	}
	id := identifier(strings.TrimLeft(strings.TrimPrefix(name, "new "), ".$@%"))
	if id == "" || id != strings.TrimLeft(name, ".$@%") || fileName(name) || releaseNumber(name) {
		return Signature{}, false
	}
	switch {
	case named && (whole || t == name || role == "type" && (strings.HasPrefix(t[len(name):], " extends ") || strings.HasPrefix(t[len(name):], "<"))):
		return Signature{Name: strings.TrimLeft(name, "."), Role: role}, true
	case whole:
		return Signature{Name: strings.TrimLeft(name, "."), Role: "value", Plain: !Compound(name)}, true
	case t == name && bareName(name):
		return Signature{Name: strings.TrimLeft(name, "."), Role: "value", Plain: true}, true
	}
	return Signature{}, false
}

// statement reports code that does something rather than name it: a word, then others, then what they are set to or do:
// "let PATTERN = if {} else {};". An entry is a name with its type or default: "port = 8080", "limit integer".
func statement(code string) bool {
	first, rest, _ := strings.Cut(code, " ")
	rest = strings.TrimLeft(rest, " ")
	return identifier(first) == first && rest != "" && (isLetterASCII(rest[0]) || rest[0] == '!') && strings.ContainsAny(rest, "={") && !strings.ContainsAny(rest, "(<:")
}

// CodedTitle is the title of a heading with its code between backticks, as ReadSignature wants it.
func CodedTitle(doc *core.Document, b *core.Block) string {
	body := b.Body.Of(doc.Text)
	if strings.IndexByte(body, '`') >= 0 && len(body) <= maxTitle { // Markdown
		return strings.ReplaceAll(body, "\\", "")
	}
	m := doc.Marks
	var out strings.Builder
	at := b.Body.Start
	for i := sort.Search(len(m), func(i int) bool { return m[i].Span.Start >= b.Body.Start }); i < len(m) && m[i].Span.End <= b.Body.End; i++ {
		if m[i].Kind != core.Verb || m[i].Span.Start < at {
			continue
		}
		out.WriteString(doc.Text[at:m[i].Span.Start] + "`" + m[i].Span.Of(doc.Text) + "`")
		at = m[i].Span.End
	}
	if at == b.Body.Start || b.Body.Len() > maxTitle {
		return b.Title
	}
	out.WriteString(doc.Text[at:b.Body.End])
	return out.String()
}

// maxTitle bounds the titles that are read as signatures, in bytes.
const maxTitle = 400

// commandLine reports words of which every one may be part of a command: "npm run build".
func commandLine(t string) bool {
	f := strings.Fields(t)
	for _, w := range f {
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789-_:.") != "" || w[0] == '-' {
			return false
		}
	}
	return len(f) > 1 && len(f) <= 4
}

// entryWords stand before what a title declares and say what it is.
var entryWords = map[string]string{
	"class": "type", "interface": "type", "struct": "type", "enum": "type", "enumeration": "type", "type": "type", "trait": "type", "protocol": "type", "object": "type", "typedef": "type",
	"event": "event", "function": "function", "method": "function", "constructor": "function", "macro": "function", "command": "command", "property": "value", "attribute": "value",
	"accessor": "value", "constant": "value", "variable": "value", "option": "option", "module": "module", "hook": "function", "directive": "value", "setting": "value", "field": "value",
}

// entryAdjectives stand before such a word: "Static Method: `Buffer.from(array)`".
var entryAdjectives = map[string]bool{"static": true, "instance": true, "abstract": true, "private": true, "public": true, "async": true, "class": true, "type": true}

// entryWord takes the word off that says what a title declares. named is true when a colon or code follows it, so that
// what comes then is a name, whatever it looks like.
func entryWord(t string) (role, rest string, named bool) {
	rest = t
	for range 3 {
		k := strings.IndexAny(rest, " :")
		if k <= 0 {
			return "", t, false
		}
		w := strings.ToLower(rest[:k])
		next := strings.TrimLeft(rest[k:], " ")
		if r, ok := entryWords[w]; ok {
			after := strings.TrimLeft(strings.TrimPrefix(next, ":"), " ")
			if strings.HasPrefix(next, ":") && !strings.HasPrefix(next, "::") || strings.HasPrefix(next, "`") {
				return r, after, after != ""
			}
		}
		if !entryAdjectives[w] {
			return "", t, false
		}
		rest = next
	}
	return "", t, false
}

// codeOf parts a title into its code and the rest.
func codeOf(t string) (code, rest string) {
	var c, r strings.Builder
	for {
		before, after, ok := strings.Cut(t, "`")
		r.WriteString(before)
		if !ok {
			return strings.TrimSpace(c.String()), r.String()
		}
		inner, tail, ok := strings.Cut(after, "`")
		if !ok {
			return "", t
		}
		if c.Len() > 0 && strings.TrimSpace(before) != "" {
			c.WriteString(", ")
		}
		c.WriteString(inner)
		t = tail
	}
}

// noteWords stand beside the code of a title and say more of it.
var noteWords = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`and or readonly read-only static optional required deprecated experimental async abstract default macos windows linux
		method function property option command event class type interface object array string boolean number integer constructor constant field setting
		attribute directive variable flag parameter hook macro module keyword operator statement new private public protected internal static unstable stable beta legacy preview`) {
		m[w] = true
	}
	return m
}()

// noteSigns sets brackets apart and leaves out the signs between notes.
var noteSigns = strings.NewReplacer("(", " ( ", ")", " ) ", "[", " ( ", "]", " ) ", "*", " ", "_", " ", ",", " ", "/", " ", "|", " ", "\\", " ", ":", " ", "#", " ", "¶", " ", "=", " ", "→", " ")

// entryNote reports whether the rest of a title beside its code says no more than what kind of thing the code is.
func entryNote(rest string) bool {
	depth := 0
	for w := range strings.FieldsSeq(noteSigns.Replace(rest)) {
		switch {
		case w == "(":
			depth++
		case w == ")":
			depth--
		case depth <= 0 && !noteWords[strings.ToLower(w)]:
			return false
		}
	}
	return true
}

// Endpoint reports a line that is the method and path of a request and nothing else.
func Endpoint(s string) bool {
	_, ok := endpoint(strings.Trim(strings.TrimSpace(s), "`* "))
	return ok
}

// endpoint reads the method and path of a request: "GET /users/{id}".
func endpoint(t string) (name string, ok bool) {
	method, path, ok := strings.Cut(t, " ")
	switch method {
	case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS":
		path = strings.TrimSpace(path)
		ok = ok && (strings.HasPrefix(path, "/") || strings.HasPrefix(path, "{") || strings.HasPrefix(path, "http")) && !strings.ContainsAny(path, " \n")
		return method + " " + path, ok
	}
	return "", false
}

// spellings parts the spellings of an option by commas, whatever parts them.
var spellings = strings.NewReplacer(" | ", ", ", "|-", ", -", "/-", ", -", "\n", ", ", " or -", ", -")

// optionNames reads the spellings of an option without their arguments: "-o, --output" of "-o FILE, --output=FILE".
func optionNames(t string) (names string, ok bool) {
	if len(t) < 2 || t[0] != '-' {
		return "", false
	}
	var out []string
	for part := range strings.SplitSeq(spellings.Replace(t), ",") {
		part = strings.TrimSpace(part)
		if !strings.HasPrefix(part, "-") {
			continue
		}
		end := strings.IndexFunc(part, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.?#@:+%", r)
		})
		if strings.HasPrefix(part, "--[no-]") {
			end = len("--[no-]") + strings.IndexFunc(part[len("--[no-]"):]+" ", func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
		}
		if end < 0 {
			end = len(part)
		}
		if rest := strings.Fields(part[end:]); len(rest) > 2 || len(rest) == 2 && rest[0] != "=" && !argument(rest[0]) && !argument(rest[1]) {
			return "", false // "-d is a flag"
		}
		if name := strings.TrimRight(part[:end], ".:"); len(strings.Trim(name, "-")) > 0 && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return strings.Join(out, ", "), len(out) > 0
}

// argument reports what stands for the argument of an option.
func argument(s string) bool {
	return strings.IndexByte("<[{=(", s[0]) >= 0 || strings.ToUpper(s) == s
}

// typeWords open the declaration of a type.
var typeWords = map[string]bool{"class": true, "struct": true, "interface": true, "enum": true, "union": true, "trait": true, "type": true, "protocol": true, "exception": true}

// TypeWord reports words that open the declaration of a type.
func TypeWord(w string) bool { return typeWords[w] }

// functionWords open the declaration of a function.
var functionWords = map[string]bool{"def": true, "func": true, "function": true, "fn": true, "fun": true, "sub": true, "proc": true, "procedure": true, "method": true}

// FunctionWord reports words that open the declaration of a function.
func FunctionWord(w string) bool { return functionWords[w] }

// modifiers and built-in types stand before a function's name.
var modifiers = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`async static public private protected sealed open data declare const unsigned signed int void char short long bool boolean
		string str String double float struct auto virtual inline extern final abstract override constexpr size_t var let export
		default new classmethod staticmethod property number any object unsafe pub coroutine decorator constructor get set`) {
		m[w] = true
	}
	return m
}()

// Modifier reports words that stand before a declaration: "pub", "static", "public".
func Modifier(w string) bool { return modifiers[w] && !typeWords[w] && !functionWords[w] }

// declared reads one declaration: an identifier with parentheses right behind it and nothing but a result behind them,
// or a type word and an identifier. In code a blank may stand before the parentheses.
func declared(t string, code bool) (name string, typ, ok bool) {
	f := strings.Fields(t)
	w := strings.ToLower(f[0])
	if name := variable(f); name != "" {
		return name, false, true
	}
	if typeWords[w] && len(f) >= 2 && (len(f) <= 3 || strings.HasPrefix(f[1][len(identifier(f[1])):], "(")) {
		if id := identifier(f[1]); id != "" && (id == strings.TrimRight(f[1], "{:") || strings.HasPrefix(f[1][len(id):], "(") || strings.HasPrefix(f[1][len(id):], "<")) && w == f[0] {
			return id, true, len(f) == 2 || strings.IndexByte(t, '(') > 0 || !asciiLetter(f[2][0])
		}
		return "", false, false
	}
	open := strings.IndexByte(t, '(')
	if open <= 0 {
		return "", false, false
	}
	if rest, ok := strings.CutPrefix(t[open:], "(*"); ok && strings.Contains(rest, ")(") { // a pointer to a function
		name = identifier(rest)
		return name, true, name != ""
	}
	shut := strings.LastIndexByte(t, ')')
	if shut < open {
		return "", false, false
	}
	head := strings.TrimSpace(t[:open])
	head = strings.TrimSuffix(head, "?.")
	if k := strings.IndexByte(head, '<'); k > 0 && strings.HasSuffix(head, ">") { // generic
		head = head[:k]
	}
	words := strings.Fields(head)
	if len(words) == 0 || t[open-1] == ' ' && !code {
		return "", false, false // "Definition VS (Vector Space)" is no call
	}
	name = words[len(words)-1]
	name = strings.TrimLeft(name, "*&.$@")
	bare, _, _ := strings.Cut(name, "[") // "buf[Symbol.iterator]"
	bare = strings.TrimRight(bare, "!?")
	if id := identifier(bare); id != bare || id == "" {
		return "", false, false
	}
	for _, w := range words[:len(words)-1] {
		if !modifiers[w] && !functionWords[w] && !strings.ContainsAny(w, "*&<>_:") && !code {
			return "", false, false // "Flags for open()", "Without t.Parallel()"
		}
	}
	if args := t[open+1 : shut]; args == "s" || args == "es" || args != "" && strings.Trim(args, "0123456789") == "" {
		return "", false, false // "key(s)", "git-add(1)"
	}
	tail := strings.TrimSpace(t[shut+1:])
	if tail != "" && !strings.HasPrefix(tail, "->") && !strings.HasPrefix(tail, "→") && !strings.HasPrefix(tail, ":") && !strings.HasPrefix(tail, ";") && !strings.HasPrefix(tail, "=>") && !code && !entryNote(tail) {
		return "", false, false
	}
	if strings.Contains(name, "://") {
		return "", false, false
	}
	return name, false, true
}

// variable reads the declaration of a member or a variable of C: "unsigned int uv_loop_t.count". Its type is made of
// words that only programs have.
func variable(f []string) string {
	if len(f) < 2 || len(f) > 6 {
		return ""
	}
	for _, w := range f[:len(f)-1] {
		if w = strings.Trim(w, "*&"); w != "" && !modifiers[w] && !strings.Contains(w, "_") && !typeWords[w] {
			return ""
		}
	}
	name := strings.TrimRight(strings.TrimLeft(f[len(f)-1], "*&"), ";")
	if k := strings.IndexByte(name, '['); k > 0 {
		name = name[:k]
	}
	if identifier(name) != name || !Compound(name) || typeWords[f[0]] && len(f) == 2 {
		return ""
	}
	return name
}

// Identifier returns the longest identifier at the start of s: letters, digits, _, $, and . :: -> - between.
func Identifier(s string) string { return identifier(s) }

func identifier(s string) string {
	i := 0
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsLetter(r) || r == '_' || r == '$' || r == '~' && i == 0:
		case unicode.IsDigit(r) && i > 0:
		case (r == '.' || r == ':' || r == '-' || r == '#') && i > 0:
		default:
			return strings.TrimRight(s[:i], ".:-#")
		}
		i += n
	}
	return strings.TrimRight(s, ".:-#")
}

// Compound reports identifiers that are no words of a language: with an underscore, a dot or a dollar within, or with a
// capital behind a small letter.
func Compound(name string) bool {
	if strings.ContainsAny(name, "_$@") || strings.IndexByte(strings.TrimRight(name, "."), '.') >= 0 || strings.Contains(name, "::") {
		return strings.IndexFunc(name, unicode.IsLetter) >= 0
	}
	for i := 1; i < len(name); i++ {
		if 'A' <= name[i] && name[i] <= 'Z' && 'a' <= name[i-1] && name[i-1] <= 'z' {
			return true
		}
	}
	return false
}

// bareName reports what without a face of code can be nothing but a name of a program: "max_size", "server.port",
// ".status", "maxRetries"; a capital in front or right at the end ("macOS") makes a name of a product.
func bareName(name string) bool {
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(name, ".$@%")); !unicode.IsLower(r) {
		return strings.IndexByte(name, '_') > 0
	}
	if strings.ContainsAny(name, "_$@.") {
		return Compound(name) || name[0] == '.'
	}
	for i := 1; i+1 < len(name); i++ {
		if 'A' <= name[i] && name[i] <= 'Z' && 'a' <= name[i-1] && name[i-1] <= 'z' && 'a' <= name[i+1] && name[i+1] <= 'z' {
			return true
		}
	}
	return false
}

// fileNames are the ends of names of files, which titles name as well.
var fileNames = map[string]bool{
	"json": true, "md": true, "yml": true, "yaml": true, "toml": true, "js": true, "ts": true, "jsx": true, "tsx": true, "mjs": true, "py": true, "go": true, "rs": true, "c": true, "h": true, "cpp": true, "hpp": true,
	"java": true, "rb": true, "txt": true, "html": true, "css": true, "sh": true, "xml": true, "lock": true, "cfg": true, "ini": true, "conf": true, "exe": true, "zip": true, "vue": true,
}

func fileName(name string) bool {
	k := strings.LastIndexByte(name, '.')
	return k >= 0 && fileNames[strings.ToLower(name[k+1:])] || strings.ContainsAny(name, "/\\")
}

func asciiLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// releaseNumber reports the name of a release, as changelogs have it for a heading: v1.14.8.
func releaseNumber(s string) bool {
	s = strings.TrimLeft(s, "vV")
	return s != "" && s[0] >= '0' && s[0] <= '9' && strings.IndexByte(s, '.') > 0
}
