package player

import (
	"context"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Player answers one question at a time. Its methods are called by one goroutine at a time.
// After an error of type [*Failure] the player has to be replaced.
type Player interface {
	// Name is what the player calls itself, or what the user named it.
	Name() string
	// NewGame makes the player ready for another game.
	NewGame(ctx context.Context) error
	// Think asks for a move, or for a mate with Request.Mate, and waits for the
	// answer. When ctx ends, the search is stopped and ctx's error returned, with
	// what the player then answered. If the player ponders on the position of r, this
	// is a ponder hit; pondering on another is stopped first, on the player's time.
	Think(ctx context.Context, r Request) (Reply, error)
	// Ponder starts thinking on the opponent's time and returns at once; r's moves
	// end with the expected one.
	Ponder(r Request) error
	// GameOver stops pondering and reports the result from the player's view, in USI
	// by gameover.
	GameOver(o Outcome) error
	// Close ends the player, by force if it takes too long.
	Close() error
}

// Request is a question.
type Request struct {
	Start    string        // FEN or SFEN of the first position, "" for the usual one
	Moves    []string      // from there to Position, in protocol notation
	Position core.Position // to move in, with its history; moves may be tried on it and taken back before Think returns
	Limits   core.Limits   // as in a go command; times are those left when the question is asked
	Mate     bool          // asks for a mate: USI go mate, within Limits.MoveTime (0: infinite)
	Grace    time.Duration // time beyond its limits after which the player counts as hung; 0: ten seconds
	// Info is called with each line of information, if not nil. It blocks the player,
	// so that it has to be fast and must not call the player.
	Info func(Info)
}

// Reply is an answer.
type Reply struct {
	Text    string    // what the player said: a move, "resign", "win", or the words after checkmate
	Move    core.Move // a legal move, or NoMove
	Problem string    // why Text is not a legal move, if it should be one
	Ponder  core.Move // the expected answer, legal after Move, or NoMove
	Resigns bool
	Claims  bool     // USI bestmove win
	Mate    []string // the moves of USI checkmate; in UCI those of a PV that mates
	NoMate  bool     // USI checkmate nomate
	Elapsed time.Duration
	Info    Info   // the last line of information with a score for the best line
	BadPV   string // the first line with an illegal PV, and why; may be empty
	Infos   int    // lines of information with a score
}

// Info is the search information of a player.
type Info struct {
	Depth, SelDepth int
	MultiPV         int
	Score           core.Score // for the side to move; a mate in plies
	HasScore        bool
	Bound           core.Bound
	Nodes           uint64
	NPS             uint64
	Time            time.Duration // as sent by the player
	Elapsed         time.Duration // measured since the question was asked
	PV              []string      // in protocol notation, as sent
}

// Outcome is the result of a game for a player.
type Outcome int8

// The outcomes.
const (
	Lost  Outcome = -1
	Drawn Outcome = 0
	Won   Outcome = 1
)

// FailureKind is the way in which a player failed.
type FailureKind uint8

// The kinds of failure.
const (
	CannotStart   FailureKind = iota // the program could not be started
	Crash                            // the program ended or closed its output
	Hang                             // no answer within limits and grace, or no handshake
	ProtocolError                    // an invalid answer
)

func (k FailureKind) String() string {
	return [...]string{"cannot start", "crash", "hang", "protocol error"}[k]
}

// Failure is the error of a player that cannot be used any more.
type Failure struct {
	Player string
	Kind   FailureKind
	Detail string // what was waited for, exit status, last lines of standard error
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: %s: %s", f.Player, f.Kind, f.Detail) }
