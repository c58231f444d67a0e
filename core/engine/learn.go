package engine

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"lemma/core"
	"lemma/core/acquire"
	"lemma/core/analyze"
	"lemma/core/dedup"
	"lemma/core/extract"
	"lemma/core/gate"
	"lemma/core/merge"
	"lemma/core/sanitize"
	"lemma/core/text"
	"lemma/core/wire"
)

// LearnOptions say how to learn. The zero value works.
type LearnOptions struct {
	core.LearnOptions
	DryRun  bool   // run the stages, keep nothing but staged text
	Again   bool   // learn a source again although nothing of it changed
	Output  Output // where the artifacts of the domains that the session changed go; nil: none are generated
	Input   Input  // what "-" reads
	Network Network
}

// RejectionNote is the error of a run that was rejected at the gate, which is no failure.
const RejectionNote = "Content rejected at HITL gate"

// Learn starts to learn from sources, all in one session. The decider is asked at the gate; without one, nobody
// can be asked.
func (e *Engine) Learn(ctx context.Context, sources []string, opt LearnOptions, d gate.Decider) *Run {
	if d == nil {
		d = gate.Refuse{}
	}
	ctx, cancel := context.WithCancel(ctx)
	r := newRun(e.opt.Now, cancel)
	go func() {
		defer cancel()
		l := &learning{Engine: e, Run: r, opt: opt, decider: d, session: core.Session{Kind: core.SessionLearn, Sources: sources, Started: e.opt.Now(), Options: opt.LearnOptions}}
		err := l.guarded(ctx)
		r.finish(l.conclude(ctx, err))
	}()
	return r
}

// learning is the state of one learn: what each stage leaves to the next.
type learning struct {
	*Engine
	*Run
	opt     LearnOptions
	decider gate.Decider
	session core.Session

	base       *Snapshot
	acquired   *acquire.Result
	hygiene    *core.HygieneReport
	digest     core.Digest // of what the gate decides on
	rejected   bool
	unchanged  string // the session that learned the same before
	analyses   []*core.Analysis
	notes      []string
	candidates []core.Candidate
	edges      [][]core.Edge
	refused    []core.RefusedEdge
	matches    []core.Match
	merged     *merge.Result
	files      []Draft
	next       *Snapshot // the registry with the session applied
	committed  bool
}

// guarded turns a panic in a stage into an error. Stages that work on one document at a time name it, see each.
func (l *learning) guarded(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			buf := make([]byte, 4<<10)
			buf = buf[:runtime.Stack(buf, false)]
			err = fmt.Errorf("internal error in stage %s while learning %s: %v; nothing was changed\n%s", l.Board().Current().Stage, strings.Join(l.session.Sources, ", "), p, buf)
		}
	}()
	return l.run(ctx)
}

func (l *learning) run(ctx context.Context) error {
	l.write.Lock()
	defer l.write.Unlock()
	l.base = l.Snapshot()
	if err := l.place(l.opt.Domain); err != nil {
		return err
	}
	l.session.Seq = l.base.revision + 1
	l.session.ID = core.SessionID(l.session.Seq)

	steps := []struct {
		stage core.Stage
		run   func(context.Context) (items int, err error)
	}{
		{core.StageAcquire, l.acquire},
		{core.StageSanitize, l.sanitize},
		{core.StageGate, l.gate},
		{core.StageAnalyze, l.analyze},
		{core.StageExtract, l.extract},
		{core.StageDedup, l.dedup},
		{core.StageGenerate, l.generate},
	}
	for _, s := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		end := l.begin(s.stage)
		items, err := s.run(ctx)
		l.session.Stages = append(l.session.Stages, end(items, err))
		if err != nil {
			return err
		}
		if l.rejected || l.unchanged != "" || (s.stage == core.StageGate && l.opt.DryRun && l.acquired.Familiarity == core.Stranger) {
			break
		}
	}
	if l.opt.DryRun || l.idle() {
		return nil
	}
	end := l.begin(core.StageReport)
	err := l.keep(ctx)
	end(1, err)
	return err
}

