package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/spelling"
)

// command is what may be typed in place of a move.
type command struct {
	name, argument, help string
	game                 string // the only one that has it; "": both
	run                  func(g *Game, argument string) (more bool)
}

// commands lists the commands in the order of help.
func commands() []command {
	stay := func(do func(g *Game)) func(*Game, string) bool {
		return func(g *Game, _ string) bool { do(g); return true }
	}
	leave := func(*Game, string) bool { return false }
	return []command{
		{"undo", "", "take back your last move, and the answer", "", stay((*Game).undo)},
		{"hint", "", "ask what the engine would play for you", "", stay((*Game).hint)},
		{"eval", "", "ask how the game stands", "", stay((*Game).eval)},
		{"board", "", "draw the board", "", stay((*Game).draw)},
		{"flip", "", "draw the board from the other side", "", stay((*Game).flip)},
		{"moves", "", "list the moves so far", "", stay((*Game).list)},
		{"draw", "", "offer a draw; the rules end games by themselves", games.Chess.Name, stay((*Game).offer)},
		{"declare", "", "claim a win by the entering king rule", games.Shogi.Name, stay((*Game).declare)},
		{"resign", "", "give the game up", "", stay((*Game).resign)},
		{"new", "[SIDE]", "begin a new game, if you like as another side", "", func(g *Game, side string) bool { g.again(side); return true }},
		{"level", "[NAME]", "change how strong the engine plays", "", func(g *Game, name string) bool { g.level(name); return true }},
		{"save", "FILE", "write the record: %s", "", func(g *Game, name string) bool { g.saveAs(name); return true }},
		{"help", "", "print this list", "", stay((*Game).help)},
		{"quit", "", "leave; also exit or q", "", leave},
		{"exit", "", "", "", leave},
		{"q", "", "", "", leave},
	}
}

// obey executes a line. It is false if the person wants to leave.
func (g *Game) obey(line string) (more bool) {
	line = strings.TrimSpace(strings.ToValidUTF8(line, "?"))
	word, argument, _ := strings.Cut(line, " ")
	for _, c := range commands() {
		if c.name != strings.ToLower(word) {
			continue
		}
		argument = strings.TrimSpace(argument)
		if c.argument == "" && argument != "" {
			g.say("%s takes nothing behind it, so that %q is too much.", c.name, argument)
			return true
		}
		return c.run(g, argument)
	}
	switch {
	case line == "":
	case g.over != nil:
		g.say("The game is over%s; type new, undo, save FILE or quit.", hint(line))
	default:
		g.move(line)
	}
	return true
}

