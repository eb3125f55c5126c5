package epd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/record"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// Record is a position with its operations.
type Record struct {
	Position   core.Position
	Operations []Operation // in the order of the line
	Source     string      // "file:line", empty if it was not read from a file
}

// Operation is a statement about the position, such as bm (best moves) or id (a name).
type Operation struct {
	Opcode   string
	Operands []string // without quotes
}

// Operands returns the operands of the first operation with the opcode, and
// whether there is one.
func (r Record) Operands(opcode string) ([]string, bool) {
	i := slices.IndexFunc(r.Operations, func(o Operation) bool { return o.Opcode == opcode })
	if i < 0 {
		return nil, false
	}
	return r.Operations[i].Operands, true
}

// Text returns the operands of the opcode with blanks between them, empty if
// there are none.
func (r Record) Text(opcode string) string {
	operands, _ := r.Operands(opcode)
	return strings.Join(operands, " ")
}

// Moves reads the operands of the opcode, bm or am for instance, as legal moves
// of the position: SAN or coordinates in chess, USI in shogi. There are none if
// there is no such operation; an operand like #3, a mate without its move, is
// passed over.
func (r Record) Moves(opcode string) ([]core.Move, error) {
	return r.moves(opcode, r.Position, func(core.Move) {})
}

// Line reads the operands of the opcode, pv for instance, as legal moves one
// after the other.
func (r Record) Line(opcode string) ([]core.Move, error) {
	p := r.Position.Clone()
	return r.moves(opcode, p, func(m core.Move) { p.Do(m, nil) })
}

func (r Record) moves(opcode string, p core.Position, after func(core.Move)) ([]core.Move, error) {
	operands, _ := r.Operands(opcode)
	var moves []core.Move
	for _, text := range operands {
		if text = strings.TrimSuffix(text, ","); strings.HasPrefix(text, "#") {
			continue
		}
		m, err := parseMove(p, text)
		if err != nil {
			return nil, fmt.Errorf("%s%s: %w", sourcePrefix(r.Source), opcode, err)
		}
		moves = append(moves, m)
		after(m)
	}
	return moves, nil
}

func parseMove(p core.Position, text string) (core.Move, error) {
	if p.Traits().Name == chess.Rules.Name {
		return record.ParseSAN(p, text)
	}
	return p.ParseMove(text)
}

func sourcePrefix(source string) string {
	if source == "" {
		return ""
	}
	return source + ": "
}

// MateIn returns the plies of the shortest mate that the line promises, 0 if it
// promises none: by "dm 3" or "bm #3", which count moves of the side that mates,
// or by "mate 5", which counts plies as is usual in shogi.
func (r Record) MateIn() int {
	if n, err := strconv.Atoi(r.Text("mate")); err == nil {
		return max(0, n)
	}
	for _, text := range []string{r.Text("dm"), strings.TrimPrefix(r.Text("bm"), "#")} {
		if n, err := strconv.ParseUint(text, 10, 16); err == nil && n > 0 {
			return int(2*n - 1)
		}
	}
	return 0
}
