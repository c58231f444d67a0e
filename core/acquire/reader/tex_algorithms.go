package reader

import "strings"

// Algorithms are written in one of two ways: in the environment algorithmic, with \State, \If{c} … \EndIf
// (algorithmic, algorithmicx, algpseudocode), or right in the float, with \If{c}{body} and a \; at the end of each
// line (algorithm2e). Both become lines of pseudocode.

// texBlockWords are what begins and ends a block of an algorithm: "if … then", "for … do".
var texBlockWords = map[string][2]string{
	"If": {"if ", " then"}, "IF": {"if ", " then"}, "ElsIf": {"else if ", " then"}, "ELSIF": {"else if ", " then"}, "For": {"for ", " do"}, "FOR": {"for ", " do"},
	"ForAll": {"for all ", " do"}, "FORALL": {"for all ", " do"}, "While": {"while ", " do"}, "WHILE": {"while ", " do"}, "Until": {"until ", ""}, "UNTIL": {"until ", ""},
	"Procedure": {"procedure ", ""}, "Function": {"function ", ""},
	"ForEach": {"for each ", " do"}, "eIf": {"if ", " then"}, "uIf": {"if ", " then"}, "lIf": {"if ", " then "}, "ElseIf": {"else if ", " then"},
	"uElseIf": {"else if ", " then"}, "lElseIf": {"else if ", " then "}, "lFor": {"for ", " do "}, "lForEach": {"for each ", " do "}, "lWhile": {"while ", " do "},
	"Switch": {"switch ", " do"}, "Case": {"case ", " do"}, "uCase": {"case ", " do"}, "lCase": {"case ", ": "},
}

// texBlockEnds ends the blocks of algorithm2e.
var texBlockEnds = map[string]string{"If": "end if", "eIf": "end if", "For": "end for", "ForAll": "end for", "ForEach": "end for", "While": "end while", "Switch": "end switch", "ElseIf": "end if"}

func init() {
	for n, s := range map[string]string{"State": "", "STATE": "", "Statex": "", "Require": "Require: ", "REQUIRE": "Require: ", "Ensure": "Ensure: ", "ENSURE": "Ensure: ", "ELSE": "else", "EndIf": "end if", "ENDIF": "end if", "EndFor": "end for", "ENDFOR": "end for", "EndWhile": "end while", "ENDWHILE": "end while", "REPEAT": "repeat", "EndProcedure": "end procedure", "EndFunction": "end function", "Loop": "loop", "EndLoop": "end loop", "LOOP": "loop", "ENDLOOP": "end loop", "INPUT": "Input: ", "OUTPUT": "Output: "} {
		texInText(n, func(r *tex, t texToken) { r.codeLine(); r.print(s, t) })
	}
	for n, s := range map[string]string{"Else": "else", "uElse": "else", "lElse": "else ", "Other": "otherwise"} {
		texInText(n, func(r *tex, t texToken) {
			r.codeLine()
			r.print(s, t)
			r.codeBody(n, t)
		})
	}
	texInText("Repeat", func(r *tex, t texToken) {
		r.codeLine()
		r.print("repeat", t)
		if until, ok := r.codeArgument(); ok {
			r.codeBody("Repeat", t)
			r.codeLine()
			r.print("until ", t)
			r.feed(until)
			r.codeLine()
		}
	})
	for n, s := range texBlockWords {
		texInText(n, func(r *tex, t texToken) {
			r.codeLine()
			r.print(s[0], t)
			if r.inAlgorithm() {
				r.between("(", ")") // a comment
			}
			r.feed(r.arg())
			if n == "Procedure" || n == "Function" {
				if args, ok := r.braced(); ok {
					r.print("(", t)
					r.feed(args)
					r.print(")", t)
				}
			}
			r.print(s[1], t)
			r.codeBody(n, t)
		})
	}
	for n, s := range map[string]string{"KwIn": "Input: ", "KwOut": "Output: ", "KwData": "Data: ", "KwResult": "Result: ", "KwRet": "return ", "Input": "Input: ", "Output": "Output: "} {
		texInText(n, func(r *tex, t texToken) {
			r.codeLine()
			r.print(s, t)
			if text, ok := r.braced(); ok {
				r.feed(text)
				if n != "KwRet" {
					r.codeLine()
				}
			}
		})
	}
	for n, s := range map[string]string{"Return": "return ", "RETURN": "return ", "Comment": " // ", "COMMENT": " // ", "Call": "", "tcp": " // ", "tcc": " // ", "KwTo": " to "} {
		texInText(n, func(r *tex, t texToken) {
			if strings.HasPrefix(n, "tc") {
				r.star("*")
				r.option() // where it is set
				r.between("(", ")")
			}
			r.print(s, t)
		})
	}
	texInText(";", func(r *tex, t texToken) {
		if r.inAlgorithm() {
			r.codeLine()
		} else if !r.muted {
			r.blank(texToken{kind: texTilde, made: true})
		}
	})
	for n, line := range map[string]bool{"SetKwInOut": true, "SetKwInput": true, "SetKw": false, "SetKwData": false, "SetKwArray": false, "SetKwFunction": false} {
		texAny(n, func(r *tex, t texToken) { r.codeWord(line, n == "SetKwFunction") })
	}
	for n, spec := range map[string]string{"SetKwProg": "mmmm", "SetKwBlock": "mmm", "SetKwRepeat": "mmm", "SetKwFor": "mmmm", "SetKwIF": "mmmmmmmm", "SetKwSwitch": "mmmmmmmmm", "SetKwComment": "mmm", "SetAlgoLined": "", "SetAlgoNoLine": "", "SetAlgoVlined": "", "SetAlgoNoEnd": "", "DontPrintSemicolon": "", "PrintSemicolon": "", "LinesNumbered": "", "LinesNumberedHidden": "", "LinesNotNumbered": "", "RestyleAlgo": "m", "SetAlgoLongEnd": "", "SetAlgoShortEnd": "", "BlankLine": "", "nl": "", "SetAlCapNameFnt": "m", "SetAlFnt": "m", "SetCommentSty": "m", "SetSideCommentLeft": "", "SetNlSty": "mmm", "IncMargin": "m", "DecMargin": "m", "Indp": "", "Indm": "", "algrenewcommand": "mom", "algnewcommand": "mom", "algdef": "omm", "AlgoDontDisplayBlockMarkers": "", "algsetup": "m"} {
		texAny(n, func(r *tex, t texToken) { r.skipArgs(spec) })
	}
}

