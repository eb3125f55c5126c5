package comply

import (
	"fmt"
	"slices"
	"strings"
)

// questions returns what an engine of a protocol is asked.
func questions(protocol Protocol) (all []question) {
	for _, q := range slices.Concat(handshake(), searches(protocol), stops(protocol), ponders(protocol), positions(protocol), badPositions(protocol), optionQuestions(), floods(protocol), endings(protocol)) {
		if q.only == "" || q.only == protocol {
			all = append(all, q)
		}
	}
	return all
}

// named returns the name of a command of the protocol.
func (d *dialogue) named(uci, usi string) string {
	if d.Protocol == USI {
		return usi
	}
	return uci
}

// handshake asks about the first words.
func handshake() []question {
	const group = "handshake"
	first := func(level Level, name string, ask func(d *dialogue)) question {
		return question{group: group, name: name, level: level, fresh: true, ask: ask}
	}
	has := func(lines []string, begin string) bool {
		return slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, begin) && len(l) > len(begin) })
	}
	return []question{
		first(Must, "the protocol is acknowledged", func(d *dialogue) { d.greet() }),
		first(Must, "it has a name", func(d *dialogue) {
			if !has(d.greet(), "id name ") {
				fail("no id name")
			}
		}),
		first(Should, "it has an author", func(d *dialogue) {
			if !has(d.greet(), "id author ") {
				fail("no id author")
			}
		}),
		first(Must, "readyok without options", func(d *dialogue) { d.greet(); d.ready() }),
		first(Must, "each isready has its readyok", func(d *dialogue) {
			d.greet()
			d.send("isready", "isready", "isready")
			for range 3 {
				d.until("readyok")
			}
		}),
		first(Should, "it says nothing before it is asked", func(d *dialogue) {
			if line, said := d.next(d.Silence); said && (strings.HasPrefix(line, "id ") || strings.HasPrefix(line, "option ")) {
				fail("says %q", line)
			}
			d.greet()
		}),
		first(Should, "the handshake can be repeated", func(d *dialogue) { d.greet(); d.greet(); d.ready() }),
		first(Must, "lines may end as on Windows", func(d *dialogue) {
			d.note("> " + string(d.Protocol) + "\\r")
			d.raw(string(d.Protocol) + "\r\n")
			d.until(string(d.Protocol) + "ok")
			d.note("> isready\\r")
			d.raw("isready\r\n")
			d.until("readyok")
		}),
		first(Must, "commands may come in pieces", func(d *dialogue) {
			d.greet()
			d.note("> isr, eady")
			d.raw("isr")
			d.silent("readyok")
			d.raw("eady\n")
			d.until("readyok")
		}),
		first(Should, "options may be set right behind the handshake, without isready", func(d *dialogue) {
			d.greet()
			d.send("setoption name "+d.named("Hash", "USI_Hash")+" value 16", "position startpos", "go depth 2")
			d.judge("startpos", d.best())
		}),
		{group: group, name: "an unknown command is ignored", level: Must, ask: func(d *dialogue) { d.send("joho"); d.ready() }},
		{group: group, name: "an empty line is ignored", level: Must, ask: func(d *dialogue) { d.send(""); d.ready() }},
		{group: group, name: "blanks around and between words", level: Should, ask: func(d *dialogue) { d.send("   position   startpos  ", "  go   depth  2 "); d.best() }},
		{group: group, name: "tabs between words", level: Should, ask: func(d *dialogue) { d.send("position\tstartpos", "go\tdepth\t2"); d.best() }},
		{group: group, name: "an unknown word in front of a command", level: Should, only: UCI, ask: func(d *dialogue) { d.send("joho isready"); d.until("readyok") }},
		{group: group, name: "debug on and off", level: Must, only: UCI, ask: func(d *dialogue) { d.send("debug on", "debug off"); d.ready() }},
		{group: group, name: "registration", level: Must, only: UCI, ask: func(d *dialogue) { d.send("register later"); d.ready() }},
		{group: group, name: "gameover, and the next game", level: Must, only: USI, ask: func(d *dialogue) { d.send("gameover win", "usinewgame"); d.ready(); d.search("startpos", "go depth 1") }},
	}
}

