package reader

import "strings"

// layouts are the families of TeX's mathematical fonts whose codes always mean the same (Knuth, Computer Modern
// Typefaces; the AMS fonts), by the beginning of the name in lower case. PDF files made with Latin Modern carry
// encodings of their own, so that the glyph names of the font program do not help there.
var layouts = []struct {
	prefix string
	table  map[uint16]string
}{
	{"cmmi", oml}, {"cmmib", oml}, {"lmmathitalic", oml}, {"eurm", oml},
	{"cmsy", oms}, {"cmbsy", oms}, {"lmmathsymbols", oms},
	{"cmex", omx}, {"lmmathextension", omx},
	{"msam", msa}, {"msbm", msb},
}

// table reads the characters of a run of codes, separated by blanks: "_" leaves a code out, "∅∅" is one that prints
// nothing.
func table(words string) map[uint16]string {
	m := map[uint16]string{}
	for i, w := range strings.Fields(words) {
		switch w {
		case "_":
		case "∅∅":
			m[uint16(i)] = ""
		default:
			m[uint16(i)] = w
		}
	}
	return m
}

// oml is the layout of mathematical italics.
var oml = table(`Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω α β γ δ ϵ ζ η θ ι κ λ μ ν ξ π ρ σ τ υ ϕ χ
	ψ ω ε ϑ ϖ ϱ ς φ ↼ ↽ ⇀ ⇁ ↪ ↩ ▷ ◁ 0 1 2 3 4 5 6 7 8 9 . , < / > ⋆
	∂ A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ♭ ♮ ♯ ⌣ ⌢
	ℓ a b c d e f g h i j k l m n o p q r s t u v w x y z ı ȷ ℘ ⃗ ⁀`)

// oms is the layout of mathematical symbols.
var oms = table(`− ⋅ × ∗ ÷ ⋄ ± ∓ ⊕ ⊖ ⊗ ⊘ ⊙ ◯ ∘ ∙ ≍ ≡ ⊆ ⊇ ≤ ≥ ⪯ ⪰ ∼ ≈ ⊂ ⊃ ≪ ≫ ≺ ≻
	← → ↑ ↓ ↔ ↗ ↘ ≃ ⇐ ⇒ ⇑ ⇓ ⇔ ↖ ↙ ∝ ′ ∞ ∈ ∋ △ ▽ ̸ ↦ ∀ ∃ ¬ ∅ ℜ ℑ ⊤ ⊥
	ℵ A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ∪ ∩ ⊎ ∧ ∨
	⊢ ⊣ ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ | ‖ ↕ ⇕ ∖ ≀ √ ⨿ ∇ ∫ ⊔ ⊓ ⊑ ⊒ § † ‡ ¶ ♣ ♢ ♡ ♠`)

// omx is the layout of large symbols. Of brackets that are built of parts the upper end counts.
var omx = table(`( ) [ ] ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ | ‖ / \ ( ) ( ) [ ] ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ / \
	( ) [ ] ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ / \ / \ ( ) [ ] ∅∅ ∅∅ ∅∅ ∅∅ { } ∅∅ ∅∅ ∅∅ ∅∅ ∅∅ ∅∅
	∅∅ ∅∅ ∅∅ ∅∅ ⟨ ⟩ ⨆ ⨆ ∮ ∮ ⨀ ⨀ ⨁ ⨁ ⨂ ⨂ ∑ ∏ ∫ ⋃ ⋂ ⨄ ⋀ ⋁ ∑ ∏ ∫ ⋃ ⋂ ⨄ ⋀ ⋁
	∐ ∐ ̂ ̂ ̂ ̃ ̃ ̃ [ ] ⌊ ⌋ ⌈ ⌉ { } √ √ √ √ √ ∅∅ ∅∅ ‖ ↑ ↓ ∅∅ ∅∅ ∅∅ ∅∅ ⇑ ⇓`)

