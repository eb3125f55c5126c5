package dataset

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/internal/lines"
)

// Scored is a position with what training wants to know about it.
type Scored struct {
	Position core.Position // with the Plies of the game, as far as the file knows them
	Move     core.Move     // move that was played or found best; core.NoMove: unknown
	Score    core.Score    // for the side to move; core.NoScore: unknown
	Result   int8          // of the game for the side to move: 1 won, 0 drawn, -1 lost
}

// Format is a format of files that positions can be read from.
type Format struct {
	Name     string
	Game     string   // game whose positions it holds; "": any
	About    string   // in a few words
	Suffixes []string // of the names of files
	size     int      // of a record in bytes; 0: records differ
	decode   func(record []byte, s *Scored) error
	encode   func(b []byte, s *Scored) ([]byte, error)
}

// lateMove is the move number of positions in formats that have none, so that no filter
// takes them for early positions.
const lateMove = 100

// Formats returns all formats except the format of lab datagen, which holds games.
func Formats() []*Format {
	return []*Format{
		{
			Name: "text", About: "lines FEN or SFEN | score | result, for the first side", Suffixes: []string{".txt"},
			encode: appendLine,
		},
		{
			Name: "psv", Game: shogi.Rules.Name, About: "PackedSfenValue of YaneuraOu, 40 bytes a position", Suffixes: []string{".psv", ".bin"},
			size: psvSize, decode: decodePSV, encode: appendPSV,
		},
		{
			Name: "bullet", Game: chess.Rules.Name, About: "ChessBoard of bullet, 32 bytes a position", Suffixes: []string{".bullet", ".data"},
			size: boardSize, decode: decodeBullet, encode: appendBullet,
		},
		{
			Name: "marlin", Game: chess.Rules.Name, About: "marlinformat, 32 bytes a position", Suffixes: []string{".marlin", ".mf"},
			size: boardSize, decode: decodeMarlin, encode: appendMarlin,
		},
	}
}

// FormatByName returns the format with that name.
func FormatByName(name string) (*Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("there is no format %q of positions; choose one of %s", name, strings.Join(names, ", "))
}

// FormatOf returns the format that the name of a file stands for, nil if it stands
// for none.
func FormatOf(path string) *Format {
	for _, f := range Formats() {
		for _, suffix := range f.Suffixes {
			if strings.EqualFold(filepath.Ext(path), suffix) {
				return f
			}
		}
	}
	return nil
}

// Append appends the record of a position.
func (f *Format) Append(b []byte, s *Scored) ([]byte, error) { return f.encode(b, s) }

// Check returns an error unless the format can hold positions of a game.
func (f *Format) Check(rules core.Rules) error {
	if f.Game != "" && f.Game != rules.Name {
		return fmt.Errorf("format %s has positions of %s, not of %s", f.Name, f.Game, rules.Name)
	}
	return nil
}

// Positions reads the positions of a file in a format, or of the games of lab datagen for
// nil, in which case damage is skipped. A yielded position is valid until the next one, and
// must not be changed. After an error no more positions follow.
func Positions(rules core.Rules, path string, f *Format) iter.Seq2[*Scored, error] {
	return func(yield func(*Scored, error) bool) {
		visit := func(s *Scored) error {
			if !yield(s, nil) {
				return errEnough
			}
			return nil
		}
		read := func() error { return eachOfGames(rules, path, visit) }
		if f != nil {
			read = func() error { return f.eachOf(rules, path, visit) }
		}
		if err := read(); err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	}
}

// errEnough ends a loop over positions.
var errEnough = errors.New("enough positions")

// eachOfGames visits the positions of a file of lab datagen.
func eachOfGames(rules core.Rules, path string, visit func(*Scored) error) error {
	src, err := openGames(rules, []string{path})
	if err != nil {
		return err
	}
	_, err = src.each(context.Background(), nil, func(g *Game) error {
		var failed error
		for s, err := range g.Positions(rules, src.header.Settings) {
			if failed = err; err == nil {
				failed = visit(s)
			}
			if failed != nil {
				break
			}
		}
		return failed
	})
	return err
}

