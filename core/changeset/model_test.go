package changeset_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lemma/core"
	"lemma/core/changeset"
	"lemma/core/merge"
)

// registry is a registry in memory: what the sessions left, and what each of them changed.
type registry struct {
	prims     map[string]*core.Primitive
	conflicts map[string]*core.Conflict
	sessions  []core.Session
	sets      []*core.Changeset
	states    []string // what export gave before each session
	forced    bool     // a session was taken back with force
}

func newRegistry() *registry {
	return &registry{prims: map[string]*core.Primitive{}, conflicts: map[string]*core.Conflict{}}
}

func (r *registry) Primitive(id string) *core.Primitive { return r.prims[id] }
func (r *registry) Primitives() iter.Seq[*core.Primitive] {
	return func(yield func(*core.Primitive) bool) {
		for _, id := range slices.Sorted(maps.Keys(r.prims)) {
			if !yield(r.prims[id]) {
				return
			}
		}
	}
}
func (r *registry) Dependents(id string) (list []string) {
	for p := range r.Primitives() {
		if p.Edge(id) != nil {
			list = append(list, p.ID)
		}
	}
	return list
}
func (r *registry) Conflict(id string) *core.Conflict { return r.conflicts[id] }
func (r *registry) Conflicts() []*core.Conflict {
	return slices.SortedFunc(maps.Values(r.conflicts), core.CompareConflicts)
}
func (r *registry) Sessions() []core.Session { return r.sessions }
func (r *registry) Changeset(seq uint64) (*core.Changeset, error) {
	return r.sets[seq-1], nil
}

func (r *registry) next() string { return core.SessionID(uint64(len(r.sessions) + 1)) }

// export is all that a registry holds but its history.
func (r *registry) export() string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	for p := range r.Primitives() {
		_ = enc.Encode(tidy(p))
	}
	for _, c := range r.Conflicts() {
		d := c.DeepClone()
		d.Candidate = *tidy(&d.Candidate)
		_ = enc.Encode(d)
	}
	return b.String()
}

// tidy writes an empty list as a missing one, as every encoding of the registry does.
func tidy(p *core.Primitive) *core.Primitive {
	q := p.DeepClone()
	for _, l := range []*[]string{&q.Section, &q.ApplicabilityPatterns, &q.Keywords, &q.Tags} {
		if len(*l) == 0 {
			*l = nil
		}
	}
	if len(q.Dependencies) == 0 {
		q.Dependencies = nil
	}
	if len(q.Sources) == 0 {
		q.Sources = nil
	}
	return q
}

// commit applies a session and fails when it does not fit what is there, or leaves the registry unsound.
func (r *registry) commit(t fataler, kind core.SessionKind, cs *core.Changeset, reverts []string) core.Session {
	t.Helper()
	s := core.Session{Seq: uint64(len(r.sessions) + 1), ID: r.next(), Kind: kind, Status: core.Committed, Reverts: reverts}
	r.states = append(r.states, r.export())
	seen := map[string]bool{}
	for _, ch := range cs.Changes {
		if seen[ch.ID] {
			t.Fatalf("%s changes %s twice", s.ID, ch.ID)
		}
		seen[ch.ID] = true
		if !r.prims[ch.ID].Equal(ch.Before) {
			t.Fatalf("%s: %s is not as its change says it was", s.ID, ch.ID)
		}
		if ch.After == nil {
			delete(r.prims, ch.ID)
		} else {
			r.prims[ch.ID] = ch.After
		}
	}
	for _, ch := range cs.Conflicts {
		if seen[ch.ID] {
			t.Fatalf("%s changes %s twice", s.ID, ch.ID)
		}
		seen[ch.ID] = true
		if !r.conflicts[ch.ID].Equal(ch.Before) {
			t.Fatalf("%s: %s is not as its change says it was", s.ID, ch.ID)
		}
		if ch.After == nil {
			delete(r.conflicts, ch.ID)
		} else {
			r.conflicts[ch.ID] = ch.After
		}
	}
	r.sessions, r.sets = append(r.sessions, s), append(r.sets, cs)
	if err := r.sound(); err != nil {
		t.Fatalf("%s (%s) left the registry unsound: %v%s", s.ID, kind, err, r.history())
	}
	return s
}

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

