package reader

import (
	"strconv"
	"strings"
)

// docxLevels is how many levels a list may have (ISO/IEC 29500-1, 17.9.6).
const docxLevels = 9

// maxLevelText bounds, in bytes, the text of a level, which is printed before every item.
const maxLevelText = 255

// docxLevel is the layout of the numbers of a level.
type docxLevel struct {
	set     bool
	start   int
	format  string // "decimal", "lowerRoman", "bullet"
	text    string // "%1.%2."
	legal   bool   // all numbers in Arabic digits
	restart int    // the level, from 1, after which it starts anew; 0 never; -1 after any higher one
}

// docxScheme are the levels of a list, with the numbers that it has come to. Lists with the same scheme go on counting
// where another one stopped.
type docxScheme struct {
	levels [docxLevels]docxLevel
	count  [docxLevels]int
	begun  [docxLevels]bool
	link   string // the style that has the levels
}

// docxNum is a list.
type docxNum struct {
	scheme   *docxScheme
	own      [docxLevels]docxLevel // levels that it sets otherwise
	override [docxLevels]int       // what a level starts with when the list is first met, -1 unset
	met      [docxLevels]bool
}

type docxNumbering struct {
	schemes map[string]*docxScheme
	nums    map[string]*docxNum
	byStyle map[string]*docxScheme
}

// readNumbering reads the layouts of lists.
func (r *docx) readNumbering() {
	u := &r.numbering
	u.schemes, u.nums, u.byStyle = map[string]*docxScheme{}, map[string]*docxNum{}, map[string]*docxScheme{}
	name, s := r.side("numbering")
	if s == "" {
		return
	}
	r.each(s, func(n int32) {
		t := r.tree
		switch t.nodes[n].name {
		case "w:abstractNum":
			x := &docxScheme{}
			t.children(n, func(k int32) {
				switch t.nodes[k].name {
				case "w:lvl":
					if i := levelOf(t.attr(k, "ilvl")); i >= 0 {
						x.levels[i] = r.levelOf(k)
					}
				case "w:numStyleLink":
					x.link = t.attr(k, "val")
				case "w:styleLink":
					u.byStyle[t.attr(k, "val")] = x
				}
			})
			u.schemes[t.attr(n, "abstractNumId")] = x
		case "w:num":
			x := &docxNum{}
			for i := range x.override {
				x.override[i] = -1
			}
			t.children(n, func(k int32) {
				switch t.nodes[k].name {
				case "w:abstractNumId":
					x.scheme = u.schemes[t.attr(k, "val")]
				case "w:lvlOverride":
					i := levelOf(t.attr(k, "ilvl"))
					if i < 0 {
						return
					}
					if o := t.find(k, "w:startOverride"); o != xmlNone {
						x.override[i] = number(t.attr(o, "val"), 1)
					}
					if o := t.find(k, "w:lvl"); o != xmlNone {
						x.own[i] = r.levelOf(o)
					}
				}
			})
			if x.scheme != nil {
				u.nums[t.attr(n, "numId")] = x
			}
		}
	}, name)
	for _, x := range u.schemes {
		if s := u.byStyle[x.link]; x.link != "" && s != nil && s != x {
			x.levels = s.levels
		}
	}
}

func levelOf(s string) int {
	i, err := strconv.Atoi(s)
	if err != nil || i < 0 || i >= docxLevels {
		return -1
	}
	return i
}

func number(s string, absent int) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 1e6 {
		return absent
	}
	return n
}

func (r *docx) levelOf(n int32) docxLevel {
	t := r.tree
	l := docxLevel{set: true, restart: -1, format: "decimal"}
	t.children(n, func(k int32) {
		switch v := t.attr(k, "val"); t.nodes[k].name {
		case "w:start":
			l.start = number(v, 1)
		case "w:numFmt":
			l.format = v
		case "w:lvlText":
			l.text = strings.ToValidUTF8(v[:min(len(v), maxLevelText)], "")
		case "w:isLgl":
			l.legal = truth(v, true)
		case "w:lvlRestart":
			l.restart = number(v, -1)
		}
	})
	return l
}

// level returns the layout of a level of a list; ok is false when there is no such list.
func (u *docxNumbering) level(num string, i int) (docxLevel, bool) {
	x := u.nums[num]
	if x == nil {
		return docxLevel{}, false
	}
	if x.own[i].set {
		return x.own[i], true
	}
	return x.scheme.levels[i], x.scheme.levels[i].set
}

// next counts on a level of a list and returns the number as printed: "2.3.", "(iv)", "•". It is empty when nothing is
// printed.
func (u *docxNumbering) next(num string, i int) string {
	x := u.nums[num]
	l, ok := u.level(num, i)
	if !ok {
		return ""
	}
	s := x.scheme
	if !x.met[i] {
		x.met[i] = true
		if x.override[i] >= 0 {
			s.begun[i] = true
			s.count[i] = x.override[i] - 1
		}
	}
	if !s.begun[i] {
		s.begun[i], s.count[i] = true, l.start-1
	}
	s.count[i]++
	for k := i + 1; k < docxLevels; k++ {
		if d, _ := u.level(num, k); d.restart < 0 || d.restart > i {
			s.begun[k] = false
		}
	}
	if l.format == "bullet" {
		if strings.TrimSpace(l.text) == "" {
			return ""
		}
		return "•"
	}
	var b strings.Builder
	for k := 0; k < len(l.text); k++ {
		if c := l.text[k]; c != '%' || k+1 == len(l.text) || l.text[k+1] < '1' || l.text[k+1] > '9' {
			b.WriteByte(c)
			continue
		}
		k++
		level := int(l.text[k] - '1')
		d, _ := u.level(num, level)
		n := s.count[level]
		if !s.begun[level] {
			n = max(1, d.start)
		}
		format := d.format
		if l.legal {
			format = "decimal"
		}
		b.WriteString(printNumber(n, format))
	}
	return strings.TrimSpace(b.String())
}

// printNumber prints a number in one of the formats of ST_NumberFormat; those that no book of mathematics has are
// printed in digits.
func printNumber(n int, format string) string {
	switch format {
	case "none":
		return ""
	case "upperLetter", "lowerLetter":
		if n < 1 || n > 26*20 {
			break
		}
		s := strings.Repeat(string(rune('A'+(n-1)%26)), 1+(n-1)/26)
		if format == "lowerLetter" {
			s = strings.ToLower(s)
		}
		return s
	case "upperRoman", "lowerRoman":
		if n < 1 || n > 3999 {
			break
		}
		s := romanNumber(n)
		if format == "lowerRoman" {
			s = strings.ToLower(s)
		}
		return s
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	}
	return strconv.Itoa(n)
}
