package text

import "testing"

// TestOrnament wants pictographs before a title taken for show, and signs that belong to a name kept. A failure hides
// what the title says, or takes a letter of it.
func TestOrnament(t *testing.T) {
	for s, want := range map[string]string{
		"🚀 Step 1":          "Step 1",
		"🚀Step 1":           "Step 1",
		"➡️ Step 2":         "Step 2",
		"↗️ Out":            "Out",
		"👩‍🔬 In the lab":    "In the lab",
		"✅\u00a0Done":       "Done",
		"⭐ 🔥 Stars":         "🔥 Stars",
		"♯P":                "♯P",
		"→ x":               "→ x",
		"∑ of all":          "∑ of all",
		"Step 1 🚀":          "Step 1 🚀",
		"🚀":                 "🚀",
		"🚀 ":                "🚀 ",
		"1️⃣ Install":       "1️⃣ Install",
		"\ufe0f no picture": "\ufe0f no picture",
	} {
		if got := s[Ornament(s):]; got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}