func (r *registry) sound() error {
	holds := map[string]string{}
	for p := range r.Primitives() {
		holds[p.ID] = "a primitive"
		for i, e := range p.Dependencies {
			if r.prims[e.Target] == nil {
				return fmt.Errorf("%s depends on %s, which is not there", p.ID, e.Target)
			}
			if i > 0 && p.Dependencies[i-1].Target >= e.Target {
				return fmt.Errorf("the edges of %s are not in order", p.ID)
			}
		}
		for _, s := range p.Sources {
			if s.SamePlace(&p.Source) {
				return fmt.Errorf("%s repeats its owner among its sources", p.ID)
			}
		}
	}
	for _, c := range r.Conflicts() {
		if by := holds[c.Candidate.ID]; by != "" {
			return fmt.Errorf("%s waits under the id %s, which %s holds", c.ID, c.Candidate.ID, by)
		}
		holds[c.Candidate.ID] = c.ID
	}
	for _, c := range r.Conflicts() {
		if e := c.Match.Existing; e != "" && r.prims[e] == nil {
			return fmt.Errorf("%s is in conflict with %s, which is not there", c.ID, e)
		}
		for _, e := range c.Candidate.Dependencies {
			if holds[e.Target] == "" {
				return fmt.Errorf("%s points to %s, which is not there", c.ID, e.Target)
			}
		}
		for _, in := range c.Inbound {
			if r.prims[in.From] == nil {
				return fmt.Errorf("%s is waited for by %s, which is not there", c.ID, in.From)
			}
		}
	}
	state := map[string]int{}
	var visit func(id string) error
	visit = func(id string) error {
		switch state[id] {
		case 1:
			return fmt.Errorf("%s is part of a cycle", id)
		case 2:
			return nil
		}
		state[id] = 1
		for _, e := range r.prims[id].Dependencies {
			if err := visit(e.Target); err != nil {
				return err
			}
		}
		state[id] = 2
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(r.prims)) {
		if err := visit(id); err != nil {
			return err
		}
	}
	return nil
}

// from reports where a session's name still stands in the registry.
func (r *registry) from(session string) []string {
	var list []string
	for p := range r.Primitives() {
		for _, s := range append([]core.Source{p.Source}, p.Sources...) {
			if s.Session == session {
				list = append(list, p.ID)
			}
		}
	}
	for _, c := range r.Conflicts() {
		for _, s := range append([]core.Source{c.Candidate.Source}, c.Candidate.Sources...) {
			if s.Session == session {
				list = append(list, c.ID)
			}
		}
	}
	return list
}

var types = []core.EdgeType{core.Requires, core.Applies, core.Motivates, core.Equivalent}