// searches asks for searches with limits.
func searches(protocol Protocol) (all []question) {
	goes := []struct {
		name, goes string
		level      Level
		only       Protocol
	}{
		{"one ply", "go depth 1", Must, ""},
		{"some plies", "go depth 4", Must, ""},
		{"one node", "go nodes 1", Must, ""},
		{"some nodes", "go nodes 3000", Must, ""},
		{"a tenth of a second", "go movetime 100", Must, ""},
		{"a millisecond", "go movetime 1", Must, ""},
		{"a clock", "go wtime 1000 btime 1000", Must, ""},
		{"a clock with increments", "go wtime 500 btime 500 winc 100 binc 100", Must, ""},
		{"a clock that is nearly over", "go wtime 1 btime 1", Must, ""},
		{"a clock with increments that is nearly over", "go wtime 1 btime 1 winc 50 binc 50", Must, ""},
		{"a clock with moves to go", "go wtime 1000 btime 1000 movestogo 1", Must, UCI},
		{"a clock with many moves to go", "go wtime 1000 btime 1000 movestogo 1000", Should, UCI},
		{"a clock that is below zero", "go wtime -100 btime -100", Should, UCI},
		{"a clock of one side", "go wtime 500", Should, UCI},
		{"a clock of the other side", "go btime 500", Should, UCI},
		{"byoyomi", "go btime 0 wtime 0 byoyomi 300", Must, USI},
		{"byoyomi behind a clock", "go btime 300 wtime 300 byoyomi 200", Must, USI},
		{"short byoyomi", "go btime 0 wtime 0 byoyomi 1", Must, USI},
		{"a clock of increments alone", "go btime 0 wtime 0 binc 300 winc 300", Must, USI},
		{"words in another order", "go winc 10 binc 10 btime 500 wtime 500", Must, ""},
		{"depth and time", "go depth 50 movetime 100", Must, ""},
		{"nodes and depth", "go nodes 1000 depth 50", Must, ""},
		{"an unknown word in the limits", "go depth 2 joho 5", Should, ""},
		{"a word in place of a number", "go depth x movetime 100", Should, ""},
		{"a huge number", "go movetime 100 nodes 99999999999999999999", Should, ""},
	}
	for _, g := range goes {
		all = append(all, question{group: "limits", name: g.name, level: g.level, only: g.only, ask: func(d *dialogue) { d.search("startpos", g.goes) }})
	}
	move := map[Protocol]string{UCI: "a2a3", USI: "9g9f"}[protocol]
	ranks := func(d *dialogue) {
		d.offers("MultiPV")
		d.send("setoption name MultiPV value 3")
		a := d.search("startpos", "go depth 3")
		d.send("setoption name MultiPV value 1")
		for rank := 1; rank <= 3; rank++ {
			if !slices.ContainsFunc(a.infos, func(l string) bool { return strings.Contains(l+" ", fmt.Sprintf(" multipv %d ", rank)) }) {
				fail("no line with multipv %d", rank)
			}
		}
	}
	return append(all,
		question{group: "limits", name: "the same twice in a row", level: Must, ask: func(d *dialogue) { d.search("startpos", "go depth 2"); d.search("startpos", "go depth 2") }},
		question{group: "limits", name: "a search without a position", level: Should, fresh: true, ask: func(d *dialogue) {
			d.greet()
			d.ready()
			d.send("go depth 1")
			d.judge("startpos", d.best())
		}},
		question{group: "limits", name: "only one move is searched", level: Must, only: UCI, ask: func(d *dialogue) {
			if a := d.search("startpos", "go depth 2 searchmoves "+move); a.best != move {
				fail("%s was played, not %s", a.best, move)
			}
		}},
		question{group: "limits", name: "a mate in one is found", level: Must, only: UCI, ask: func(d *dialogue) {
			if a := d.search("fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go depth 5"); a.best != "d1d8" {
				fail("%s was played, not d1d8", a.best)
			}
		}},
		question{group: "limits", name: "go mate finds a mate", level: Should, only: UCI, ask: func(d *dialogue) {
			if a := d.search("fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go mate 1 movetime 5000"); a.best != "d1d8" {
				fail("%s was played, not d1d8", a.best)
			}
		}},
		question{group: "limits", name: "a mate in one is found", level: Must, only: USI, ask: func(d *dialogue) {
			if a := d.search("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "go depth 5"); a.best != "G*5b" {
				fail("%s was played, not G*5b", a.best)
			}
		}},
		question{group: "limits", name: "go mate has an answer", level: Should, only: USI, ask: func(d *dialogue) {
			d.send("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "go mate 5000")
			if _, line := d.until("checkmate"); line != "checkmate G*5b" && line != "checkmate notimplemented" {
				fail("%q, and not checkmate G*5b", line)
			}
		}},
		question{group: "limits", name: "it says what it thinks", level: Should, ask: func(d *dialogue) {
			a := d.search("startpos", "go depth 4")
			if !slices.ContainsFunc(a.infos, func(l string) bool { return strings.Contains(l, " score ") && strings.Contains(l, " pv ") }) {
				fail("no info has a score and a line")
			}
		}},
		question{group: "limits", name: "a score is the last word before the answer, whatever the clock", level: Should, ask: func(d *dialogue) {
			second := map[Protocol]string{UCI: "startpos moves e2e4", USI: "startpos moves 7g7f"}[protocol]
			for _, position := range []string{"startpos", second} {
				for _, goes := range []string{"go wtime 100 btime 100", "go wtime 100 winc 100 btime 100 binc 100", "go btime 100 binc 100 wtime 100 winc 100"} {
					a := d.search(position, goes)
					if n := len(a.infos); n == 0 || !strings.Contains(a.infos[n-1], " score ") {
						fail("%s: the last line before %q has no score", goes, a.line)
					}
				}
			}
		}},
		question{group: "limits", name: "several best lines are numbered", level: Should, ask: ranks},
	)
}

// stops asks about stop.
func stops(protocol Protocol) []question {
	const group = "stop"
	over := map[Protocol]string{
		UCI: "fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
		USI: "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2",
	}[protocol]
	must := func(name string, ask func(d *dialogue)) question {
		return question{group: group, name: name, level: Must, ask: ask}
	}
	should := func(name string, ask func(d *dialogue)) question {
		return question{group: group, name: name, level: Should, ask: ask}
	}
	stopped := func(d *dialogue, position string) {
		d.send("stop")
		d.judge(position, d.best())
		d.once()
	}
	return []question{
		must("an infinite search goes on until stop", func(d *dialogue) {
			d.send("position startpos", "go infinite")
			d.silent("bestmove")
			stopped(d, "startpos")
		}),
		must("stop at once", func(d *dialogue) {
			d.send("position startpos", "go infinite")
			stopped(d, "startpos")
		}),
		must("stop in front of other limits", func(d *dialogue) {
			d.send("position startpos", "go movetime 600000")
			stopped(d, "startpos")
		}),
		must("stop on a long clock", func(d *dialogue) {
			d.send("position startpos", "go wtime 36000000 btime 36000000")
			d.send("stop")
			d.judge("startpos", d.best())
		}),
		must("stop twice", func(d *dialogue) {
			d.send("position startpos", "go infinite", "stop", "stop")
			d.judge("startpos", d.best())
			d.once()
		}),
		must("stop without a search", func(d *dialogue) { d.send("stop"); d.once() }),
		must("stop after a search", func(d *dialogue) { d.search("startpos", "go depth 1"); d.send("stop"); d.once() }),
		should("go without limits is stopped", func(d *dialogue) {
			d.send("position startpos", "go")
			stopped(d, "startpos")
		}),
		must("readyok while it searches, which goes on", func(d *dialogue) {
			d.send("position startpos", "go infinite", "isready")
			before, _ := d.until("readyok")
			if slices.ContainsFunc(before, func(l string) bool { return strings.HasPrefix(l, "bestmove") }) {
				fail("isready ends the search")
			}
			d.silent("bestmove")
			stopped(d, "startpos")
		}),
		should("an option while it searches", func(d *dialogue) {
			d.send("position startpos", "go infinite", "setoption name MultiPV value 1")
			stopped(d, "startpos")
		}),
		should("an unknown command while it searches", func(d *dialogue) {
			d.send("position startpos", "go infinite", "joho")
			stopped(d, "startpos")
		}),
		should("a second go while it searches", func(d *dialogue) {
			d.send("position startpos", "go infinite", "go infinite", "stop")
			d.best()
			d.send("stop")
			d.ready()
		}),
		should("an infinite search of a game that is over waits for stop", func(d *dialogue) {
			d.send("position "+over, "go infinite")
			d.silent("bestmove")
			stopped(d, over)
		}),
		must("an infinite search of a game that is over has an answer", func(d *dialogue) {
			d.send("position "+over, "go infinite", "stop")
			d.judge(over, d.best())
		}),
		must("fifty searches, stopped at once", func(d *dialogue) {
			for range 50 {
				d.send("position startpos", "go infinite", "stop")
				d.judge("startpos", d.best())
			}
			d.once()
		}),
	}
}

// ponders asks about pondering.
func ponders(protocol Protocol) []question {
	const group = "ponder"
	line := map[Protocol]string{UCI: "startpos moves e2e4 e7e5", USI: "startpos moves 7g7f 3c3d"}[protocol]
	other := map[Protocol]string{UCI: "startpos moves e2e4 c7c5", USI: "startpos moves 7g7f 8c8d"}[protocol]
	must := func(name string, ask func(d *dialogue)) question {
		return question{group: group, name: name, level: Must, ask: ask}
	}
	ponder := func(d *dialogue, goes string) {
		if name := d.named("Ponder", "USI_Ponder"); d.option(name) != "" {
			d.send("setoption name " + name + " value true")
		}
		d.send("position "+line, goes)
	}
	hit := func(d *dialogue) {
		d.send("ponderhit")
		d.judge(line, d.best())
		d.once()
	}
	return []question{
		must("there is no answer before ponderhit", func(d *dialogue) {
			ponder(d, "go ponder wtime 300 btime 300")
			d.silent("bestmove")
			hit(d)
		}),
		must("ponderhit at once", func(d *dialogue) { ponder(d, "go ponder wtime 300 btime 300"); hit(d) }),
		must("a time for the move", func(d *dialogue) { ponder(d, "go ponder movetime 100"); d.silent("bestmove"); hit(d) }),
		must("stop instead of ponderhit", func(d *dialogue) {
			ponder(d, "go ponder wtime 60000 btime 60000")
			d.silent("bestmove")
			d.send("stop")
			d.judge(line, d.best())
			d.once()
		}),
		must("another move than the expected one", func(d *dialogue) {
			ponder(d, "go ponder wtime 60000 btime 60000")
			d.send("stop")
			d.judge(line, d.best())
			d.search(other, "go depth 2")
		}),
		must("ponderhit without a search", func(d *dialogue) { d.send("ponderhit"); d.once() }),
		must("ponderhit after the answer", func(d *dialogue) { d.search(line, "go depth 1"); d.send("ponderhit"); d.once() }),
		must("ponderhit twice", func(d *dialogue) {
			ponder(d, "go ponder wtime 300 btime 300")
			d.send("ponderhit", "ponderhit")
			d.judge(line, d.best())
			d.once()
		}),
		must("stop behind ponderhit", func(d *dialogue) {
			ponder(d, "go ponder wtime 60000 btime 60000")
			d.send("ponderhit", "stop")
			d.judge(line, d.best())
			d.once()
		}),
		{group: group, name: "a shallow search waits for ponderhit", level: Should, ask: func(d *dialogue) {
			ponder(d, "go ponder depth 1")
			d.silent("bestmove")
			hit(d)
		}},
		{group: group, name: "gameover ends it", level: Should, only: USI, ask: func(d *dialogue) {
			ponder(d, "go ponder btime 60000 wtime 60000")
			d.send("gameover lose")
			d.ready()
			d.send("stop")
			d.ready()
			d.send("usinewgame")
			d.ready()
			d.search("startpos", "go depth 1")
		}},
	}
}
