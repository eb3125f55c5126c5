package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/internal/spelling"
	"github.com/nitoryu/nitoryu/record"
)

// command is what may be typed in place of a move.
type command struct {
	name, argument, help string
	game                 string // the only game that has the command; "": both have it
	japanese             japaneseCommand
	run                  func(g *Game, argument string) (more bool)
}

// japaneseCommand is a command in Japanese: its name may be typed, too.
type japaneseCommand struct{ name, argument, help string }

// commands lists the commands in the order of help.
func commands() []command {
	stay := func(do func(g *Game)) func(*Game, string) bool {
		return func(g *Game, _ string) bool { do(g); return true }
	}
	with := func(do func(g *Game, argument string)) func(*Game, string) bool {
		return func(g *Game, argument string) bool { do(g, argument); return true }
	}
	leave := func(*Game, string) bool { return false }
	type ja = japaneseCommand
	return []command{
		{"undo", "", "take back your last move, and the answer", "", ja{"待った", "", "自分の手と相手の応手を取り消す"}, stay((*Game).undo)},
		{"hint", "", "ask what the engine would play for you", "", ja{"ヒント", "", "エンジンならどう指すかを聞く"}, stay((*Game).hint)},
		{"eval", "", "ask how the game stands", "", ja{"形勢", "", "形勢判断を聞く"}, stay((*Game).eval)},
		{"board", "", "draw the board", "", ja{"盤面", "", "盤面を表示する"}, stay((*Game).draw)},
		{"flip", "", "draw the board from the other side", "", ja{"反転", "", "盤面を反転する"}, stay((*Game).flip)},
		{"moves", "", "list the moves so far", "", ja{"棋譜", "", "ここまでの指し手を表示する"}, stay((*Game).list)},
		{"draw", "", "offer a draw; the rules end games by themselves", games.Chess().Name, ja{}, stay((*Game).offer)},
		{"declare", "", "claim a win, or a draw, by the entering king rule", games.Shogi().Name, ja{"宣言", "", "入玉宣言をする"}, stay((*Game).declare)},
		{"resign", "", "give the game up", "", ja{"投了", "", "投了する"}, stay((*Game).resign)},
		{"new", "[SIDE]", "begin a new game, if you like as another side", "", ja{"再戦", "[手番]", "新しい対局を始める（手番も変えられる）"}, with((*Game).again)},
		{"level", "[NAME]", "change how strong the engine plays", "", ja{"強さ", "[名前]", "エンジンの強さを変える"}, with((*Game).level)},
		{"save", "FILE", "write the record: %s", "", ja{"保存", "ファイル名", "棋譜を保存する（%s）"}, with((*Game).saveAs)},
		{"help", "", "print this list", "", ja{"ヘルプ", "", "この一覧を表示する"}, stay((*Game).help)},
		{"quit", "", "leave; also exit or q", "", ja{"終了", "", "終了する（exit、q でもよい）"}, leave},
		{"exit", "", "", "", ja{}, leave},
		{"q", "", "", "", ja{}, leave},
	}
}

// obey executes a line. It returns false if the person wants to leave.
func (g *Game) obey(line string) (more bool) {
	line = strings.TrimSpace(strings.ToValidUTF8(line, "?"))
	word, argument, _ := strings.Cut(line, " ")
	for _, c := range commands() {
		if c.name != strings.ToLower(word) && (word == "" || c.japanese.name != word) {
			continue
		}
		argument = strings.TrimSpace(argument)
		if c.argument == "" && argument != "" {
			g.say("%s takes no argument, so %q is too much.", "%s の後の「%s」は余分です。", c.name, argument)
			return true
		}
		return c.run(g, argument)
	}
	switch {
	case line == "":
	case g.over != nil:
		g.say("The game is over%s; type new, undo, save FILE or quit.", "対局は終わっています%s。new、undo、save ファイル名、quit のどれかを入力してください。", g.meant(line))
	default:
		g.move(line)
	}
	return true
}

// meant suggests the command that a line may have meant.
func (g *Game) meant(line string) string {
	word, _, _ := strings.Cut(line, " ")
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	if near, ok := spelling.Nearest(strings.ToLower(word), names); ok {
		return fmt.Sprintf(g.in(" (did you mean %s?)", "（%s のことですか）"), near)
	}
	return ""
}