// learn commits a random learn: candidates with random matches and edges, as dedup and wire might give them.
func (r *registry) learn(t *rapid.T) {
	id := r.next()
	doc := fmt.Sprintf("doc%d", rapid.IntRange(0, 4).Draw(t, "document"))
	in := merge.Input{View: r, Session: id}
	live := slices.Sorted(maps.Keys(r.prims))
	waiting := slices.Sorted(maps.Keys(r.conflicts))
	updated := map[string]bool{}
	n := rapid.IntRange(1, 5).Draw(t, "candidates")
	held := map[string]bool{}
	for _, c := range r.conflicts {
		held[c.Candidate.ID] = true
	}
	for i := range n {
		base := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "id")
		pid := base
		for k := 2; held[pid] || r.prims[pid] != nil; k++ {
			pid = fmt.Sprintf("%s-%d", base, k)
		}
		held[pid] = true
		p := core.Primitive{ID: pid, Name: "Name " + base, Kind: core.Definition, Label: fmt.Sprintf("%s.%d", id, i), FormalStatement: fmt.Sprintf("%s says %s %d", id, base, i),
			ComputationalForm: "form of " + id, Keywords: []string{base, id}, ApplicabilityPatterns: []string{doc}, Anchor: pid, Confidence: 0.9, Rule: "rule", Section: []string{id},
			Source: core.Source{Session: id, Document: doc, Digest: core.Digest(doc), Start: 10 * i, End: 10*i + 5}}
		in.Candidates = append(in.Candidates, core.Candidate{Primitive: p})
		m := core.Match{Candidate: pid, Class: core.GenuinelyNew, Action: core.Add, Confidence: 1}
		switch what := rapid.IntRange(0, 9).Draw(t, "match"); {
		case what <= 2 && len(live) > 0:
			m.Existing, m.Class, m.Action = rapid.SampledFrom(live).Draw(t, "existing"), core.ExactDuplicate, core.Skip
		case what == 3 && len(live) > 0:
			m.Existing, m.Class, m.Action = rapid.SampledFrom(live).Draw(t, "existing"), core.Generalization, core.Update
			if updated[m.Existing] {
				m.Action = core.Queue
			}
			updated[m.Existing] = true
		case what == 4 && len(live) > 0:
			m.Existing, m.Class = rapid.SampledFrom(live).Draw(t, "existing"), core.Specialization
		case what <= 6 && len(live) > 0:
			m.Existing, m.Class, m.Action = rapid.SampledFrom(live).Draw(t, "existing"), core.OverlappingDistinct, core.Queue
		case what == 7 && len(waiting) > 0:
			m.Existing, m.Class, m.Action = rapid.SampledFrom(waiting).Draw(t, "waiting"), core.ExactDuplicate, core.Skip
		case what == 8 && i > 0:
			m.Existing, m.Class, m.Action = in.Candidates[rapid.IntRange(0, i-1).Draw(t, "earlier")].Primitive.ID, core.ExactDuplicate, core.Skip
		}
		in.Matches = append(in.Matches, m)
	}
	for i := range n {
		var edges []core.Edge
		seen := map[string]bool{}
		for range rapid.IntRange(0, 3).Draw(t, "edges") {
			to := in.Candidates[rapid.IntRange(0, n-1).Draw(t, "to")].Primitive.ID
			if len(live) > 0 && rapid.Bool().Draw(t, "deep") {
				to = rapid.SampledFrom(live).Draw(t, "to live")
			}
			if to == in.Candidates[i].Primitive.ID || seen[to] {
				continue
			}
			seen[to] = true
			edges = append(edges, core.Edge{Target: to, Type: rapid.SampledFrom(types).Draw(t, "type"), Strength: rapid.SampledFrom([]float64{0.3, 0.5, 0.8}).Draw(t, "strength"), Seen: []string{core.SeenStatement}, Spans: []core.EdgeSpan{{Start: i, End: i + 1}}})
		}
		in.Edges = append(in.Edges, edges)
	}
	res, err := merge.Merge(context.Background(), in)
	if err != nil {
		t.Fatalf("merge: %v", err)
	}
	for _, ch := range res.Changeset.Changes {
		if ch.After == nil {
			t.Fatalf("merge removed %s", ch.ID)
		}
	}
	r.commit(t, core.SessionLearn, &res.Changeset, nil)
}

// resolve commits a random batch of answers.
func (r *registry) resolve(t *rapid.T) {
	waiting := slices.Sorted(maps.Keys(r.conflicts))
	if len(waiting) == 0 {
		return
	}
	var choices []merge.Choice
	for _, c := range waiting {
		if len(choices) == 0 || rapid.Bool().Draw(t, "answer") {
			answers := []core.Resolution{core.KeepCandidate, core.KeepBoth, core.KeepExisting}
			if r.prims[r.conflicts[c].Match.Existing] == nil { // there is nothing to keep
				answers = answers[:2]
			}
			choices = append(choices, merge.Choice{Conflict: c, Resolution: rapid.SampledFrom(answers).Draw(t, "resolution")})
		}
	}
	res, err := merge.Resolve(context.Background(), r, nil, r.next(), choices)
	if err != nil {
		t.Fatalf("resolve: %v", err)
	}
	r.commit(t, core.SessionResolve, &res.Changeset, nil)
}

func (r *registry) takeable() (list []string) {
	active := changeset.Active(r.sessions)
	for i, s := range r.sessions {
		if active[s.ID] && len(r.sets[i].Changes)+len(r.sets[i].Conflicts) > 0 {
			list = append(list, s.ID)
		}
	}
	return list
}

func (r *registry) at(session string) int {
	return slices.IndexFunc(r.sessions, func(s core.Session) bool { return s.ID == session })
}

