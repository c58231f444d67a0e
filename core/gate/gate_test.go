package gate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lemma/core"
)

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func report(f core.Familiarity, findings ...core.Finding) *core.HygieneReport {
	r := &core.HygieneReport{
		Documents: []core.DocumentHygiene{{Name: "a.md", Digest: core.DigestOf([]byte("a")), Familiarity: f, Findings: findings}},
	}
	r.Passed = r.Count(core.Critical) == 0
	r.AutoApproved = f == core.Home && r.Passed && r.Count(core.Warning) == 0
	return r
}

func finding(s core.Severity) core.Finding {
	return core.Finding{Rule: "x", Category: core.PromptInjection, Severity: s, Line: 1, Column: 1, Excerpt: "\x1b[2Jgone", Why: "because"}
}

// says answers the same to every question and counts how often it was asked.
type says struct {
	answer Answer
	err    error
	asked  int
}

func (s *says) Decide(context.Context, Question) (Answer, error) {
	s.asked++
	return s.answer, s.err
}

func TestLaws(t *testing.T) {
	stranger := report(core.Stranger)
	lying := report(core.Stranger, finding(core.Critical))
	lying.AutoApproved = true
	unmarked := report("")
	unmarked.AutoApproved = true
	for _, c := range []struct {
		name   string
		report *core.HygieneReport
		says   says
		want   core.Verdict
		asked  int
		err    error
	}{
		{"home and clean is not asked about", report(core.Home), says{answer: Answer{Verdict: core.Rejected}}, core.Approved, 0, nil},
		{"info is clean", report(core.Home, finding(core.Info)), says{}, core.Approved, 0, nil},
		{"home with a warning is asked about", report(core.Home, finding(core.Warning)), says{answer: Answer{Verdict: core.ApprovedWithWarnings}}, core.ApprovedWithWarnings, 1, nil},
		{"a critical finding can be approved", report(core.Home, finding(core.Critical)), says{answer: Answer{Verdict: core.Approved}}, core.Approved, 1, nil},
		{"a clean stranger is asked about", stranger, says{answer: Answer{Verdict: core.Approved, By: "prompt"}}, core.Approved, 1, nil},
		{"a report that praises itself is not believed", lying, says{answer: Answer{Verdict: core.Rejected}}, core.Rejected, 1, nil},
		{"content that nobody marked is asked about", unmarked, says{answer: Answer{Verdict: core.Rejected}}, core.Rejected, 1, nil},
		{"an empty report is asked about", &core.HygieneReport{AutoApproved: true}, says{}, core.Rejected, 1, nil},
		{"the zero answer rejects", stranger, says{}, core.Rejected, 1, nil},
		{"a failing decider rejects", stranger, says{answer: Answer{Verdict: core.Approved}, err: errors.New("lost")}, core.Rejected, 1, nil},
		{"nobody is an error", stranger, says{answer: Answer{Verdict: core.Approved}, err: ErrNobody}, core.Rejected, 1, ErrNobody},
		{"a flag without digest does not approve a stranger", stranger, says{answer: Answer{Verdict: core.Approved, By: "flag"}}, core.Rejected, 1, ErrNobody},
		{"a wrong digest approves nothing, and rejects nothing", report(core.Home, finding(core.Warning)), says{answer: Answer{Verdict: core.Approved, Approves: "sha256:0"}}, core.Rejected, 1, ErrNobody},
		{"the right digest approves", stranger, says{answer: Answer{Verdict: core.Approved, By: "flag", Approves: Digest(stranger)}}, core.Approved, 1, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Decide(context.Background(), c.report, &c.says, now)
			if !errors.Is(err, c.err) || d.Verdict != c.want || c.says.asked != c.asked {
				t.Errorf("got %q, asked %d times, error %v; want %q, %d, %v", d.Verdict, c.says.asked, err, c.want, c.asked, c.err)
			}
			if info := c.report.Count(core.Info) > 0; d.By == Automatic && strings.HasSuffix(d.Rationale, "above info") != info {
				t.Errorf("%q with %d findings of the severity info", d.Rationale, c.report.Count(core.Info))
			}
			if d.Rationale == "" || !d.At.Equal(now) || d.Digest == "" {
				t.Errorf("the record is not whole: %+v", d)
			}
			if d.Verdict.Approves() != (d.Documents > 0) {
				t.Errorf("%d documents are let through by %q", d.Documents, d.Verdict)
			}
		})
	}
}