// move plays a move that was typed.
func (g *Game) move(line string) {
	m, err := g.read(line)
	if err != nil {
		g.misread(line, err)
		return
	}
	text := g.numbered(m)
	g.play(m)
	g.say("You play %s", "あなた：%s", text)
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
		g.say("There is no move of yours to take back.", "待ったできる手がありません。")
		return
	}
	g.back(n)
	g.draw()
}

func (g *Game) hint() {
	switch r, ok := g.consult(); {
	case ok && r.Declare && g.pos.Claim() == core.DrawingClaim:
		g.say("You may declare a draw: type declare.", "宣言すれば引き分けです。declare と入力してください。")
	case ok && r.Declare:
		g.say("You may declare the win: type declare.", "入玉宣言ができます。declare と入力してください。")
	case ok:
		g.say("%s: %s.%s", "%s：%s%s", g.numbered(inside.ReadMoves(g.pos, r.Best)[0]), g.judged(&r), g.goesOn(&r))
	}
}

// goesOn says how the engine sees the game go on, "" if it does not.
func (g *Game) goesOn(r *nitoryu.Result) string {
	const most = 8 // plies
	if len(r.Lines) == 0 || r.Lines[0].First() != r.Best {
		return ""
	}
	line := inside.ReadMoves(g.pos, r.Lines[0].Moves[:min(most, len(r.Lines[0].Moves))]...)
	if len(line) < 2 {
		return ""
	}
	return fmt.Sprintf(g.in(" The line: %s.", "。読み筋：%s"), g.written(g.pos.Clone(), line, g.last()))
}

func (g *Game) eval() {
	if r, ok := g.consult(); ok {
		g.say("%s.", "%s", g.judged(&r))
	}
}

// adviceShare limits the time that a question to the engine may cost: the time left divided by
// it.
const adviceShare = 8

// consult asks the engine about the position at full strength. It returns false if the engine
// has no answer.
func (g *Game) consult() (nitoryu.Result, bool) {
	if g.over != nil {
		g.tell()
		return nitoryu.Result{}, false
	}
	l := g.Advice
	if rest := g.clock.rest(g.pos.Side()) - g.Now().Sub(g.turn); g.Clock.On() { // the clock runs meanwhile
		l.Time = max(time.Millisecond, min(cmp.Or(l.Time, rest), rest/adviceShare))
	}
	r, _, err := g.think(l)
	ok := r.Declare || r.Best != nitoryu.NoMove
	if err != nil && !ok {
		g.say("The engine has no answer: %v.", "エンジンの答えがありません：%v", err)
	}
	return r, ok
}

func (g *Game) flip() {
	g.Look.Flipped = !g.Look.Flipped
	g.draw()
}

// list writes the moves of the game.
func (g *Game) list() {
	if len(g.moves) == 0 {
		g.say("Nobody has moved yet.", "まだ一手も指されていません。")
		return
	}
	var moves []core.Move
	for _, m := range g.moves {
		moves = append(moves, m.move)
	}
	g.say("%s", "%s", g.written(g.start.Clone(), moves, core.NoMove))
}

// written writes moves, which are played in p, with their numbers.
func (g *Game) written(p core.Position, moves []core.Move, previous core.Move) string {
	var words []string
	for i, m := range moves {
		text := g.Write(p, m, previous)
		if i == 0 || g.shogi() || p.Plies()%2 == 0 {
			text = number(p) + text
		}
		words = append(words, text)
		p.Do(m, nil)
		previous = m
	}
	return strings.Join(words, " ")
}

func (g *Game) offer() {
	switch {
	case g.over != nil:
		g.tell()
		return
	case g.shogi():
		g.say("In shogi there is no draw by agreement: repetition draws by itself.", "引き分けの提案はありません。千日手は自動的に引き分けになります。")
		return
	}
	least, ok := games.AcceptedDraw(g.pos)
	if !ok {
		g.say("%s declines: the game has only begun.", "", g.engineName())
		return
	}
	r, ok := g.consult()
	if !ok {
		return
	}
	if core.Score(r.Score) < least {
		g.say("%s declines.", "", g.engineName())
		return
	}
	g.finish(record.Draw, core.NoEnding)
}

