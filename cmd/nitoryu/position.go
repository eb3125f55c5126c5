package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
)

// position parses a position from the words of the command line: a FEN or SFEN, or what the
// protocols say, "startpos moves e2e4", "sfen ...", with or without "position" in front.
// Without words it is the initial one. game is the name of a game, "" for what fits.
func position(game string, words []string) (core.Position, error) {
	p, _, err := positionAndLast(game, words)
	return p, err
}

// positionAndLast is position with the last of the moves, core.NoMove if there is none.
func positionAndLast(game string, words []string) (core.Position, core.Move, error) {
	g, err := opened(game, words)
	if err != nil {
		return nil, core.NoMove, err
	}
	p, err := g.Position()
	if err != nil {
		return nil, core.NoMove, err
	}
	last := core.NoMove
	for _, m := range g.Moves() {
		last = p.Expand(m.ID())
		p.Do(last, nil)
	}
	return p, last, nil
}

// opened is position as a game: where it starts, and the moves since then.
func opened(game string, words []string) (*record.Game, error) {
	words = strings.Fields(strings.Join(words, " "))
	known := games.Game{}
	if game != "" {
		var err error
		if known, err = games.ByName(game); err != nil {
			return nil, err
		}
	}
	if len(words) > 0 && slices.Contains([]string{"position", "startpos", "fen", "sfen"}, words[0]) {
		return protocolGame(known, words)
	}
	text := strings.Join(words, " ")
	if game == "" {
		known = games.Guess(text)
	}
	return record.NewGame(known.Rules, text, core.Settings{Chess960: namesRooks(words)})
}

// namesRooks reports whether the words of a FEN name the files of castling rooks, as only
// FENs of Chess960 do.
func namesRooks(words []string) bool {
	return len(words) > 2 && strings.ContainsAny(strings.ToUpper(words[2]), "ABCDEFGH")
}

// protocolGame parses what follows "position" in a protocol, or all of it.
func protocolGame(known games.Game, words []string) (*record.Game, error) {
	rules := known.Rules
	if rules.Start == nil {
		rules = games.Chess.Rules
	}
	hint := record.Hint{Format: record.USI, Rules: rules}
	if at := slices.Index(words, "fen"); at >= 0 {
		hint.Settings.Chess960 = namesRooks(words[at+1:])
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
		return nil, errors.New("a side passes its turn, which only a record that is analysed may do")
	}
	if known.Name != "" && known.Name != g.Rules.Name {
		return nil, fmt.Errorf("this is a position of %s, not of %s", g.Rules.Name, known.Name)
	}
	return g, nil
}