// hint suggests the command that a line may have meant.
func hint(line string) string {
	word, _, _ := strings.Cut(line, " ")
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	if near, ok := spelling.Nearest(strings.ToLower(word), names); ok {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// move plays a move that was typed.
func (g *Game) move(line string) {
	m, err := g.read(line)
	if err != nil {
		g.say("%s", g.misread(line, err))
		return
	}
	text := g.numbered(m)
	g.play(m)
	g.say("You play %s", text)
	if g.over != nil {
		g.draw()
		g.tell()
	}
}

// undo goes back to the person's turn before the last move of the person.
func (g *Game) undo() {
	n := 0
	side := g.pos.Side()
	for own := false; !own && n < len(g.moves); n++ {
		side = side.Other()
		own = side == g.Person
	}
	if side != g.Person || n == 0 {
		g.say("There is no move of yours to take back.")
		return
	}
	g.back(n)
	g.draw()
}

func (g *Game) hint() {
	if r, ok := g.consult(); ok && r.Declare {
		g.say("You may declare the win: type declare.")
	} else if ok {
		g.say("%s: %s.", g.numbered(r.Best), g.judged(r.Score))
	}
}

func (g *Game) eval() {
	if r, ok := g.consult(); ok {
		g.say("%s.", g.judged(r.Score))
	}
}

// adviceShare is the part of the time left that asking the engine may cost: one in so many.
const adviceShare = 8

// consult asks the engine about the position at full strength.
func (g *Game) consult() (core.Result, bool) {
	if g.over != nil {
		g.tell()
		return core.Result{}, false
	}
	l := g.Advice
	l.Analysis = true
	if rest := g.clock.rest(g.pos.Side()) - g.Now().Sub(g.turn); g.Clock.On() { // which runs meanwhile
		l.MoveTime = max(time.Millisecond, min(cmp.Or(l.MoveTime, rest), rest/adviceShare))
	}
	r, _ := g.think(l)
	return r, r.Declare || g.pos.Expand(r.Best.ID()) != core.NoMove
}

func (g *Game) flip() {
	g.Look.Flipped = !g.Look.Flipped
	g.draw()
}

// list writes the moves of the game.
func (g *Game) list() {
	if len(g.moves) == 0 {
		g.say("Nobody has moved yet.")
		return
	}
	p := g.start.Clone()
	previous := core.NoMove
	var words []string
	for i, m := range g.moves {
		text := g.Write(p, m.move, previous)
		if i == 0 || g.shogi() || p.Plies()%2 == 0 {
			text = number(p) + text
		}
		words = append(words, text)
		p.Do(m.move, nil)
		previous = m.move
	}
	g.say("%s", strings.Join(words, " "))
}

// The engine accepts a draw when it is not better by more than generous, and not in the
// opening.
const (
	generous     = core.Score(20)
	openingPlies = 20
)

func (g *Game) offer() {
	switch {
	case g.over != nil:
		g.tell()
		return
	case g.shogi():
		g.say("In shogi there is no draw by agreement: repetition draws by itself.")
		return
	case g.pos.Plies() < openingPlies:
		g.say("%s declines: the game has only begun.", g.engineName())
		return
	}
	if r, ok := g.consult(); ok && r.Score < -generous {
		g.say("%s declines.", g.engineName())
		return
	}
	g.finish(record.Draw, core.NoEnding)
}

func (g *Game) declare() {
	switch {
	case g.over != nil:
		g.tell()
	case !g.shogi():
		g.say("There are no declarations in chess.")
	case !g.pos.CanDeclare():
		g.say("You may not declare yet: the king and ten more pieces have to be in the last three ranks, with enough points, and not in check.")
	default:
		g.finish(record.WinOf(g.Person), core.Declaration)
	}
}

func (g *Game) resign() {
	if g.over != nil {
		g.tell()
		return
	}
	g.finish(record.WinOf(g.Person.Other()), core.Resignation)
}

// again begins a new game.
func (g *Game) again(side string) {
	person := g.Person
	if side != "" {
		var err error
		if person, err = SideOf(g.Game.Name, side); err != nil {
			g.say("No new game: %v.", err)
			return
		}
	}
	if g.begun() && g.AutoSave != "" {
		g.earlier = append(g.earlier, g.Record())
	} else if g.begun() && g.unsaved {
		g.say("The game before was:")
		g.list()
	}
	if person != g.Person {
		g.Look.Flipped = !g.Look.Flipped
	}
	g.Person = person
	g.reset()
	g.say("A new game. You are %s.", g.Look.Sides[g.Person])
	g.draw()
	g.tell()
}

// level changes the strength of the engine, or tells it.
func (g *Game) level(text string) {
	switch {
	case g.SetLevel == nil:
		g.say("The level of this engine cannot be changed.")
		return
	case text == "":
		g.say("You play against %s. Levels: %s, a skill level from 0 to %d, or an Elo.", g.Name, strings.Join(LevelNames(), ", "), strength.FullSkill)
		return
	}
	name, err := g.SetLevel(text)
	if err != nil {
		g.say("The level stays: %v.", err)
		return
	}
	g.Name = name
	g.say("You play against %s from now on.", g.Name)
}

func (g *Game) saveAs(name string) {
	if name == "" {
		g.say("The name of the file is missing, as in save game.%s.", strings.ToLower(g.usual().String()))
		return
	}
	if err := g.save(name); err != nil {
		g.say("Not saved: %v.", err)
		return
	}
	g.say("Saved to %s.", name)
}

// helpIndent is where the texts of help begin.
const helpIndent = 15

func (g *Game) help() {
	g.say("Moves are typed as %s. Commands:", g.examples())
	for _, c := range commands() {
		if c.help == "" || c.game != "" && c.game != g.Game.Name {
			continue
		}
		text := strings.ReplaceAll(c.help, "%s", g.endings())
		head, lines := strings.TrimSpace(c.name+" "+c.argument), []string{text}
		if g.Width != nil {
			lines = wrap(text, g.Width()-helpIndent)
		}
		for _, line := range lines {
			g.print(fmt.Sprintf("  %-*s%s\n", helpIndent-2, head, line))
			head = ""
		}
	}
}

// leave keeps what was played: it asks for a file, or prints the record where nobody can
// answer.
func (g *Game) leave(lines <-chan string) {
	switch {
	case len(g.moves) == 0:
		return
	case !g.unsaved:
		if g.files[g.AutoSave] && g.over == nil { // the end of a game has told it
			g.say("The game is in %s.", g.AutoSave)
		}
		return
	}
	for g.Ask != nil && g.broken == nil {
		g.show("Save the game as (Enter for no file): ")
		var name string
		answered := false
		select {
		case <-g.stop:
		case name, answered = <-lines:
		}
		g.show("")
		if !answered {
			break
		}
		if name = strings.TrimSpace(name); name == "" {
			return
		}
		if g.saveAs(name); !g.unsaved {
			return
		}
	}
	g.print(g.text())
}

// Sides returns the words for the sides of a game, in the order of the colours. The first
// pair is the usual one.
func Sides(game string) [][2]string {
	if game == games.Shogi.Name {
		return [][2]string{{"sente", "gote"}, {"black", "white"}, {"shitate", "uwate"}, {"先手", "後手"}, {"下手", "上手"}}
	}
	return [][2]string{{"white", "black"}}
}

// SideOf returns the side of a game that a word stands for. The error names the usual words.
func SideOf(game, word string) (core.Color, error) {
	pairs := Sides(game)
	for _, pair := range pairs {
		if i := slices.Index(pair[:], strings.ToLower(word)); i >= 0 {
			return core.Color(i), nil
		}
	}
	return core.First, fmt.Errorf("there is no side %q in %s: choose %s", word, game, cli.Listed(pairs[0][:], "or"))
}
