package reader

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// box is an element that generators set a theorem, a proof, an example in.
type box struct {
	core.Block
	head int32 // the element with the printed head, -1 when there is none
	tail int   // where in src the head ends in the text behind that element, 0 when it ends with it
	next int32 // the text node that tail lies in
}

// boxTags are the elements that may be boxes.
var boxTags = htmlSet("div section article aside blockquote details p dl fieldset li figure " + ownTags)

// partClasses name parts of boxes, and what lists or styles them; an element with such a class is no box.
var partClasses = htmlSet(`title heading head header caption label name number content body text list index link ref xref counter toc footer icon toggle button
	type group container contents summary menu nav wrap wrapper table row cell column page section item entry code source input output result results
	thmheading thmcaption thmlabel thmtitle thmcontent`)

// boxRoles are the roles that a class alone says; the other head words are everyday words.
var boxRoles = map[string]bool{
	"theorem": true, "lemma": true, "corollary": true, "proposition": true, "claim": true, "conjecture": true, "definition": true, "notation": true, "axiom": true, "postulate": true, "algorithm": true,
	"proof": true, "sketch": true, "example": true, "counterexample": true, "exercise": true, "problem": true, "solution": true, "remark": true, "note": true, "warning": true, "hint": true, "answer": true,
}

// familyNames are short names that only authors of LaTeX give to their theorems, which converters keep as
// classes of boxes without a head.
var familyNames = htmlSet("thm theo defn defi dfn lem lemm coro cor prop axm conj")

// environment reports whether an element is a box, and what its head says.
func (w *pageWalker) environment(n int32, e *htmlNode) (box, bool) {
	if !boxTags[e.tag] || e.text == 0 {
		return box{}, false
	}
	name, h, sure := boxName(e.value("class"), e.value("id"))
	if name == "" && authorTags[e.tag] {
		h, _ = text.LookupHead(e.tag)
		name, sure = e.tag, true
	}
	if kind := e.value("data-type"); name == "" && kind != "" { // CNXML and what is made of it say so what an element is
		if f, ok := text.LookupHead(kind); ok && boxRoles[f.Role] {
			name, h, sure = kind, f, true
		}
	}
	if name == "" {
		return box{}, false
	}
	b := box{head: -1, next: -1, Block: core.Block{Kind: core.Environment, Name: name, Title: cmp.Or(e.value("data-name"), e.value("data-title"), e.value("text"))}} // which style sheets print
	if h.Class == text.Proof {
		b.Proves = strings.TrimPrefix(cmp.Or(e.value("data-of"), e.value("data-ref"), e.value("data-for")), "#")
	}
	w.readHead(n, &b, h)
	switch {
	case b.Head == "" && !sure && !w.runInHead(n, h):
		return box{}, false
	case b.Head == "" && h.Role != "":
		b.Head = capital(h.Role, name)
	}
	if printed, ok := text.LookupHead(b.Head); ok && h.Class != text.NoHead && printed.Class != h.Class {
		if !sure {
			return box{}, false
		}
		b.Name, h = printed.Role, printed
	}
	if h.Class != text.Item && e.text*5 > w.page.text*2 && e.blocks {
		return box{}, false // so much of a page is no example
	}
	return b, true
}

// boxName reads the classes of an element: the name of the box and what it is. sure says that the class alone decides.
func boxName(classes, id string) (name string, h text.Head, sure bool) {
	best := 0
	k := 0
	for c := range strings.FieldsSeq(classes) {
		if k++; k > 16 {
			break
		}
		low := strings.ToLower(c)
		if rest, ok := strings.CutPrefix(low, "ltx_theorem_"); ok {
			h, _ := text.LookupHead(strings.Trim(rest, "_-"))
			return rest, h, true
		}
		if low == "ltx_proof" {
			h, _ := text.LookupHead("proof")
			return "proof", h, true
		}
		if low == "newtheorem" || low == "ltx_theorem" {
			if best < 1 {
				name, best, sure = "theorem", 1, false
				h, _ = text.LookupHead("theorem")
				h.Class = text.NoHead
			}
			continue
		}
		if strings.HasPrefix(low, "ltx_") {
			continue
		}
		parts := strings.FieldsFunc(strings.TrimPrefix(low, "hidden"), func(r rune) bool { return r == '-' || r == '_' || r == ':' })
		part, f, certain := boxPart(parts)
		if part == "" {
			continue
		}
		score := 1 // a proof; "proof theorem" is the class of what is numbered with proofs
		switch {
		case f.Class == text.Item && f.Role != "theorem":
			score = 8
		case f.Class == text.Item:
			score = 6
		case f.Class != text.Proof:
			score = 7
		}
		if len(parts) == 1 {
			score += 4
		}
		if certain {
			score++
		}
		if score > best {
			name, h, sure, best = part, f, certain, score
		}
	}
	if name == "theorem" {
		if i := strings.IndexAny(id, "-:"); i > 0 && crossref[id[:i]] != "" {
			name = crossref[id[:i]]
			h, _ = text.LookupHead(name)
		}
	}
	return name, h, sure
}

