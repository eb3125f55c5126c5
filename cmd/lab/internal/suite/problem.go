package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/lines"
	"github.com/nitoryu/nitoryu/record"
)

// Suite is a list of problems of one game.
type Suite struct {
	Name     string
	Game     games.Game
	Problems []Problem
	Warnings []string // unusable parts, each with file and line
}

// Problem is a position with the conditions that a right answer has to meet.
type Problem struct {
	ID       string        // its id in the file, or else its number
	Source   string        // "file:line"
	Position core.Position // read only
	Best     []core.Move   // the answer is one of these; empty: no condition
	Avoid    []core.Move   // the answer is not one of these
	MateIn   int           // the answer is a mate in this many plies; 0: no condition
	NoMateIn int           // the answer does not claim a mate in this many plies; 0: no condition
	Points   []Points      // for single moves, whether they solve the problem or not
	tsume    bool          // as in games.Game
}

// Points is what a move is worth, as the Strategic Test Suite counts it
// (https://www.chessprogramming.org/Strategic_Test_Suite).
type Points struct {
	Move  core.Move
	Worth int
}

// Read reads a suite in EPD or SFEN; the boards show the game. It knows the
// operations bm, am, dm and "bm #N" (moves to mate), mate (plies to mate),
// nomate1, and points in c8 for the moves in c9. Positions without a condition, or with an
// invalid one, are left out with a warning. A line that is not a position is an error, and
// so is a file without problems.
func Read(r io.Reader, name string, s core.Settings) (*Suite, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	game := games.Guess(firstLine(text))
	suite := &Suite{Name: name, Game: game}
	positions := 0
	for g, err := range record.NewReader(bytes.NewReader(text), record.Hint{Format: record.EPD, Rules: game.Rules, Settings: s}).All() {
		if fault := new(record.Error); errors.As(err, &fault) {
			return nil, fmt.Errorf("%s:%d: %w", name, fault.Line, fault.Err)
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		position, err := g.Position()
		if err != nil {
			return nil, err
		}
		positions++
		p := Problem{ID: operand(g, "id"), Source: fmt.Sprintf("%s:%d", name, g.Source.Line), Position: position, tsume: game.Tsume}
		if p.ID == "" {
			p.ID = strconv.Itoa(positions)
		}
		warnings := p.ask(g)
		if !p.asks() {
			warnings = append(warnings, "left out, it has no solution")
		} else {
			suite.Problems = append(suite.Problems, p)
		}
		for _, warning := range warnings {
			suite.Warnings = append(suite.Warnings, p.Source+": "+warning)
		}
	}
	if len(suite.Problems) == 0 {
		return nil, fmt.Errorf("%s is not a test suite: none of its %d positions has a solution (bm, am, dm, mate or nomate1)", name, positions)
	}
	return suite, nil
}

// operand returns the operands of an operation with blanks between them, empty if it has none.
func operand(g *record.Game, opcode string) string {
	operands, _ := g.Operands(opcode)
	return strings.Join(operands, " ")
}

// firstLine returns the first item of a list.
func firstLine(text []byte) string {
	for line := range bytes.Lines(text) {
		if item := lines.Item(line); len(item) > 0 {
			return string(item)
		}
	}
	return ""
}

// ask sets the conditions of p from the operations of g. Invalid ones are left out: one bad
// move should not make a suite unusable.
func (p *Problem) ask(g *record.Game) (warnings []string) {
	var err error
	warn := func() {
		if err != nil {
			warnings = append(warnings, err.Error())
		}
	}
	p.Best, err = g.OperandMoves("bm")
	warn()
	p.Avoid, err = g.OperandMoves("am")
	warn()
	p.Points, err = points(g)
	warn()
	p.MateIn = mateIn(g)
	if _, asked := g.Operands("nomate1"); asked {
		p.NoMateIn = 1
	}
	return warnings
}

// mateIn returns the plies of the shortest mate that the line promises, 0 if it promises
// none: by "dm 3" or "bm #3", which count moves of the side that mates, or by "mate 5",
// which counts plies as is usual in shogi.
func mateIn(g *record.Game) int {
	if n, err := strconv.Atoi(operand(g, "mate")); err == nil {
		return max(0, n)
	}
	for _, text := range []string{operand(g, "dm"), strings.TrimPrefix(operand(g, "bm"), "#")} {
		if n, err := strconv.ParseUint(text, 10, 16); err == nil && n > 0 {
			return int(2*n - 1)
		}
	}
	return 0
}

// points reads the points in c8 of the moves in c9. Many suites use c8 and c9 for other things,
// so anything but numbers is ignored.
func points(g *record.Game) ([]Points, error) {
	var list []Points
	for _, word := range strings.Fields(operand(g, "c8")) {
		worth, err := strconv.Atoi(word)
		if err != nil {
			return nil, nil
		}
		list = append(list, Points{Worth: worth})
	}
	moves, err := g.OperandMoves("c9")
	if err == nil && len(moves) != len(list) && len(moves) > 0 {
		err = fmt.Errorf("c8 has %d points for %d moves in c9", len(list), len(moves))
	}
	if err != nil || len(moves) == 0 {
		return nil, err
	}
	for i, m := range moves {
		list[i].Move = m
	}
	return list, nil
}

// asks reports whether p has any condition.
func (p *Problem) asks() bool {
	return len(p.Best)+len(p.Avoid)+len(p.Points)+p.MateIn+p.NoMateIn > 0
}

// answer is a move with the score that an engine gives it.
type answer struct {
	move  core.Move  // NoMove: none
	score core.Score // for the side to move; 0 if unknown
}

// solvedBy reports whether a meets all conditions of p.
//
// A tsume is solved by a mate of any length: suites state the length with checks only, and
// a search of all moves may find another mate first.
func (p *Problem) solvedBy(a answer) bool {
	switch {
	case len(p.Best) > 0 && !contains(p.Best, a.move),
		len(p.Avoid) > 0 && (a.move == core.NoMove || contains(p.Avoid, a.move)),
		len(p.Best)+len(p.Avoid) == 0 && len(p.Points) > 0 && p.worth(a.move) < p.maxPoints(),
		p.MateIn > 0 && (!a.score.IsWin() || !p.tsume && a.score.PliesToMate() > p.MateIn),
		p.NoMateIn > 0 && a.score.IsWin() && a.score.PliesToMate() <= p.NoMateIn:
		return false
	}
	return true
}

func contains(list []core.Move, m core.Move) bool {
	return slices.ContainsFunc(list, func(x core.Move) bool { return x.ID() == m.ID() })
}

// worth returns the points that m is worth.
func (p *Problem) worth(m core.Move) int {
	for _, x := range p.Points {
		if x.Move.ID() == m.ID() {
			return x.Worth
		}
	}
	return 0
}

// maxPoints returns the points of the best move.
func (p *Problem) maxPoints() int {
	most := 0
	for _, x := range p.Points {
		most = max(most, x.Worth)
	}
	return most
}

// checkMate replays a claimed mate and returns its first move.
func (p *Problem) checkMate(line []string) (core.Move, error) {
	board := p.Position.Clone()
	first := core.NoMove
	for i, text := range line {
		m, err := board.ParseMove(text)
		if err != nil {
			return first, fmt.Errorf("move %d of the mate: %w", i+1, err)
		}
		if i == 0 {
			first = m
		}
		board.Do(m, nil)
	}
	if v := board.Verdict(); v.Ending != core.Checkmate || v.Winner != p.Position.Side() {
		return first, errors.New("the line does not end in checkmate")
	}
	return first, nil
}

// expected formats the conditions of p, with moves in SAN in chess: "bm Qg6, am Rd1" or
// "mate in 3"; chess counts moves to mate, shogi plies.
func (p *Problem) expected() string {
	var parts []string
	if len(p.Best) > 0 {
		parts = append(parts, "bm "+p.notation(p.Best))
	}
	if len(p.Avoid) > 0 {
		parts = append(parts, "am "+p.notation(p.Avoid))
	}
	if p.MateIn > 0 {
		parts = append(parts, fmt.Sprint("mate in ", p.mateLength(p.MateIn)))
	}
	if p.NoMateIn > 0 {
		parts = append(parts, fmt.Sprint("no mate in ", p.mateLength(p.NoMateIn)))
	}
	if len(parts) == 0 {
		parts = append(parts, fmt.Sprint(p.maxPoints(), " points"))
	}
	return strings.Join(parts, ", ")
}

// mateLength converts plies to the unit of the game.
func (p *Problem) mateLength(plies int) int {
	if p.tsume {
		return plies
	}
	return (plies + 1) / 2
}

// notation writes moves of the position.
func (p *Problem) notation(moves []core.Move) string {
	board := p.Position.Clone()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = record.SAN(board, m)
	}
	return strings.Join(texts, " ")
}
