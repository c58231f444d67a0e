package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"lemma/core/engine"
)

// frameTime is the least time between two looks at a run's board.
const frameTime = time.Second / 30

// job is a learn that was asked for.
type job struct {
	sources  []string
	dryRun   bool
	again    bool
	stranger bool
}

func (j job) String() string { return strings.Join(j.sources, " ") }

// past is a learn that is over.
type past struct {
	job    job
	result *engine.Result
	err    error
	run    *engine.Run // its record stays readable
}

// learner runs the jobs, one after the other, and holds what is known of the one at work.
type learner struct {
	env   *env
	queue []job
	job   job
	run   *engine.Run // nil when none was started
	board engine.Board
	over  bool // the run is over; its result is the last of pasts
	pasts []past
	asked *asked // the gate waits for an answer

	questions decider
}

func newLearner(e *env) *learner { return &learner{env: e, over: true, questions: make(decider, 1)} }

// working reports whether a run is under way.
func (l *learner) working() bool { return l.run != nil && !l.over }

// last is the learn that ended last, or nil.
func (l *learner) last() *past {
	if len(l.pasts) == 0 {
		return nil
	}
	return &l.pasts[len(l.pasts)-1]
}

// add queues a job and starts it when nothing is at work and the registry is open.
func (l *learner) add(j job) tea.Cmd {
	if !l.working() && len(l.queue) == 0 { // what went wrong before was seen
		l.env.errs = nil
	}
	l.queue = append(l.queue, j)
	return l.next()
}

// next starts the first job of the queue.
func (l *learner) next() tea.Cmd {
	if l.working() || l.env.eng == nil || len(l.queue) == 0 {
		return nil
	}
	l.job, l.queue = l.queue[0], l.queue[1:]
	opt := l.env.opt.Learn
	opt.DryRun, opt.Again = l.job.dryRun, l.job.again
	opt.Stranger = opt.Stranger || l.job.stranger
	l.run = l.env.eng.Learn(l.env.ctx, l.job.sources, opt, l.questions)
	l.over, l.asked, l.board = false, nil, l.run.Board()
	for _, s := range l.job.sources {
		l.env.state.remember(s)
	}
	return tea.Batch(l.watch(l.run), l.listen(l.run))
}

// watch waits until the board changes, but not less than a frame, and shows it.
func (l *learner) watch(run *engine.Run) tea.Cmd {
	return func() tea.Msg {
		over := false
		select {
		case <-run.Changed():
			time.Sleep(frameTime)
		case <-run.Done():
			over = true
		}
		board := run.Board()
		return applied(func() tea.Cmd {
			if run != l.run {
				return nil
			}
			l.board = board
			if !over {
				return l.watch(run)
			}
			return l.ended(run)
		})
	}
}

// ended keeps the result of a run and goes on with the queue.
func (l *learner) ended(run *engine.Run) tea.Cmd {
	res, err := run.Wait()
	l.over, l.asked = true, nil
	l.pasts = append(l.pasts, past{l.job, res, err, run})
	if !engine.Cancelled(err) {
		l.env.fail("learn "+l.job.String(), err)
	}
	if err == nil && res.SessionID != "" && res.Unchanged == "" {
		l.env.undo.committed(res.SessionID, "learn "+l.job.String())
	}
	return tea.Batch(l.env.changed(), l.next())
}

// cancel ends the run at work. Nothing of it is kept.
func (l *learner) cancel() {
	if l.working() {
		l.run.Cancel()
	}
}

// asked is a question of the gate.
type asked struct {
	question engine.Question
	answer   chan<- engine.Answer
	at       time.Time // when it appeared
}

// graceTime is how long a question that appeared by itself takes no answer: a key that was meant for what stood there
// before must not decide.
const graceTime = 700 * time.Millisecond

// decider hands the gate's question to the screen and waits for the answer. When the program ends, so does the run:
// nothing is approved by leaving.
type decider chan asked

// Decide implements engine.Decider.
func (d decider) Decide(ctx context.Context, q engine.Question) (engine.Answer, error) {
	answer := make(chan engine.Answer, 1)
	select {
	case d <- asked{question: q, answer: answer}:
	case <-ctx.Done():
		return engine.Answer{}, ctx.Err()
	}
	select {
	case a := <-answer:
		return a, nil
	case <-ctx.Done():
		return engine.Answer{}, ctx.Err()
	}
}

// listen waits for the question of a run.
func (l *learner) listen(run *engine.Run) tea.Cmd {
	return func() tea.Msg {
		select {
		case q := <-l.questions:
			return applied(func() tea.Cmd {
				if run != l.run {
					return nil
				}
				q.at = l.env.now
				l.asked = &q
				return l.env.gateOpened()
			})
		case <-run.Done():
			return nil
		}
	}
}

// decide answers the gate.
func (l *learner) decide(a engine.Answer) {
	if l.asked != nil {
		a.By = "screen"
		l.asked.answer <- a
		l.asked = nil
	}
}
