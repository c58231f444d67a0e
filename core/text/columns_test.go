package text

import "testing"

func TestListsParts(t *testing.T) {
	for table, want := range map[string]bool{
		"| Field Name | Type | Description |":   true,
		"| **Property** | Purpose |\n| a | b |": true,
		"Feld\tTyp\tBeschreibung":               true,
		"| Name | Age |":                        false,
		"| Year of the name | Description |":    false,
		"| Description | Field |":               false,
		"":                                      false,
	} {
		if got := ListsParts(ColumnHeads(table)); got != want {
			t.Errorf("%q: %v", table, got)
		}
	}
}

func TestNamesParts(t *testing.T) {
	for _, c := range []struct {
		title, above string
		want         bool
	}{
		{"Fixed Fields", "Info Object", true},
		{"Parcel Structure", "Parcel Object", true},
		{"Parcel Kinds", "Parcel Object", false},
		{"Parcel", "Parcel", false},
		{"", "Parcel", false},
		{"Properties", "Properties", false},
	} {
		if got := NamesParts(c.title, c.above); got != c.want {
			t.Errorf("%q below %q: %v", c.title, c.above, got)
		}
	}
}
