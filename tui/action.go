package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// action is one thing that can be done now. The table of actions is the only description of the keys: it routes them,
// fills the footer, the help and the palette, and says why one of them does nothing.
type action struct {
	id   string   // stable: what a configuration remaps, "graph.path"
	keys []string // as Bubble Tea names them; the first is shown
	help string   // in the imperative, a few words
	off  string   // why it does nothing now; empty when it can be done
	foot bool     // worth a place in the footer
	acts bool     // it changes something at once, so it is done only by who looks at it
	also string   // other words that the palette finds it by
	do   func() tea.Cmd
}

// key is how the action's first key is written on screen.
func (a action) key() string {
	if len(a.keys) == 0 {
		return ""
	}
	return keyName(a.keys[0])
}

// moves reports whether the action only chooses another row or node.
func (a action) moves() bool {
	group, _, _ := strings.Cut(a.id, ".")
	return group == "list" || group == "text" || a.id == "graph.left" || a.id == "graph.right" || a.id == "graph.up" || a.id == "graph.down"
}

// keyNames are the keys whose name on screen differs from Bubble Tea's.
var keyNames = map[string]string{
	"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn", "shift+tab": "⇧tab", "ctrl+p": "^p", "ctrl+c": "^c", "ctrl+r": "^r", "ctrl+d": "^d", "ctrl+u": "^u",
}

func keyName(k string) string {
	if n, ok := keyNames[k]; ok {
		return n
	}
	return k
}

// find returns the action that a key means: one that can be done before one that cannot.
func find(list []action, key string) (action, bool) {
	var off *action
	for i := range list {
		if !slices.Contains(list[i].keys, key) {
			continue
		}
		if list[i].off == "" {
			return list[i], true
		}
		if off == nil {
			off = &list[i]
		}
	}
	if off != nil {
		return *off, true
	}
	return action{}, false
}

// remap replaces the keys of actions by those that the user configured, by id.
func remap(list []action, keys map[string][]string) []action {
	for i := range list {
		if k, ok := keys[list[i].id]; ok {
			list[i].keys = k
		}
	}
	return list
}

// keyOf is how the key of an action is written on screen: the one that the user configured, or its own.
func (e *env) keyOf(id, own string) string {
	if k := e.opt.Keys[id]; len(k) > 0 {
		return keyName(k[0])
	}
	return keyName(own)
}

// when is the reason why something is off, unless it may be done.
func when(may bool, reason string) string {
	if may {
		return ""
	}
	return reason
}
