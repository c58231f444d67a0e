package changeset_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain raises how many histories TestPromises tries: what keeps a plan sound can be left out of it unnoticed for
// hundreds of them. The flag on the command line still decides.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "6000"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