// idle reports whether there is nothing to put on record: no change, and no word of a human.
func (l *learning) idle() bool {
	return l.unchanged != "" || len(l.candidates) == 0 && l.session.Gate != nil && l.session.Gate.By == gate.Automatic
}

// place checks the domain that the user chose. One that nothing knew is noted: it may be a slip, and has no place of
// its own.
func (l *learning) place(domain string) error {
	known := []string{core.GeneralDomain}
	for _, d := range l.DomainCounts(true) {
		known = append(known, d.ID)
	}
	if domain == "" || slices.Contains(known, domain) {
		return nil
	}
	meant := ""
	if near := Nearest(domain, known, 3); len(near) > 0 {
		meant = "did you mean " + strings.Join(near, " or ") + "? "
	}
	if !isID(domain) {
		if meant == "" {
			meant = fmt.Sprintf("say %s; ", text.Slug(domain, maxDomain))
		}
		return fmt.Errorf("--domain %.80q is no domain: it has lower-case letters, digits and hyphens between them, at most %d\n%s`lemma domains --all` lists those there are", domain, maxDomain, meant)
	}
	l.notes = append(l.notes, fmt.Sprintf("%s is a new domain, in the middle of the plane; %s`lemma domains --all` lists those there are, and lemma.yaml gives one of yours its place", domain, meant))
	l.record(core.StageAnalyze, core.Item{Note: l.notes[len(l.notes)-1]})
	return nil
}

func (l *learning) acquire(ctx context.Context) (int, error) {
	kept, err := l.awaited()
	if err != nil {
		return 0, err
	}
	res, err := acquire.Acquire(ctx, l.session.Sources, acquire.Options{
		Stranger: l.opt.Stranger, Stdin: l.opt.Input, MaxFile: l.Engine.opt.Limits.File, MaxTotal: l.Engine.opt.Limits.Total, MaxFiles: l.Engine.opt.Limits.Files, MaxRatio: l.Engine.opt.Limits.Ratio, PDF: l.Engine.opt.PDF,
		Scope: l.opt.Scope, Web: l.opt.Network.options(), Now: l.now, Keep: l.opt.DryRun, Fetched: kept,
		Progress: func(done, total int, name string) { l.at(core.StageAcquire, done, total, name) },
	})
	if err != nil {
		return 0, err
	}
	if err := l.drop(res); err != nil {
		return 0, err
	}
	l.acquired = res
	l.read(res.Documents)
	l.session.Losses = res.Losses
	l.session.Origins = res.Origins
	for _, d := range res.Documents {
		ref := core.DocumentRef{Name: d.Name, Digest: d.Digest, MediaType: d.MediaType, Size: d.Size, Familiarity: d.Familiarity}
		for _, p := range d.Parts {
			ref.Parts = append(ref.Parts, core.PartRef{Name: p.Name, Digest: p.Digest})
		}
		l.session.Documents = append(l.session.Documents, ref)
		l.session.Losses = append(l.session.Losses, d.Losses...)
		l.record(core.StageAcquire, core.Item{Document: &ref})
	}
	for _, loss := range core.GroupLosses(l.session.Losses) {
		l.record(core.StageAcquire, core.Item{Loss: &loss})
	}
	l.session.Counts.Documents = len(res.Documents)
	if !l.opt.Again {
		l.unchanged = l.learnedBefore()
	}
	if l.unchanged == "" {
		l.session.Since = l.since()
	}
	return len(res.Documents), nil
}