// unlearn takes a random session back and holds the plan against what was promised.
func (r *registry) unlearn(t *rapid.T) {
	list := r.takeable()
	if len(list) == 0 {
		return
	}
	target := rapid.SampledFrom(list).Draw(t, "session")
	opt := rapid.SampledFrom([]changeset.Options{{}, {}, {Cascade: true}, {Force: true}}).Draw(t, "options")
	pre, cs, err := changeset.Plan(context.Background(), r, r, target, opt)
	if errors.Is(err, changeset.ErrBlocked) {
		if opt.Cascade || opt.Force {
			t.Fatalf("%s with %+v is blocked: %v", target, opt, err)
		}
		if len(pre.Blockers) == 0 {
			t.Fatalf("%s is blocked by nobody", target)
		}
		for _, b := range pre.Blockers {
			if b.Session == target || !changeset.Active(r.sessions)[b.Session] {
				t.Fatalf("%s is blocked by %s, which is not in force", target, b.Session)
			}
		}
		return
	}
	if err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	if !slices.Contains(pre.Cascade, target) || !opt.Cascade && len(pre.Cascade) > 1 {
		t.Fatalf("%s takes back %v", target, pre.Cascade)
	}
	again := len(pre.Cascade) > 1 && slices.ContainsFunc(pre.Cascade, func(id string) bool { return r.sessions[r.at(id)].Kind == core.SessionUnlearn })
	if !opt.Force && !again && len(pre.Dangling) > 0 {
		t.Fatalf("%s drops %+v without force%s", target, pre.Dangling, r.history())
	}
	r.forced = r.forced || opt.Force && len(pre.Blockers) > 0
	r.untouched(t, pre.Cascade, cs)
	r.commit(t, core.SessionUnlearn, cs, pre.Cascade)
	if !opt.Force && !again {
		r.exact(t, pre.Cascade)
	}
}

// untouched fails when a plan without force changes a primitive that the sessions did not, unless it lost an edge.
func (r *registry) untouched(t *rapid.T, taken []string, cs *core.Changeset) {
	own := map[string]bool{}
	for _, id := range taken {
		for _, ch := range r.sets[r.at(id)].Changes {
			own[ch.ID] = true
		}
	}
	for _, ch := range cs.Changes {
		if !own[ch.ID] && (ch.Before == nil || ch.After == nil) {
			t.Fatalf("taking back %v adds or removes %s, which is not theirs", taken, ch.ID)
		}
	}
}

// exact fails when something that only the sessions changed is not as it was before them.
func (r *registry) exact(t *rapid.T, taken []string) {
	last := len(r.sessions) - 1
	for _, id := range taken {
		if r.sessions[r.at(id)].Kind == core.SessionLearn && !r.everResolved(id) {
			if left := r.from(id); len(left) > 0 {
				t.Fatalf("%s was taken back and is still a source of %v%s", id, left, r.history())
			}
		}
	}
	touched := map[string][]int{}
	for i, set := range r.sets[:last] {
		for _, ch := range set.Changes {
			touched[ch.ID] = append(touched[ch.ID], i)
		}
	}
	first := map[string]*core.Primitive{}
	for _, id := range taken { // newest first, so that the oldest wins
		for _, ch := range r.sets[r.at(id)].Changes {
			first[ch.ID] = ch.Before
		}
	}
	for id, before := range first {
		alone := true
		oldest := len(r.sets)
		for _, s := range taken {
			oldest = min(oldest, r.at(s))
		}
		for _, i := range touched[id] {
			if i >= oldest && !slices.Contains(taken, r.sessions[i].ID) {
				alone = false
			}
		}
		if alone && !r.prims[id].Equal(before) {
			t.Fatalf("%v alone changed %s, and it is not as it was before them%s", taken, id, r.history())
		}
	}
}

// everResolved reports whether an answer in force made something out of a conflict of the session.
func (r *registry) everResolved(session string) bool {
	for i, s := range r.sessions {
		if s.Kind == core.SessionResolve || s.Kind == core.SessionUnlearn {
			for _, ch := range r.sets[i].Conflicts {
				if strings.HasPrefix(ch.ID, session+"-") {
					return true
				}
			}
		}
	}
	return false
}