// msa and msb are the layouts of the AMS symbols.
var msa = table(`⊡ ⊞ ⊠ □ ■ ⋅ ◇ ◆ ↻ ↺ ⇌ ⇋ ⊟ ⊩ ⊪ ⊨ ↠ ↞ ⇇ ⇉ ⇈ ⇊ ↾ ⇂ ↿ ⇃ ↣ ↢ ⇆ ⇄ ↰ ↱
	⇝ ↭ ↫ ↬ ≗ ≿ ≳ ⪆ ⊸ ∴ ∵ ≑ ≜ ≾ ≲ ⪅ ⪕ ⪖ ⋞ ⋟ ≼ ≦ ⩽ ≶ ‵ _ ≓ ≒ ≽ ≧ ⩾ ≷
	⊏ ⊐ ▷ ◁ ⊵ ⊴ ★ ≬ ▼ ▶ ◀ → ← △ ▲ ▽ ≖ ⋚ ⋛ ⪋ ⪌ ¥ ⇛ ⇚ ✓ ⊻ ⊼ ⩞ ∠ ∡ ∢ ∝
	⌣ ⌢ ⋐ ⋑ ⋓ ⋒ ⋏ ⋎ ⫅ ⫆ ≏ ≎ ⋘ ⋙ ⌜ ⌝ ® Ⓢ ⋔ ∔ ∽ ⋍ ⌞ ⌟ ✠ ∁ ⊺ ⊚ ⊛ ⊝ ≊ ≋`)

var msb = table(`≨ ≩ ≰ ≱ ≮ ≯ ⊀ ⊁ ≨ ≩ ≰ ≱ ⪇ ⪈ ⋠ ⋡ ⋦ ⋧ ⪉ ⪊ ≁ ≇ ⪉ ⪊ ⋨ ⋩ _ _ _ _ _ _
	⊊ ⊋ ⊈ ⊉ ⊊ ⊋ ⊊ ⊋ ⊊ ⊋ ⊈ ⊉ ∦ ∤ ∤ ∦ ⊬ ⊮ ⊭ ⊯ ⋭ ⋬ ⋪ ⋫ ↚ ↛ ⇍ ⇏ ⇎ ↮
	⋇ ∅ ∄ 𝔸 𝔹 ℂ 𝔻 𝔼 𝔽 𝔾 ℍ 𝕀 𝕁 𝕂 𝕃 𝕄 ℕ 𝕆 ℙ ℚ ℝ 𝕊 𝕋 𝕌 𝕍 𝕎 𝕏 𝕐 ℤ _ _ _ _ _
	Ⅎ ⅁ _ _ _ _ ℧ ð ≂ ℶ ℷ ℸ ⋖ ⋗ ⋉ ⋊ ∣ ∥ ∖ ∼ ≈ ≊ ⪸ ⪷ ↶ ↷ ϝ ϰ 𝕜 ℏ ℏ ∍`)