// codeWord is \SetKwInOut{Input}{Input} and its like: a command that prints a word of its own, at the
// beginning of a line or before arguments.
func (r *tex) codeWord(line, call bool) {
	name, word := r.plainText(r.arg()), r.arg()
	if name == "" || r.symbol(name).builtin != nil {
		return
	}
	m := &texMacro{body: word}
	switch {
	case call:
		m.params = []texArgSpec{{kind: 'm'}}
		m.body = append(append(m.body, r.word("(")), texToken{kind: texParam, tail: 1}, r.word(")"))
	case line:
		m.body = append([]texToken{{kind: texCmd, made: true, sym: r.symbol("State"), text: `\State`}}, word...)
		m.body = append(m.body, r.word(": "))
	}
	r.define(r.symbol(name), m, true)
}

// inAlgorithm reports whether the text stands right in the float of an algorithm, as algorithm2e has it.
func (r *tex) inAlgorithm() bool {
	for n := len(r.frames) - 1; n >= 0; n-- {
		switch f := &r.frames[n]; {
		case f.role == roleFloat:
			return strings.HasPrefix(f.env, "algo")
		case f.role == roleAlgo || f.block >= 0:
			return false
		}
	}
	return false
}

// codeArgument reads the body of a block as algorithm2e has it.
func (r *tex) codeArgument() ([]texToken, bool) {
	if !r.inAlgorithm() {
		return nil, false
	}
	return r.braced()
}

// codeBody writes the lines of a block: \If{c}{body}.
func (r *tex) codeBody(name string, t texToken) {
	body, ok := r.codeArgument()
	if !ok {
		return
	}
	if name[0] != 'l' {
		r.codeLine()
	}
	r.feed(body)
	r.codeLine()
	if name == "eIf" {
		if body, ok = r.braced(); ok {
			r.print("else", t)
			r.codeLine()
			r.feed(body)
			r.codeLine()
		}
	}
	if end := texBlockEnds[name]; end != "" {
		r.print(end, t)
		r.codeLine()
	}
}

// codeLine begins a line of an algorithm.
func (r *tex) codeLine() {
	if r.muted {
		return
	}
	r.space = false
	if n := len(r.buf); r.inline > 0 && n > 0 && r.buf[n-1] != '\n' && !r.headOpen() {
		r.buf = append(r.buf, '\n')
	} else if r.inline == 0 {
		r.endPar(1)
	}
}