// boxPart is the part of a class that names a box: the last one ("proof-type-theorem"), else the first
// ("corollary_thmwrapper"). certain says that no printed head is needed.
func boxPart(parts []string) (part string, h text.Head, certain bool) {
	n := len(parts)
	if n == 0 || n > 4 || n > 1 && partClasses[parts[n-1]] && parts[n-1] != "wrapper" {
		return "", h, false
	}
	for i := range parts {
		if parts[i] == "style" {
			return "", h, false
		}
	}
	if f, ok := text.LookupHead(strings.Join(parts, "-")); ok && n > 1 && f.Class == text.Item { // "problem-solving"
		return f.Role, f, true
	}
	for i := range parts {
		p := parts[(n-1+i)%n]
		f, ok := text.LookupHead(p)
		if w := abbreviated(p); !ok && n == 1 && w != "" { // <div class="propo">
			f, _ = text.LookupHead(w)
			return w, f, true
		}
		if !ok || strings.HasSuffix(p, "s") && len(p) > 4 || f.Role == "step" {
			continue
		}
		if certain = boxRoles[f.Role] && (len(p) > 4 || familyNames[p]); !certain && n > 1 && !boxRoles[f.Role] {
			continue
		}
		return p, f, certain
	}
	return "", h, false
}

// runInHead reports whether an element begins with a head of the class, in plain type.
func (w *pageWalker) runInHead(n int32, h text.Head) bool {
	s := w.plain(n, 80)
	word, _, _, ok := splitHead(s, false)
	f, known := text.LookupHead(word)
	return ok && known && (h.Class == text.NoHead || f.Class == h.Class)
}

// readHead finds the printed head of a box: the element that it stands in, and in the text behind that the title in
// brackets and the mark that ends it.
func (w *pageWalker) readHead(n int32, b *box, h text.Head) {
	c, own := w.headElement(n)
	if c < 0 {
		return
	}
	s := w.plain(c, 300)
	word, number, title, ok := w.headParts(c)
	if !ok {
		word, number, title, ok = splitHead(s, own)
	}
	if ok && w.citesNumber(n, c, number) {
		return
	}
	f, known := text.LookupHead(word)
	plural := text.Singular(strings.ToLower(word)) != strings.ToLower(word)
	if named := ok && number == "" && strings.HasSuffix(title, word) && strings.HasPrefix(s, title); named && (plural || h.Class != text.NoHead && h.Class != text.Remark) {
		ok = false // a title that ends with a head word, "Using the Squeeze Theorem", "Connect the Concepts", does not say what its box is
	}
	if c, _ := utf8.DecodeRuneInString(title); own && number == "" && strings.Contains(word, " ") && unicode.IsLower(c) {
		ok = false // "Lyapunov's Direct Method (for local stability)" is a title as a whole
	}
	switch {
	case ok && known && f.Class == text.Proof:
		b.Head, b.Title = word, strings.TrimSpace(strings.TrimRight(s, ".: "))
		if strings.EqualFold(b.Title, word) {
			b.Title = ""
		}
	case ok:
		b.Head, b.Number = word, number
		if title != "" {
			b.Title = title
		}
	case (own || headClass(w.node(c)) || title != "") && h.Class != text.NoHead && len(s) > 0:
		_, b.Title = splitNumber(strings.TrimRight(s, ".: "))
	default:
		return
	}
	b.head = c
	if own {
		return
	}
	// "<b>Theorem 2.3</b> (Lagrange)."
	next := w.node(c).next
	if next < 0 || w.node(next).tag != "" {
		return
	}
	t := w.node(next)
	at, to := trimBlank(w.src, int(t.start), int(t.end))
	if at < to && w.src[at] == '(' && b.Title == "" && b.Head != "" && f.Class != text.Proof {
		if k := strings.IndexByte(string(w.src[at:min(to, at+200)]), ')'); k > 1 {
			inner := strings.Join(strings.Fields(string(w.src[at+1:at+k])), " ")
			if !enumerator(inner) && !strings.Contains(inner, "(") && utf8.ValidString(inner) {
				b.Title = inner
				at += k + 1
				b.tail, b.next = at, next
			}
		}
	}
	for at < to && strings.IndexByte(".:", w.src[at]) >= 0 {
		at++
		b.tail, b.next = at, next
	}
}

