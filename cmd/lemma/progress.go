package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"lemma/core/engine"
)

type styleOf = lipgloss.Style

// frame is the least time between two drawings of the moving line.
const frame = time.Second / 30

// progressView shows a run on a screen: finished stages as lines; on a terminal also the stage at work, as a line that
// is drawn over.
type progressView struct {
	screen *screen
	quiet  bool
	shown  int // stages whose line is out
}

func (v *progressView) run(ctx context.Context, r *engine.Run) {
	tick := time.NewTicker(frame)
	defer tick.Stop()
	for {
		select {
		case <-r.Done():
			v.draw(r.Board())
			v.clear()
			return
		case <-r.Changed():
			v.draw(r.Board())
			<-tick.C
		case <-ctx.Done():
			return
		}
	}
}

func (v *progressView) clear() {
	if v.screen.tty && !v.quiet {
		v.screen.printf("\r\x1b[K")
	}
}

func (v *progressView) draw(b engine.Board) {
	if v.quiet {
		return
	}
	for v.shown < len(b.Stages) && b.Stages[v.shown].State == engine.Done {
		st := b.Stages[v.shown]
		v.clear()
		v.screen.printf("%s %-9s %8s  %s\n", v.screen.in(good, "✓"), st.Stage, seconds(st.Took), v.screen.in(faint, counted(st)))
		v.shown++
	}
	if v.shown == len(b.Stages) {
		return
	}
	if st := b.Stages[v.shown]; st.State == engine.Failed {
		v.clear()
		v.screen.printf("%s %-9s %8s\n", v.screen.in(bad, "✗"), st.Stage, seconds(st.Took))
		v.shown = len(b.Stages)
		return
	}
	if !v.screen.tty {
		return
	}
	switch st := b.Stages[v.shown]; st.State {
	case engine.Running:
		line := fmt.Sprintf("%s %-9s", v.screen.in(accent, "▸"), st.Stage)
		if st.Total > 0 {
			line += fmt.Sprintf(" %d/%d %s", st.Done, st.Total, bar(st.Done, st.Total, 20))
		}
		if rate := st.Rate(time.Now()); rate > 0 {
			line += fmt.Sprintf(" %.0f/s", rate)
		}
		if name := safe(st.Name); name.String() != "" {
			line += " " + clip(name, max(10, v.screen.width-lipgloss.Width(line)-2))
		}
		v.screen.printf("\r\x1b[K%s", line)
	case engine.Asking:
		v.clear()
	}
}

func counted(st engine.StageState) string {
	if st.Items == 0 {
		return ""
	}
	return fmt.Sprintf("%d on record", st.Items)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

func bar(done, total, width int) string {
	n := min(width, done*width/max(1, total))
	return strings.Repeat("━", n) + strings.Repeat("─", width-n)
}
