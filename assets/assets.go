// Package assets is the one file system of data that is built into lemma: the taxonomy of domains, rules, templates,
// themes and sample texts. It holds no code; the packages that read a file parse and check it.
package assets

import "embed"

// FS holds the embedded files under their names in this folder. One directive a part, so that a part comes and goes
// with its own line.
//
//go:embed all:domains.yaml
//go:embed domains/*.yaml
//go:embed all:hygiene
//go:embed sample/*.md sample/*.tex
var FS embed.FS