// citesNumber reports a number that leads to another place: the box begins with a reference, "Theorem <a
// href="#t9">9</a> shows …", and not with a head. A head may lead to itself.
func (w *pageWalker) citesNumber(box, head int32, number string) bool {
	if number == "" {
		return false
	}
	end := w.node(head).end
	for c := head + 1; c < int32(len(w.tree.nodes)) && c < head+60 && w.node(c).start < end; c++ {
		e := w.node(c)
		if e.tag != "a" || strings.Trim(w.plain(c, 40), " .:()") != number {
			continue
		}
		_, target, ok := strings.Cut(e.value("href"), "#")
		return ok && target != "" && target != w.node(box).value("id") && target != e.value("id")
	}
	return false
}

// headElement finds the element that a box begins with: one for the head (own), or a face at the start of its text.
func (w *pageWalker) headElement(n int32) (c int32, own bool) {
	for depth := 0; depth < 6; depth++ {
		c = w.node(n).child
		for c >= 0 {
			e := w.node(c)
			if e.tag == "!" || e.text == 0 && e.tag != "img" && !strings.HasPrefix(e.tag, "m") || w.invisible(e) != "" {
				c = e.next
				continue
			}
			break
		}
		if c < 0 {
			return -1, false
		}
		e := w.node(c)
		switch {
		case e.tag == "":
			return -1, false
		case e.tag == "summary" || e.tag == "legend" || e.tag == "dt" || len(e.tag) == 2 && e.tag[0] == 'h' && isDigit(e.tag[1]):
			return c, true
		case headClass(e) && e.text < 300:
			return c, blockTags[e.tag]
		case !blockTags[e.tag]:
			switch e.tag {
			case "b", "strong", "em", "i", "span", "a", "dfn", "cite", "u", "font", "small":
				return c, false
			}
			return -1, false
		}
		n = c
	}
	return -1, false
}

// headParts reads a head whose parts have elements of their own.
func (w *pageWalker) headParts(n int32) (word, number, title string, ok bool) {
	end := w.node(n).end
	for c := n + 1; c < int32(len(w.tree.nodes)) && c < n+60 && w.node(c).start < end; c++ {
		e := w.node(c)
		if e.tag != "span" || e.text == 0 {
			continue
		}
		for class := range strings.FieldsSeq(e.value("class")) {
			to := &title
			switch class[strings.LastIndexByte(class, '_')+1:] {
			case "type", "thmcaption":
				to = &word
			case "codenumber", "thmlabel":
				to = &number
			case "title", "thmtitle":
			case "caption":
				if class != "proof_caption" {
					continue
				}
				to = &word
			default:
				continue
			}
			if *to == "" {
				*to = strings.Trim(w.plain(c, 200), " .:()")
			}
		}
	}
	_, ok = text.LookupHead(word)
	return word, number, title, ok && word != ""
}

// headClass reports classes of the printed heads of boxes.
func headClass(e *htmlNode) bool {
	if e.value("data-type") == "title" {
		return true
	}
	for c := range strings.FieldsSeq(e.value("class")) {
		parts := strings.FieldsFunc(strings.ToLower(c), func(r rune) bool { return r == '-' || r == '_' })
		switch parts[max(0, len(parts)-1):][0] {
		case "title", "heading", "head", "header", "caption", "label", "name", "thmheading", "identifier":
			return true
		}
	}
	return false
}

