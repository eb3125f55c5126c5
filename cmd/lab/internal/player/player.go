package player

import (
	"context"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Player answers one question at a time. Its methods are called by one
// goroutine at a time; an error of type [*Failure] means that the player is
// gone and has to be replaced by a new one.
type Player interface {
	// Name is what the player calls itself, or what the user named it.
	Name() string
	// NewGame makes the player ready for another game.
	NewGame(ctx context.Context) error
	// Think asks for a move, or for a mate with Request.Mate, and waits for the
	// answer. When ctx ends, the search is stopped and ctx's error returned, with
	// what the player then answered. If the player is pondering on the very
	// position of r, this is a ponder hit; if on another, the pondering is stopped
	// first, on the player's own time.
	Think(ctx context.Context, r Request) (Reply, error)
	// Ponder starts thinking on the opponent's time; r's moves end with the
	// expected one. Nothing is waited for.
	Ponder(r Request) error
	// GameOver tells the player how the game ended, from its own view: stops
	// pondering, and sends USI's gameover.
	GameOver(o Outcome) error
	// Close ends the player: politely, and by force if that takes too long.
	Close() error
}

// Request is a question.
type Request struct {
	Start    string        // FEN or SFEN of the first position, "" for the usual one
	Moves    []string      // from there to Position, in protocol notation
	Position core.Position // to move in, with its history; moves may be tried on it and taken back before Think returns
	Limits   core.Limits   // as in a go command; times are those left when the question is asked
	Mate     bool          // asks for a mate: USI go mate, within Limits.MoveTime (0: infinite)
	Grace    time.Duration // how long beyond its limits the player may take before it counts as hung; 0: ten seconds
	// Info is called with each line of information, if not nil. The player waits
	// meanwhile, so that it has to be quick and must not call the player.
	Info func(Info)
}

// Reply is an answer.
type Reply struct {
	Text    string    // what the player said: a move, "resign", "win", or the words after checkmate
	Move    core.Move // the move, legal in the position; NoMove if it is none or not legal
	Problem string    // why Text is no legal move; empty if it is one or needs not be
	Ponder  core.Move // the expected answer, legal after Move, or NoMove
	Resigns bool
	Claims  bool     // USI bestmove win
	Mate    []string // the moves of USI checkmate; elsewhere those of a line that mates
	NoMate  bool     // USI checkmate nomate
	Elapsed time.Duration
	Info    Info   // the last line of information with a score for the best line
	BadPV   string // the first line of information whose moves are not legal, and why; empty if there was none
	Infos   int    // lines of information with a score
}

// Info is what a player tells while it thinks.
type Info struct {
	Depth, SelDepth int
	MultiPV         int
	Score           core.Score // for the side to move; a mate in plies
	HasScore        bool
	Bound           core.Bound
	Nodes           uint64
	NPS             uint64
	Time            time.Duration // as told by the player
	Elapsed         time.Duration // measured since the question was asked
	PV              []string      // in protocol notation, as told
}

// Outcome is how a game ended for a player.
type Outcome int8

// The outcomes.
const (
	Lost  Outcome = -1
	Drawn Outcome = 0
	Won   Outcome = 1
)

// FailureKind tells apart the ways in which a player breaks down.
type FailureKind uint8

// The kinds of failure.
const (
	CannotStart   FailureKind = iota // the program could not be started
	Crash                            // the program ended or closed its output
	Hang                             // no answer within limits and grace, or no handshake
	ProtocolError                    // an answer that is none
)

func (k FailureKind) String() string {
	return [...]string{"cannot start", "crash", "hang", "protocol error"}[k]
}

// Failure is the breakdown of a player.
type Failure struct {
	Player string
	Kind   FailureKind
	Detail string // exit status, last lines of its standard error, what was waited for
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: %s: %s", f.Player, f.Kind, f.Detail) }
