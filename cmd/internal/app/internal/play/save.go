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
	var text bytes.Buffer
	w := record.NewWriter(&text, f, record.Options{})
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

// Record returns the record of the game so far.
func (g *Game) Record() *record.Game {
	r, err := record.NewGame(g.Game.Rules, g.Start, g.Settings)
	if err != nil {
		return &record.Game{Rules: g.Game.Rules, Root: &record.Node{}} // the position was opened before
	}
	names := [2]string{g.name, g.name}
	names[g.Person] = g.in(people[0], people[1])
	now := g.Now()
	r.Tags.Set(record.TagEvent, g.in("Game at a terminal", "端末での対局"))
	if g.shogi() {
		r.Tags.Set(record.TagStartTime, now.Format("2006/01/02"))
	} else {
		r.Tags.Set(record.TagDate, now.Format("2006.01.02"))
	}
	r.SetPlayer(core.First, names[core.First])
	r.SetPlayer(core.Second, names[core.Second])
	if g.Clock.On() {
		r.Tags.Set(record.TagTimeControl, g.Clock.Control(g.shogi()))
	}
	n := r.Root
	for _, m := range g.moves {
		n = n.Add(m.move)
		n.Spent = m.spent
		n.Spent.Duration = n.Spent.Duration.Round(10 * time.Millisecond)
		n.Clock = m.left
		n.Clock.Duration = n.Clock.Duration.Round(10 * time.Millisecond)
		if m.note != "" {
			n.Comments = append(n.Comments, m.note)
		}
	}
	if g.over == nil {
		return r
	}
	r.Result, r.Ending = g.over.result, g.over.ending
	if n != r.Root && !g.shogi() && r.Ending > core.Declaration { // PGN has no word for it
		n.Comments = append(n.Comments, r.Ending.String())
	}
	return r
}

// text returns the record as it would be saved, for a person without a file.
func (g *Game) text() string {
	var b strings.Builder
	if err := record.Write(&b, g.Record(), g.usual(), record.Options{}); err != nil {
		return err.Error() + "\n"
	}
	return b.String()
}
