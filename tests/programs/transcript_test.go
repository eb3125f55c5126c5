package programs

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// play follows a transcript, a line at a time:
//
//	> COMMAND   is sent
//	< PATTERN   is what the next line has to be that is no info, id or option
//	~           no such line comes for a moment
//
// Nothing may follow the last line. Each best move needs a score before it, unless the
// engine said an error.
func play(t *testing.T, transcript string) {
	t.Helper()
	e := start(t)
	told := false // a score or an error, since the last command
	next := func(wait time.Duration) (string, bool) {
		for timer := time.After(wait); ; {
			select {
			case line, ok := <-e.Lines:
				if !ok {
					return "", false
				}
				word, _, _ := strings.Cut(line, " ")
				switch word {
				case "info":
					told = told || strings.Contains(line, " score ") || strings.Contains(line, "ERROR")
				case "id", "option", "":
				default:
					return line, true
				}
			case <-timer:
				return "", false
			}
		}
	}
	const moment = 60 * time.Millisecond
	for step := range strings.Lines(strings.TrimSpace(transcript)) {
		mark, rest, _ := strings.Cut(strings.TrimRight(step, "\n"), " ")
		switch mark {
		case ">":
			told = told && !strings.HasPrefix(rest, "go")
			e.Send(rest)
		case "<":
			line, ok := next(patience)
			if !ok || !regexp.MustCompile("^(?:"+rest+")$").MatchString(line) {
				t.Fatalf("%q instead of %q, in\n%s", line, rest, transcript)
			}
			if strings.HasPrefix(line, "bestmove ") && !told {
				t.Errorf("no score before %q, in\n%s", line, transcript)
			}
		case "~":
			if line, ok := next(moment); ok {
				t.Fatalf("%q comes too early, in\n%s", line, transcript)
			}
		default:
			t.Fatalf("no step: %q", step)
		}
	}
	e.Send("quit")
	if line, ok := next(patience); ok {
		t.Errorf("%q at the end of\n%s", line, transcript)
	}
}

// The positions of the transcripts.
var positions = strings.NewReplacer(
	"MATED", "fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
	"STALEMATE", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
	"TSUMI", "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",
	"DECLARABLE", "sfen +P+P+P+PK+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G4S 1",
	"TRY", "sfen 9/4K4/9/9/9/9/9/9/8k b - 1",
	"NOKING", "sfen 8k/9/7G1/9/9/9/9/9/9 b G 1",
)

