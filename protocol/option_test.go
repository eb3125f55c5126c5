package protocol_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestOptionTable(t *testing.T) {
	// The grammar of an option line as python-chess and fastchess read it.
	reserved := regexp.MustCompile(`(?i)\b(name|type|default|min|max|var|value)\b`)
	for _, d := range []protocol.Dialect{uci.Dialect(), usi.Dialect()} {
		names := map[string]bool{}
		for _, o := range protocol.OptionTable() {
			f := d.Offer(o)
			if f.Name == "" {
				continue
			}
			t.Run(d.Name+" "+f.Name, func(t *testing.T) {
				if reserved.MatchString(f.Name) || reserved.MatchString(f.Default) {
					t.Errorf("reserved word in %q", o.Line(f))
				}
				if d.Name == "usi" && strings.ContainsAny(f.Name, " ") {
					t.Error("USI allows no blanks in names")
				}
				if names[strings.ToLower(f.Name)] {
					t.Error("listed twice")
				}
				names[strings.ToLower(f.Name)] = true
				if o.Help == "" || strings.ContainsAny(o.Help, "\n|") {
					t.Errorf("help %q does not fit a table", o.Help)
				}
				switch n, err := strconv.Atoi(f.Default); o.Kind {
				case protocol.Spin:
					if err != nil || n < f.Min || n > f.Max || f.Max > 1<<31-1 {
						t.Errorf("bad range: %s", o.Line(f))
					}
				case protocol.Combo:
					if !slices.Contains(o.Vars, f.Default) {
						t.Errorf("default is no value: %s", o.Line(f))
					}
				case protocol.Check:
					if f.Default != "true" && f.Default != "false" {
						t.Errorf("bad default: %s", o.Line(f))
					}
				}
			})
		}
	}
}

