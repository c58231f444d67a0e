package tui

import "testing"

func TestReflow(t *testing.T) {
	for in, want := range map[string]string{
		"one\ntwo":                          "one two",
		"one\n\ntwo\nthree":                 "one\n\ntwo three",
		"holds:\n• first\n• second":         "holds:\n• first\n• second",
		"holds:\n1. first\nmore\n2. second": "holds:\n1. first more\n2. second",
		"let\n  x = y\nthen":                "let\n  x = y\nthen",
		"":                                  "",
	} {
		if got := reflow(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestReadable fails when the rows of a formula run together, or when the lines of a source stay.
func TestReadable(t *testing.T) {
	for in, want := range map[string]string{
		"a system\n\\begin{align*}\na_1 &= b \\\\\nc_2 &= d\n\\end{align*}\nand then\nmore": "a system\na₁ = b\nc₂ = d\nand then more",
		"plain\nwords":      "plain words",
		"let $x$ be\na set": "let x be a set",
	} {
		if got := readable(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 9999: "9999", 10000: "10 000", 1234567: "1 234 567"} {
		if got := number(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestOnlyStyles(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                           "plain",
		"\x1b[1ma\x1b[0m\x1b[1m b\x1b[0m": "\x1b[1ma b\x1b[m",
		"\x1b[1ma\x1b[0m c\x1b[1mb\x1b[m": "\x1b[1ma\x1b[m c\x1b[1mb\x1b[m",
		"\x1b[1ma\x1b[0m\x1b[2mb\x1b[m":   "\x1b[1ma\x1b[m\x1b[2mb\x1b[m",
		"\x1b[1m\x1b[3ma\x1b[m\x1b[3mb":   "\x1b[1m\x1b[3ma\x1b[m\x1b[3mb\x1b[m",
		"\x1b[2Jgone\x1b]0;x\x07":         "‹U+001B›[2Jgone‹U+001B›]0;x‹U+0007›",
	} {
		if got := onlyStyles(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
