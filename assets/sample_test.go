package assets_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"lemma/assets"
)

var update = flag.Bool("update", false, "write the Markdown form of the notes anew")

// TestNotes fails when the two forms of the notes say different things. The LaTeX form is the one to edit; the other is
// made of it here, with the numbers, letters and operators that LaTeX would print.
func TestNotes(t *testing.T) {
	tex, err := assets.FS.ReadFile("sample/linear-algebra.tex")
	if err != nil {
		t.Fatal(err)
	}
	got, err := markdown(string(tex))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("sample/linear-algebra.md", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := assets.FS.ReadFile("sample/linear-algebra.md")
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		i := 0
		for i < min(len(got), len(want)) && got[i] == want[i] {
			i++
		}
		t.Errorf("linear-algebra.md is not what linear-algebra.tex makes (run with -update): from byte %d on it has\n%.200q\nwant\n%.200q", i, want[i:], got[i:])
	}
}

// notes is the LaTeX form on its way to the other.
type notes struct {
	heads   map[string]string // environment to printed head
	labels  map[string]string
	macros  map[string]string // command to what it prints
	section int
	item    int
	out     strings.Builder
}

var (
	newTheorem = regexp.MustCompile(`\\newtheorem\{(\w+)\}(?:\[\w+\])?\{(\w+)\}`)
	operator   = regexp.MustCompile(`\\DeclareMathOperator\{\\(\w+)\}\{(\w+)\}`)
	letter     = regexp.MustCompile(`\\newcommand\{\\(\w+)\}\{\\mathbb\{(\w)\}\}`)
	opening    = regexp.MustCompile(`^\\(?:section\{(.*?)\}|begin\{(\w+)\})(?:\[(.*?)\])?(?:\\label\{([^}]*)\})?$`)
	reference  = regexp.MustCompile(`\\ref\{([^}]*)\}`)
	emphasis   = regexp.MustCompile(`\\(?:defn|emph)\{([^{}]*)\}`)
	command    = regexp.MustCompile(`\\[A-Za-z]+`)
	signs      = strings.NewReplacer("---", "—", "--", "–", "~", " ")
	blockMark  = regexp.MustCompile(`^([-+*]|=+|#+|>.*|\d+[.)])$`)
)