// drop leaves out the documents that the user named.
func (l *learning) drop(res *acquire.Result) error {
	for _, pattern := range l.opt.Drop {
		n := len(res.Documents)
		res.Documents = slices.DeleteFunc(res.Documents, func(d *core.Document) bool {
			ok, _ := path.Match(pattern, d.Name)
			return ok || d.Name == path.Clean(filepath.ToSlash(pattern)) || strings.HasSuffix(d.Name, "/"+pattern) || strings.HasSuffix(d.Name, "!"+pattern)
		})
		if len(res.Documents) == n {
			return fmt.Errorf("--drop %s: no document has that name", pattern)
		}
	}
	if len(res.Documents) == 0 {
		return errors.New("nothing is left to learn: every document was dropped")
	}
	return nil
}

// learnedBefore returns the session that is in force and read exactly these bytes with the same options, if there is
// one.
func (l *learning) learnedBefore() string {
	active := l.base.Active()
	for _, s := range slices.Backward(l.base.sessions) {
		if s.Kind != core.SessionLearn || s.Status != core.Committed || !active[s.ID] || len(s.Documents) != len(l.session.Documents) || s.Counts.Candidates == 0 {
			continue
		}
		if s.Options.Domain != l.opt.Domain || s.Options.Depth != l.opt.Depth {
			continue
		}
		if slices.EqualFunc(s.Documents, l.session.Documents, func(a, b core.DocumentRef) bool { return a.Digest == b.Digest }) {
			return s.ID
		}
	}
	return ""
}

func (l *learning) sanitize(ctx context.Context) (int, error) {
	var in []sanitize.Input
	for _, d := range l.acquired.Documents {
		in = append(in, sanitize.Input{Document: d, Name: d.Name, Familiarity: d.Familiarity, Digest: d.Digest})
	}
	in = append(in, unread(l.acquired.Unread)...) // of archives: what no file may be called, and where links lead
	rep, err := sanitize.Scan(ctx, in, sanitize.Options{LenientHome: l.Engine.opt.Lenient, Progress: func(done, total int) { l.at(core.StageSanitize, done, total, "") }})
	if err != nil {
		return 0, err
	}
	rep.Documents = slices.DeleteFunc(rep.Documents, func(d core.DocumentHygiene) bool { return d.Unread != "" && len(d.Findings) == 0 })
	l.hygiene = rep
	n := 0
	for _, d := range rep.Documents {
		for i := range d.Findings {
			f := d.Findings[i]
			if f.Document == "" {
				f.Document = d.Name
			}
			l.record(core.StageSanitize, core.Item{Finding: &f})
			n += max(1, f.Count)
		}
	}
	l.session.Counts.Findings = n
	l.digest = gate.Digest(rep)
	return n, nil
}

func (l *learning) gate(ctx context.Context) (int, error) {
	if l.opt.DryRun && l.acquired.Familiarity == core.Stranger {
		if err := l.stageBytes(); err != nil {
			return 0, err
		}
		return 0, l.await()
	}
	decider := gate.Decider(asking{l})
	if l.opt.DryRun { // nothing will be kept, so nobody needs to be asked
		decider = gate.Flags{Verdict: string(core.Approved)}
	}
	dec, err := gate.Decide(ctx, l.hygiene, decider, l.now())
	if err != nil {
		return 0, err
	}
	if _, said := l.decider.(gate.Flags); l.opt.DryRun && !said && dec.By != gate.Automatic && len(dec.Open) > 0 {
		worst := slices.MaxFunc(dec.Open, func(a, b core.Finding) int { return a.Severity.Rank() - b.Severity.Rank() })
		l.notes = append(l.notes, fmt.Sprintf("without --dry-run the gate stops here and needs a decision: %d critical findings, %d warnings; `lemma scan` shows each. The gravest: %s:%d: %s",
			l.hygiene.Count(core.Critical), l.hygiene.Count(core.Warning), worst.Document, worst.Line, worst.Why))
		l.record(core.StageGate, core.Item{Note: l.notes[len(l.notes)-1]})
	}
	l.leaveOut(dec.Dropped)
	dec.Dropped = slices.Concat(l.opt.Drop, dec.Dropped)
	l.session.Gate = &dec
	l.rejected = !dec.Verdict.Approves()
	l.record(core.StageGate, core.Item{Decision: &dec})
	return 1, nil
}