// TestNobodyIsTold wants whoever reads the error to learn what was found and where, the gravest first.
func TestNobodyIsTold(t *testing.T) {
	r := report(core.Home, finding(core.Warning), finding(core.Warning), finding(core.Critical), finding(core.Warning), finding(core.Warning), finding(core.Warning))
	for i := range r.Documents[0].Findings {
		r.Documents[0].Findings[i].Rule, r.Documents[0].Findings[i].Line = "rule", i+1
	}
	_, err := Decide(context.Background(), r, nil, now)
	if err == nil {
		t.Fatal("it was decided")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 8 || !strings.Contains(lines[1], r.Documents[0].Name+":3  rule") || lines[6] != "  and 1 more" || !strings.Contains(lines[7], "lemma scan") {
		t.Errorf("the error is %q", err)
	}
}

func TestNoDecider(t *testing.T) {
	d, err := Decide(context.Background(), report(core.Stranger), nil, now)
	if !errors.Is(err, ErrNobody) || d.Verdict != core.Rejected {
		t.Fatalf("got %v, %v", d.Verdict, err)
	}
	for _, part := range []string{"--decision", "--approve-digest " + string(Digest(report(core.Stranger)))} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in, feed := io.Pipe()
	defer func() { _ = feed.Close() }()
	time.AfterFunc(time.Millisecond, cancel)
	d, err := Decide(ctx, report(core.Stranger), Prompt(in, io.Discard), now)
	if !errors.Is(err, context.Canceled) || d.Verdict != core.Rejected {
		t.Errorf("a cancelled prompt gave %q, %v", d.Verdict, err)
	}
	if d, err := Decide(ctx, report(core.Home), nil, now); err == nil || d.Verdict != core.Rejected {
		t.Errorf("a cancelled run was approved: %q, %v", d.Verdict, err)
	}
}

// Of all answers that a decider can give only two approve.
func TestOnlyApprovalsApprove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := core.Verdict(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"Approve", "approve ", "approved", "yes", "APPROVE", "approve\x00", "approve-with-warning", "true", "ok"})).Draw(t, "verdict"))
		r := report(rapid.SampledFrom([]core.Familiarity{core.Home, core.Stranger, "", "home"}).Draw(t, "familiarity"), finding(core.Warning))
		d, err := Decide(context.Background(), r, &says{answer: Answer{Verdict: v, By: "test"}}, now)
		if err != nil {
			t.Fatal(err)
		}
		if want := v == "approve" || v == "approve-with-warnings"; d.Verdict.Approves() != want {
			t.Fatalf("%q gave %q", v, d.Verdict)
		}
	})
}

func TestPrompt(t *testing.T) {
	approvals := map[string]core.Verdict{"a": core.Approved, "approve": core.Approved, "w": core.ApprovedWithWarnings, "approve-with-warnings": core.ApprovedWithWarnings}
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"a", " A ", "w", "approve", "approve-with-warnings", "ap", "approve with warnings", "y", "yes", "aw", "r"})).Draw(t, "typed")
		end := rapid.SampledFrom([]string{"\n", ""}).Draw(t, "end")
		line, _, whole := strings.Cut(typed+end, "\n")
		want := core.Rejected
		if v, ok := approvals[strings.ToLower(strings.TrimSpace(line))]; ok && whole {
			want = v
		}
		var out bytes.Buffer
		d, err := Decide(context.Background(), report(core.Stranger, finding(core.Critical)), Prompt(strings.NewReader(typed+end), &out), now)
		if err != nil || d.Verdict != want {
			t.Fatalf("%q gave %q, %v; want %q", typed+end, d.Verdict, err, want)
		}
		if strings.ContainsRune(out.String(), '\x1b') {
			t.Fatalf("the prompt drew an escape sequence: %q", out.String())
		}
	})
}

func TestFlags(t *testing.T) {
	r := report(core.Stranger, finding(core.Critical))
	for _, c := range []struct {
		name  string
		flags Flags
		want  core.Verdict
		err   error
	}{
		{"nothing said", Flags{}, core.Rejected, ErrNobody},
		{"approval without digest", Flags{Verdict: "approve"}, core.Rejected, ErrNobody},
		{"approval of other content", Flags{"approve", "sha256:1"}, core.Rejected, ErrNobody},
		{"approval of this content", Flags{"approve-with-warnings", string(Digest(r))}, core.ApprovedWithWarnings, nil},
		{"rejection needs no digest", Flags{Verdict: "reject"}, core.Rejected, nil},
		{"an unknown word rejects", Flags{"sure", string(Digest(r))}, core.Rejected, nil},
	} {
		d, err := Decide(context.Background(), r, c.flags, now)
		if d.Verdict != c.want || !errors.Is(err, c.err) || d.By != "flag" {
			t.Errorf("%s: got %q by %q, %v; want %q, %v", c.name, d.Verdict, d.By, err, c.want, c.err)
		}
	}
}

