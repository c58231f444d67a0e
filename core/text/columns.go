package text

import "strings"

// ListsParts reports whether the heads of the columns of a table are those of a list of the parts of an object or of
// its values, as references set them: the first names each part ("Field", "Property name"), a later one says what it is
// for.
func ListsParts(heads []string) bool {
	if len(heads) < 2 {
		return false
	}
	named := Words(heads[0])
	if len(named) == 0 || len(named) > 2 || !hasColumn(NamedColumn, named) {
		return false
	}
	for _, h := range heads[1:] {
		if w := Words(h); len(w) > 0 && len(w) <= 2 && hasColumn(ToldColumn, w) {
			return true
		}
	}
	return false
}

// hasColumn reports whether one of the words of a head has the use, in the singular or the plural.
func hasColumn(u Use, words []Word) bool {
	for _, w := range words {
		if u.Has(w.Text) || u.Has(Singular(w.Text)) {
			return true
		}
	}
	return false
}

// NamesParts reports whether a title says no more than that the parts of what the title above it names follow: "Fixed
// Fields", and "Channel Structure" below "Channel Object".
func NamesParts(title, above string) bool {
	words := Words(title)
	if len(words) == 0 || len(words) > 6 {
		return false
	}
	known := map[string]bool{}
	for _, w := range Words(above) {
		known[w.Text] = true
	}
	parts := false
	for _, w := range words {
		part := PartsTitle.Has(w.Text) && !known[w.Text]
		if !part && !known[w.Text] {
			return false
		}
		parts = parts || part
	}
	return parts
}

// ColumnHeads are the heads of the columns of a table, without their faces.
func ColumnHeads(table string) []string {
	line, _, _ := strings.Cut(strings.TrimLeft(table, "\n"), "\n")
	line = strings.Trim(strings.ReplaceAll(line, "\t", "|"), "| ")
	heads := strings.Split(line, "|")
	for k, h := range heads {
		heads[k] = strings.Trim(h, " *_`")
	}
	return heads
}
