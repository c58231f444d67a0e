package tui

import (
	"net/url"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// newSourcePrompt asks what to learn.
func newSourcePrompt(e *env, value string) *prompt {
	learn := func(j job) func(string) tea.Cmd {
		return func(v string) tea.Cmd {
			if e.opt.Files != nil {
				v = e.opt.Files.Expand(v)
			}
			j.sources = []string{v}
			return tea.Batch(e.goTo(place{screen: onIngest}), e.learn(j))
		}
	}
	p := newPrompt(e, "Learn a source", "A file, a folder, an archive, a web address or a repository. Paste or drop it. Several sources queue.", value, learn(job{}))
	recent := e.state.Recent
	files := e.opt.Files
	p.complete = func(v string) []string {
		var list []string
		for _, r := range recent {
			if strings.Contains(r, v) {
				list = append(list, r)
			}
		}
		if files != nil && v != "" && !strings.Contains(v, "://") {
			list = append(files.Complete(v, 200), list...)
		}
		return list
	}
	with := func(id, key, help string, j job) action {
		return action{id: id, keys: []string{key}, help: help, foot: true, do: func() tea.Cmd {
			v := strings.TrimSpace(p.input.Value())
			if v == "" {
				return nil
			}
			p.pop()
			return learn(j)(v)
		}}
	}
	p.extra = []action{
		with("prompt.dry-run", "ctrl+t", "dry run", job{dryRun: true}),
		with("prompt.stranger", "ctrl+s", "as a stranger's", job{stranger: true}),
	}
	return p
}

// droppedSource makes a source of pasted text: terminals paste a dropped file as a path, quoted or with escaped blanks,
// or as a file URL. It is empty when the text is neither a path nor a link.
func droppedSource(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsAny(s, "\n\r") {
		return ""
	}
	if u, err := url.Parse(s); err == nil {
		switch u.Scheme {
		case "file":
			return u.Path
		case "http", "https":
			return s
		}
	}
	if n := len(s); n > 1 && (s[0] == '\'' || s[0] == '"') && s[n-1] == s[0] {
		s = s[1 : n-1]
	}
	s = strings.ReplaceAll(s, `\ `, " ")
	if strings.ContainsAny(s, `/\`) || strings.HasPrefix(s, "~") || strings.Contains(s, ".") && !strings.Contains(s, " ") {
		return s
	}
	return ""
}