func (g *Game) declare() {
	switch {
	case g.over != nil:
		g.tell()
	case !g.shogi():
		g.say("There are no declarations in chess.", "")
	case g.pos.Claim() == core.LosingClaim:
		g.say("You may not declare yet: the king and ten more pieces have to be in the last three ranks, with enough points, and not in check.",
			"まだ宣言できません。玉と他の駒10枚以上が敵陣三段目以内にあって点数が足り、王手がかかっていないことが条件です。")
	default:
		g.end(g.pos.Claim().Verdict(g.Person))
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
			names := Sides(g.Game.Name)
			usual := names[max(0, slices.Index(names, g.Look.Sides))]
			g.say("No new game: %[1]v.", "「%[2]s」という手番はありません。%[3]sか%[4]sを指定してください。", err, side, usual[0], usual[1])
			return
		}
	}
	if g.begun() && g.AutoSave != "" {
		g.earlier = append(g.earlier, g.Record())
	} else if g.begun() && g.unsaved {
		g.say("The game before was:", "前の対局の指し手：")
		g.list()
	}
	if person != g.Person {
		g.Look.Flipped = !g.Look.Flipped
	}
	g.Person = person
	if err := g.reset(); err != nil {
		g.say("The engine cannot go on: %v.", "エンジンが動かなくなりました：%v", err)
	}
	g.say("A new game. You are %s.", "新しい対局です。あなたは%sです。", g.Look.Sides[g.Person])
	g.draw()
	g.tell()
}

// level changes the strength of the engine, or says what it is.
func (g *Game) level(text string) {
	switch err := g.setLevel(text); {
	case g.Levels.Highest == 0:
		g.say("You play against %s. Its level cannot be changed.", "相手は%sです。このエンジンの強さは変えられません。", g.name)
	case text == "":
		g.say("You play against %s. Levels: %s.", "相手は%sです。強さは %s のどれかで指定します。", g.name, g.Levels.text(g.Japanese))
	case err != nil:
		g.say("The level stays: %[1]v.", "「%[2]s」という強さはありません。強さはそのままです。", err, text)
	default:
		if g.begun() {
			g.note()
		}
		g.say("You play against %s from now on.", "ここからの相手は%sです。", g.name)
	}
}

// setLevel changes the strength of the engine, unless there is no such level.
func (g *Game) setLevel(text string) error {
	elo, name, err := g.Levels.of(text, g.Japanese)
	if err == nil {
		g.Limits.Elo, g.name = elo, fmt.Sprintf(g.in("%s, %s", "%s（%s）"), g.Name, name)
	}
	return err
}

func (g *Game) saveAs(name string) {
	if name == "" {
		g.say("The name of the file is missing, as in save game.%s.", "ファイル名がありません。例：save game.%s", strings.ToLower(g.usual().String()))
		return
	}
	if err := g.save(name); err != nil {
		g.say("Not saved: %v.", "保存できません：%v", err)
		return
	}
	g.say("Saved to %s.", "%s に保存しました。", name)
}

func (g *Game) help() {
	g.say("Moves are typed as %s. Commands:", "指し手の入力例：%s。コマンド：", g.examples())
	var heads, texts []string
	indent := 0
	for _, c := range commands() {
		if c.help == "" || c.game != "" && c.game != g.Game.Name {
			continue
		}
		head, text := strings.TrimSpace(c.name+" "+c.argument), c.help
		if g.Japanese {
			head, text = strings.TrimSpace(c.name+"、"+c.japanese.name+" "+c.japanese.argument), c.japanese.help
		}
		heads, texts = append(heads, head), append(texts, strings.ReplaceAll(text, "%s", g.endings()))
		indent = max(indent, cli.Columns(head)+4)
	}
	for i, head := range heads {
		lines := []string{texts[i]}
		if g.Width != nil {
			lines = wrap(texts[i], g.Width()-indent)
		}
		for _, line := range lines {
			g.print("  " + head + strings.Repeat(" ", indent-2-cli.Columns(head)) + line + "\n")
			head = ""
		}
	}
}

// leave keeps the game: it asks for a file, or prints the record if nobody can answer.
func (g *Game) leave(lines <-chan string) {
	switch {
	case len(g.moves) == 0:
		return
	case !g.unsaved:
		if g.files[g.AutoSave] && g.over == nil { // the end of a game has said so already
			g.say("The game is in %s.", "棋譜は %s にあります。", g.AutoSave)
		}
		return
	}
	for g.Ask != nil && g.broken == nil {
		g.show(g.in("Save the game as (Enter for no file): ", "棋譜の保存先（Enter だけなら保存しません）："))
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
	if game == games.Shogi().Name {
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
