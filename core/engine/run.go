package engine

import (
	"context"
	"sync"
	"time"

	"lemma/core"
)

// State is where a stage of a run stands.
type State uint8

// The states of a stage.
const (
	Waiting State = iota
	Running
	Asking // the gate waits for a human
	Done
	Failed  // it ended the run with an error
	Stopped // not reached: an earlier stage ended the run
)

var stateNames = [...]string{"waiting", "running", "asking", "done", "failed", "stopped"}

// String returns the name that front ends print.
func (s State) String() string { return stateNames[s] }

// StageState is one stage on the Board.
type StageState struct {
	Stage   core.Stage
	State   State
	Done    int    // of Total
	Total   int    // 0 when not known yet
	Name    string // what is being worked on
	Items   int    // length of the stage's record so far
	Made    int    // documents, findings, headings, candidates, decisions or files, when the stage is over
	Started time.Time
	Took    time.Duration // set when the stage is over
}

// Rate is units a second up to now, 0 when it says nothing yet.
func (s StageState) Rate(now time.Time) float64 {
	took := s.Took
	if took == 0 && !s.Started.IsZero() {
		took = now.Sub(s.Started)
	}
	if took <= 0 || s.Done == 0 {
		return 0
	}
	return float64(s.Done) / took.Seconds()
}

// Board is the latest state of a run. A front end that draws late misses nothing but intermediate states.
type Board struct {
	Revision uint64
	Stages   []StageState
}

// Current returns the stage that is running or asking, or the last one that is over.
func (b Board) Current() StageState {
	cur := b.Stages[0]
	for _, s := range b.Stages {
		if s.State == Running || s.State == Asking {
			return s
		}
		if s.State == Done {
			cur = s
		}
	}
	return cur
}

// Run is a learn under way. Its methods may be called from any goroutine.
type Run struct {
	now    func() time.Time
	ring   chan struct{}
	done   chan struct{}
	cancel context.CancelFunc

	mu     sync.Mutex
	board  Board
	items  map[core.Stage][]core.Item
	parts  map[string][]byte // the original bytes of what was acquired, by name
	result *Result
	err    error
}

func newRun(now func() time.Time, cancel context.CancelFunc) *Run {
	r := &Run{now: now, ring: make(chan struct{}, 1), done: make(chan struct{}), cancel: cancel, items: map[core.Stage][]core.Item{}}
	for _, s := range core.Stages {
		r.board.Stages = append(r.board.Stages, StageState{Stage: s})
	}
	return r
}

// Board returns a copy of the latest state.
func (r *Run) Board() Board {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.board
	b.Stages = append([]StageState(nil), b.Stages...)
	return b
}

// Changed rings after the board changed; several changes ring once.
func (r *Run) Changed() <-chan struct{} { return r.ring }

// Items returns n items of a stage's record from the given one on, and how many there are now.
func (r *Run) Items(stage core.Stage, from, n int) ([]core.Item, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.items[stage]
	from = min(max(from, 0), len(all))
	to := min(from+max(n, 0), len(all))
	return append([]core.Item(nil), all[from:to]...), len(all)
}

// Original returns the bytes of a document or of one of its parts, as a finding names it; nil when the run has read
// none of that name.
func (r *Run) Original(name string) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.parts[name]
}

// Cancel ends the run as soon as the stage at work notices. Nothing of it is kept.
func (r *Run) Cancel() { r.cancel() }

// Done is closed when the run is over.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait returns the result when the run is over. The result is never nil; on failure it says why, too.
func (r *Run) Wait() (*Result, error) {
	<-r.done
	return r.result, r.err
}

func (r *Run) finish(res *Result, err error) {
	r.mu.Lock()
	for i := range r.board.Stages {
		if s := &r.board.Stages[i]; s.State == Waiting || s.State == Running || s.State == Asking {
			s.State = Stopped
		}
	}
	r.board.Revision++
	r.result, r.err = res, err
	r.mu.Unlock()
	r.bell()
	close(r.done)
}

func (r *Run) bell() {
	select {
	case r.ring <- struct{}{}:
	default:
	}
}

// change applies f to a stage's state and rings.
func (r *Run) change(stage core.Stage, f func(*StageState)) {
	r.mu.Lock()
	for i := range r.board.Stages {
		if s := &r.board.Stages[i]; s.Stage == stage {
			f(s)
			s.Items = len(r.items[stage])
		}
	}
	r.board.Revision++
	r.mu.Unlock()
	r.bell()
}

// begin starts a stage; the function it returns ends it with the number of items that it made.
func (r *Run) begin(stage core.Stage) func(items int, err error) core.StageTime {
	start := r.now()
	r.change(stage, func(s *StageState) { s.State, s.Started = Running, start })
	return func(items int, err error) core.StageTime {
		took := r.now().Sub(start)
		end := Done
		if err != nil {
			end = Failed
		}
		r.change(stage, func(s *StageState) { s.State, s.Took, s.Name, s.Made = end, took, "", items })
		return core.StageTime{Name: stage, Seconds: took.Seconds(), Items: items}
	}
}

// at reports progress.
func (r *Run) at(stage core.Stage, done, total int, name string) {
	r.change(stage, func(s *StageState) { s.Done, s.Total, s.Name = done, total, name })
}

// record appends to a stage's record.
func (r *Run) record(stage core.Stage, items ...core.Item) {
	for i := range items {
		items[i].Stage = stage
	}
	r.mu.Lock()
	r.items[stage] = append(r.items[stage], items...)
	r.mu.Unlock()
	r.change(stage, func(*StageState) {})
}

// read keeps what was acquired for Original.
func (r *Run) read(docs []*core.Document) {
	parts := map[string][]byte{}
	for _, d := range docs {
		for i, p := range d.Parts {
			parts[p.Name] = p.Raw
			if i == 0 {
				parts[d.Name] = p.Raw
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.parts = parts
}

// recorded returns the whole record in order of the stages.
func (r *Run) recorded() []core.Item {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []core.Item
	for _, s := range core.Stages {
		all = append(all, r.items[s]...)
	}
	return all
}
