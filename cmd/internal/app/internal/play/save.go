package play

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/disk"
	"github.com/nitoryu/nitoryu/record"
)

// usual returns the usual format of the game.
func (g *Game) usual() record.Format {
	if g.shogi() {
		return record.KIF
	}
	return record.PGN
}

// endings lists the possible endings of file names.
func (g *Game) endings() string {
	if g.shogi() {
		return g.in(".kif, .ki2 or .csa", ".kif、.ki2、.csa")
	}
	return ".pgn"
}

// format returns the format that the name of a file stands for, if it can hold the game.
func (g *Game) format(name string) (record.Format, error) {
	f := record.FormatOf(name)
	switch f {
	case record.PGN, record.KIF, record.KI2, record.CSA:
		if f.Game() == g.Game.Name {
			return f, nil
		}
	}
	return f, fmt.Errorf(g.in("%[1]s: the name of a file for a game of %[2]s ends in %[3]s", "%[1]s：ファイル名の末尾は %[3]s のどれかです"), name, g.Game.Name, g.endings())
}

// mayWrite returns an error if a file cannot hold the game or would be lost.
func (g *Game) mayWrite(name string) error {
	if _, err := g.format(name); err != nil {
		return err
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) && !g.files[name] {
		if err == nil {
			return fmt.Errorf(g.in("%s: %w; choose another name", "%[1]s：すでにあるファイルです。別の名前にしてください"), name, fs.ErrExist)
		}
		return fmt.Errorf("%s: %w", name, unwrapped(err))
	}
	return nil
}

