//go:build race

package reader

// raceDetector says whether the race detector watches the tests.
const raceDetector = true
