package app

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// gameHelp is the help of the flag --game. The name of a game may also stand in front of the
// other words.
const gameHelp = "chess or shogi; by default the game that the position fits, chess without a position"

// gameOf returns the game that the flag --game names, or else the first word, "" if neither
// does, and the words behind it.
func gameOf(flag string, words []string) (name string, rest []string, err error) {
	if flag != "" {
		if _, err := games.ByName(flag); err != nil {
			return "", nil, err
		}
	}
	if len(words) == 0 {
		return flag, words, nil
	}
	g, err := games.ByName(words[0])
	switch {
	case err != nil:
		return flag, words, nil // a position, or nothing known
	case flag != "" && flag != g.Name:
		return "", nil, fmt.Errorf("%s or %s? Name one game", flag, g.Name)
	}
	return g.Name, words[1:], nil
}

// strayWord is an error about a word that is neither a game nor the beginning of a position.
type strayWord struct{ word string }

func (e *strayWord) Error() string {
	_, err := games.ByName(e.word)
	if err == nil || strings.Contains(e.word, "/") {
		return fmt.Sprintf("%q is not a position", e.word)
	}
	return err.Error() + ", or give a FEN or SFEN"
}

// position parses a position from the words of the command line: the name of a game, and a FEN
// or SFEN or what the protocols say, "startpos moves e2e4", "sfen ...", with or without
// "position" in front. Each may be missing: the default is the initial position. game is the
// value of --game. Moves alone begin at the initial position. last is the last move, core.NoMove if there are no moves.
func position(game string, words []string) (p *nitoryu.Position, last core.Move, err error) {
	r, err := opened(game, words)
	if err != nil {
		return nil, core.NoMove, err
	}
	g, err := nitoryu.FromRecord(r)
	if err != nil {
		return nil, core.NoMove, err
	}
	for p = range g.Positions() {
	}
	if moves := r.Moves(); len(moves) > 0 {
		last = moves[len(moves)-1]
	}
	return p, last, nil
}

// opened returns the position as a game: the start position, and the moves since then.
func opened(game string, words []string) (*record.Game, error) {
	game, words, err := gameOf(game, strings.Fields(strings.Join(words, " ")))
	if err != nil {
		return nil, err
	}
	if len(words) > 0 {
		switch first := words[0]; {
		case slices.Contains([]string{"position", "startpos", "fen", "sfen"}, first):
			return protocolGame(game, words)
		case !boardLike(first):
			return lineGame(game, words)
		}
	}
	text := strings.Join(words, " ")
	// Only the operations of an EPD may follow a position; they end with a semicolon.
	if fields := 6; len(words) > fields && !strings.HasSuffix(text, ";") {
		return nil, fmt.Errorf("%q behind the position is one word too many", words[fields])
	}
	known := games.Guess(text)
	if game != "" && game != known.Name {
		if text != "" {
			return nil, otherGame(known.Name, game)
		}
		if known, err = games.ByName(game); err != nil {
			return nil, err
		}
	}
	return record.NewGame(known.Rules, text, core.Settings{Chess960: ofChess960(known, words)})
}

// lineGame reads moves as people write them, from the initial position: "1. e4 e5 2. Nf3", "▲７六歩 △３四歩".
func lineGame(game string, words []string) (*record.Game, error) {
	hint := record.Hint{}
	if known, err := games.ByName(game); err == nil {
		hint.Rules = known.Rules
	}
	g, err := record.NewReader(strings.NewReader(strings.Join(words, " ")+"\n"), hint).Next()
	switch fault := (*record.Error)(nil); {
	case g == nil || g.Root.Main() == nil || err == nil && strays(words) > len(g.Moves()):
		return nil, &strayWord{words[0]}
	case errors.As(err, &fault):
		return nil, fault.Err
	case err != nil:
		return nil, err
	case game != "" && game != g.Rules.Name:
		return nil, otherGame(g.Rules.Name, game)
	}
	return g, nil
}

// moveNumber is what may stand in front of a move, or alone.
var moveNumber = regexp.MustCompile(`^[0-9]+\.*`)

// strays counts the words that are more than move numbers. If a record has fewer moves, some of these words are
// no moves.
func strays(words []string) (n int) {
	for _, w := range words {
		if moveNumber.ReplaceAllString(w, "") != "" {
			n++
		}
	}
	return n
}

// ofChess960 reports whether the words are a FEN of Chess960: one that names the files of rooks,
// or has castling rights that chess does not have.
func ofChess960(g games.Game, words []string) bool {
	if namesRooks(words) {
		return true
	}
	p, err := g.Parse(strings.Join(words, " "), core.Settings{})
	return err == nil && g.Standard != nil && g.Standard(p) != ""
}

func otherGame(is, wanted string) error {
	return fmt.Errorf("this is a position of %s, not of %s", is, wanted)
}

// boardLike reports whether a word is meant to be the board of a FEN or SFEN, even a faulty
// one, rather than the path of a file.
func boardLike(word string) bool {
	ranks := strings.Count(word, "/") + 1
	return ranks >= 8 || ranks > 1 && strings.ContainsAny(word, "123456789") && strings.Trim(word, "/+0123456789pnbrqklgsPNBRQKLGS") == ""
}

// namesRooks reports whether the words of a FEN name the files of castling rooks, as only
// FENs of Chess960 do.
func namesRooks(words []string) bool {
	return len(words) > 2 && strings.ContainsAny(strings.ToUpper(words[2]), "ABCDEFGH")
}

// protocolGame parses what follows "position" in a protocol, or all of it.
func protocolGame(game string, words []string) (*record.Game, error) {
	known := games.Chess()
	if game == games.Shogi().Name {
		known = games.Shogi()
	}
	hint := record.Hint{Format: record.USI, Rules: known.Rules}
	if at := slices.Index(words, "fen"); at >= 0 {
		fen := words[at+1:]
		if end := slices.Index(fen, "moves"); end >= 0 {
			fen = fen[:end]
		}
		hint.Settings.Chess960 = ofChess960(known, fen)
	}
	g, err := record.NewReader(strings.NewReader(strings.Join(words, " ")+"\n"), hint).Next()
	if fault := (*record.Error)(nil); errors.As(err, &fault) {
		err = fault.Err
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("the position is missing")
	}
	if err != nil {
		return nil, err
	}
	if g.Passes() {
		return nil, errors.New("a side passes its turn, which is allowed only in a record to be analysed")
	}
	if game != "" && game != g.Rules.Name {
		return nil, otherGame(g.Rules.Name, game)
	}
	return g, nil
}
