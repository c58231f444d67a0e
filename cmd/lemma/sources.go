package main

import (
	"time"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

// sourceHelp says what a source is, wherever one is asked for.
const sourceHelp = `A source is a file, a folder, an archive (.zip, .tar.gz, .tgz, .tar), a compressed
file (.gz), - for standard input, a web address, a repository of GitHub
(https://github.com/OWNER/REPO, with /tree/REF/PATH or /blob/REF/PATH) or another
git address. Of a repository docs/ and README.md are read, or what --scope says.
The archives in a folder are read where they are named themselves.

Markdown (.md), LaTeX (.tex), HTML, EPUB, Word (.docx), PDF, Jupyter (.ipynb),
reStructuredText (.rst), Org (.org), AsciiDoc (.adoc), Typst (.typ), PreTeXt
(.ptx), DocBook (.dbk), RFCs (.xml) and plain text (.txt) are read, each by the
end of its name.`

// sourceFlags say how sources are reached.
type sourceFlags struct {
	private bool
	scope   []string
}

func (s *sourceFlags) add(c *cobra.Command) {
	c.Flags().StringSliceVar(&s.scope, "scope", nil, "of a repository: the folders (docs/) and files, `PATHS`, to read")
	c.Flags().BoolVar(&s.private, "allow-private", false, "fetch also from this machine and from private addresses")
}

// network is how the flags and the settings say to fetch.
func (s *sourceFlags) network(st settings) engine.Network {
	return engine.Network{AllowPrivate: s.private, Proxy: st.Proxy == "system", Timeout: time.Duration(st.Limits.Seconds) * time.Second}
}
