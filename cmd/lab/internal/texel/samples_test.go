package texel

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/eval/tapered"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/dataset"
	"github.com/nitoryu/nitoryu/tests/must"
)

// plies is an evaluation that counts the plies played, twice, and nothing else.
type plies struct {
	three
	position core.Position
	factor   int
}

func (e *plies) Reset(p core.Position) { e.position = p }

func (e *plies) Trace(visit tapered.Visit) (middle, end float64) {
	visit(tapered.ScoreSum, 1, e.factor*e.position.Plies())
	visit(tapered.SecondDanger, 2, 3)
	visit(tapered.ScoreSum, 1, e.factor*e.position.Plies())
	visit(tapered.ScoreSum, 0, 5) // taken back
	visit(tapered.ScoreSum, 0, -5)
	return 0.25, 0.5
}

// file writes games of four plies: one random, the third without a score.
func file(t *testing.T, games int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	w, err := dataset.Create(path, dataset.Header{Game: "chess", Runs: []dataset.Run{{Seed: 1}}})
	must.OK(t, err)
	for i := range games {
		p := chess.Rules.Start(core.Settings{})
		g := &dataset.Game{Index: uint64(i), Random: 1, Result: 1, Scores: []core.Score{70, core.NoScore, 90}}
		for _, text := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
			m, err := p.ParseMove(text)
			must.OK(t, err)
			g.Moves = append(g.Moves, m.ID())
			p.Do(m, nil)
		}
		g.Scores[1] = 80
		must.OK(t, w.Append(g))
	}
	must.OK(t, w.Close())
	return path
}

func TestLoad(t *testing.T) {
	filter := dataset.Filter{MaxScore: 85}
	e := &plies{factor: 1}
	training, held, err := Load(context.Background(), e, chess.Rules, []string{file(t, 5), file(t, 2)}, filter, 3, func(int) {})
	must.OK(t, err)
	// Games 0 and 3 of the first file and 0 of the second are held out.
	if training.Len() != 8 || held.Len() != 6 {
		t.Fatalf("%d and %d positions, want 8 and 6", training.Len(), held.Len())
	}
	for i, want := range []position{
		{counts: 0, middle: 0.25, end: 0.5, score: -70, result: 1},
		{counts: 2, middle: 0.25, end: 0.5, score: 80, result: 1},
	} {
		if got := training.positions[i]; got != want {
			t.Errorf("position %d: %+v, want %+v", i, got, want)
		}
		counts := training.of(i)
		if len(counts) != 2 || counts[0] != (count{1, tapered.ScoreSum, int8(2 * (i + 1))}) || counts[1] != (count{2, tapered.SecondDanger, 3}) {
			t.Errorf("counts %v of position %d", counts, i)
		}
	}
	if got := training.of(training.Len() - 1); len(got) != 2 {
		t.Errorf("counts %v of the last position", got)
	}
}

func TestLoadFails(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		name   string
		ctx    context.Context
		rules  core.Rules
		path   string
		factor int
		want   string
	}{
		{"another game", context.Background(), shogi.Rules, file(t, 3), 1, "games of chess"},
		{"no file", context.Background(), chess.Rules, "nowhere", 1, "nowhere"},
		{"nothing held out", context.Background(), chess.Rules, file(t, 1), 1, "too few games"},
		{"too large a count", context.Background(), chess.Rules, file(t, 3), 64, `"b" counts 128 times`},
		{"an ended context", ended, chess.Rules, file(t, 3), 1, context.Canceled.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := Load(tt.ctx, &plies{factor: tt.factor}, tt.rules, []string{tt.path}, dataset.Filter{}, 3, func(int) {})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v does not say %q", err, tt.want)
			}
		})
	}
}