// glyphNames are the names of TeX's fonts and of mathematical fonts in PostScript, with the characters that they stand
// for, as name=character; a name alone prints nothing.
var glyphNames = names(`
	Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Upsilon=Υ Phi=Φ Psi=Ψ Omega=Ω alpha=α beta=β gamma=γ delta=δ epsilon1=ϵ epsilon=ε zeta=ζ eta=η
	theta=θ iota=ι kappa=κ lambda=λ mu=μ nu=ν xi=ξ pi=π rho=ρ sigma=σ tau=τ upsilon=υ phi=ϕ chi=χ psi=ψ omega=ω theta1=ϑ pi1=ϖ rho1=ϱ sigma1=ς phi1=φ
	varepsilon=ε vartheta=ϑ varpi=ϖ varrho=ϱ varsigma=ς varphi=φ varkappa=ϰ digamma=ϝ kappa1=ϰ partialdiff=∂ partial=∂ weierstrass=℘ lscript=ℓ ell=ℓ dotlessi=ı dotlessj=ȷ
	imath=ı jmath=ȷ flat=♭ natural=♮ sharp=♯ slurbelow=⌣ slurabove=⌢ smile=⌣ frown=⌢ star=⋆ triangleright=▷ triangleleft=◁ vector=⃗ vec=⃗ tie=⁀
	arrowlefttophalf=↼ arrowleftbothalf=↽ arrowrighttophalf=⇀ arrowrightbothalf=⇁ arrowhookleft=↪ arrowhookright=↩ minus=− periodcentered=⋅ multiply=×
	asteriskmath=∗ divide=÷ diamondmath=⋄ plusminus=± minusplus=∓ circleplus=⊕ circleminus=⊖ circlemultiply=⊗ circledivide=⊘ circledot=⊙ circlecopyrt=◯ openbullet=∘
	bullet=∙ equivasymptotic=≍ equivalence=≡ reflexsubset=⊆ reflexsuperset=⊇ lessequal=≤ greaterequal=≥ precedesequal=⪯ followsequal=⪰ similar=∼ approxequal=≈
	propersubset=⊂ propersuperset=⊃ lessmuch=≪ greatermuch=≫ precedes=≺ follows=≻ arrowleft=← arrowright=→ arrowup=↑ arrowdown=↓ arrowboth=↔ arrownortheast=↗
	arrowsoutheast=↘ similarequal=≃ arrowdblleft=⇐ arrowdblright=⇒ arrowdblup=⇑ arrowdbldown=⇓ arrowdblboth=⇔ arrownorthwest=↖ arrowsouthwest=↙ proportional=∝
	prime=′ infinity=∞ element=∈ owner=∋ suchthat=∋ triangle=△ triangleinv=▽ negationslash≠ mapsto=↦ universal=∀ existential=∃ logicalnot=¬ emptyset=∅ Rfractur=ℜ
	Ifractur=ℑ latticetop=⊤ perpendicular=⊥ aleph=ℵ union=∪ intersection=∩ unionmulti=⊎ logicaland=∧ logicalor=∨ turnstileleft=⊢ turnstileright=⊣ floorleft=⌊
	floorright=⌋ ceilingleft=⌈ ceilingright=⌉ braceleft={ braceright=} angbracketleft=⟨ angbracketright=⟩ bar=| bardbl=‖ arrowbothv=↕ arrowdblbothv=⇕ backslash=\
	wreathproduct=≀ radical=√ coproduct=∐ nabla=∇ integral=∫ unionsq=⊔ intersectionsq=⊓ subsetsqequal=⊑ supersetsqequal=⊒ section=§ dagger=† daggerdbl=‡ paragraph=¶
	club=♣ diamond=♢ heart=♡ spade=♠ parenleft=( parenright=) bracketleft=[ bracketright=] vextendsingle vextenddouble=‖ slash=/ summation=∑ product=∏ contintegral=∮
	hatwide=̂ hatwider=̂ hatwidest=̂ tildewide=̃ tildewider=̃ tildewidest=̃ parenlefttp=( parenleftbt parenleftex parenrighttp=) parenrightbt parenrightex
	bracketlefttp=[ bracketleftbt bracketleftex bracketrighttp=] bracketrightbt bracketrightex bracelefttp={ braceleftmid braceleftbt bracerighttp=} bracerightmid
	bracerightbt braceex radicalbt=√ radicalvertex radicaltp arrowvertexdbl arrowtp=↑ arrowbt=↓ arrowvertex bracehtipdownleft bracehtipdownright bracehtipupleft
	bracehtipupright barex=| bardblex=‖ arrowdbltp=⇑ arrowdblbt=⇓ squaredot=⊡ squareplus=⊞ squaremultiply=⊠ square=□ squaresolid=■ squaresmallsolid=▪ diamondsolid=◆ clockwise=↻
	anticlockwise=↺ harpoonleftright=⇌ harpoonrightleft=⇋ squareminus=⊟ forces=⊩ forcesbar=⊪ satisfies=⊨ dblarrowheadright=↠ dblarrowheadleft=↞ dblarrowleft=⇇
	dblarrowright=⇉ dblarrowup=⇈ dblarrowdwn=⇊ harpoonupright=↾ harpoondownright=⇂ harpoonupleft=↿ harpoondownleft=⇃ arrowtailright=↣ arrowtailleft=↢
	arrowparrleftright=⇆ arrowparrrightleft=⇄ shiftleft=↰ shiftright=↱ squiggleright=⇝ squiggleleftright=↭ curlyleft=↫ curlyright=↬ circleequal=≗ followsorequal=≿
	greaterorsimilar=≳ greaterorapproxeql=⪆ multimap=⊸ therefore=∴ because=∵ equalsdots=≑ defines=≜ precedesorequal=≾ lessorsimilar=≲ lessorapproxeql=⪅
	equalorless=⪕ equalorgreater=⪖ equalorprecedes=⋞ equalorfollows=⋟ precedesorcurly=≼ lessdblequal=≦ lessorequalslant=⩽ lessorgreater=≶ primereverse=‵
	followsorcurly=≽ greaterdblequal=≧ greaterorequalslant=⩾ greaterorless=≷ squareimage=⊏ squareoriginal=⊐ triangleleftequal=⊴ trianglerightequal=⊵ starsolid=★
	between=≬ triangledownsld=▼ trianglerightsld=▶ triangleleftsld=◀ triangledown=▽ trianglesolid=▲ ringinequal=≖ checkmark=✓ yen=¥ anglearc=∡ angle=∠ proportional1=∝
	complement=∁ circledS=Ⓢ maltesecross=✠ uprise=⋏ downfall=⋎ pitchfork=⋔ notlessequal=≰ notgreaterequal=≱ notless=≮ notgreater=≯ notprecedes=⊀ notfollows=⊁
	lessornotequal=⪇ greaterornotequal=⪈ notsimilar=≁ notcongruent=≇ notapproxequal=≉ subsetornotequal=⊊ supersetornotequal=⊋ notsubsetoreql=⊈ notsupersetoreql=⊉
	notparallel=∦ notbar=∤ notshortbar=∤ notshortparallel=∦ notturnstile=⊬ notforces=⊮ notsatisfies=⊭ nottriangeqlright=⋭ nottriangeqlleft=⋬ nottriangleleft=⋪
	nottriangleright=⋫ notarrowleft=↚ notarrowright=↛ notarrowboth=↮ notdblarrowleft=⇍ notdblarrowright=⇏ notdblarrowboth=⇎ divideontimes=⋇ notexistential=∄
	hbar=ℏ planckover2pi=ℏ planckover2pi1=ℏ eth=ð beth=ℶ gimel=ℷ daleth=ℸ lessdot=⋖ greaterdot=⋗ ltimes=⋉ rtimes=⋊ barshort=∣ parallelshort=∥ integerdivide=∖
	similar1=∼ approxorequal=≊ followsequal1=⪰ Finv=Ⅎ owner1=∍ mho=℧ subsetnoteql=⊊ supersetnoteql=⊋ lessornotdbleql=≨ greaterornotdbleql=≩ lessornotsimilar=⋦
	greaterornotsimilar=⋧ lessnotequal=⪇ squaresmall=▫ ffi=ffi ffl=ffl ff=ff fi=fi fl=fl quoteright=’ quoteleft=‘ quotedblleft=“ quotedblright=” endash=– emdash=—
	suppress visiblespace=␣ ampersand=& numbersign=# dollar=$ percent=% hyphen=- comma=, period=. colon=: semicolon=; equal== less=< greater=> plus=+ zero=0 one=1 two=2
	three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 exclam=! question=? quotesingle=' asterisk=* at=@ underscore=_ asciitilde=~ asciicircum=^ grave=̀ acute=́
	circumflex=̂ tilde=̃ dieresis=̈ macron=̄ breve=̆ caron=̌ dotaccent=̇ ring=̊ cedilla=̧ hungarumlaut=̋ Zetaw=ℤ cong=≅ congruent=≅ notequal=≠ notelement=∉
	lozenge=◊ blacksquare=■ qed=□ degree=° iteratedintegral=∬ doubleintegral=∬ tripleintegral=∭ colonequal=≔ equalcolon=≕ mapstochar= lmoustache rmoustache`)

// names reads the list.
func names(list string) map[string]string {
	m := map[string]string{}
	for _, f := range strings.Fields(list) {
		name, char, _ := strings.Cut(f, "=")
		m[name] = char
	}
	return m
}
