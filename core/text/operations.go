package text

import "strings"

// Operations calls f for the names of operations in a formula in TeX, each with its offset: words set upright ("\operatorname{rank}",
// "\mathrm{KL}"), and the commands that print one ("\ker"), those that a book makes for itself included.
func Operations(formula string, f func(name string, at int)) {
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
			n := strings.IndexByte(inner, '}')
			if !strings.HasPrefix(inner, "{") || n < 0 {
				break
			}
			if name := strings.Trim(inner[1:n], " "); operationName(name) && !(m.kind == upright && Stop(name)) {
				f(name, i)
			}
		case m.kind == operator, !known && len(command) > 2 && !mathEnvironments[command]:
			f(command, i)
		}
		i = end
	}
}

// operationName reports whether s is a word, and no variable.
func operationName(s string) bool {
	for i := range len(s) {
		if !isLetterASCII(s[i]) {
			return false
		}
	}
	return len(s) > 1
}
