package text

import "testing"

// TestReadListed holds entries of lists of options and settings apart from remarks with a bold word in front.
func TestReadListed(t *testing.T) {
	for s, want := range map[string][4]string{
		"-n, --dry-run[=false] do not write":            {"-n, --dry-run", "-n, --dry-run[=false]", "do not write"},
		"**-e**, **--exclude**=[] leave a **kind** out": {"-e, --exclude", "-e, --exclude=[]", "leave a **kind** out"},
		"`--port <number>`: where it listens":           {"--port", "--port <number>", "where it listens"},
		"--quiet":                                       {},
		"- a dash":                                      {},
		"**maxDepth** [number, optional]: How deep.":    {"maxDepth", "maxDepth [number, optional]", "How deep."},
		"`name` - (Required) What it is called.":        {"name", "name", "(Required) What it is called."},
		"max_depth (integer): How deep.":                {"max_depth", "max_depth (integer)", "How deep."},
		"`openDoor(key)`: Opens it.":                    {"openDoor", "openDoor(key)", "Opens it.", "function"},
		"`open`(): Opens it.":                           {"open", "open()", "Opens it.", "function"},
		"Speed: it is fast.":                            {},
		"**Note**: it is old.":                          {},
		"**It** is bold.":                               {},
		"`config.json`: the settings":                   {},
		"max_depth is deep":                             {},
	} {
		got, ok := ReadListed(s)
		if ok != (want[0] != "") || ok && (got.Name != want[0] || got.Term != want[1] || s[got.Told:] != want[2] || want[3] != "" && got.Role != want[3]) {
			t.Errorf("%q: got %v, %v", s, got, ok)
		}
	}
}

// FuzzReadListed wants every entry that is read to lie within its text, and nothing to panic.
func FuzzReadListed(f *testing.F) {
	f.Add("-n, --dry-run[=false] do")
	f.Add("**a_b** [x]: y")
	f.Add("`a` (b - c")
	f.Add("--a=[b <c>")
	f.Fuzz(func(t *testing.T, s string) {
		if l, ok := ReadListed(s); ok && (l.Told < 0 || l.Told > len(s) || l.Name == "") {
			t.Errorf("%q: %v", s, l)
		}
		if id, n := RequirementID(s); n < 0 || n > len(s) || (id == "") != (n == 0) {
			t.Errorf("%q: %q, %d", s, id, n)
		}
	})
}
