package record

import (
	"io"

	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Format is a file format for the games of chess or shogi.
type Format struct {
	Name   string // in lower case
	Game   string
	Suffix string // of files
	Write  func(io.Writer, *Game) error
}

// The formats.
var (
	PGN = Format{"pgn", chess.Rules.Name, ".pgn", WritePGN}
	KIF = Format{"kif", shogi.Rules.Name, ".kifu", WriteKIF} // the suffix says that it is in UTF-8
	CSA = Format{"csa", shogi.Rules.Name, ".csa", WriteCSA}
)
