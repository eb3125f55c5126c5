package app

import (
	"os"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/board"
	"github.com/nitoryu/nitoryu/cmd/internal/app/internal/console"
	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/record"
)

// person is somebody at a terminal, who sees the table of nitoryu analyse in place of protocol
// lines.
type person struct {
	size  func() (width, height int)
	style cli.Style
	moves record.Notation
}

// keyboard is what a person types to a session.
type keyboard struct {
	terminal *console.Console
	session  *protocol.Session
	stopping atomic.Bool // Ctrl-C has sent a stop that is not read yet
}

// Read implements [io.Reader] with the lines that are typed. After a handshake a program is
// typing, which needs no line editing.
func (k *keyboard) Read(p []byte) (int, error) {
	n, err := k.terminal.Read(p)
	switch word := strings.TrimSpace(string(p[:n])); word {
	case "uci", "usi":
		k.terminal.Restore()
	case "stop":
		k.stopping.Store(false)
	}
	return n, err
}

// interrupt obeys Ctrl-C: it ends a search, which then answers, or discards the line that was
// being typed, or ends the program. The session reads no line while a command other than a
// search runs, so the program then ends at once.
func (k *keyboard) interrupt(typed bool) {
	switch {
	case k.session.Busy() && !k.stopping.Swap(true):
		k.terminal.Feed("stop")
	case typed:
	case k.terminal.Waiting():
		k.terminal.Feed("quit")
	default:
		k.terminal.Restore()
		os.Exit(128 + int(syscall.SIGINT))
	}
}

// newPerson returns the person at the terminal of s, nil if s is no terminal.
func newPerson(s cli.Streams) protocol.Person {
	size := cli.Size(s.Out)
	if size == nil || !cli.Typed(s.In) {
		return nil
	}
	return &person{size, cli.StyleOf(s.Out), record.People(cli.UTF8())}
}

// table returns the table for searches in a mode. Scores are for the side to move, as in the
// protocol.
func (p *person) table(m protocol.Mode) table {
	return table{mode: m, moves: p.moves, fields: dialogueFields(), mover: true, japanese: p.japanese(m)}
}

// japanese reports whether the person reads Japanese about the game of a mode.
func (p *person) japanese(m protocol.Mode) bool {
	return cli.Japanese() && m.Rules.Name == games.Shogi().Name
}

// Draw implements [protocol.Person].
func (p *person) Draw(m protocol.Mode, root core.Position) string {
	if !p.japanese(m) {
		return root.Diagram()
	}
	look := board.Look{Symbols: true, Japanese: true, Sides: sides(root, true)}
	return strings.Join(board.Draw(root, look), "\n") + "\n"
}

// Label implements [protocol.Person].
func (p *person) Label(m protocol.Mode, name string) string {
	if text := japaneseLabels[name]; text != "" && p.japanese(m) {
		return text
	}
	return name
}

var japaneseLabels = map[string]string{
	"Key: ": "ハッシュキー：", "Checkers: ": "王手している駒：", "Legal moves: ": "合法手：", "Last move: ": "最終手：",
	"Evaluation: %s for the side to move, by %s":           "評価値：%s（手番側、%s）",
	"Evaluation: %s for the side to move (%.0f %%), by %s": "評価値：%s（手番側、期待勝率%.0f％、%s）",

	"%s plays chess (UCI) and shogi (USI).": "%sはチェス（UCI）と将棋（USI）を指します。",
	"Current game and protocol: %s, %s.":    "現在：%s、%s",
	"For people:":                           "対話用：",
	"Of the protocols:":                     "プロトコル：",

	"list the commands":                                "コマンドの一覧",
	"set up a game of chess":                           "チェスを始める",
	"set up a game of shogi":                           "将棋を始める",
	"show the position":                                "局面を表示する",
	"list the legal moves":                             "合法手の一覧",
	"show the static evaluation, piece by piece":       "静的評価を駒ごとに表示する",
	"count the leaves of the tree of legal moves":      "perft（合法手の数え上げ）",
	"show statistics of the last search: cutoffs, ...": "直前の探索の統計（枝刈りなど）",
	"search fixed positions: signature and speed":      "ベンチマーク（ノード数と速度）",
	"make random openings, for OpenBench":              "OpenBench用にランダムな開始局面を作る",
	"speak UCI: chess":                                 "UCIで話す（チェス）",
	"speak USI: shogi":                                 "USIで話す（将棋）",
	"answer readyok when the engine is ready":          "準備ができたらreadyokと答える",
	"change an option":                                 "オプションを変える",
	"forget the previous game":                         "前の対局を忘れる",
	"the same":                                         "同上",
	"set up a position; also fen ..., sfen ...":        "局面を設定する。fen ...、sfen ...も可",
	"search; also movetime MS, nodes N, infinite":      "探索する。movetime MS、nodes N、infiniteも可",
	"end a search or a perft":                          "探索やperftを止める",
	"the expected move was played":                     "予想した手が指された",
	"end the search: the game is over":                 "対局が終わったので探索を止める",
	"accepted, without effect":                         "受け付けるだけで何もしない",
	"leave; also exit or q":                            "終了する。exit、qも可",
}

// Over implements [protocol.Person].
func (p *person) Over(m protocol.Mode, e core.Ending) string { return overBy(e, p.japanese(m)) }

// Begin implements [protocol.Person].
func (p *person) Begin(m protocol.Mode, _ core.Position, _ core.Limits) string {
	width, _ := p.size()
	return p.style.Faint(cli.Cut(p.table(m).header(), width))
}

// Report implements [protocol.Person].
func (p *person) Report(m protocol.Mode, root core.Position, i core.Info) string {
	width, _ := p.size()
	if v := root.Verdict(); i.Depth == 0 && v.Over() {
		return cli.Cut(p.Over(m, v.Ending), width)
	}
	return cli.Cut(p.table(m).row(root, inside.LineFromCore(root, i), i.Lines).fit(width), width)
}

// Answer implements [protocol.Person].
func (p *person) Answer(m protocol.Mode, root core.Position, r core.Result) string {
	width, _ := p.size()
	return p.style.Strong(cli.Cut(answer(p.moves, root, inside.ResultFromCore(root, r), p.japanese(m)), width)) + "\n"
}