func markdown(tex string) (string, error) {
	preamble, body, ok := strings.Cut(tex, "\\begin{document}\n\\maketitle\n")
	body, _, closed := strings.Cut(body, "\\end{document}")
	if !ok || !closed {
		return "", fmt.Errorf("no document")
	}
	n := &notes{heads: map[string]string{"proof": ""}, labels: map[string]string{}, macros: map[string]string{}}
	for _, m := range newTheorem.FindAllStringSubmatch(preamble, -1) {
		n.heads[m[1]] = m[2]
	}
	for _, m := range operator.FindAllStringSubmatch(preamble, -1) {
		n.macros[`\`+m[1]] = `\operatorname{` + m[2] + `}`
	}
	for _, m := range letter.FindAllStringSubmatch(preamble, -1) {
		n.macros[`\`+m[1]] = `\mathbb{` + m[2] + `}`
	}
	lines := strings.Split(strings.TrimSpace(body), "\n")
	n.number(lines)
	n.out.WriteString("<!-- Notes on linear algebra, written for lemma and part of it (MIT licence, see LICENSE). -->\n\n# Notes on Linear Algebra\n")
	err := n.blocks(lines)
	return n.out.String(), err
}

// number counts sections and environments as LaTeX does, and notes the labels.
func (n *notes) number(lines []string) {
	for _, l := range lines {
		if m := opening.FindStringSubmatch(l); m != nil && n.count(m) != "" && m[4] != "" {
			n.labels[m[4]] = n.now(m)
		}
	}
	n.section, n.item = 0, 0
}

func (n *notes) count(m []string) string {
	switch {
	case m[1] != "":
		n.section, n.item = n.section+1, 0
	case n.heads[m[2]] != "":
		n.item++
	default:
		return ""
	}
	return n.now(m)
}

func (n *notes) now(m []string) string {
	if m[1] != "" {
		return fmt.Sprint(n.section)
	}
	return fmt.Sprintf("%d.%d", n.section, n.item)
}

// blocks writes the paragraphs, displays and lists, with the heads of sections and environments before them.
func (n *notes) blocks(lines []string) error {
	var par []string
	indent, bullet, end := "", "", ""
	goesOn := false // after a display, in the same paragraph
	flush := func(mark string) {
		if s := n.text(strings.Join(par, " ")); s != "" || mark != "" {
			s += mark
			if !goesOn && (bullet == "" || strings.HasPrefix(bullet, "1.")) {
				n.out.WriteByte('\n')
			}
			n.out.WriteString(wrap(bullet+s, indent))
		}
		par, goesOn = nil, false
	}
	item := 0
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		m := opening.FindStringSubmatch(l)
		switch {
		case m != nil && m[1] != "":
			flush("")
			fmt.Fprintf(&n.out, "\n## %s %s\n", n.count(m), n.text(m[1]))
		case m != nil && m[2] == "proof":
			flush("")
			par, end = []string{"*Proof.*"}, " ∎"
		case m != nil && n.heads[m[2]] != "":
			flush("")
			head := fmt.Sprintf("**%s %s**", n.heads[m[2]], n.count(m))
			if m[3] != "" {
				head += " (" + m[3] + ")"
			}
			par = []string{head + "."}
		case l == `\begin{enumerate}`:
			flush("")
			item, indent = 0, "   "
		case l == `\end{enumerate}`:
			flush("")
			indent, bullet = "", ""
		case strings.HasPrefix(l, `\item `):
			flush("")
			item++
			bullet = fmt.Sprintf("%d. ", item)
			par = []string{l[len(`\item `):]}
		case strings.HasPrefix(l, `\end{`):
			if len(par) == 0 && end != "" {
				par = []string{"∎"}
				end = ""
			}
			flush(end)
			end = ""
		case strings.HasPrefix(l, `\[ `):
			flush("")
			for !strings.HasSuffix(l, ` \]`) {
				i++
				l += "\n" + lines[i]
			}
			fmt.Fprintf(&n.out, "$$ %s $$\n", n.text(l[3:len(l)-3]))
			goesOn = true
		case l == "":
			flush("")
		default:
			par = append(par, l)
		}
	}
	flush("")
	if strings.Contains(n.out.String(), "??") {
		return fmt.Errorf("a reference without a label")
	}
	return nil
}

// text writes TeX as Markdown: references, emphasis, and the macros of the preamble.
func (n *notes) text(s string) string {
	s = reference.ReplaceAllStringFunc(s, func(r string) string {
		if no := n.labels[reference.FindStringSubmatch(r)[1]]; no != "" {
			return no
		}
		return "??"
	})
	s = emphasis.ReplaceAllString(s, "*$1*")
	s = arguments(arguments(s, `\inner`, 2, `\langle `, `, `, `\rangle`), `\norm`, 1, `\|`, "", `\|`)
	s = command.ReplaceAllStringFunc(s, func(c string) string { return cmp.Or(n.macros[c], c) })
	return signs.Replace(s)
}

// arguments replaces a macro and its arguments, which may hold it again.
func arguments(s, macro string, count int, before, between, after string) string {
	at := strings.Index(s, macro+"{")
	if at < 0 {
		return s
	}
	rest := s[at+len(macro):]
	var args []string
	for range count {
		depth, i := 0, 0
		for i = range rest {
			switch rest[i] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth == 0 {
				break
			}
		}
		args = append(args, arguments(rest[1:i], macro, count, before, between, after))
		rest = rest[i+1:]
	}
	rest = arguments(rest, macro, count, before, between, after)
	if rest != "" && (rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z') && after[len(after)-1] != '|' {
		after += " "
	}
	return s[:at] + before + strings.Join(args, between) + after + rest
}

// wrap breaks a paragraph into lines of 100 characters, never before a word that would open a list or a heading.
func wrap(s, indent string) string {
	const width = 100
	var b strings.Builder
	line := 0
	for i, w := range strings.Fields(s) {
		n := len([]rune(w))
		switch {
		case i == 0:
		case line+1+n > width && !blockMark.MatchString(w):
			b.WriteString("\n" + indent)
			line = len(indent)
		default:
			b.WriteByte(' ')
			line++
		}
		b.WriteString(w)
		line += n
	}
	return b.String() + "\n"
}
