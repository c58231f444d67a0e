package sanitize

import (
	"sort"
	"strings"

	"lemma/core"
)

// format is how a text is marked up, as far as the scan cares.
type format uint8

const (
	plain format = iota
	markdown
	html
	tex
	source // a notation of its own, whose code only the reader knows
)

// spans are sorted and do not overlap, unless said otherwise.
type spans []core.Span

// holds reports whether one of the spans contains the offset.
func (s spans) holds(at int) bool {
	_, ok := s.around(at)
	return ok
}

// around returns the span that contains the offset.
func (s spans) around(at int) (core.Span, bool) {
	i := sort.Search(len(s), func(i int) bool { return s[i].End > at })
	if i == len(s) || s[i].Start > at {
		return core.Span{}, false
	}
	return s[i], true
}

// covers reports whether one of the spans contains the whole range.
func (s spans) covers(start, end int) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].End > start })
	return i < len(s) && s[i].Start <= start && end <= s[i].End
}

// joined sorts and merges.
func (s spans) joined() spans {
	sort.Slice(s, func(i, j int) bool { return s[i].Start < s[j].Start })
	out := s[:0]
	for _, x := range s {
		if n := len(out); n > 0 && x.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, x.End)
		} else if x.Start < x.End {
			out = append(out, x)
		}
	}
	return out
}

// codeSpans finds what is shown as code: fenced, indented and inline in Markdown and plain text, <pre> and <code> in
// HTML, verbatim environments and \verb in TeX. A fence that is never closed shields nothing.
func codeSpans(s string, f format) spans {
	switch f {
	case html:
		return htmlCode(s)
	case tex:
		return texCode(s)
	}
	var out spans
	fence, start := "", 0
	for pos := 0; pos < len(s); {
		end := len(s)
		if n := strings.IndexByte(s[pos:], '\n'); n >= 0 {
			end = pos + n + 1
		}
		line := s[pos:end]
		t := strings.TrimLeft(line, " \t>")
		n := 0
		for n < len(t) && (t[n] == '`' || t[n] == '~') && t[n] == t[0] {
			n++
		}
		switch {
		case fence != "":
			if n >= len(fence) && t[0] == fence[0] && strings.TrimSpace(t[n:]) == "" {
				out = append(out, core.Span{Start: start, End: end})
				fence = ""
			}
		case n >= 3:
			fence, start = t[:n], pos
		case strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t"):
			out = append(out, core.Span{Start: pos, End: end})
		default:
			out = inlineCode(out, line, pos)
		}
		pos = end
	}
	return out.joined()
}

// inlineCode finds `code` in a line. A run of backquotes that finds no partner is passed over; the partner is looked
// for once a length, so that the time is linear.
func inlineCode(out spans, line string, base int) spans {
	var missing [8]bool
	for i := 0; i < len(line); {
		if line[i] != '`' {
			i++
			continue
		}
		n := 1
		for i+n < len(line) && line[i+n] == '`' {
			n++
		}
		if n < len(missing) && !missing[n] {
			if j := strings.Index(line[i+n:], line[i:i+n]); j >= 0 {
				out = append(out, core.Span{Start: base + i, End: base + i + j + 2*n})
				i += j + 2*n
				continue
			}
			missing[n] = true
		}
		i += n
	}
	return out
}

func htmlCode(s string) spans {
	var out spans
	for _, name := range []string{"pre", "code", "samp", "xmp"} {
		for i := 0; i < len(s); {
			j := indexTag(s[i:], "<", name)
			if j < 0 {
				break
			}
			i += j
			e := indexTag(s[i+1:], "</", name)
			if e < 0 {
				break
			}
			out = append(out, core.Span{Start: i, End: i + 1 + e})
			i += 1 + e
		}
	}
	return out.joined()
}

// indexTag finds "<name" or "</name" in s, whatever the case.
func indexTag(s, open, name string) int {
	for i := 0; ; {
		j := strings.Index(s[i:], open)
		if j < 0 {
			return -1
		}
		i += j
		rest := s[i+len(open):]
		if len(rest) > len(name) && strings.EqualFold(rest[:len(name)], name) && !wordByte(rest[len(name)]) {
			return i
		}
		i += len(open)
	}
}

var verbatim = []string{"verbatim", "lstlisting", "minted", "Verbatim", "alltt"}

