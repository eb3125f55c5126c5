package protocol

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// maxGame is the maximum number of moves of a position command.
const maxGame = 16384

// parsePosition reads the words after "position". The error names the word that was not
// understood, counted from 1 with the command itself. It also returns the moves, and a
// remark if a position is read in another way than it is written.
func parsePosition(args []string, rules core.Rules, set core.Settings) (p core.Position, played []core.Move, remark string, err error) {
	if len(args) == 0 {
		return nil, nil, "", errors.New("nothing follows")
	}
	setup, moves := args[1:], []string(nil)
	for i, word := range setup {
		if word == "moves" {
			setup, moves = setup[:i], setup[i+1:]
			break
		}
	}
	first := len(args) - len(moves) // index in args of the first move

	switch args[0] {
	case "startpos":
		if len(setup) > 0 {
			return nil, nil, "", misread("expected moves", 1, setup[0])
		}
		p = rules.Start(set)
	case "fen", "sfen":
		text := strings.Join(setup, " ")
		if text == "" {
			return nil, nil, "", misread("no position follows", 0, args[0])
		}
		if p, err = rules.Parse(text, set); err != nil {
			return nil, nil, "", misread(err.Error(), 1, text)
		}
		if !set.Chess960 && rules.Standard != nil {
			if remark = rules.Standard(p); remark != "" {
				remark += " (UCI_Chess960 is off)"
			}
		}
	default:
		return nil, nil, "", misread("expected startpos, fen or sfen", 0, args[0])
	}

	if len(moves) > maxGame {
		return nil, nil, remark, fmt.Errorf("%d moves are more than %d", len(moves), maxGame)
	}
	for i, word := range moves {
		m, err := p.ParseMove(word)
		if err != nil {
			return nil, nil, remark, misread(fmt.Sprintf("move %d illegal in %s: %v", i+1, p, err), first+i, word)
		}
		p.Do(m, nil)
		played = append(played, m)
	}
	return p, played, remark, nil
}

// misread is an error about args[i] of a command.
func misread(reason string, i int, text string) error {
	return fmt.Errorf("%s (token %d %q)", printable(reason, 300), i+2, printable(text, 80))
}
