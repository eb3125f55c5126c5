package dataset

import (
	"bytes"
	"io"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// reread reads a file in memory repeatedly; visit may be nil.
func reread(b *testing.B, rules core.Rules, visit func(*Game)) {
	text := contents(b, write(b, header(rules, 1), randomGames(rules, 1, 200)...))
	var g Game
	positions := 0
	for b.Loop() {
		r, err := NewReader(bytes.NewReader(text))
		must.OK(b, err)
		for err = r.Next(&g); err == nil; err = r.Next(&g) {
			positions += len(g.Moves)
			if visit != nil {
				visit(&g)
			}
		}
		if err != io.EOF {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds()/1e6, "Mpositions/s")
}

func BenchmarkRead(b *testing.B) { reread(b, bothGames()[0], nil) }

func BenchmarkReplay(b *testing.B) {
	for _, rules := range bothGames() {
		b.Run(rules.Name, func(b *testing.B) {
			reread(b, rules, func(g *Game) {
				err := g.Replay(rules, core.Settings{}, func(core.Position, core.Move, core.Score, bool) bool { return true })
				must.OK(b, err)
			})
		})
	}
}

func BenchmarkMeasure(b *testing.B) {
	for _, rules := range bothGames() {
		b.Run(rules.Name, func(b *testing.B) {
			path := write(b, header(rules, 1), randomGames(rules, 1, 200)...)
			positions := int64(0)
			for b.Loop() {
				s, err := Measure(b.Context(), rules, []string{path}, DefaultFilter(), nil)
				must.OK(b, err)
				positions += s.Positions
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds()/1e6, "Mpositions/s")
		})
	}
}