func texCode(s string) spans {
	var out spans
	for _, name := range verbatim {
		for i := 0; i < len(s); {
			j := strings.Index(s[i:], `\begin{`+name)
			if j < 0 {
				break
			}
			i += j
			e := strings.Index(s[i:], `\end{`+name)
			if e < 0 {
				break
			}
			out = append(out, core.Span{Start: i, End: i + e})
			i += e
		}
	}
	for i := 0; ; {
		j := strings.Index(s[i:], `\verb`)
		if j < 0 {
			break
		}
		i += j + len(`\verb`)
		if i+1 >= len(s) || isLetter(s[i]) {
			continue
		}
		line := s[i+1 : min(len(s), i+200)]
		if e := strings.IndexByte(line, s[i]); e >= 0 && !strings.Contains(line[:e], "\n") {
			out = append(out, core.Span{Start: i, End: i + 1 + e})
			i += 1 + e
		}
	}
	return out.joined()
}

// cues are places of words in a text.
type cues struct {
	at    []int32 // ascending
	word  []int32 // which one
	reach int     // bytes around a place that count
}

// distinct counts the different words around the offset, up to most.
func (c *cues) distinct(at, most int) int {
	i := sort.Search(len(c.at), func(i int) bool { return int(c.at[i]) >= at-c.reach })
	var seen []int32
next:
	for n := 0; i < len(c.at) && int(c.at[i]) <= at+c.reach && n < 400; i, n = i+1, n+1 {
		for _, w := range seen {
			if w == c.word[i] {
				continue next
			}
		}
		if seen = append(seen, c.word[i]); len(seen) >= most {
			break
		}
	}
	return len(seen)
}

const (
	enoughCues = 4   // different words of security vocabulary that make a text one about security
	quoteReach = 120 // bytes in which a quotation mark opens before what it quotes
)

// weigh returns the severity of a hit in its context. Where a text speaks about attacks, or shows one as code or in
// quotation marks, the reader is less likely to be its aim; but since an attacker words the context too, it lowers only
// to the rule's floor, and nothing that a reader of the page does not see is excused.
func (s *scan) weigh(r *Rule, at int) core.Severity {
	listing, code := s.code.around(at)
	unseen, hidden := s.hidden.around(at)
	switch { // a comment in a listing is shown with it, a listing in a comment is not
	case r.Context == "code" && code && (!hidden || unseen.Start >= listing.Start):
		return r.Floor
	case r.Context == "none" || hidden:
		return r.Severity
	}
	security := s.security.distinct(at, enoughCues) >= enoughCues
	if r.Context == "code" {
		switch {
		case security && r.Severity == core.Critical:
			return core.Warning
		case security:
			return r.Floor
		}
		return r.Severity
	}
	n := 0
	for _, holds := range []bool{code, s.quoted(at), security, s.example.distinct(at, 1) > 0} {
		if holds {
			n++
		}
	}
	if n >= 2 && (security || code) {
		return lower(r.Severity, r.Floor)
	}
	return r.Severity
}

// lower is one step down, not below the floor.
func lower(s, floor core.Severity) core.Severity {
	down := core.Info
	if s == core.Critical {
		down = core.Warning
	}
	if down.Rank() < floor.Rank() {
		return s
	}
	return down
}

// option reports whether the line says what an option or a field does, as manuals and references do: it begins with a
// name in code, or an option of a command, "--force", stands before the offset.
func (s *scan) option(at int) bool {
	from := max(0, at-quoteReach)
	if n := strings.LastIndexByte(s.src[from:at], '\n'); n >= 0 {
		from += n + 1
	}
	line := s.src[from:at]
	first := strings.TrimLeft(line, " \t|*-+<")
	if name := at - len(first); len(first) > 1 && len(first) < len(line) && (first[0] == '`' || s.code.holds(name)) && !s.code.holds(at) {
		return true
	}
	for i := strings.Index(line, "--"); i >= 0 && i+2 < len(line); {
		if isLetter(line[i+2]) && (i == 0 || !wordByte(line[i-1]) && line[i-1] != '-') {
			return true
		}
		n := strings.Index(line[i+2:], "--")
		if n < 0 {
			break
		}
		i += 2 + n
	}
	return false
}

// quoted reports whether the line quotes what stands at the offset: an opening quotation mark before it, a
// block quotation or a cell of a table.
func (s *scan) quoted(at int) bool {
	before := s.src[max(0, at-quoteReach):min(at, len(s.src))]
	if n := strings.LastIndexByte(before, '\n'); n >= 0 {
		before = before[n+1:]
	}
	t := strings.TrimLeft(before, " \t")
	if strings.HasPrefix(t, ">") || strings.HasPrefix(t, "|") {
		return true
	}
	if strings.ContainsAny(before, "“«„`") {
		return true
	}
	return strings.Count(before, `"`)%2 == 1 || strings.Contains(" "+before, " '")
}
