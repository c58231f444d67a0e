package tui

// State is what is remembered from one run of the program to the next.
type State struct {
	Screen  string                       `json:"screen,omitempty"`
	Screens map[string]map[string]string `json:"screens,omitempty"` // by name of the screen
	Recent  []string                     `json:"recent,omitempty"`  // sources, the latest first
	Mouse   *bool                        `json:"mouse,omitempty"`
	Theme   string                       `json:"theme,omitempty"`
}

// recentSources is how many sources are remembered.
const recentSources = 20

// remember puts a source at the top of the recent ones.
func (s *State) remember(source string) {
	list := []string{source}
	for _, r := range s.Recent {
		if r != source && len(list) < recentSources {
			list = append(list, r)
		}
	}
	s.Recent = list
}