func TestTranscripts(t *testing.T) {
	for _, c := range []struct{ name, transcript string }{
		{"a game in cutechess with pondering", `
> uci
< uciok
> isready
< readyok
> debug on
> ucinewgame
> setoption name Ponder value true
> setoption name UCI_Opponent value none none computer Other 1.0
> position startpos moves e2e4
> isready
< readyok
> go wtime 10000 btime 10000 winc 100 binc 100
< bestmove [a-h][1-8][a-h][1-8]q? ponder [a-h][1-8][a-h][1-8]q?
> position startpos moves e2e4 e7e5 g1f3
> isready
< readyok
> go ponder wtime 9000 btime 9000 winc 100 binc 100
~
> stop
< bestmove \S+.*
> position startpos moves e2e4 e7e5 f1c4
> isready
< readyok
> go ponder wtime 9000 btime 9000 winc 100 binc 100
~
> ponderhit
< bestmove \S+.*`},
		{"the checks of ShogiHome", `
> usi
< usiok
> setoption name USI_Hash value 32
> setoption name USI_Ponder value true
> isready
< readyok
> usinewgame
> position startpos moves 7g7f
> go btime 0 wtime 0 byoyomi 100
< bestmove [1-9][a-i][1-9][a-i]\+?( ponder \S+)?
> position startpos moves 7g7f 3c3d
> go infinite
~
> stop
< bestmove \S+.*
> gameover win
> position startpos
> go mate 50
< checkmate (nomate|timeout)`},
		{"gameover while pondering, and the next game at once", `
> usi
< usiok
> isready
< readyok
> usinewgame
> position startpos moves 7g7f 3c3d 2g2f
> go ponder btime 60000 wtime 60000 byoyomi 1000
~
> gameover lose
> isready
< bestmove \S+.*
< readyok
> usinewgame
> position startpos
> go depth 3
< bestmove \S+.*
~`},
		{"early pondering of ShogiHome", `
> usi
< usiok
> isready
< readyok
> position startpos moves 7g7f 3c3d
> go ponder
~
> ponderhit btime 200 wtime 200 binc 0 winc 0
< bestmove \S+.*`},
		{"a game of usi-csa-bridge with early pondering", `
> usi
< usiok
> setoption name USI_Ponder value true
> setoption name MaxMovesToDraw value 256
> isready
< readyok
> usinewgame
> position startpos moves 2g2f
> go btime 3000 wtime 2000 binc 1000 winc 1000
< bestmove [1-9][a-i][1-9][a-i]\+? ponder \S+
> position startpos moves 2g2f 8c8d 2f2e
> go ponder
~
> stop
< bestmove \S+.*
> position startpos moves 2g2f 8c8d 9g9f
> go btime 3000 wtime 2000 binc 1000 winc 1000
< bestmove [1-9][a-i][1-9][a-i]\+? ponder \S+
> position startpos moves 2g2f 8c8d 9g9f 8d8e 2f2e
> go ponder
~
> ponderhit btime 300 wtime 200 binc 100 winc 100
< bestmove [1-9][a-i][1-9][a-i]\+?( ponder \S+)?
> position DECLARABLE
> go ponder
~
> ponderhit btime 300 wtime 200 binc 100 winc 100
< bestmove win
> gameover win`},
		{"a game of Lishogi-Bot with pondering", `
> usi
< usiok
> isready
< readyok
> setoption name USI_Variant value shogi
> position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 
> go movetime 1000
< bestmove [1-9][a-i][1-9][a-i]\+? ponder \S+
> position startpos moves 2g2f 8c8d
> go ponder btime 300 wtime 300 byoyomi 100
~
> stop
< bestmove \S+.*
> position startpos moves 2g2f 5a4b
> go btime 200 wtime 300 byoyomi 1000
< bestmove [1-9][a-i][1-9][a-i]\+? ponder \S+
> position startpos moves 2g2f 5a4b 2f2e 4b3b
> go ponder btime 100 wtime 300 byoyomi 100
~
> ponderhit
< bestmove \S+.*
> position startpos moves 2g2f 5a4b 2f2e 4b3b 5i6h
> stop
~`},
		{"quick answers of the opponent, which Lishogi-Bot sends before its go", `
> usi
< usiok
> isready
< readyok
> position startpos moves 2g2f 8c8d
> ponderhit
> go ponder btime 200 wtime 300 byoyomi 100
< bestmove \S+.*
> position startpos moves 2g2f 8c8d 2f2e 8d8e
> stop
> go ponder btime 100 wtime 300 byoyomi 100
< bestmove \S+.*
~`},
		{"En Croissant sends neither isready nor a position", `
> uci
< uciok
> go nodes 1
< bestmove [a-h][1-8][a-h][1-8].*`},
		{"Nibbler sets an option before uciok", `
> uci
> setoption name UCI_Chess960 value true
< uciok
> isready
< readyok
> position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8a8
> go depth 2
< bestmove [a-h]1[a-h]\d.*`},
		{"a button with a value, as En Croissant sends it", `
> uci
< uciok
> setoption name Clear Hash value true
> isready
< readyok`},
		{"Shogidokoro sends options that do not exist", `
> usi
< usiok
> setoption name USI_Variant value shogi
> isready
< readyok`},
		{"a bad position, then a good one", `
> uci
< uciok
> position fen 8/8/8/8/8/8/8/8 w - - 0 1
> go depth 3
< bestmove \(none\)
> position startpos moves e2e4 e7e5
> go depth 3
< bestmove [a-h][1-8].*`},
		{"a bad position in shogi, then a good one", `
> usi
< usiok
> position startpos moves 7g7f 7g7f
> go byoyomi 100
< bestmove resign
> go mate 100
< checkmate timeout
> position startpos moves 7g7f
> go depth 3
< bestmove [1-9][a-i].*`},
		{"mated", "> position MATED\n> go wtime 100 btime 100\n< bestmove \\(none\\)\n> go depth 3\n< bestmove \\(none\\)"},
		{"mated, infinite", "> position MATED\n> go infinite\n~\n> stop\n< bestmove \\(none\\)"},
		{"mated, pondering", "> position MATED\n> go ponder wtime 100 btime 100\n~\n> ponderhit\n< bestmove \\(none\\)"},
		{"mated, looking for a mate", "> position MATED\n> go mate 3\n< bestmove \\(none\\)"},
		{"stalemate", "> position STALEMATE\n> go wtime 100 btime 100\n< bestmove \\(none\\)"},
		{"stalemate, infinite", "> position STALEMATE\n> go infinite\n~\n> stop\n< bestmove \\(none\\)"},
		{"stalemate, pondering", "> position STALEMATE\n> go ponder wtime 100 btime 100\n~\n> stop\n< bestmove \\(none\\)"},
		{"mated in shogi", "> usi\n< usiok\n> position TSUMI\n> go byoyomi 100\n< bestmove resign"},
		{"mated in shogi, infinite", "> usi\n< usiok\n> position TSUMI\n> go infinite\n~\n> stop\n< bestmove resign"},
		{"mated in shogi, pondering", "> usi\n< usiok\n> position TSUMI\n> go ponder btime 100 wtime 100\n~\n> ponderhit\n< bestmove resign"},
		{"mated in shogi, looking for a mate", "> usi\n< usiok\n> position TSUMI\n> go mate 1000\n< checkmate nomate"},
		{"a declaration", "> usi\n< usiok\n> position DECLARABLE\n> go byoyomi 100\n< bestmove win"},
		{"a declaration, infinite", "> usi\n< usiok\n> position DECLARABLE\n> go infinite\n~\n> stop\n< bestmove win"},
		{"a declaration, pondering", "> usi\n< usiok\n> position DECLARABLE\n> go ponder btime 100 wtime 100\n~\n> ponderhit\n< bestmove win"},
		{"a declaration that the rules do not know", "> usi\n< usiok\n> setoption name EnteringKingRule value NoEnteringKing\n> position DECLARABLE\n> go depth 1\n< bestmove [1-9RBGSNLP].*"},
		{"a move that wins by the try rule", "> usi\n< usiok\n> setoption name EnteringKingRule value TryRule\n> position TRY\n> go depth 3\n< bestmove 5b5a"},
		{"a mate without a king of the attacker", "> usi\n< usiok\n> position NOKING\n> go mate infinite\n< checkmate G\\*[12]b"},
		{"a search without a king of one's own", "> usi\n< usiok\n> position NOKING\n> go depth 3\n< bestmove \\S+.*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			transcript := positions.Replace(c.transcript)
			play(t, transcript)
			// A front end on Windows.
			play(t, regexp.MustCompile(`(?m)^(> .*)$`).ReplaceAllString(transcript, "$1\r"))
		})
	}
}