func TestOptionLine(t *testing.T) {
	f := protocol.Offer{Name: "Some Path"}
	o := protocol.Option{Kind: protocol.Text, UCI: f}
	if got, want := o.Line(f), "option name Some Path type string default <empty>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSetOption(t *testing.T) {
	const bad = "ERROR"
	for _, c := range []struct{ name, command, want string }{
		{"plain", "setoption name Hash value 64", "* hash 64"},
		{"smallest", "setoption name Hash value 1", "* hash 1"},
		{"case does not matter", "setoption name hASH value 64", "* hash 64"},
		{"blanks do not matter", "setoption  name  Move   Overhead  value  30", "* overhead 30ms"},
		{"nor do underscores", "setoption name Move_Overhead value 30", "* overhead 30ms"},
		{"the name of the other dialect", "setoption name USI_Hash value 64", "* hash 64"},
		{"an alias", "setoption name NetworkDelay2 value 0", "* overhead 0s"},
		{"a word", "setoption name NumaPolicy value NONE", "* spread threads false"},
		{"a button", "setoption name Clear Hash", "* clear hash"},
		{"a button with a value", "setoption name Clear Hash value true", "* clear hash"},
		{"the engine refuses", "setoption name Hash value 2000000", "* hash 2000000\ninfo string ERROR hash of 2000000 MiB failed, keeping the old one"},
		{"no number", "setoption name Hash value abc", bad},
		{"no integer", "setoption name Hash value 1.5", bad},
		{"too small", "setoption name Hash value 0", bad},
		{"negative", "setoption name Threads value -3", bad},
		{"too large", "setoption name Threads value 1025", bad},
		{"overflow", "setoption name Threads value 99999999999999999999999", bad},
		{"empty value", "setoption name Hash value", bad},
		{"no value", "setoption name Hash", bad},
		{"neither true nor false", "setoption name Ponder value maybe", bad},
		{"true in capitals", "setoption name Ponder value TRUE", ""},
		{"a wrong word", "setoption name EnteringKingRule value TryRules", bad},
		{"another rule", "setoption name EnteringKingRule value TryRule", ""},
		{"a word in other capitals", "setoption name EnteringKingRule value csarule24", ""},
		{"an unknown option", "setoption name Contempt value -9", `info string ignored: there is no option "Contempt"`},
		{"a misspelt one", "setoption name Hsah value 3", `info string ignored: there is no option "Hsah"; did you mean "Hash"?`},
		{"one with a blank", "setoption name Move Overhed", `info string ignored: there is no option "Move Overhed"; did you mean "Move Overhead"?`},
		{"the name as YaneuraOu has it", "setoption name SkillLevel value 20", ""},
		{"the name as ShogiHome translates it", "setoption name Skill_Level value 20", ""},
		{"another such name", "setoption name Clear_Hash", "* clear hash"},
		{"the name without a blank", "setoption name ClearHash", "* clear hash"},
		{"the same with a value", "setoption name MoveOverhead value 7", "* overhead 7ms"},
		{"a network file", `setoption name EvalFile value C:\nets\my net.net`, `* evaluation of chess C:\nets\my net.net`},
		{"a name with two blanks in a row", "setoption name EvalFile value /nets/my  net.net  ", "* evaluation of chess /nets/my  net.net"},
		{"a Japanese name", "setoption name EvalFile value D:\\将棋\\水匠 5　改\\nn.bin", "* evaluation of chess D:\\将棋\\水匠 5　改\\nn.bin"},
		{"a name in Shift JIS", "setoption name EvalFile value \x8f\xab\x8a\xfb.bin", "* evaluation of chess \x8f\xab\x8a\xfb.bin"},
		{"a tab and the end of a line", "setoption\tname\tEvalFile\tvalue\ta.net\r\n", "* evaluation of chess a.net"},
		{"a name that contains the word value", "setoption name EvalFile value best value.net", "* evaluation of chess best value.net"},
		{"behind an unknown word", "please setoption name EvalFile value a  b", "* evaluation of chess a  b"},
		{"nodes as time", "setoption name nodestime value 600", "* pace {Percent:0 Least:0s Seconds:false Delay:0s Nodes:600 Human:false}"},
		{"the name of nodestime in other capitals", "setoption name NodesTime value 10001", bad},
		{"a minimum of the time", "setoption name MinimumThinkingTime value 1000", "* pace {Percent:0 Least:1s Seconds:false Delay:0s Nodes:0 Human:false}"},
		{"no minimum", "setoption name MinimumThinkingTime value 0", ""},
		{"whole seconds", "setoption name RoundUpToFullSecond value true", "* pace {Percent:0 Least:0s Seconds:true Delay:0s Nodes:0 Human:false}"},
		{"faster moves", "setoption name SlowMover value 70", "* pace {Percent:70 Least:0s Seconds:false Delay:0s Nodes:0 Human:false}"},
		{"its name in older Stockfish", "setoption name Slow Mover value 70", "* pace {Percent:70 Least:0s Seconds:false Delay:0s Nodes:0 Human:false}"},
		{"a delay", "setoption name NetworkDelay value 400", "* pace {Percent:0 Least:0s Seconds:false Delay:400ms Nodes:0 Human:false}"},
		{"the hand-crafted evaluation", "setoption name EvalFile value <classic>", "* evaluation of chess <classic>"},
		{"a network file that is not there", "setoption name EvalFile value missing.net", "info string ERROR missing.net: no such file; keeping classic"},
		{"endgame tables", "setoption name SyzygyPath value C:\\tables\\3 4 5;D:\\終盤", "* tables of chess C:\\tables\\3 4 5;D:\\終盤\ninfo string 5 endgame tables"},
		{"no endgame tables, as before", "setoption name SyzygyPath value <empty>", ""},
		{"a missing folder of tables", "setoption name SyzygyPath value missing", "* tables of chess missing\ninfo string no endgame tables in missing\ninfo string ERROR missing: no such folder"},
		{"a depth for tables", "setoption name SyzygyProbeDepth value 5", "* use of tables {Depth:5 Limit:0 NoDraws:false}"},
		{"a depth that is too small", "setoption name SyzygyProbeDepth value 0", bad},
		{"fewer pieces in tables", "setoption name SyzygyProbeLimit value 4", "* use of tables {Depth:0 Limit:4 NoDraws:false}"},
		{"more pieces than there are tables", "setoption name SyzygyProbeLimit value 8", bad},
		{"no fifty-move rule in tables", "setoption name Syzygy50MoveRule value false", "* use of tables {Depth:0 Limit:0 NoDraws:true}"},
		{"no name", "setoption name value 3", `info string ignored: there is no option ""`},
		{"nothing", "setoption", bad},
		{"name missing", "setoption value 3", bad},
		{"junk", "setoption foo bar", bad},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, out := newSession(t)
			out.reset()
			s.Line(c.command)
			got := strings.TrimSpace(out.String())
			if c.want == bad {
				if !strings.HasPrefix(got, "info string ERROR ") || strings.Contains(got, "\n") {
					t.Errorf("want one error line, got %q", got)
				}
			} else if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// The options of shogi that choose a network work in any order.
func TestEvaluationOptions(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"a folder with a network file", []string{"EvalDir value /eval/水匠 5"}, "* evaluation of shogi /eval/水匠 5<embedded>"},
		{"a folder and its file", []string{"EvalDir value eval", "EvalFile value hao.bin"}, "* evaluation of shogi eval<embedded>\n* evaluation of shogi evalhao.bin"},
		{"a file and its folder", []string{"EvalFile value hao.bin", "EvalDir value eval"}, "* evaluation of shogi hao.bin\n* evaluation of shogi evalhao.bin"},
		{"an empty folder", []string{"EvalDir value <empty>"}, ""},
		{"the divisor of a network", []string{"EvalFile value a.bin", "FV_SCALE value 24"}, "* evaluation of shogi a.bin\n* evaluation of shogi a.bin /24"},
		{"the usual divisor", []string{"FV_SCALE value 16"}, ""},
		{"a divisor out of range", []string{"FV_SCALE value 0"}, `info string ERROR option FV_SCALE keeps its value: "0" is not a number from 1 to 128`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, out := newSession(t)
			s.Line("usi")
			out.reset()
			for _, line := range c.lines {
				s.Line("setoption name " + line)
			}
			if got := strings.TrimSpace(out.String()); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Options that the front end has set survive a change of the dialect, the others get the
// defaults of the new one.
func TestChosenOptionsSurviveTheHandshake(t *testing.T) {
	s, _, out := newSession(t)
	s.Line("setoption name Hash value 64")
	s.Line("setoption name MultiPV value 3")
	out.reset()
	s.Line("usi")
	if got := out.String(); strings.Contains(got, "* hash") || !strings.Contains(got, "* overhead 50ms") {
		t.Errorf("Hash was set anew, or MoveOverhead was not:\n%s", got)
	}
	s.Line("go depth 1")
	s.Wait()
	must.Has(t, out.String(), "* go depth=1 multipv=3")
}

// Every setting reaches the rules.
func TestSettings(t *testing.T) {
	var got core.Settings
	rules := heapRules("chess", 4)
	start := rules.Start
	rules.Start = func(s core.Settings) core.Position { got = s; return start(s) }
	s, err := protocol.New(protocol.Config{
		Engine: newFakeEngine(func(string) {}), Out: new(buffer),
		Modes: []protocol.Mode{{Dialect: usi.Dialect(), Rules: rules}},
	})
	must.OK(t, err)
	if want := (core.Settings{EnteringKing: "CSARule27"}); got != want {
		t.Errorf("defaults: %+v, want %+v", got, want)
	}
	for _, line := range []string{
		"setoption name UCI_Chess960 value true",
		"setoption name MaxMovesToDraw value 320",
		"setoption name EnteringKingRule value noenteringking",
		"position startpos",
	} {
		s.Line(line)
	}
	if want := (core.Settings{Chess960: true, MoveLimit: 320, EnteringKing: "NoEnteringKing"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestMarkdownOptions(t *testing.T) {
	got := protocol.MarkdownOptions()
	must.Has(t, got,
		"| UCI | USI | Default | Values | Meaning |\n|---|---|---|---|---|\n",
		"| `Threads` | `Threads` | 1 | 1 to 1024 | number of search threads |\n",
		"| `Hash` | `USI_Hash` | 16; 256 | 1 to 33554432 | size of the transposition table in MiB |\n",
		"| `MultiPV` | `MultiPV` | 1 | 1 to 256; 1 to 600 |",
		"|  | `EnteringKingRule` | CSARule27 | CSARule27, CSARule27H, CSARule24, CSARule24H, TryRule, NoEnteringKing |",
		"| `BookFile` | `BookFile` | empty; no_book | string |",
		"| `UCI_EngineAbout` |  |  | string |",
		"|  | `EvalDir` |  | string |",
		"| `UCI_Chess960` |  | false | true, false |",
		"| `Clear Hash` | `Clear_Hash` |  | button |",
		"| `EvalFile` | `EvalFile` | `<embedded>` | string |",
	)
}

func TestFindOption(t *testing.T) {
	for _, c := range []struct{ name, uci string }{
		{"Hash", "Hash"}, {"usi_hash", "Hash"}, {"multi pv", "MultiPV"}, {"USI_MultiPV", "MultiPV"}, {"nonsense", ""}, {"", ""},
	} {
		if o, ok := protocol.FindOption(c.name); ok != (c.uci != "") || o.UCI.Name != c.uci {
			t.Errorf("%q: %q, %v", c.name, o.UCI.Name, ok)
		}
	}
}