// An approval must not cover anything but what was shown: whatever changes the report changes the digest, the order
// of documents and findings excepted.
func TestDigest(t *testing.T) {
	a, b := finding(core.Warning), finding(core.Critical)
	r := report(core.Stranger, a, b)
	r.Documents = append(r.Documents, core.DocumentHygiene{Name: "b.md"})
	d := Digest(r)
	swapped := report(core.Stranger, b, a)
	swapped.Documents = append([]core.DocumentHygiene{{Name: "b.md"}}, swapped.Documents...)
	if Digest(swapped) != d {
		t.Error("the order matters")
	}
	for name, change := range map[string]func(r *core.HygieneReport){
		"name":        func(r *core.HygieneReport) { r.Documents[0].Name += "x" },
		"digest":      func(r *core.HygieneReport) { r.Documents[0].Digest = "" },
		"familiarity": func(r *core.HygieneReport) { r.Documents[1].Familiarity = core.Home },
		"finding":     func(r *core.HygieneReport) { r.Documents[0].Findings = r.Documents[0].Findings[:1] },
		"place":       func(r *core.HygieneReport) { r.Documents[0].Findings[0].Start++ },
		"moved name":  func(r *core.HygieneReport) { r.Documents[0].Name, r.Documents[0].Digest = "a", "m" },
		"document":    func(r *core.HygieneReport) { r.Documents = r.Documents[:1] },
	} {
		c := report(core.Stranger, a, b)
		c.Documents = append(c.Documents, core.DocumentHygiene{Name: "b.md"})
		if change(c); Digest(c) == d {
			t.Errorf("a change of the %s is not seen", name)
		}
	}
}

func TestLeavingOut(t *testing.T) {
	two := report(core.Home, finding(core.Warning))
	two.Documents = append(two.Documents, core.DocumentHygiene{Name: "b.md", Familiarity: core.Home})
	for _, c := range []struct {
		drop []string
		want core.Verdict
		docs int
	}{
		{nil, core.Approved, 2},
		{[]string{"a.md"}, core.Approved, 1},
		{[]string{"a.md", "a.md"}, core.Approved, 1},
		{[]string{"a.md", "b.md"}, core.Rejected, 0},
		{[]string{"c.md"}, core.Rejected, 0},
	} {
		d, err := Decide(context.Background(), two, &says{answer: Answer{Verdict: core.Approved, Drop: c.drop}}, now)
		if err != nil || d.Verdict != c.want || d.Documents != c.docs {
			t.Errorf("leaving out %q: %q of %d documents, %v; want %q of %d", c.drop, d.Verdict, d.Documents, err, c.want, c.docs)
		}
	}
}

func TestReviews(t *testing.T) {
	said := []core.Review{{Finding: 7}, {Finding: 0, Flagged: true, Note: "look"}, {Finding: -1}}
	d, err := Decide(context.Background(), report(core.Home, finding(core.Warning)), &says{answer: Answer{Verdict: core.Rejected, Reviews: said}}, now)
	if err != nil || len(d.Reviews) != 1 || d.Reviews[0] != said[1] {
		t.Errorf("kept %v, %v; want the word on the only finding", d.Reviews, err)
	}
}

// TestSaidBeforehand gives flags with clean content from home: a rejection and an approval of other content must be
// heard.
func TestSaidBeforehand(t *testing.T) {
	r := report(core.Home)
	for _, c := range []struct {
		flags Flags
		want  core.Verdict
		err   error
	}{
		{Flags{}, core.Approved, nil},
		{Flags{Verdict: "approve"}, core.Approved, nil},
		{Flags{Verdict: "approve-with-warnings"}, core.Approved, nil},
		{Flags{Verdict: "reject"}, core.Rejected, nil},
		{Flags{Verdict: "rejct"}, core.Rejected, nil},
		{Flags{Verdict: "approve", ApproveDigest: "sha256:0"}, core.Rejected, ErrNobody},
		{Flags{Verdict: "approve", ApproveDigest: string(Digest(r))}, core.Approved, nil},
	} {
		if d, err := Decide(context.Background(), r, c.flags, now); !errors.Is(err, c.err) || d.Verdict != c.want {
			t.Errorf("%+v gives %q, %v; want %q", c.flags, d.Verdict, err, c.want)
		}
	}
}
