package text

import "testing"

// TestImperative holds headings that tell what to do apart from those that name a subject.
func TestImperative(t *testing.T) {
	for s, want := range map[string]bool{
		"Install the tools":       true,
		"Next, click **Save**":    true,
		"Running the server":      false,
		"Öffnen Sie das Programm": true,
		"Introduction":            false,
		"Bring":                   true,
		"The king":                false,
		"String handling":         false,
		"":                        false,
	} {
		if Imperative(s) != want {
			t.Errorf("%q: want %v", s, want)
		}
	}
	for s, want := range map[string]bool{"Running the server": true, "Creating a net": true, "Then installing it": true, "String handling": false, "Spring": false, "Run it": false, "": false} {
		if Gerund(s) != want {
			t.Errorf("gerund of %q: want %v", s, want)
		}
	}
}
