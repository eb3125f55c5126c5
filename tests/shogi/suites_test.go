// Package shogi checks mates in one and the declaration win against problems with known
// answers.
//
// The problems in testdata are ours. Larger sets run if NITORYU_SUITES names a folder
// with them.
package shogi

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// eachLine calls visit with the lines of our suite and, if it exists, of the shared one.
func eachLine(t *testing.T, own string, shared []string, visit func(t *testing.T, line string)) {
	read := func(t *testing.T, path string) {
		text, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer text.Close()
		n := 0
		for in := bufio.NewScanner(text); in.Scan(); {
			if line := strings.TrimSpace(in.Text()); line != "" && line[0] != '#' {
				visit(t, line)
				n++
			}
		}
		if n == 0 {
			t.Errorf("%s holds no problem", path)
		}
	}
	t.Run("own", func(t *testing.T) { read(t, filepath.Join("testdata", own)) })
	t.Run("shared", func(t *testing.T) {
		folder := os.Getenv("NITORYU_SUITES")
		if folder == "" {
			t.Skip("NITORYU_SUITES does not name a folder of suites")
		}
		read(t, filepath.Join(append([]string{folder}, shared...)...))
	})
}

func open(t *testing.T, sfen string, s core.Settings) core.Position {
	t.Helper()
	p, err := shogi.Rules.Parse(sfen, s)
	if err != nil {
		t.Fatalf("%s: %v", sfen, err)
	}
	return p
}

func TestMateInOneIsFound(t *testing.T) {
	eachLine(t, "mate1.sfen", []string{"shogi", "mates", "mate1.sfen"}, func(t *testing.T, line string) {
		fields := strings.Split(line, ";")
		var best []string
		for _, field := range fields[1:] {
			if moves, found := strings.CutPrefix(field, "bm "); found {
				best = strings.Fields(moves)
			}
		}
		if len(best) == 0 {
			t.Fatalf("no solution in %s", line)
		}
		p := open(t, fields[0], core.Settings{})
		m := p.MateInOne()
		if !slices.Contains(best, p.FormatMove(m)) {
			t.Errorf("%s: found %s", line, p.FormatMove(m))
			return
		}
		p.Do(m, nil)
		want := core.Verdict{Ending: core.Checkmate, Winner: p.Side().Other()}
		if got := p.Verdict(); got != want {
			t.Errorf("%s: %+v after the mate", line, got)
		}
	})
}

func TestNoMateInOne(t *testing.T) {
	eachLine(t, "nomate1.sfen", []string{"shogi", "mates", "nomate1.sfen"}, func(t *testing.T, line string) {
		sfen, _, _ := strings.Cut(line, ";")
		p := open(t, sfen, core.Settings{})
		if m := p.MateInOne(); m != core.NoMove {
			t.Errorf("%s: %s is no mate", line, p.FormatMove(m))
		}
	})
}

func TestDeclaration(t *testing.T) {
	eachLine(t, "declaration.tsv", []string{"shogi", "declaration.tsv"}, func(t *testing.T, line string) {
		fields := strings.Split(line, "\t")
		for i, rule := range []string{"CSARule27", "CSARule24"} {
			p := open(t, fields[0], core.Settings{EnteringKing: rule})
			if got, want := p.Claim() == core.WinningClaim, fields[i+1] == "1"; got != want {
				t.Errorf("%s by %s: %v, want %v", fields[0], rule, got, want)
			}
		}
	})
}