// unwrapped returns an error about a file without the name of the file.
func unwrapped(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// save writes the game to a file, with the games before it if the file has them.
func (g *Game) save(name string) error {
	if err := g.mayWrite(name); err != nil {
		return err
	}
	f, _ := g.format(name)
	list := []*record.Game{g.Record()}
	if name == g.AutoSave {
		list = append(g.earlier[:len(g.earlier):len(g.earlier)], list...)
	}
	o := record.Options{}
	if name == g.Replaces {
		o = g.Before.Source.Options()
	}
	var text bytes.Buffer
	w := record.NewWriter(&text, f, o)
	for _, one := range list {
		if err := w.Write(one); err != nil {
			return err
		}
	}
	if err := disk.ReplaceText(name, text.String()); err != nil {
		return fmt.Errorf("%s: %w", name, unwrapped(err))
	}
	g.files[name], g.unsaved = true, false
	return nil
}

// autosave writes the record after a move. After an error it says so once and gives the file
// up.
func (g *Game) autosave() {
	if g.AutoSave == "" || len(g.moves) == 0 {
		return
	}
	if err := g.save(g.AutoSave); err != nil {
		g.say("The game is no longer saved: %v.", "これ以後、棋譜は保存されません：%v", err)
		g.AutoSave, g.unsaved = "", true
	}
}

// people are the names of the person in records.
var people = [...]string{"Human", "人間"}

// IsPerson reports whether a player in a record is the person of a game at a terminal.
func IsPerson(name string) bool { return slices.Contains(people[:], name) }

// note has the record say behind the last move who the opponent is from then on.
func (g *Game) note() {
	g.moves[len(g.moves)-1].note = fmt.Sprintf(g.in("From here on the opponent is %s", "ここからの相手は%s"), g.name)
}

// noteOpponent notes before the first move of this game that the record names another opponent.
func (g *Game) noteOpponent() {
	if named := g.before().Player(g.Person.Other()); named != "" && named != g.name && len(g.moves) > 0 && !g.begun() {
		g.note()
	}
}

// Record returns the record of the game so far. All that the record before says of its moves stays. Where other moves
// were played, its moves become a variation.
func (g *Game) Record() *record.Game {
	r, err := record.NewGame(g.Game.Rules, g.Start, g.Settings)
	if err != nil {
		return &record.Game{Rules: g.Game.Rules, Root: &record.Node{}} // the position was opened before
	}
	before := g.before()
	if before.Root != nil {
		r.Root = before.Root.Clone()
	}
	n, same := r.Root, true
	for _, m := range g.moves {
		next := reached(n, m.move)
		same = same && next != nil && next == n.Main()
		if next == nil {
			next = g.grow(n, m)
		}
		lead(n, next)
		if n = next; m.note != "" && !slices.Contains(n.Comments, m.note) {
			n.Comments = append(n.Comments, m.note)
		}
	}
	rest := n.Main()
	ended := outcome{before.Result, before.Ending}
	same = same && (rest == nil || rest.Terminal != record.NoTerminal) && (g.over == nil || *g.over == ended)
	if same {
		r.Result, r.Ending = ended.result, ended.ending
	} else {
		n.Children = nil
	}
	g.head(r, same)
	if same || g.over == nil {
		return r
	}
	r.Result, r.Ending = g.over.result, g.over.ending
	if n != r.Root && !g.shogi() && r.Ending > core.Declaration { // PGN has no word for it
		n.Comments = append(n.Comments, r.Ending.String())
	}
	return r
}

// reached returns the node behind n that a move leads to, nil if the record has none.
func reached(n *record.Node, m core.Move) *record.Node {
	i := slices.IndexFunc(n.Children, func(child *record.Node) bool {
		return child.Terminal == record.NoTerminal && child.Move.ID() == m.ID()
	})
	if i < 0 {
		return nil
	}
	return n.Children[i]
}

// lead makes a child of n the one that continues the line. The end that the line had before goes, unless somebody has
// written a comment on it.
func lead(n, first *record.Node) {
	n.Children = slices.DeleteFunc(n.Children, func(child *record.Node) bool {
		return child == first || child.Terminal != record.NoTerminal && len(child.Comments) == 0
	})
	n.Children = slices.Insert(n.Children, 0, first)
}

// grow adds a move of this game behind n, whose comment may have said how the record before ended.
func (g *Game) grow(n *record.Node, m played) *record.Node {
	if ending := g.before().Ending; ending > core.Declaration && n.Main() == nil {
		for i, comment := range n.Comments {
			if rest, ok := strings.CutSuffix(comment, ending.String()); ok && (rest == "" || strings.HasSuffix(rest, "] ")) {
				n.Comments[i] = strings.TrimSpace(rest)
			}
		}
		n.Comments = slices.DeleteFunc(n.Comments, func(comment string) bool { return comment == "" })
	}
	child := n.Add(m.move)
	child.Spent, child.Clock = m.spent, m.left
	child.Spent.Duration = child.Spent.Duration.Round(10 * time.Millisecond)
	child.Clock.Duration = child.Clock.Duration.Round(10 * time.Millisecond)
	return child
}

// head writes the tags of a record. What the record before says of the game stays, except how it ended if the game has
// changed.
func (g *Game) head(r *record.Game, same bool) {
	names := [2]string{g.name, g.name}
	names[g.Person] = g.in(people[0], people[1])
	if before := g.before(); before.Source.Format != record.EPD { // whose tags say what to play
		r.Tags = slices.Clone(before.Tags)
	}
	if r.Player(core.First) == "" && r.Player(core.Second) == "" {
		r.Tags.Set(record.TagEvent, g.in("Game at a terminal", "端末での対局"))
		if now := g.Now(); g.shogi() {
			r.Tags.Set(record.TagStartTime, now.Format("2006/01/02"))
		} else {
			r.Tags.Set(record.TagDate, now.Format("2006.01.02"))
		}
	}
	for side, name := range names {
		if side := core.Color(side); r.Player(side) == "" {
			r.SetPlayer(side, name)
		}
	}
	if g.Clock.On() && !r.Tags.Has(record.TagTimeControl) {
		r.Tags.Set(record.TagTimeControl, g.Clock.Control(g.shogi()))
	}
	if !same {
		for _, name := range []string{record.TagTermination, record.TagEndTime, "PlyCount"} {
			r.Tags.Delete(name)
		}
	}
}

// text returns the record as it would be saved, for a person without a file.
func (g *Game) text() string {
	var b strings.Builder
	if err := record.Write(&b, g.Record(), g.usual(), record.Options{}); err != nil {
		return err.Error() + "\n"
	}
	return b.String()
}
