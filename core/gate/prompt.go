package gate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

const (
	shown         = 10   // findings that the prompt lists
	longestAnswer = 4096 // bytes of a line of input that are read
)

// Prompt asks on a plain terminal: it writes the counts and the worst findings to out and reads one line from in.
// Whatever is not one of the approvals rejects, the end of input too.
func Prompt(in io.Reader, out io.Writer) Decider { return &prompt{bufio.NewReader(in), out} }

type prompt struct {
	in  *bufio.Reader
	out io.Writer
}

// Decide asks once. When ctx ends first it returns at once; the read that is under way ends with the input.
func (p *prompt) Decide(ctx context.Context, q Question) (Answer, error) {
	if _, err := io.WriteString(p.out, describe(q)); err != nil {
		return Answer{By: "prompt"}, fmt.Errorf("the question could not be shown: %w", err)
	}
	type line struct {
		s   string
		err error
	}
	read := make(chan line, 1)
	go func() {
		s, err := readLine(p.in)
		read <- line{s, err}
	}()
	select {
	case <-ctx.Done():
		return Answer{By: "prompt"}, ctx.Err()
	case l := <-read:
		if l.err != nil && !errors.Is(l.err, io.EOF) {
			return Answer{By: "prompt"}, l.err
		}
		return answer(l.s), nil
	}
}

// answer reads what was typed. The short forms are those that the prompt offers.
func answer(s string) Answer {
	a := Answer{By: "prompt"}
	switch typed := strings.ToLower(strings.TrimSpace(s)); typed {
	case "a", "approve":
		a.Verdict = core.Approved
	case "w", "approve-with-warnings":
		a.Verdict = core.ApprovedWithWarnings
	case "r", "reject":
		a.Verdict, a.Rationale = core.Rejected, "rejected at the prompt"
	case "":
		a.Verdict, a.Rationale = core.Rejected, "rejected: no answer was given"
	default:
		a.Verdict, a.Rationale = core.Rejected, fmt.Sprintf("rejected: %q is no approval", text.EscapeLine(typed).String())
	}
	return a
}

// readLine reads up to a line end. A line longer than any answer comes back cut, and so approves nothing; the end of
// input before a line end is no answer, since a closed terminal may have cut it.
func readLine(r *bufio.Reader) (string, error) {
	var b []byte
	for len(b) < longestAnswer {
		c, err := r.ReadByte()
		if err != nil {
			return "", err
		}
		if c == '\n' {
			break
		}
		b = append(b, c)
	}
	return string(b), nil
}

func describe(q Question) string {
	var b strings.Builder
	home := "from home"
	if q.Stranger {
		home = "from strangers"
	}
	fmt.Fprintf(&b, "%s %s: %d critical, %s, %d info\n", count(len(q.Report.Documents), "document"), home,
		q.Report.Count(core.Critical), count(q.Report.Count(core.Warning), "warning"), q.Report.Count(core.Info))
	if q.Digest != "" {
		fmt.Fprintf(&b, "digest %s\n", q.Digest)
	}
	fs := open(q.Report)
	slices.SortStableFunc(fs, func(x, y core.Finding) int { return y.Severity.Rank() - x.Severity.Rank() })
	for i, f := range fs {
		if i == shown {
			fmt.Fprintf(&b, "  and %d more\n", len(fs)-shown)
			break
		}
		times := ""
		if f.Count > 1 {
			times = fmt.Sprintf(" (%d times)", f.Count)
		}
		fmt.Fprintf(&b, "  %-8s %s %s:%d:%d%s\n           %s\n           %s\n", f.Severity, f.Rule,
			text.EscapeLine(f.Document), f.Line, f.Column, times, text.EscapeLine(f.Excerpt), text.EscapeLine(f.Why))
	}
	b.WriteString("[a]pprove, approve with [w]arnings, [r]eject (anything else rejects): ")
	return b.String()
}
