package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"charm.land/lipgloss/v2"

	"lemma/core"
	"lemma/core/engine"
)

// frame is the least time between two drawings of the moving line.
const frame = time.Second / 30

// progressView shows a run on a screen: finished stages as lines; on a terminal also the stage at work, as a line that
// is drawn over. It is the writer of the gate's question, so that nothing is drawn over what a person must read.
type progressView struct {
	screen *screen
	quiet  bool
	runs   chan *engine.Run // hands the run to Write

	mu     sync.Mutex
	shown  int  // stages whose line is out
	moving bool // the line that is drawn over is there
	asked  bool // the question stands on the screen
}

func newProgressView(s *screen, quiet bool) *progressView {
	return &progressView{screen: s, quiet: quiet, runs: make(chan *engine.Run, 1)}
}

// Write prints a question, below the stages that led to it.
func (v *progressView) Write(question []byte) (int, error) {
	r := <-v.runs
	v.runs <- r
	v.draw(r.Board())
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
	v.asked = true
	v.screen.printf("%s", drawn(question))
	return len(question), nil
}

// run follows until the run is over.
func (v *progressView) run(r *engine.Run) {
	v.runs <- r
	tick := time.NewTicker(frame)
	defer tick.Stop()
	for over := false; !over; {
		select {
		case <-r.Done():
			over = true
		case <-tick.C:
		}
		v.draw(r.Board())
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
	v.answered()
}

func (v *progressView) draw(b engine.Board) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.quiet {
		return
	}
	for ; v.shown < len(b.Stages); v.shown++ {
		st := b.Stages[v.shown]
		mark := v.screen.in(good, "✓")
		if st.State == engine.Failed {
			mark = v.screen.in(bad, "✗")
		} else if st.State != engine.Done {
			break
		}
		v.clear()
		v.answered()
		v.screen.printf("%s %-9s %8.2f s  %s\n", mark, st.Stage.Word(), st.Took.Seconds(), v.screen.in(faint, counted(st)))
	}
	if v.shown < len(b.Stages) && b.Stages[v.shown].State == engine.Running && v.screen.moves && !v.asked {
		v.screen.printf("\r\x1b[K%s", v.line(b.Stages[v.shown]))
		v.moving = true
	}
}

// line is the stage at work, within the width of the screen.
func (v *progressView) line(st engine.StageState) drawn {
	line := pad(st.Stage.Word(), 9) + drawn(fmt.Sprintf(" %8.1f s  ", time.Since(st.Started).Seconds()))
	if st.Total > 0 {
		line += drawn(progressOf(st.Done, st.Total))
	}
	if rate := st.Rate(time.Now()); rate > 0 {
		line += drawn(fmt.Sprintf("%.0f/s ", rate))
	}
	if room := v.screen.width - lipgloss.Width(string(line)) - 3; room > 8 {
		line += v.screen.clip(readable(st.Name), room)
	}
	return v.screen.in(accent, "▸") + " " + line
}

func (v *progressView) clear() {
	if v.moving {
		v.screen.printf("\r\x1b[K")
		v.moving = false
	}
}

// answered leaves the line of the question, whether its answer ended with a line end or not.
func (v *progressView) answered() {
	if v.asked {
		v.screen.printf("\n")
		v.asked = false
	}
}

// reading shows on a terminal how far a command is that reads without a run, on a line that is drawn over.
type reading struct {
	screen *screen
	mu     sync.Mutex
	last   time.Time
}

// progress is for engine.ScanOptions.
func (v *reading) progress(stage core.Stage, done, total int, name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.screen.moves || time.Since(v.last) < frame {
		return
	}
	v.last = time.Now()
	line := pad(stage.Word(), 9) + " "
	if total > 0 {
		line += drawn(progressOf(done, total))
	}
	if room := v.screen.width - lipgloss.Width(string(line)) - 3; room > 8 {
		line += v.screen.clip(readable(name), room)
	}
	v.screen.printf("\r\x1b[K%s %s", v.screen.in(accent, "▸"), line)
}

// clear takes the line away.
func (v *reading) clear() {
	if v.mu.Lock(); !v.last.IsZero() {
		v.screen.printf("\r\x1b[K")
	}
	v.mu.Unlock()
}

// made names what the stages make.
var made = map[core.Stage]string{
	core.StageAcquire: "document", core.StageSanitize: "finding", core.StageAnalyze: "heading", core.StageExtract: "candidate", core.StageDedup: "decision", core.StageGenerate: "file",
}

func counted(st engine.StageState) string {
	if st.Made == 0 || made[st.Stage] == "" {
		return ""
	}
	return plural(st.Made, made[st.Stage])
}

const barWidth = 20 // columns

// progressOf is a count, and a bar.
func progressOf(done, total int) string {
	n := min(barWidth, done*barWidth/total)
	return fmt.Sprintf("%d/%d %s%s ", done, total, strings.Repeat("━", n), strings.Repeat("─", barWidth-n))
}
