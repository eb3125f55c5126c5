package dataset

import (
	"context"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// Stats describe the games of files. A position counts if a move was played in it.
type Stats struct {
	Game             string  `json:"game"`
	Files            int     `json:"files"`
	Runs             int     `json:"runs"`
	Bytes            int64   `json:"bytes"`
	Damage           Damage  `json:"damage"`
	Games            int64   `json:"games"`
	Positions        int64   `json:"positions"`
	Scored           int64   `json:"scored"` // positions with a score
	MeanLength       float64 `json:"mean_length"`
	BytesPerPosition float64 `json:"bytes_per_position"`

	Results Results          `json:"results"`
	Endings map[string]int64 `json:"endings"`

	// How many positions the filter drops for each reason, and how many it keeps.
	Filter map[string]int64 `json:"filter"`
	Kept   float64          `json:"kept"` // share, 0 to 1

	// The shares of games and positions, 0 to 1, that have occurred before:
	// games by start and moves, positions by Key. Beyond a million different games or
	// positions they are estimates, within half a percent.
	RepeatedGames     float64 `json:"repeated_games"`
	RepeatedPositions float64 `json:"repeated_positions"`

	Lengths     Histogram   `json:"lengths"`     // games by their plies
	Plies       Histogram   `json:"plies"`       // positions by the plies before them
	Pieces      Histogram   `json:"pieces"`      // positions by the pieces on the board
	Scores      Histogram   `json:"scores"`      // scored positions, for the side to move
	Calibration Calibration `json:"calibration"` // results against scores, for the side to move
}

// Results count games by their winner: the side that moves first, no side, the other
// side.
type Results struct {
	First  int64 `json:"first"`
	Draw   int64 `json:"draw"`
	Second int64 `json:"second"`
}

// Histogram counts values in bars of equal width from Low on. The bars at the ends include
// all values beyond.
type Histogram struct {
	Low    int     `json:"low"`
	Width  int     `json:"width"`
	Counts []int64 `json:"counts"`
}

func newHistogram(low, high, width int) Histogram {
	return Histogram{low, width, make([]int64, (high-low)/width)}
}

// bar returns the bar that a value belongs to.
func (h *Histogram) bar(value int) int {
	return min(max(value-h.Low, 0)/h.Width, len(h.Counts)-1)
}

func (h *Histogram) add(value int) { h.Counts[h.bar(value)]++ }

// Calibration is the mean result of games by the score of their positions. With well
// calibrated scores, the mean result rises steadily with the score.
type Calibration struct {
	Low   int       `json:"low"`   // smallest score of the first bucket
	Width int       `json:"width"` // of a bucket
	Means []float64 `json:"means"` // mean result of the side to move, 0 lost to 1 won; -1: no position
}

// Measure replays all games of files and describes them. A game that cannot be replayed
// makes it fail.
func Measure(ctx context.Context, rules core.Rules, srcs []string, f Filter, progress Progress) (*Stats, error) {
	src, err := openGames(rules, srcs)
	if err != nil {
		return nil, err
	}
	m := newMeasurement(src, rules, f)
	if m.stats.Damage, err = src.each(ctx, progress, m.game); err != nil {
		return nil, err
	}
	return m.finish(), nil
}

// measurement is a Stats in progress.
type measurement struct {
	stats     Stats
	rules     core.Rules
	settings  core.Settings
	filter    Filter
	judged    [reasons]int64
	sums      []float64 // results by bar of Scores
	games     distinct
	positions distinct
	identity  []byte
}

func newMeasurement(src *sources, rules core.Rules, f Filter) *measurement {
	m := &measurement{rules: rules, settings: src.header.Settings, filter: f}
	m.stats = Stats{
		Game: rules.Name, Files: len(src.paths), Runs: len(src.header.Runs), Bytes: src.size,
		Endings: map[string]int64{},
		Lengths: newHistogram(0, 400, 20),
		Plies:   newHistogram(0, 400, 20),
		Pieces:  newHistogram(0, 41, 1),
		Scores:  newHistogram(-2050, 2050, 100), // the bars' centres are multiples of 100
	}
	m.sums = make([]float64, len(m.stats.Scores.Counts))
	return m
}

// game adds a game.
func (m *measurement) game(g *Game) error {
	ply, pieces := 0, 0
	err := g.Replay(m.rules, m.settings, func(p core.Position, move core.Move, score core.Score, scored bool) bool {
		if ply == 0 {
			pieces = boardPieces(p.String())
		}
		m.position(p, move, score, ply, pieces, g.Result)
		if move.IsCapture() {
			pieces--
		} else if move.IsDrop() {
			pieces++
		}
		ply++
		return true
	})
	if err != nil {
		return err
	}
	s := &m.stats
	s.Games++
	s.Lengths.add(len(g.Moves))
	s.Endings[g.endingName()]++
	*[]*int64{&s.Results.Second, &s.Results.Draw, &s.Results.First}[g.Result+1]++
	m.identity = g.appendIdentity(m.identity[:0])
	m.games.add(hash64(m.identity))
	return nil
}

// position adds a position.
func (m *measurement) position(p core.Position, move core.Move, score core.Score, ply, pieces int, result int8) {
	s := &m.stats
	s.Positions++
	s.Plies.add(ply)
	s.Pieces.add(pieces)
	m.positions.add(p.Key())
	m.judged[m.filter.Judge(p, move, score, ply)]++
	if score == core.NoScore {
		return
	}
	if p.Side() != core.First {
		result = -result
	}
	s.Scored++
	bar := s.Scores.bar(int(score))
	s.Scores.Counts[bar]++
	m.sums[bar] += float64(result+1) / 2
}

// boardPieces counts the pieces on the board of a FEN or SFEN.
func boardPieces(text string) int {
	board, _, _ := strings.Cut(text, " ")
	n := 0
	for _, r := range board {
		if r|0x20 >= 'a' && r|0x20 <= 'z' {
			n++
		}
	}
	return n
}

// finish computes what needs all games.
func (m *measurement) finish() *Stats {
	s := &m.stats
	s.MeanLength = share(s.Positions, s.Games)
	s.BytesPerPosition = share(s.Bytes, s.Positions)
	s.RepeatedGames = m.games.repeated(s.Games)
	s.RepeatedPositions = m.positions.repeated(s.Positions)
	s.Kept = share(m.judged[Kept], s.Positions)
	s.Filter = map[string]int64{}
	for r, n := range m.judged {
		s.Filter[Reason(r).String()] = n
	}
	s.Calibration = Calibration{Low: s.Scores.Low, Width: s.Scores.Width, Means: make([]float64, len(m.sums))}
	for i, sum := range m.sums {
		s.Calibration.Means[i] = -1
		if n := s.Scores.Counts[i]; n > 0 {
			s.Calibration.Means[i] = sum / float64(n)
		}
	}
	return s
}

// share returns a/b, or 0 if b is 0.
func share(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
