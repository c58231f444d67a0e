package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestEscape(t *testing.T) {
	for s, want := range map[string]string{
		"plain text":                    "plain text",
		"two\nlines\tand tab":           "two\nlines\tand tab",
		"Größe ℝⁿ 定理 עברית":             "Größe ℝⁿ 定理 עברית",
		"\x1b[31mred\x1b]8;;http://x\a": "‹U+001B›[31mred‹U+001B›]8;;http://x‹U+0007›",
		"\u009b31m":                     "‹U+009B›31m",
		"\x9b31m":                       "‹9B›31m",
		"\x7f":                          "‹U+007F›",
		"a\r\nb":                        "a‹U+000D›\nb",
		"admin\u202Egnp.exe":            "admin‹U+202E›gnp.exe",
		"\u2066x\u2069":                 "‹U+2066›x‹U+2069›",
		"zero\u200Bwidth\u200D\uFEFF":   "zero‹U+200B›width‹U+200D›‹U+FEFF›",
		"tag\U000E0041":                 "tag‹U+E0041›",
		"\uFE0F\U000E0100":              "‹U+FE0F›‹U+E0100›",
		"\u034F\u3164\u115F":            "‹U+034F›‹U+3164›‹U+115F›",
		"\uE000\U0010FFFD\uFFFF":        "‹U+E000›‹U+10FFFD›‹U+FFFF›",
		"\u2028\u2029":                  "‹U+2028›‹U+2029›",
		"bad \xff\xfe utf \xed\xa0\x80": "bad ‹FF›‹FE› utf ‹ED›‹A0›‹80›",
		"really \uFFFD":                 "really \uFFFD",
		"z" + strings.Repeat("\u0301", 50) + "a\u0301": "z\u0301\u0301\u0301\u0301a\u0301",
	} {
		if got := Escape(s).String(); got != want {
			t.Errorf("Escape(%q) = %q, want %q", s, got, want)
		}
	}
	if got := EscapeLine("a\r\nb\tc\x1b").String(); got != "a  b c‹U+001B›" {
		t.Errorf("EscapeLine = %q", got)
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("\x1b[2J\u202E\xff\U000E0001a\u0301\u0301\u0301\u0301\u0301\r\n")
	f.Fuzz(func(t *testing.T, s string) {
		for _, line := range []bool{false, true} {
			out := escape(s, !line)
			if !utf8.ValidString(out) {
				t.Fatalf("%q is not UTF-8", out)
			}
			marks := 0
			for _, r := range out {
				if (r != '\n' && r != '\t' || line) && (unicode.IsControl(r) || hostile(r)) {
					t.Fatalf("%U in the escaped form of %q", r, s)
				}
				if unicode.In(r, unicode.Mn, unicode.Me) {
					marks++
				} else {
					marks = 0
				}
				if marks > mostMarks {
					t.Fatalf("a flood of marks in the escaped form of %q", s)
				}
			}
			if again := escape(out, !line); again != out {
				t.Fatalf("escaping %q twice gives %q", out, again)
			}
		}
	})
}
