package text

import (
	"strings"

	"lemma/core"
)

// elementary are the functions and bounds that every text uses, of numbers before it defines them and of other things
// after.
var elementary = fields("sin cos tan cot sec csc sinh cosh tanh coth sech csch arcsin arccos arctan arccot log ln lg exp lim limsup liminf varlimsup " +
	"varliminf sup inf max min arg argmax argmin mod bmod sgn sign id Id")

// Operations calls f for the names of operations in a formula in TeX, each with its place: words set upright
// ("\operatorname{rank}", "\mathrm{KL}"), and the commands that print one ("\ker"), those that a book makes for itself
// included. Elementary functions are left out.
func Operations(formula string, f func(name string, at core.Span)) {
	for i := 0; i < len(formula); {
		if formula[i] != '\\' {
			i++
			continue
		}
		end := i + 1
		for end < len(formula) && isLetterASCII(formula[end]) {
			end++
		}
		command := formula[i+1 : end]
		if command == "" {
			i += 2
			continue
		}
		m, known := macros[command]
		switch {
		case m.kind == face && m.print == "-" || m.kind == upright:
			inner := strings.TrimLeft(strings.TrimPrefix(formula[end:], "*"), " ")
			n := strings.IndexByte(inner[:min(len(inner), longestOperation)], '}')
			if !strings.HasPrefix(inner, "{") || n < 0 {
				break
			}
			end = len(formula) - len(inner) + n + 1
			if name := strings.Trim(inner[1:n], " "); operationName(name) && !elementary[name] && !(m.kind == upright && Stop(name)) {
				f(name, core.Span{Start: i, End: end})
			}
		case elementary[command]:
		case m.kind == operator, !known && len(command) > 2 && !strings.HasPrefix(formula[end:], "{"): // one with an argument lays it out
			f(command, core.Span{Start: i, End: end})
		}
		i = end
	}
}

// longestOperation bounds the name of an operation, in bytes.
const longestOperation = 40

// operationName reports whether s is a word, and no variable.
func operationName(s string) bool {
	for i := range len(s) {
		if !isLetterASCII(s[i]) {
			return false
		}
	}
	return len(s) > 1
}