// latest takes the newest session in force back, which must restore what was there before it, and then takes that
// back, which must bring it again.
func (r *registry) latest(t fataler) {
	t.Helper()
	n := len(r.sessions) - 1
	if n < 0 || len(r.sets[n].Changes)+len(r.sets[n].Conflicts) == 0 {
		return
	}
	before, now := r.states[n], r.export()
	pre, cs, err := changeset.Plan(context.Background(), r, r, r.sessions[n].ID, changeset.Options{})
	if err != nil {
		t.Fatalf("taking back the latest session: %v\n%+v", err, pre)
	}
	c := r.copy()
	u := c.commit(t, core.SessionUnlearn, cs, pre.Cascade)
	if got := c.export(); got != before {
		t.Fatalf("taking back %s (%s) gives\n%s\nand not\n%s", r.sessions[n].ID, r.sessions[n].Kind, got, before)
	}
	pre, cs, err = changeset.Plan(context.Background(), c, c, u.ID, changeset.Options{})
	if err != nil {
		t.Fatalf("taking back the unlearn: %v", err)
	}
	c.commit(t, core.SessionUnlearn, cs, pre.Cascade)
	if got := c.export(); got != now {
		t.Fatalf("taking %s back and that again gives\n%s\nand not\n%s", r.sessions[n].ID, got, now)
	}
}

func (r *registry) copy() *registry {
	return &registry{maps.Clone(r.prims), maps.Clone(r.conflicts), slices.Clone(r.sessions), slices.Clone(r.sets), slices.Clone(r.states), r.forced}
}

// history tells what the sessions did, for a failure's message.
func (r *registry) history() string {
	var b strings.Builder
	for i, s := range r.sessions {
		fmt.Fprintf(&b, "\n%s %s %v:", s.ID, s.Kind, s.Reverts)
		for _, ch := range r.sets[i].Changes {
			fmt.Fprintf(&b, " %s(%s → %s)", ch.ID, brief(ch.Before), brief(ch.After))
		}
		for _, ch := range r.sets[i].Conflicts {
			fmt.Fprintf(&b, " %s(%s → %s)", ch.ID, briefConflict(ch.Before), briefConflict(ch.After))
		}
	}
	return b.String()
}

func brief(p *core.Primitive) string {
	if p == nil {
		return "-"
	}
	list := []string{p.Source.Session}
	for _, s := range p.Sources {
		list = append(list, s.Session)
	}
	for _, e := range p.Dependencies {
		list = append(list, ">"+e.Target)
	}
	return strings.Join(list, ",")
}

func briefConflict(c *core.Conflict) string {
	if c == nil {
		return "-"
	}
	return fmt.Sprintf("%s as %s with %s, %d inbound", brief(&c.Candidate), c.Candidate.ID, c.Match.Existing, len(c.Inbound))
}

// drain takes everything back that was learned or answered, in a random order; nothing may be left, unless force left
// something on purpose.
func (r *registry) drain(t *rapid.T) {
	for {
		var content []string
		for _, id := range r.takeable() {
			if r.sessions[r.at(id)].Kind != core.SessionUnlearn {
				content = append(content, id)
			}
		}
		if len(content) == 0 {
			break
		}
		target := rapid.SampledFrom(content).Draw(t, "drained")
		opt := changeset.Options{Cascade: true}
		pre, cs, err := changeset.Plan(context.Background(), r, r, target, opt)
		if err != nil {
			t.Fatalf("draining %s: %v", target, err)
		}
		if slices.ContainsFunc(pre.Cascade, func(id string) bool { return r.sessions[r.at(id)].Kind == core.SessionUnlearn }) {
			r.forced = true
			pre, cs, err = changeset.Plan(context.Background(), r, r, target, changeset.Options{Force: true})
			if err != nil {
				t.Fatalf("draining %s: %v", target, err)
			}
		}
		r.commit(t, core.SessionUnlearn, cs, pre.Cascade)
	}
	if left := r.export(); left != "" && !r.forced {
		t.Fatalf("nothing is in force and the registry still holds\n%s%s", left, r.history())
	}
}

// TestPromises holds plans against what DESIGN 3.8 promises, over random histories: the registry stays sound; taking
// back the latest session, whatever it was, restores the state before it byte for byte, and taking that back brings it
// again; without force nothing is dropped and nobody else's work is touched; when everything is taken back, in any
// order, nothing is left.
func TestPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRegistry()
		for range rapid.IntRange(1, 12).Draw(t, "sessions") {
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0, 1, 2:
				r.learn(t)
			case 3:
				r.resolve(t)
			default:
				r.unlearn(t)
			}
			r.latest(t)
		}
		r.drain(t)
	})
}