// splitHead reads a printed head: "Theorem 2.3 (Lagrange).", "2.3 Theorem", "Definition VS. Vector Space", "Proof of
// Lemma 4." whole says that nothing else stands in s.
func splitHead(s string, whole bool) (word, number, title string, ok bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return "", "", "", false
	}
	if isDigit(s[0]) {
		i := strings.IndexByte(s, ' ')
		if i < 0 || i > 16 {
			return "", "", "", false
		}
		number, s = strings.Trim(s[:i], ".()"), strings.TrimSpace(s[i:])
		if s == "" {
			return "", "", "", false
		}
	}
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsUpper(first) && !unicode.Is(unicode.Han, first) {
		return "", "", "", false
	}
	// The longest head word of up to three words.
	end := 0
	for i, words := 0, 0; i <= len(s) && words < 3; i++ {
		if i < len(s) && strings.IndexByte(" .:(,", s[i]) < 0 {
			continue
		}
		words++
		if f, known := text.LookupHead(s[:i]); known && f.Class != text.NoHead {
			end = i
		}
		if i < len(s) && s[i] != ' ' {
			break
		}
	}
	if end == 0 { // "Key Lemma 3"; "Squeeze Theorem", which is a name
		f := strings.Fields(s)
		for k := 1; k < min(len(f), 4) && end == 0; k++ {
			w := strings.TrimRight(f[k], ".:")
			if h, known := text.LookupHead(w); known && h.Class == text.Item && len(w) > 3 {
				end = strings.Index(s, f[k]) + len(w)
				if name := s[:end]; strings.Trim(s[end:], ".: ") == "" {
					return capital("", w), number, name, true
				}
			}
		}
	}
	if end == 0 {
		return "", "", "", false
	}
	word = strings.TrimRight(s[:end], ". ")
	rest := strings.TrimSpace(s[end:])
	rest = strings.TrimPrefix(rest, "#")
	if number == "" {
		k := 0
		for k < len(rest) && (isDigit(rest[k]) || rest[k] >= 'A' && rest[k] <= 'Z' || rest[k] == '.' && k+1 < len(rest) && (isDigit(rest[k+1]) || rest[k+1] >= 'A' && rest[k+1] <= 'Z') || rest[k] == '-' && k > 0 && k+1 < len(rest) && isDigit(rest[k+1])) {
			k++
		}
		if k > 0 && k < len(rest) && rest[k] >= 'a' && rest[k] <= 'z' && (k+1 == len(rest) || !isLetter(rest[k+1])) && isDigit(rest[k-1]) {
			k++
		}
		for k > 0 && k < len(rest) && (rest[k] == '\'' || rest[k] == '*') {
			k++
		}
		if r, _ := utf8.DecodeRuneInString(rest[k:]); k > 0 && (k == len(rest) || !unicode.IsLetter(r)) && k < 24 {
			number, rest = rest[:k], strings.TrimSpace(rest[k:])
		}
	}
	marked := rest != "" && strings.IndexByte(".:", rest[0]) >= 0 || strings.HasPrefix(rest, "—") || strings.HasPrefix(rest, "–")
	rest = strings.TrimSpace(strings.TrimLeft(rest, ".:—–- "))
	h, _ := text.LookupHead(word)
	switch {
	case rest == "":
	case !marked && number == "" && h.Class == text.Item && !h.Strong() && rest[0] != '(' && rest[0] != '[': // "Finding a tangent"
		return "", "", "", false
	case !marked && number == "" && whole && startsSmall(rest): // "Théorème de Pythagore"
		title = strings.TrimRight(s, ".: ")
	case rest[0] == '(' || rest[0] == '[':
		k := strings.LastIndexAny(rest, ")]")
		if k < 0 || strings.Trim(rest[k+1:], " .:") != "" && !whole {
			return "", "", "", false
		}
		title = strings.TrimSpace(rest[1:k])
		if t := strings.Trim(rest[k+1:], " .:—–"); t != "" {
			title = t
		}
	case whole || marked || number != "":
		title = strings.TrimRight(rest, ".: ")
	default:
		if h.Class != text.Proof {
			return "", "", "", false
		}
	}
	return word, number, title, true
}

func startsSmall(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

// box reads a box.
func (w *pageWalker) box(n int32, b box) {
	e := w.node(n)
	if id := e.value("id"); id != "" {
		b.Anchors = append(b.Anchors, w.name(id))
	}
	if b.head >= 0 && w.node(b.head).text >= e.text { // the head alone, which shows the box when it is clicked
		w.anchors = append(w.anchors, b.Anchors...)
		return
	}
	joined := w.joined
	w.joined = 0
	w.boxes++
	w.enter(b.Block, "")
	if b.head >= 0 {
		w.heads[b.head] = true
		if b.next >= 0 {
			w.skip[b.next] = b.tail
		}
	}
	if e.tag == "dl" {
		for c := e.child; c >= 0; c = w.node(c).next {
			w.walk(c)
		}
	} else {
		w.children(n)
	}
	w.leave()
	w.boxes--
	w.joined = joined
	w.asides()
}

// declared keeps the links of a head that list what its author says the statement uses, as the blueprints of
// formalisations do: references that print nothing in the body.
func (w *pageWalker) declared(n int32) {
	end := w.node(n).end
	uses := int32(0) // up to here a list of uses goes
	for c := n + 1; c < int32(len(w.tree.nodes)) && c < n+2000 && w.node(c).start < end; c++ {
		e := w.node(c)
		if e.classed("uses") {
			uses = e.end
		}
		if href, ok := e.attr("href"); ok && e.tag == "a" && e.start < uses {
			if target, file, ok := w.target(href); ok && target != "" {
				w.uses = append(w.uses, core.Reference{Target: target, File: file})
			}
		}
	}
}

// head reads the printed head of the box around it, which stands before the box's body.
func (w *pageWalker) head(n int32) {
	if len(w.open) == 0 {
		w.children(n)
		return
	}
	e := w.node(n)
	if id := e.value("id"); id != "" {
		w.anchor(w.name(id))
	}
	at, _ := w.bareText(n)
	w.declared(n)
	if next := e.next; at >= 0 && next >= 0 {
		if to, ok := w.skip[next]; ok {
			w.bare = true
			w.words(int(w.node(next).start), to)
			w.bare = false
		}
	}
	w.gap, w.blank, w.blankAt = -1, false, -1
}
