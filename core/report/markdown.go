package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"lemma/core"
	"lemma/core/text"
)

// sectionOrder is the order in which decisions are listed: what a reader has to look at comes first.
var sectionOrder = []struct {
	action core.Action
	title  string
}{
	{core.Queue, "Waiting for a decision"},
	{core.Update, "Updated"},
	{core.Add, "Added"},
	{core.Skip, "Already known"},
}

// Markdown writes the report for people. Statements come from strangers: they stand in fences that nothing in them can
// close, since a quotation would let their HTML through; names and reasons are inline text without markup.
func (r *Report) Markdown(w io.Writer) error {
	p := printer{w: w}
	if r.SessionID == "" {
		p.f("# A %s that is not on record\n\n", r.Kind)
	} else {
		p.f("# Session %s: %s\n\n", r.SessionID, r.Kind)
	}
	if r.Note != "" {
		p.f("**%s**\n\n", r.Note)
	}
	p.summary(r)
	p.gate(r)
	p.losses(r)
	for _, s := range sectionOrder {
		p.decisions(r, s.action, s.title)
	}
	p.answers(r)
	p.changes(r)
	p.refused(r)
	p.artifacts(r)
	if len(r.Errors) > 0 {
		p.f("## Errors\n\n")
		for _, e := range r.Errors {
			p.f("- %s\n", text.Inline(e))
		}
		p.f("\n")
	}
	return p.err
}

// printer writes until the first error, which it keeps.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) f(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

func (p *printer) summary(r *Report) {
	p.f("| | |\n|---|---|\n")
	p.f("| status | %s |\n", r.Status)
	p.f("| source | %s |\n", orDash(text.Inline(r.origin)))
	if !r.Started.IsZero() {
		p.f("| started | %s |\n", r.Started.UTC().Format(time.RFC3339))
		if !r.Finished.IsZero() {
			p.f("| took | %s |\n", r.Finished.Sub(r.Started).Round(time.Millisecond))
		}
	}
	c := r.Counts
	if r.Kind == core.SessionLearn {
		p.f("| candidates | %d: %d added, %d updated, %d known already, %d waiting |\n", c.Candidates, c.Added, c.Updated, c.Skipped, c.Conflicts)
		p.f("| edges | %d accepted, %d refused |\n", c.Edges, c.Refused)
		if len(r.Wired) > 0 {
			p.f("| edges by origin | %s |\n", origins(r.Wired, c.Candidates))
		}
	} else {
		sourced := ""
		if c.Sourced > 0 {
			sourced = fmt.Sprintf(", %d gained a source", c.Sourced)
		}
		p.f("| primitives | %d added, %d updated%s, %d removed |\n", c.Added, c.Updated, sourced, c.Removed)
	}
	if len(r.Reverts) > 0 {
		p.f("| taken back | %s |\n", strings.Join(r.Reverts, ", "))
	}
	p.f("\n")
	if len(r.Documents) > 0 {
		p.f("## Documents\n\n| name | type | bytes | trust | digest |\n|---|---|---|---|---|\n")
		for _, d := range r.Documents {
			p.f("| %s | %s | %d | %s | %s |\n", text.Inline(d.Name), orDash(string(d.Type)), d.Size, d.Familiarity, text.Code(string(d.Digest)))
		}
		p.f("\n")
	}
	if s := r.Since; s != nil {
		p.f("## Since %s\n\n%d the same", s.Session, s.Same)
		for _, list := range []struct {
			what  string
			names []string
		}{{"new", s.New}, {"changed", s.Changed}, {"gone; what was learned from it stays", s.Gone}} {
			for i, name := range list.names {
				if i == 0 {
					p.f("\n")
				}
				p.f("\n- %s: %s", text.Inline(name), list.what)
			}
		}
		p.f("\n\n")
	}
	if len(r.Origins) > 0 {
		p.f("## Fetched\n\n| from | when | bytes | commit | digest |\n|---|---|---|---|---|\n")
		for _, o := range r.Origins {
			p.f("| %s | %s | %d | %s | %s |\n", text.Inline(o.URL), orDash(at(o.Fetched)), o.Size, orDash(text.Inline(o.Commit)), text.Code(string(o.Digest)))
		}
		p.f("\n")
	}
	if len(r.Stages) > 0 {
		p.f("## Stages\n\n| stage | seconds | items |\n|---|---|---|\n")
		for _, s := range r.Stages {
			p.f("| %s | %.3f | %d |\n", s.Name.Word(), s.Seconds, s.Items)
		}
		p.f("\n")
	}
}

