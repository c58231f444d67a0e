package extract

import (
	"sync"
	"testing"

	"lemma/core/text"
)

// TestNominative wants terms in the form that the text prints where it does not name them, and none made up: a name in
// the case of its verb is found by nobody who looks for the word.
func TestNominative(t *testing.T) {
	for _, c := range [...][4]string{
		{"ru", "Открытое множество велико. Дно открытого множества.", "открытым множеством", "открытое множество"},
		{"ru", "Это скалярное поле. Такие поля с острым углом.", "скалярным полем", "скалярное поле"},
		{"ru", "Функция с острым углом и класс путей.", "Функцией с острым углом", "Функция с острым углом"},
		{"ru", "Ничего похожего здесь нет.", "замкнутым", "замкнутым"},
		{"ru", "Замкнутое. Множество.", "замкнутым множеством", "замкнутым множеством"},
		{"pl", "Każda grupa prosta jest duża. Grup prostych jest mało.", "grupą prostą", "grupa prosta"},
		{"pl", "Wartość własna macierzy.", "wartością własną", "wartość własna"},
		{"en", "A room is a set.", "room", "room"},
	} {
		b := &builder{x: &index{language: text.LanguageNamed(c[0])}, printed: sync.OnceValue(func() map[string]bool { return wordPairs(c[1]) })}
		if got := b.nominative(c[2]); got != c[3] {
			t.Errorf("%q is called %q beside %q, want %q", c[2], got, c[1], c[3])
		}
	}
}