// leaveOut forgets documents that the approval does not cover.
func (l *learning) leaveOut(names []string) {
	l.acquired.Documents = slices.DeleteFunc(l.acquired.Documents, func(d *core.Document) bool { return slices.Contains(names, d.Name) })
	l.session.Documents = slices.DeleteFunc(l.session.Documents, func(d core.DocumentRef) bool { return slices.Contains(names, d.Name) })
	l.session.Counts.Documents = len(l.session.Documents)
}

// asking shows on the board that a human is asked.
type asking struct{ l *learning }

// Binds implements gate.Beforehand for a decider that does.
func (a asking) Binds() bool {
	b, ok := a.l.decider.(gate.Beforehand)
	return ok && b.Binds()
}

func (a asking) Decide(ctx context.Context, q gate.Question) (gate.Answer, error) {
	a.l.change(core.StageGate, func(s *StageState) { s.State = Asking })
	ans, err := a.l.decider.Decide(ctx, q)
	a.l.change(core.StageGate, func(s *StageState) { s.State = Running })
	return ans, err
}

func (l *learning) analyze(ctx context.Context) (int, error) {
	docs := l.acquired.Documents
	l.analyses = make([]*core.Analysis, len(docs))
	err := l.each(ctx, core.StageAnalyze, func(i int) error {
		an, err := analyze.Analyze(ctx, docs[i], analyze.Options{Domains: l.domains})
		l.analyses[i] = an
		return err
	})
	if err != nil {
		return 0, err
	}
	for _, together := range l.collections() {
		analyze.Settle(together)
	}
	n := 0
	for i, an := range l.analyses {
		l.session.Documents[i].Type = an.Type
		l.session.Documents[i].Sections = len(an.Sections) - 1
		var items []core.Item
		for _, s := range an.Sections[1:] {
			items = append(items, core.Item{Heading: &core.HeadingItem{Document: i, Level: s.Level, Number: s.Number, Title: s.Title}})
		}
		n += len(items)
		l.record(core.StageAnalyze, items...)
	}
	return n, nil
}

// collections are the analyses of documents that belong together: those of one format from one archive, folder or
// repository.
func (l *learning) collections() [][]*core.Analysis {
	at := map[string]int{}
	var all [][]*core.Analysis
	for i, d := range l.acquired.Documents {
		source, _, member := strings.Cut(d.Name, "!")
		for _, s := range l.session.Sources {
			if dir := strings.TrimSuffix(path.Clean(filepath.ToSlash(s)), "/") + "/"; !member && strings.HasPrefix(d.Name, dir) {
				source = dir
			}
		}
		key := d.MediaType + " " + source
		k, ok := at[key]
		if !ok {
			k = len(all)
			at[key], all = k, append(all, nil)
		}
		all[k] = append(all[k], l.analyses[i])
	}
	return all
}

