package book

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/internal/lines"
	"github.com/nitoryu/nitoryu/record"
)

// maxLine is the longest line of a list in bytes.
const maxLine = 1 << 20

// Opening is how a game begins. The zero value is the usual start.
type Opening struct {
	Start string   // FEN or SFEN; empty: the usual start
	Moves []string // from there, in protocol notation
}

// Play returns the position that the opening starts from, its moves, and the position after
// them with its history. It fails if a move is illegal, as may be under other rules or settings
// than the opening was read with.
func (o Opening) Play(rules core.Rules, s core.Settings) (start core.Position, moves []core.Move, end core.Position, err error) {
	start = rules.Start(s)
	if o.Start != "" {
		if start, err = rules.Parse(o.Start, s); err != nil {
			return nil, nil, nil, err
		}
	}
	end = start.Clone()
	for i, text := range o.Moves {
		m, err := end.ParseMove(text)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		moves = append(moves, m)
		end.Do(m, nil)
	}
	return start, moves, end, nil
}

// Read reads a file of openings, at most plies moves of each, or all if plies is 0. The
// format is detected: PGN with tags, KIF, KI2, CSA, JKF, or one opening per line:
//
//	a FEN, EPD or SFEN, with or without fen or sfen in front
//	[position] startpos [moves ...], or any of these positions with moves
//	moves alone: SAN or coordinates in chess, USI in shogi
//
// Empty lines and lines that begin with # are skipped. An invalid opening, or one that ends the
// game, is an error that begins with name and line number; so is a file without openings.
func Read(r io.Reader, name string, rules core.Rules, s core.Settings, plies int) ([]Opening, error) {
	b := reader{rules: rules, settings: s, start: rules.Start(s).String(), plies: plies}
	in := bufio.NewReaderSize(r, sniffed)
	head, _ := in.Peek(sniffed)
	read := b.list
	if f := recordsIn(head, rules); f != record.UnknownFormat {
		read = func(in *bufio.Reader) (int, error) {
			return b.records(record.NewReader(in, record.Hint{Format: f, Settings: s}))
		}
	}
	if line, err := read(in); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	if len(b.openings) == 0 {
		return nil, fmt.Errorf("%s: no openings", name)
	}
	return b.openings, nil
}

// sniffed is how much of a file decides on its format, in bytes.
const sniffed = 1 << 16

// recordsIn returns the format of a file of game records that begins with head,
// UnknownFormat for lists. PGN without a tag or comment could as well be a list.
func recordsIn(head []byte, rules core.Rules) record.Format {
	switch f := record.NewReader(bytes.NewReader(head), record.Hint{}).Format(); f {
	case record.KIF, record.KI2, record.CSA, record.JKF:
		if f.Game() == rules.Name {
			return f
		}
	case record.PGN:
		if text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"); f.Game() == rules.Name && bytes.IndexByte([]byte("[{%;"), text[0]) >= 0 {
			return f
		}
	}
	return record.UnknownFormat
}

// reader collects openings. Its methods return the line of an error.
type reader struct {
	rules    core.Rules
	settings core.Settings
	start    string // the usual start
	plies    int
	openings []Opening
}

func (b *reader) list(in *bufio.Reader) (int, error) {
	return lines.Each(in, maxLine, func(line string) error {
		start, moves, err := b.line(line)
		if err != nil {
			return err
		}
		return b.add(start, len(moves), func(i int) (core.Move, error) { return b.move(start, moves[i]) })
	})
}

// line splits a line into its position and its moves.
func (b *reader) line(line string) (core.Position, []string, error) {
	words := strings.Fields(line)
	if words[0] == "position" {
		words = words[1:]
	}
	position, moves := words, []string(nil)
	i := slices.Index(words, "moves")
	if i >= 0 {
		position, moves = words[:i], words[i+1:]
	}
	switch {
	case len(position) == 0, len(position) == 1 && position[0] == "startpos":
		return b.rules.Start(b.settings), moves, nil
	case i < 0 && !isPosition(position[0]):
		return b.rules.Start(b.settings), words, nil
	}
	g, err := record.ParsePosition(strings.Join(position, " "), b.rules, b.settings)
	if err != nil {
		return nil, nil, err
	}
	p, err := g.Position()
	return p, moves, err
}

// isPosition reports whether a line that begins with word holds a position
// rather than moves.
func isPosition(word string) bool {
	return word == "fen" || word == "sfen" || strings.Count(word, "/") > 1
}

// move reads a move; it is NoMove for the number of a move.
func (b *reader) move(p core.Position, text string) (core.Move, error) {
	if b.rules.Name != chess.Rules.Name {
		return p.ParseMove(text)
	}
	if number := strings.TrimLeft(text, "0123456789"); number != text && strings.HasPrefix(number, ".") {
		if text = strings.TrimLeft(number, "."); text == "" {
			return core.NoMove, nil
		}
	}
	return record.ParseSAN(p, text)
}

// records reads the main lines of games.
func (b *reader) records(games *record.Reader) (int, error) {
	for g, err := range games.All() {
		fault := new(record.Error)
		if errors.As(err, &fault) && (g == nil || !fault.Aside) {
			return fault.Line, fault.Err
		} else if err != nil && g == nil {
			return 0, err
		}
		if g.Settings.Chess960 != b.settings.Chess960 {
			return g.Source.Line, errors.New("the game is Chess960, but the match is not")
		}
		p, err := g.Position()
		moves := g.Moves()
		if err == nil && g.Passes() {
			err = errors.New("a side passes its turn")
		}
		if err == nil {
			err = b.add(p, len(moves), func(i int) (core.Move, error) { return moves[i], nil })
		}
		if err != nil {
			return g.Source.Line, err
		}
	}
	return 0, nil
}

// add adds an opening, unless the game is over after it. It plays up to n moves on p, where
// next reads the i-th of them.
func (b *reader) add(p core.Position, n int, next func(i int) (core.Move, error)) error {
	var o Opening
	if text := p.String(); text != b.start {
		o.Start = text
	}
	for i := range n {
		if b.plies > 0 && len(o.Moves) == b.plies {
			break
		}
		m, err := next(i)
		if err != nil {
			return fmt.Errorf("ply %d: %w", len(o.Moves)+1, err)
		}
		if m != core.NoMove {
			o.Moves = append(o.Moves, p.FormatMove(m))
			p.Do(m, nil)
		}
	}
	if v := p.Verdict(); v.Over() {
		return fmt.Errorf("the game is already over: %s", v.Ending)
	}
	b.openings = append(b.openings, o)
	return nil
}

// Order returns the order in which to use n openings: sequential, or shuffled. Equal seeds
// give equal orders in all versions.
func Order(n int, seed uint64, shuffle bool) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if !shuffle {
		return order
	}
	// rand.Shuffle may change from one release of Go to the next, PCG may not.
	// The bias of the remainder is below n/2^64.
	random := rand.NewPCG(seed, 0)
	for i := n - 1; i > 0; i-- {
		j := int(random.Uint64() % uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}
