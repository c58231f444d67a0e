package tui

import tea "charm.land/bubbletea/v2"

// screenID names a screen; its number is its key.
type screenID int

// The screens, in order of their keys.
const (
	onIngest screenID = iota
	onFindings
	onConflicts
	onGraph
	onRanking
	onSkills
	onSessions
	screens // how many there are
)

// screenNames are stable: the state of a screen is kept under its name.
var screenNames = [screens]string{"Ingest", "Findings", "Conflicts", "Graph", "Ranking", "Skills", "Sessions"}

// shortNames stand in the tabs where the whole names do not fit.
var shortNames = [screens]string{"Ingest", "Find", "Conf", "Graph", "Rank", "Skills", "Sess"}

// screen is one of the seven. Its methods are called by the root alone; none of them reads a disk or waits.
type screen interface {
	// draw returns exactly h lines of at most w cells.
	draw(w, h int) []string
	// actions are what can be done now, and what cannot with its reason. Moving in a list belongs to it.
	actions() []action
	// badge is a short count for the tab, or empty.
	badge() string
	// open is called when the screen is shown, on something or as it was left.
	open(p place) tea.Cmd
	// changed is called when the registry has a new snapshot.
	changed() tea.Cmd
	// mouse is called for a click or a turn of the wheel at a cell of the screen.
	mouse(m mouse) tea.Cmd
	// save and restore keep what the user chose.
	save() map[string]string
	restore(map[string]string)
}

// typist is a screen or overlay with a text field. While typing reports true, keys that have text go to typed; the
// actions get the rest.
type typist interface {
	typing() bool
	typed(msg tea.Msg) tea.Cmd // a tea.KeyPressMsg or tea.PasteMsg
}

// fitter is a screen with a text that is made for the width of its pane.
type fitter interface{ fit() tea.Cmd }

// mouse is a click, or a turn of the wheel, at a cell of a screen or overlay.
type mouse struct {
	x, y   int
	wheel  int  // lines, down positive; 0 for a click
	double bool // the second click on the same cell
}

// overlay stands over the screen and takes its keys.
type overlay interface {
	// draw returns at most h lines of at most w cells.
	draw(w, h int) []string
	actions() []action
	mouse(m mouse) tea.Cmd
}