func (l *learning) extract(ctx context.Context) (int, error) {
	docs := l.acquired.Documents
	found := make([][]core.Candidate, len(docs))
	err := l.each(ctx, core.StageExtract, func(i int) error {
		c, err := extract.Extract(ctx, docs[i], l.analyses[i], extract.Options{Domain: l.opt.Domain, Document: i})
		found[i] = c
		return err
	})
	if err != nil {
		return 0, err
	}
	l.candidates = extract.WithoutReviews(slices.Concat(found...))
	held := map[string]bool{}
	for _, c := range l.base.conflicts {
		held[c.Candidate.ID] = true
	}
	extract.AssignIDs(l.candidates, func(id string) bool { return held[id] || l.base.prims[id] != nil })
	items := make([]core.Item, len(l.candidates))
	for i := range l.candidates {
		p := &l.candidates[i].Primitive
		p.Source.Session = l.session.ID
		items[i].Candidate = &core.CandidateItem{ID: p.ID, Kind: p.Kind, Name: p.Name, Label: p.Label, Statement: p.FormalStatement, Confidence: p.Confidence, Rule: p.Rule}
	}
	l.record(core.StageExtract, items...)
	l.session.Counts.Candidates = len(l.candidates)
	if len(l.candidates) == 0 {
		l.record(core.StageExtract, core.Item{Note: "no definition, theorem, algorithm, technique, axiom or identity was found"})
		return 0, nil
	}
	res, err := wire.Wire(ctx, wire.Input{Documents: docs, Analyses: l.analyses, Candidates: l.candidates, Registry: l.base}, wire.Options{Depth: l.opt.Depth})
	if err != nil {
		return 0, err
	}
	l.edges, l.refused, l.session.Wired = res.Edges, res.Refused, res.ByOrigin
	return len(l.candidates), nil
}