// Positions yields the positions before each move, like the function of the same
// name.
func (g *Game) Positions(rules core.Rules, s core.Settings) iter.Seq2[*Scored, error] {
	return func(yield func(*Scored, error) bool) {
		err := g.Replay(rules, s, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
			return yield(&Scored{p, m, score, g.resultFor(p.Side())}, nil)
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// eachOf visits the positions of a file in the format.
func (f *Format) eachOf(rules core.Rules, path string, visit func(*Scored) error) error {
	if err := f.Check(rules); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := f.read(bufio.NewReaderSize(file, 1<<16), rules, visit); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// read visits the positions of the format.
func (f *Format) read(in io.Reader, rules core.Rules, visit func(*Scored) error) error {
	if f.size == 0 {
		return eachLine(in, rules, visit)
	}
	return f.eachRecord(in, visit)
}

// eachRecord visits the positions of records.
func (f *Format) eachRecord(in io.Reader, visit func(*Scored) error) error {
	record := make([]byte, f.size)
	for n := 1; ; n++ {
		if length, err := io.ReadFull(in, record); errors.Is(err, io.EOF) {
			return nil
		} else if errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("record %d has %d bytes instead of %d; is this really %s?", n, length, f.size, f.Name)
		} else if err != nil {
			return err
		}
		s := Scored{Move: core.NoMove}
		if err := f.decode(record, &s); err != nil {
			return fmt.Errorf("record %d: %w", n, err)
		}
		if err := visit(&s); err != nil {
			return err
		}
	}
}

// scoreIn returns a score from a file of another program, at most as large as a mate.
func scoreIn(score int16) core.Score {
	if s := core.Score(score); s == core.NoScore {
		return s
	}
	return max(-core.Mate, min(core.Mate, core.Score(score)))
}

// resultFor returns the result of the game for a side.
func (g *Game) resultFor(c core.Color) int8 {
	if c == core.First {
		return g.Result
	}
	return -g.Result
}

// longestLine is longer than any line of text with a position.
const longestLine = 4096

// eachLine visits the positions of lines of text.
func eachLine(in io.Reader, rules core.Rules, visit func(*Scored) error) error {
	n, err := lines.Each(in, longestLine, func(line string) error {
		s, err := parseLine(line, rules)
		if err != nil {
			return err
		}
		return visit(&s)
	})
	if err != nil {
		return fmt.Errorf("line %d: %w", n, err)
	}
	return nil
}

// parseLine reads a line of appendLine.
func parseLine(line string, rules core.Rules) (Scored, error) {
	fields := strings.Split(line, "|")
	if len(fields) != 3 {
		return Scored{}, fmt.Errorf("it does not have the form position | score | result")
	}
	p, err := rules.Parse(strings.TrimSpace(fields[0]), core.Settings{})
	if err != nil {
		return Scored{}, err
	}
	score, err := strconv.ParseInt(strings.TrimSpace(fields[1]), 10, 16)
	if err != nil {
		return Scored{}, fmt.Errorf("score %q is not a whole number of 16 bits", strings.TrimSpace(fields[1]))
	}
	s := Scored{Position: p, Score: scoreIn(int16(score))}
	switch result := strings.Trim(fields[2], " []"); result {
	case "1.0", "1":
		s.Result = 1
	case "0.5", "1/2":
	case "0.0", "0":
		s.Result = -1
	default:
		return Scored{}, fmt.Errorf("result %q is not 1.0, 0.5 or 0.0", result)
	}
	if p.Side() != core.First {
		s.Result = -s.Result
		if s.Score != core.NoScore {
			s.Score = -s.Score
		}
	}
	return s, nil
}

// appendLine appends the line of a position.
func appendLine(b []byte, s *Scored) ([]byte, error) {
	score, result := s.Score, s.Result
	if s.Position.Side() != core.First {
		score, result = -score, -result
	}
	b = append(b, s.Position.String()...)
	b = append(b, " | "...)
	b = strconv.AppendInt(b, int64(score), 10)
	b = append(b, " | "...)
	b = strconv.AppendFloat(b, float64(result+1)/2, 'f', 1, 64)
	return append(b, '\n'), nil
}

// Join makes games of positions. Positions that follow each other by the played move are
// one game. A position whose move is unknown becomes a game of one move, a quiet move if
// possible. Positions without a legal move are left out.
func Join(positions iter.Seq2[*Scored, error]) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		var g *Game
		var next core.Position // the position after the moves of g; nil if its last move is unknown
		for s, err := range positions {
			if err != nil {
				yield(nil, err)
				return
			}
			result := s.Result
			if s.Position.Side() != core.First {
				result = -result
			}
			if g == nil || next == nil || len(g.Moves) == MaxMoves || g.Result != result ||
				next.Key() != s.Position.Key() || next.Plies() != s.Position.Plies() {
				index := uint64(0)
				if g != nil {
					if !yield(g, nil) {
						return
					}
					index = g.Index + 1
				}
				g, next = &Game{Index: index, Start: s.Position.String(), Result: result}, s.Position.Clone()
			}
			m := s.Move
			if m == core.NoMove {
				m = anyMove(s.Position)
			}
			if m == core.NoMove {
				continue
			}
			g.Moves, g.Scores = append(g.Moves, m.ID()), append(g.Scores, s.Score)
			if s.Move == core.NoMove {
				next = nil
			} else {
				next.Do(m, nil)
			}
		}
		if g != nil {
			yield(g, nil)
		}
	}
}

// anyMove returns a legal move, a quiet move if possible, or NoMove.
func anyMove(p core.Position) core.Move {
	var list core.MoveList
	if p.Generate(core.Quiet, &list); list.N == 0 {
		p.Generate(core.AllMoves, &list)
	}
	if list.N == 0 {
		return core.NoMove
	}
	return list.Moves[0]
}
