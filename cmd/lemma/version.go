package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"lemma/store"
)

// version is set by the release build.
var version = "dev"

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Example: "  lemma version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.showVersion() },
	}
}

func (a *app) showVersion() error {
	v := version
	if info, ok := debug.ReadBuildInfo(); ok && v == "dev" && info.Main.Version != "" {
		v = info.Main.Version
	}
	return a.result(map[string]any{"version": v, "registryFormat": store.Format}, func(s *screen) {
		s.printf("lemma %s, registry format %d\n", v, store.Format)
	})
}