// each calls f for every document, several at once, and reports progress. The error is that of the first document
// that failed, in their order.
func (l *learning) each(ctx context.Context, stage core.Stage, f func(i int) error) error {
	docs := l.acquired.Documents
	errs := make([]error, len(docs))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for i := range docs {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					buf := make([]byte, 4<<10)
					errs[i] = fmt.Errorf("%s: internal error in stage %s: %v\n%s", docs[i].Name, stage, p, buf[:runtime.Stack(buf, false)])
				}
				mu.Lock()
				done++
				n := done
				mu.Unlock()
				l.at(stage, n, len(docs), docs[i].Name)
				<-slots
			}()
			if errs[i] = ctx.Err(); errs[i] == nil {
				if err := f(i); err != nil {
					errs[i] = fmt.Errorf("%s: %w", docs[i].Name, err)
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(firstOf(errs)...)
}

func firstOf(errs []error) []error {
	for _, err := range errs {
		if err != nil {
			return []error{err}
		}
	}
	return nil
}

func (l *learning) dedup(ctx context.Context) (int, error) {
	index, err := l.base.index()
	if err != nil {
		return 0, err
	}
	l.at(core.StageDedup, 0, len(l.candidates), "")
	matches, err := index.Match(ctx, dedup.Input{
		Candidates: l.candidates, Edges: l.edges, Waiting: l.base.conflicts, Documents: l.session.Documents, Document: l.base.documents(),
	}, l.Engine.opt.Dedup)
	if err != nil {
		return 0, err
	}
	l.merged, err = merge.Merge(ctx, merge.Input{View: l.base, Session: l.session.ID, Candidates: l.candidates, Edges: l.edges, Matches: matches, Graph: l.base.graph.Fork()})
	if err != nil {
		return 0, err
	}
	l.matches = l.merged.Matches
	l.refused = append(l.settled(), l.merged.Refused...)
	counts := l.merged.Counts
	counts.Documents, counts.Findings, counts.Candidates = l.session.Counts.Documents, l.session.Counts.Findings, len(l.candidates)
	counts.Refused = len(l.refused)
	l.session.Counts = counts
	l.recordMerge()
	l.at(core.StageDedup, len(l.candidates), len(l.candidates), "")
	return len(l.matches), nil
}

// settled returns the edges that were refused among the candidates, between what these became. Those of a candidate
// that was known already are left out: none of its edges was wanted.
func (l *learning) settled() (refused []core.RefusedEdge) {
	at := make(map[string]int, len(l.candidates))
	for i := range l.candidates {
		at[l.candidates[i].Primitive.ID] = i
	}
	now := func(id string) string {
		if i, ok := at[id]; ok {
			return l.merged.Ends[i]
		}
		return id
	}
	for _, r := range l.refused {
		if i, ok := at[r.From]; ok && l.merged.Matches[i].Action == core.Skip {
			continue
		}
		r.From, r.Edge.Target, r.Cycle = now(r.From), now(r.Edge.Target), slices.Clone(r.Cycle)
		for i, id := range r.Cycle {
			r.Cycle[i] = now(id)
		}
		refused = append(refused, r)
	}
	return refused
}

// recordMerge puts edges, refused edges and decisions on record.
func (l *learning) recordMerge() {
	var items []core.Item
	for _, ch := range l.merged.Changeset.Changes {
		if ch.After == nil {
			continue
		}
		for _, e := range ch.After.Dependencies {
			if ch.Before == nil || ch.Before.Edge(e.Target) == nil {
				items = append(items, core.Item{Edge: &core.EdgeItem{From: ch.ID, To: e.Target, Type: e.Type, Strength: e.Strength}})
			}
		}
	}
	for i := range l.refused {
		items = append(items, core.Item{Refused: &l.refused[i]})
	}
	l.record(core.StageExtract, items...)
	items = nil
	for i := range l.matches {
		items = append(items, core.Item{Match: &l.matches[i]})
	}
	l.record(core.StageDedup, items...)
}

// stageBytes keeps the original bytes beside the registry.
func (l *learning) stageBytes() error {
	for _, d := range l.acquired.Documents {
		for _, p := range d.Parts {
			if err := l.store.Stage(p.Digest, p.Raw); err != nil {
				return fmt.Errorf("cannot keep the bytes of %s: %w", p.Name, err)
			}
		}
	}
	return nil
}

// unstage forgets bytes that a dry run kept for an approval which was then refused, but for those that other sessions
// rest on.
func (l *learning) unstage() error {
	needed := l.base.needed()
	for _, d := range l.acquired.Documents {
		for _, p := range d.Parts {
			if !needed[p.Digest] {
				if err := l.store.Unstage(p.Digest); err != nil {
					return fmt.Errorf("cannot forget the bytes of %s: %w", p.Name, err)
				}
			}
		}
	}
	return nil
}

// keep stages the bytes and commits the session.
func (l *learning) keep(ctx context.Context) error {
	c := &core.Commit{Items: l.recorded()}
	switch {
	case l.rejected:
		l.session.Status = core.StatedRejected
		if err := l.unstage(); err != nil {
			return err
		}
	default:
		l.session.Status = core.Committed
		if err := l.stageBytes(); err != nil {
			return err
		}
		if l.merged != nil {
			c.Changeset = l.merged.Changeset
		}
	}
	l.session.Finished = l.now()
	c.Session = l.session
	if err := l.commit(ctx, l.base, l.next, c); err != nil {
		return err
	}
	l.committed = true
	if err := l.decided(); err != nil {
		return fmt.Errorf("%s is committed, but: %w", l.session.ID, err)
	}
	if err := writeAll(l.opt.Output, l.files); err != nil {
		return fmt.Errorf("%s is committed, but: %w", l.session.ID, err)
	}
	return nil
}

// conclude makes the result of a run, and puts a failure after the acquisition on record as a session without changes.
func (l *learning) conclude(ctx context.Context, err error) (*Result, error) {
	if err != nil && !l.committed && l.acquired != nil && !l.opt.DryRun && ctx.Err() == nil && !errors.Is(err, gate.ErrNobody) {
		l.write.Lock()
		defer l.write.Unlock()
		if snap := l.Snapshot(); snap == l.base {
			s := l.session
			s.Status, s.Finished, s.Errors = core.Failed, l.now(), []string{err.Error()}
			s.Counts = core.Counts{Documents: s.Counts.Documents, Findings: s.Counts.Findings}
			if cerr := l.commit(ctx, snap, nil, &core.Commit{Session: s, Items: l.recorded()}); cerr == nil {
				l.session, l.committed = s, true
			} else {
				err = errors.Join(err, fmt.Errorf("the failure could not be recorded: %w", cerr))
			}
		}
	}
	return l.outcome(err), err
}
