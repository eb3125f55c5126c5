package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/bookpage"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/internal/disk"
)

// showFlags are flags of lab book show.
type showFlags struct {
	html  string
	games cli.List
	most  int
}

func (s *showFlags) flags(f *flag.FlagSet) {
	f.StringVar(&s.html, "html", "", "show: draw the tree from the position to this file, a page that needs no other file")
	f.Var(&s.games, "games", "show: count the results of the games in this `file`, as build reads them; repeatable")
	f.IntVar(&s.most, "max-positions", 5000, "show: maximum number of positions on the page; the ones nearest to the start come first")
}

// show shows a book, or draws it.
func (j *bookJob) show(args []string) error {
	if j.html != "" {
		if err := errors.Join(oneUse("--html", j.html, append(j.games, args[0])), disk.OwnPage(j.html)); err != nil {
			return err
		}
	}
	b, err := book.Open(args[0], book.Options{IgnorePly: !j.ply, Flipped: j.flipped})
	if err != nil {
		return err
	}
	defer b.Close()
	g, err := games.ByName(b.Info().Game)
	if err != nil {
		return err
	}
	p := g.Start(core.Settings{})
	if j.position != "" {
		if p, err = g.Parse(j.position, core.Settings{}); err != nil {
			return err
		}
	}
	var played *book.Tree
	if len(j.games) > 0 {
		if played, err = j.treeOf(args[0], j.games); err != nil {
			return err
		}
		if name := played.Info().Game; name != g.Name {
			return fmt.Errorf("%s has games of %s, not of %s", j.games[0], name, g.Name)
		}
	}
	if j.html != "" {
		return j.drawPage(&bookpage.Config{Book: b, Game: g, Root: p, Games: played, Positions: j.most})
	}
	return j.print(b, p, played)
}

// drawPage writes the page.
func (j *bookJob) drawPage(c *bookpage.Config) error {
	page, err := bookpage.New(c)
	if err = j.unlessIgnored(err); err != nil {
		return err
	}
	if err := disk.ReplacePage(j.html, page.Write); err != nil {
		return err
	}
	_, err = fmt.Fprintf(j.out, "%s: %s\n", j.html, cli.Plural(int64(len(page.Data.Nodes)), "position"))
	return err
}

// unlessIgnored prints an error about illegal moves in a book, which are ignored, and returns
// other errors.
func (j *bookJob) unlessIgnored(err error) error {
	if ignored := new(book.IllegalMovesError); errors.As(err, &ignored) {
		j.line.Print(ignored.Error())
		return nil
	}
	return err
}

// print prints the moves of a position.
func (j *bookJob) print(b book.Book, p core.Position, played *book.Tree) error {
	moves, err := b.Moves(p, nil)
	if err = j.unlessIgnored(err); err != nil {
		return err
	}
	text := b.Info().String() + "\n" + p.String() + "\n"
	if len(moves) == 0 {
		text += "no moves\n"
	}
	results := map[core.MoveID]book.Results{}
	if played != nil {
		all, err := played.Results(p)
		if err != nil {
			return err
		}
		for _, r := range all {
			results[r.Move] = r
		}
	}
	for _, m := range moves {
		text += bookLine(b, p, m, results[m.Move.ID()])
	}
	_, err = io.WriteString(j.out, text)
	return err
}

// bookLine describes a move of a book.
func bookLine(b book.Book, p core.Position, m book.Move, played book.Results) string {
	var out strings.Builder
	fmt.Fprintf(&out, "  %-6s weight %-6d", p.FormatMove(m.Move), m.Weight)
	if m.HasScore() {
		fmt.Fprintf(&out, " score %-6d depth %-4d", m.Score, m.Depth)
	}
	if n := played.Wins + played.Draws + played.Losses; n > 0 {
		fmt.Fprintf(&out, " games %-5d %5.1f %% ", n, 50*float64(2*played.Wins+played.Draws)/float64(n))
	}
	if reply := book.Reply(b, p, m); reply != core.NoMove {
		after := p.Clone()
		after.Do(m.Move, nil)
		fmt.Fprintf(&out, " reply %s", after.FormatMove(reply))
	}
	return strings.TrimRight(out.String(), " ") + "\n"
}
