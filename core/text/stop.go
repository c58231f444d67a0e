package text

import "strings"

// stopWords are words that say nothing by themselves: articles, pronouns, prepositions, auxiliaries and the joints of a
// mathematical sentence. Negations and "only" are not among them, since they turn a statement around. Words of other
// languages are left out where they are English content words.
var stopWords = set(`
a about above according accordingly after again against all almost along already also although always am among an and another
any anything are around as at away be because become becomes been before being below between both but by came can cannot
come comes could did do does doing done down due during e.g each eg either else enough etc even ever every everything
few for from further furthermore get gets getting give given gives giving go goes got had has have having he hence her here
hers herself him himself his how however i.e ie if in indeed instead into is it its itself just keep kept know known
last later less lest let lets like likewise made make makes making many may maybe me might mine more moreover most much must my
namely need needs next now of off often on once one ones onto or other others otherwise our ours ourselves out over own
per perhaps put puts quite rather really recall recalls regarding respectively said same saw say saying says see seem seems seen
several shall she should simply since so some something soon still such suppose supposes sure take taken takes taking than that
the their theirs them themselves then there thereby therefore these they thing things this those though through throughout thus
to together too toward towards under until up upon us use used uses using usually very via want was way ways we well
went were what whatever when whence whenever where whereas wherever whether which while who whole whom whose why will with
within would yet you your yours yourself denote denotes denoted denoting called call calls assume assumes
aber als am auf aus bei beim dass dem den der des dessen die dies diese dieser dieses ein eine einem einen einer eines
falls fur gibt heisst ist jede jeder jedes mit oder seien seine sich sind und unter vom von wenn wir wird zu zum zur
alors au aux avec ce ces cette comme dans de du elle est et il ils la le les leur lorsque nous ou par pour que qui sa
si soit sont sur tel telle tout toute toutes un une
como con cuando cual cualquier cada del el ella en entonces es esta este los las para pero por porque sea sean si son
su sus tal todo toda todos una uno unos y
che chi come cui dal dalla dei del della delle di e ed gli i il lo nel nella ogni per piu poi quale quando questa questo
sia siano sono tale tra tutti un una uno
в во и из к как ко который которая которое которые ли между на над о об от по под при пусть с со так такой также то тогда
у что чтобы эта это этот если для до же есть или за быть является
`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		if len(w) > 1 || w == "a" { // letters are variables
			m[w] = true
		}
	}
	return m
}
