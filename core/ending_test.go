package core_test

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

func TestEndingNames(t *testing.T) {
	for e := core.NoEnding; e <= core.Interrupted; e++ {
		text, err := e.MarshalText()
		var back core.Ending
		if err != nil || back.UnmarshalText(text) != nil || back != e || e.String() != string(text) {
			t.Errorf("ending %d is called %q, which is read as %v", uint8(e), text, back)
		}
		if got := (core.Verdict{Ending: e}).Over(); got != (e != core.NoEnding) {
			t.Errorf("%s: over is %v", e, got)
		}
	}
	if got := core.Ending(99).String(); got != "ending 99" {
		t.Errorf("an ending without a name is called %q", got)
	}
	e := core.Hang
	if err := e.UnmarshalText([]byte("odd")); err == nil || e != core.Hang {
		t.Errorf("a name that is none: %v, error %v", e, err)
	}
}

// The numbers of files written years ago.
func TestEndingNumbers(t *testing.T) {
	names := []string{"unknown", "checkmate", "stalemate", "repetition", "perpetual check", "fifty-move rule",
		"insufficient material", "move limit", "declaration", "adjudication"}
	for number, name := range names {
		if got := core.Ending(number).String(); got != name {
			t.Errorf("ending %d is %s, want %s", number, got, name)
		}
	}
}