func (p *printer) gate(r *Report) {
	if r.Gate == nil {
		return
	}
	p.f("## Gate\n\n%s, by %s: %s\n\n", r.Gate.Verdict, text.Inline(r.Gate.By), text.Inline(r.Gate.Rationale))
	for _, d := range r.Gate.Dropped {
		p.f("- left out: %s\n", text.Inline(d))
	}
	if len(r.Gate.Dropped) > 0 {
		p.f("\n")
	}
	if len(r.Findings) == 0 {
		p.f("No findings.\n\n")
		return
	}
	p.f("| severity | rule | where | why |\n|---|---|---|---|\n")
	for _, f := range r.Findings {
		times := ""
		if f.Count > 1 {
			times = fmt.Sprintf(" (%d times)", f.Count)
		}
		p.f("| %s | %s%s | %s:%d:%d | %s |\n", f.Severity, f.Rule, times, text.Inline(f.Document), f.Line, f.Column, text.Inline(f.Why))
	}
	p.f("\n")
	p.reviews(r.Gate)
}

// reviews are the findings that the reviewer flagged or wrote a note on.
func (p *printer) reviews(gate *core.Decision) {
	said := false
	for _, v := range gate.Reviews {
		if v.Finding < 0 || v.Finding >= len(gate.Open) || !v.Flagged && v.Note == "" {
			continue
		}
		f, word := gate.Open[v.Finding], "harmless"
		if v.Flagged {
			word = "flagged"
		}
		p.f("- %s: %s at %s:%d:%d", word, f.Rule, text.Inline(f.Document), f.Line, f.Column)
		if v.Note != "" {
			p.f(": %s", text.Inline(v.Note))
		}
		p.f("\n")
		said = true
	}
	if said {
		p.f("\n")
	}
}

func (p *printer) losses(r *Report) {
	if len(r.Losses) == 0 {
		return
	}
	p.f("## Losses\n\n")
	for _, l := range core.GroupLosses(r.Losses) {
		p.f("- %s: %s (%d): %s\n", text.Inline(l.Document), l.Kind, l.Count, text.Inline(l.Text))
	}
	p.f("\n")
}

func (p *printer) decisions(r *Report, action core.Action, title string) {
	n := 0
	for _, d := range r.Decisions {
		if d.Action == action {
			n++
		}
	}
	if n == 0 {
		return
	}
	p.f("## %s (%d)\n\n", title, n)
	for _, d := range r.Decisions {
		if d.Action != action {
			continue
		}
		p.f("### %s\n\n", text.Inline(strings.TrimSpace(d.Label+" "+d.Name)))
		p.f("%s, %s: %s.", text.Code(d.Candidate), text.Inline(string(d.Kind)), text.Inline(d.Rationale))
		if d.Existing != "" {
			p.f(" Compared with %s (%s, %.2f).", text.Code(d.Existing), d.Class, d.Confidence)
		}
		if d.Rule != "" {
			p.f(" Extracted with confidence %.2f: %s.", d.Extracted, text.Inline(d.Rule))
		}
		p.f("\n\n")
		p.f("%s\n", text.Fence(d.Statement))
	}
}

func (p *printer) answers(r *Report) {
	if r.Kind != core.SessionResolve {
		return
	}
	p.f("## Answers (%d)\n\n", len(r.Sources))
	for _, s := range r.Sources {
		p.f("- %s\n", text.Inline(s))
	}
	p.f("\n")
}

func (p *printer) changes(r *Report) {
	if r.Kind == core.SessionLearn || len(r.Changes) == 0 {
		return
	}
	p.f("## Changes (%d)\n\n", len(r.Changes))
	for _, c := range r.Changes {
		p.f("- %s %s: %s\n", c.What, text.Code(c.ID), text.Inline(c.Name))
	}
	p.f("\n")
}

func (p *printer) refused(r *Report) {
	if len(r.Refused) == 0 {
		return
	}
	p.f("## Refused edges (%d)\n\n", len(r.Refused))
	for _, e := range r.Refused {
		p.f("- %s %s %s: ", text.Code(e.From), text.Inline(string(e.Edge.Type)), text.Code(e.Edge.Target))
		if len(e.Cycle) == 0 {
			p.f("the target is not there\n")
		} else {
			p.f("would close the cycle %s\n", e.Around(text.Code))
		}
	}
	p.f("\n")
}

func (p *printer) artifacts(r *Report) {
	if len(r.Artifacts) == 0 {
		return
	}
	p.f("## Generated files\n\n")
	for _, a := range r.Artifacts {
		p.f("- %s %s: ", a.Kind, text.Inline(a.Domain))
		if a.Path != "" {
			p.f("%s ", text.Code(a.Place()))
		}
		p.f("%s\n", text.Inline(a.Note))
	}
	p.f("\n")
}

// at is a time, or nothing when there was no clock.
func at(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// origins lists what proposed the edges of a session, the most frequent first, each with its share of a candidate.
func origins(wired map[string]int, candidates int) string {
	names := slices.SortedFunc(maps.Keys(wired), func(a, b string) int { return cmp.Or(wired[b]-wired[a], strings.Compare(a, b)) })
	for i, name := range names {
		names[i] = fmt.Sprintf("%d by %s (%.2f a candidate)", wired[name], name, float64(wired[name])/float64(max(1, candidates)))
	}
	return strings.Join(names, ", ")
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
