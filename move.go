package nitoryu

import "strings"

// Move is a move in the notation of the protocols: e2e4, e7e8q or, with castling as king
// takes rook, e1h1 in UCI; 7g7f, 8h2b+ or P*5e in USI.
type Move string

// NoMove is where there is no move.
const NoMove Move = ""

// Pass is a turn that is passed, which records of lessons have and no rules allow.
const Pass Move = "0000"

// Square is the name of a square: e4 in chess, 5e in shogi.
type Square string

// Piece is a piece as FEN and SFEN write it: upper case is of First, lower case of Second,
// and a promoted piece of shogi has a plus sign. "" is no piece.
type Piece string

// Kind returns the piece in upper case: what it is, whosever it is.
func (p Piece) Kind() Piece { return Piece(strings.ToUpper(string(p))) }

// Side returns whose piece it is.
func (p Piece) Side() Side {
	if p == p.Kind() {
		return First
	}
	return Second
}

// From returns the square that a piece leaves, "" for a drop. Of castling it is the king's.
func (m Move) From() Square {
	if len(m) < 4 || m == Pass || m.Drop() != "" {
		return ""
	}
	return Square(m[:2])
}

// To returns the square that the piece goes to.
func (m Move) To() Square {
	if len(m) < 4 || m == Pass {
		return ""
	}
	return Square(m[2:4])
}

// Promotion returns what the piece becomes: the kind of piece in chess, "+" in shogi, ""
// where it does not promote.
func (m Move) Promotion() Piece {
	if len(m) < 5 {
		return ""
	}
	return Piece(m[4:]).Kind()
}

// Drop returns the kind of piece that is dropped from the hand, "" if the move is no drop.
func (m Move) Drop() Piece {
	if len(m) < 4 || m[1] != '*' {
		return ""
	}
	return Piece(m[:1])
}

// MoveError is about a move that cannot be played.
type MoveError struct {
	Move  Move
	Index int   // of the moves that were given, from 0
	Err   error // why; it names the move
}

// Error implements error.
func (e *MoveError) Error() string { return e.Err.Error() }

// Unwrap returns why the move cannot be played.
func (e *MoveError) Unwrap() error { return e.Err }

// Is reports whether target is [ErrIllegalMove].
func (e *MoveError) Is(target error) bool { return target == ErrIllegalMove }
