package app

import (
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/games"
)

// showJobs are the subcommands that run a command of the session on a position of the command
// line.
func showJobs() []cli.Command {
	job := func(name, summary, details string) cli.Command {
		return cli.Command{Name: name, Summary: summary, Run: func(args []string, s cli.Streams) error {
			f := cli.NewFlags("nitoryu "+name, "[flags] [chess or shogi] [FEN or SFEN]",
				details+" The default is the initial position; startpos moves e2e4 and the like are positions, too.\n", s)
			game := f.String("game", "", gameHelp)
			rest, err := cli.Parse(f, args)
			if err != nil {
				return cli.UnlessHelp(err)
			}
			commands, err := setUp(*game, rest)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return script(append(commands, name), s)
		}}
	}
	return []cli.Command{
		job("eval", "show what the static evaluation says about a position", "Shows what the evaluation says about a position without a search, piece by piece."),
		job("d", "draw a position", "Draws a position, and says how it stands."),
		job("moves", "list the legal moves of a position", "Lists the legal moves of a position."),
	}
}

// setUp returns the commands that set up the position in the words of a command line.
func setUp(game string, words []string) ([]string, error) {
	g, err := opened(game, words)
	if err != nil {
		return nil, err
	}
	p, err := g.Position()
	if err != nil {
		return nil, err
	}
	word := "fen "
	if g.Rules.Name == games.Shogi().Name {
		word = "sfen "
	}
	line := "position " + word + p.String()
	for i, m := range g.Moves() {
		if m = p.ValidateMove(m.ID()); i == 0 {
			line += " moves"
		}
		line += " " + p.FormatMove(m)
		p.Do(m, nil)
	}
	commands := []string{g.Rules.Name, line}
	if g.Settings.Chess960 {
		commands = slices.Insert(commands, 1, "setoption name UCI_Chess960 value true")
	}
	return commands, nil
}
