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

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 9999: "9999", 10000: "10 000", 1234567: "1 234 567"} {
		if got := number(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