// Any spelling of a command is understood, and noise is not answered.
func TestLexing(t *testing.T) {
	for _, c := range []struct{ name, line string }{
		{"plain", "isready"},
		{"blanks", "   isready  "},
		{"tabs", "\tisready\t"},
		{"a carriage return", "isready\r"},
		{"unknown words before", "joho isready"},
		{"words behind", "isready now"},
		{"a byte order mark", "\ufeffisready"},
		{"control bytes", "\x00isready\x01"},
		{"after empty lines", "\n\r\n  \nisready"},
		{"after a comment", "# isready\nisready"},
		{"after nonsense", "blah\n\xff\xfe\nisready"},
		{"after commands for which it is no time", "stop\nponderhit\nregister later\nisready"},
		{"after options that lack parts", "setoption\nsetoption name\nsetoption name  value\nsetoption name Hash\nsetoption name Hash value\nisready"},
		{"after a line of two million bytes", strings.Repeat("position startpos moves ", 90_000) + "\nisready"},
		{"the last line without an end", "isready\x04"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			line, open := strings.CutSuffix(c.line, "\x04")
			if !open {
				line += "\n"
			}
			e.SendText(line)
			if open {
				_ = e.In.Close()
			}
			before, _ := e.Until("readyok")
			for _, line := range before {
				if !strings.HasPrefix(line, "info string ") {
					t.Errorf("%q", line)
				}
			}
			if more := quiet(e); len(more) > 0 {
				t.Errorf("then %q", more)
			}
		})
	}
}
