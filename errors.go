package nitoryu

import "errors"

// Errors for [errors.Is]. The first three stand for all errors of a type, which says more.
var (
	ErrIllegalMove = errors.New("the move is not legal")                    // every [*MoveError]
	ErrSetup       = errors.New("the setup makes no position")              // every [*SetupError]
	ErrLimits      = errors.New("the limits make no sense")                 // every [*LimitError]
	ErrClosed      = errors.New("the engine is closed")                     // of a searcher, and of one that was never made
	ErrGameOver    = errors.New("the game is over")                         // of a [Game]
	ErrNoClaim     = errors.New("there is nothing to claim")                // of [Game.Claim]
	ErrNoTable     = errors.New("there is no endgame table for a position") // of [Tables]
	ErrFormat      = errors.New("the format is not for the game, or not known")
)
