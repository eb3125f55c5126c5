package cli

import (
	"errors"
	"strings"
	"testing"
)

// Arguments are read, or the error names the command and says what is wrong in a line.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"-n 5 a", "a --n=5 -l x -l y", "--fast=maybe", "--time 5", "--nodes -1", "--rate x", "--level 10", "--nn", "--n", "-h", "-", "--", "--=", "---n",
		`--n=" for -n: x`, "--fast= for flag -zz: y", "--level=\": for -q: ",
	} {
		f.Add(strings.ReplaceAll(seed, " ", "\x00"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var out, log strings.Builder
		flags, _, _ := job(&out, &log)
		args := strings.Split(text, "\x00")
		rest, err := Parse(flags, args)
		switch {
		case errors.Is(err, ErrHelp):
			if out.Len() == 0 {
				t.Error("no help")
			}
		case err != nil:
			if message, ok := strings.CutPrefix(err.Error(), "job: "); !ok || message == "" || out.Len()+log.Len() > 0 {
				t.Errorf("error %q, printed %q and %q", err, &out, &log)
			}
		case len(rest) > len(args):
			t.Errorf("%q of %q are left", rest, args)
		}
	})
}
