package nitoryu

import (
	"errors"
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// Variant is the name of what is played.
type Variant string

// What is played.
const (
	Chess Variant = "chess"
	Shogi Variant = "shogi"
)

// Side is one of the two sides of a game. As text and in JSON it is "first" or "second".
type Side uint8

// The sides. The first to move in the initial position is White in chess and Black
// (sente) in shogi.
const (
	First Side = iota
	Second
)

var sideNames = [...]string{"first", "second"}

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

// String returns "first" or "second".
func (s Side) String() string { return sideNames[s&1] }

// MarshalText implements [encoding.TextMarshaler] with String.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]: it reads what String writes.
func (s *Side) UnmarshalText(text []byte) error {
	i, err := named(sideNames[:], "side", text)
	if err == nil {
		*s = Side(i)
	}
	return err
}

// Setup says how a game begins. The zero value is the initial position of chess.
type Setup struct {
	Variant  Variant `json:"variant,omitempty"`  // "": what Position fits, else chess
	Position string  `json:"position,omitempty"` // FEN or SFEN; "": the initial position
	Handicap string  `json:"handicap,omitempty"` // shogi: one of [Handicaps], instead of Position

	Chess960     bool   `json:"chess960,omitempty"`     // chess: castling is written as king takes rook, FENs may name the files of rooks
	MoveLimit    int    `json:"moveLimit,omitempty"`    // shogi: the game is drawn after this many plies; 0: never
	EnteringKing string `json:"enteringKing,omitempty"` // shogi: a rule by its name in USI, such as TryRule; "": CSARule27
}

// Handicaps returns the names of the usual handicaps of shogi, the smallest first.
func Handicaps() []string { return record.Handicaps() }

// SetupError says why a [Setup] makes no position.
type SetupError struct {
	Setup Setup
	Err   error
}

// Error implements error.
func (e *SetupError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *SetupError) Unwrap() error { return e.Err }

// Is reports whether target is [ErrSetup].
func (e *SetupError) Is(target error) bool { return target == ErrSetup }

// settings returns the choices about the rules.
func (s *Setup) settings() core.Settings {
	return core.Settings{Chess960: s.Chess960, MoveLimit: s.MoveLimit, EnteringKing: s.EnteringKing}
}

// open returns the position and its rules.
func (s *Setup) open() (core.Position, core.Rules, error) {
	name, text := s.Variant, s.Position
	if s.Handicap != "" {
		sfen, known := record.Handicap(s.Handicap)
		switch {
		case !known:
			return nil, core.Rules{}, fmt.Errorf("there is no handicap %q", s.Handicap)
		case text != "":
			return nil, core.Rules{}, errors.New("a handicap is a position of its own: leave the other one out")
		case name == Chess:
			return nil, core.Rules{}, errors.New("there are no handicaps in chess")
		}
		name, text = Shogi, sfen
	}
	if name == "" {
		name = Variant(games.GuessRules(text).Name)
	}
	rules, err := games.RulesOf(string(name))
	if err != nil {
		return nil, rules, err
	}
	if s.MoveLimit < 0 {
		return nil, rules, fmt.Errorf("the move limit is negative: %d", s.MoveLimit)
	}
	if known := core.EnteringKingRules(); s.EnteringKing != "" && !slices.Contains(known, s.EnteringKing) {
		return nil, rules, fmt.Errorf("there is no entering king rule %q", s.EnteringKing)
	}
	if text == "" {
		return rules.Start(s.settings()), rules, nil
	}
	p, err := rules.Parse(text, s.settings())
	return p, rules, err
}
