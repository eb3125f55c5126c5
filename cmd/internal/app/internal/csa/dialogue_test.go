package csa

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/tests/must"
)

// dialogue is a client with a server that says what is in a script: lines with < are sent, a line with
// > is what the client has to say, as its beginning, and = is a pause. Each Dial takes the next script; after the last one
// nobody answers.
type dialogue struct {
	Config
	said  []string // to the user
	waits []time.Duration
}

const login = "> LOGIN me secret\n< LOGIN:me OK\n"

// offer is a game with the given lines in place of the usual ones with the same key, or of the line in front
// of an arrow.
func offer(you string, changes ...string) string {
	lines := []string{
		"BEGIN Game_Summary", "Protocol_Version:1.2", "Format:Shogi 1.0", "Declaration:Jishogi 1.1", "Game_ID:id", "Name+:me", "Name-:you", "Your_Turn:" + you,
		"BEGIN Time", "Time_Unit:1sec", "Total_Time:60", "Byoyomi:10", "END Time", "BEGIN Position", "PI", "+", "END Position", "END Game_Summary",
	}
	for _, change := range changes {
		key, with, replaced := strings.Cut(change, " => ")
		if !replaced {
			key, _, _ = strings.Cut(change, ":")
			key, with = key+":", change
		}
		i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, key) })
		if i < 0 {
			i = 1
			lines = slices.Insert(lines, i, "")
		}
		lines[i] = with
	}
	return "< " + strings.Join(lines, "\n< ") + "\n"
}

const started = "> AGREE id\n< START:id\n"

func talk(t *testing.T, scripts ...string) *dialogue {
	t.Helper()
	return talkBy(t, connected, scripts...)
}

// connected returns the ends of a connection.
func connected(t *testing.T) (ours, theirs net.Conn) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	defer listener.Close()
	ours, err = net.Dial("tcp", listener.Addr().String())
	must.OK(t, err)
	theirs, err = listener.Accept()
	must.OK(t, err)
	return ours, theirs
}

// piped is connected within this process, where the time of a bubble counts.
func piped(*testing.T) (ours, theirs net.Conn) { return net.Pipe() }

func talkBy(t *testing.T, pair func(*testing.T) (ours, theirs net.Conn), scripts ...string) *dialogue {
	t.Helper()
	d := &dialogue{}
	next := 0
	var all sync.WaitGroup
	t.Cleanup(all.Wait)
	d.Config = Config{
		Address: "server", Name: "me", Password: "secret", Games: 1, Tries: 3, Engine: &puppet{}, EngineName: "Engine", Folder: t.TempDir(),
		Limits: nitoryu.Limits{Nodes: 1}, Patience: must.Patience, Alive: -1,
		Say:  func(text string) { d.said = append(d.said, text) },
		Wait: func(_ context.Context, w time.Duration) error { d.waits = append(d.waits, w); return nil },
		Dial: func(context.Context) (net.Conn, error) {
			if next == len(scripts) {
				return nil, &net.OpError{Op: "dial", Err: os.ErrNotExist}
			}
			script := scripts[next]
			next++
			ours, theirs := pair(t)
			all.Go(func() { follow(t, theirs, script) })
			return ours, nil
		},
	}
	return d
}

// follow plays the server of a script.
func follow(t *testing.T, conn net.Conn, script string) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	defer io.Copy(io.Discard, r) //nolint:errcheck // until the client has gone
	if tcp, ok := conn.(*net.TCPConn); ok {
		defer func() { _ = tcp.CloseWrite() }()
	}
	for step := range strings.Lines(script) {
		line := strings.TrimSuffix(step[2:], "\n")
		if step[0] == '=' {
			d, err := time.ParseDuration(line)
			must.OK(t, err)
			time.Sleep(d)
			continue
		}
		if step[0] == '<' {
			if _, err := conn.Write([]byte(line + "\n")); err != nil {
				return
			}
			continue
		}
		got, err := r.ReadString('\n')
		for err == nil && got == "\n" && line != "" { // it keeps the connection alive
			got, err = r.ReadString('\n')
		}
		if err != nil {
			return
		}
		if !strings.HasPrefix(got, line) || line == "" && got != "\n" {
			t.Errorf("the client says %q, not %q", got, line)
			return
		}
	}
}

// Whatever a server does, nothing hangs, the user hears why, and the game is kept as far as it went.
func TestHostileServers(t *testing.T) {
	endless := strings.Repeat("< nonsense\n", mostIdle+5)
	first := login + offer("+") + started + "> +"
	for _, c := range []struct {
		name   string
		script string
		want   string // told to the user
		moves  int    // of the game that is kept; -1: none
	}{
		{"closes at once", "", errGone.Error(), -1},
		{"closes after the login", login, errGone.Error(), -1},
		{"says nothing of use at login", endless, errBabble.Error(), -1},
		{"a line without end", "< " + strings.Repeat("x", 3*longestLine) + "\n", errLongLine.Error(), -1},
		{"endless empty lines", login + strings.Repeat("< \n", mostIdle+5), errBabble.Error(), -1},
		{"another name", "> LOGIN\n< LOGIN:you OK\n", errGone.Error(), -1},
		{"control characters", login + "< \x1b[2J\x00\x07\x7f\n" + offer("+", "Name+:\x1b]0;x\x07") + started + "> +\n", errGone.Error(), 1},
		{"no side", login + offer("*") + "> REJECT\n", "Your_Turn", -1},
		{"another game", login + offer("+", "Format:Go 1.0") + "> REJECT\n", `plays "Go 1.0"`, -1},
		{"no position", login + offer("+", "BEGIN Position => BEGIN Else", "END Position => END Else") + "> REJECT\n", "no position", -1},
		{"half a position", login + offer("+", "PI => P1-KY") + "> REJECT\n", "position of the summary", -1},
		{"an illegal move in front", login + offer("+", "PI => PI\n< +\n< +7775FU") + "> REJECT\n", "position of the summary", -1},
		{"a name in the position", login + offer("+", "PI => N+x") + "> REJECT\n", "no line of a position", -1},
		{"another side to move", login + offer("+", "To_Move:-") + "> REJECT\n", "is to move", -1},
		{"a negative time", login + offer("+", "Total_Time:-5") + "> REJECT\n", "Total_Time is no number", -1},
		{"ages of time", login + offer("+", "Total_Time:2000000000") + "> REJECT\n", "more than 1000h", -1},
		{"no unit", login + offer("+", "Time_Unit:1fortnight") + "> REJECT\n", "no unit of time", -1},
		{"a unit of nothing", login + offer("+", "Time_Unit:0sec") + "> REJECT\n", "no unit of time", -1},
		{"sections crossed", login + offer("+", "END Time => END Position") + "> REJECT\n", "ends", -1},
		{"an endless summary", login + "< BEGIN Game_Summary\n" + strings.Repeat("< X:y\n", mostLines+1) + "> REJECT\n", "more than 2000 lines", -1},
		{"half a summary", login + "< BEGIN Game_Summary\n< Game_ID:x\n", "within the summary", -1},
		{"closes before the start", login + offer("+") + "> AGREE", "before the game", -1},
		{"babbles before the start", login + offer("+") + "> AGREE\n" + endless, errBabble.Error(), -1},
		{"closes in our move", first + "\n", errGone.Error(), 1},
		{"closes on a move of the opponent", login + offer("-") + started + "< +7776FU,T1\n> -", errGone.Error(), 2},
		{"babbles in the game", first + "\n" + endless, errBabble.Error(), 1},
		{"a move that we did not play", first + "\n< +9796FU,T1\n", "which we did not", 1},
		{"the opponent out of turn", first + "\n< -3334FU,T1\n", "out of turn", 1},
		{"our move twice", login + offer("+") + started + "> +5948OU\n< +5948OU,T1\n< +5948OU,T1\n", "which we did not", 1},
		{"goes on after an illegal move", login + offer("-") + started + "< +7775FU,T1\n< +7776FU,T1\n", "after an illegal move", 0},
		{"a wild time", login + offer("-") + started + "< +7776FU,T99999999999999999999\n> -", errGone.Error(), 2},
		{"a word without a game's end", first + "\n< #RESIGN\n", errGone.Error(), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := talk(t, c.script)
			err := Run(t.Context(), d.Config)
			told := strings.Join(d.said, "\n")
			if err == nil || !strings.Contains(err.Error(), "given up at try 3") || !strings.Contains(told, c.want) {
				t.Errorf("error %v, told\n%s", err, told)
			}
			if strings.Contains(told+err.Error(), "secret") {
				t.Error("the password is told")
			}
			games := kept(t, d.Config)
			if len(games) != min(1, c.moves+1) {
				t.Fatalf("%d games are kept", len(games))
			}
			if c.moves >= 0 && (len(games[0].Moves()) != c.moves || games[0].Outcome().Over) {
				t.Errorf("kept is\n%s", games[0])
			}
		})
	}
}

// What the server says at the end of a game is how it ended.
func TestWordsOfTheEnd(t *testing.T) {
	for _, c := range []struct{ name, words, want string }{
		{"resigned", "%TORYO,T1 #RESIGN #WIN", "1-0 by resignation"},
		{"late", "#TIME_UP #LOSE", "0-1 by time forfeit"},
		{"perpetual check", "#OUTE_SENNICHITE #WIN", "1-0 by perpetual check"},
		{"repetition", "#SENNICHITE #DRAW", "1/2-1/2 by repetition"},
		{"declared", "%KACHI,T1 #JISHOGI #LOSE", "0-1 by declaration"},
		{"declared wrongly", "%KACHI,T1 #ILLEGAL_MOVE #WIN", "1-0 by wrong declaration"},
		{"foul", "#ILLEGAL_MOVE #LOSE", "0-1 by illegal move"},
		{"the number of moves", "#MAX_MOVES #CENSORED", "1/2-1/2 by move limit"},
		{"nobody wins", "#CENSORED", "* by interrupted"},
		{"broken off", "#CHUDAN", "* by interrupted"},
		{"no reason", "#WIN", "1-0"},
		{"a word of later versions", "#NEWS #RESIGN #WIN", "1-0 by resignation"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := login + offer("+") + started + "> +5948OU\n< +5948OU,T3\n< -5142OU,T4\n> +4838OU"
			for word := range strings.FieldsSeq(c.words) {
				script += "\n< " + word
			}
			d := talk(t, script+"\n> LOGOUT\n< LOGOUT:completed\n")
			must.OK(t, Run(t.Context(), d.Config))
			games := kept(t, d.Config)
			if len(games) != 1 || len(games[0].Moves()) != 2 {
				t.Fatalf("kept is %v", games)
			}
			text := string(must.Read(t, only(t, d.Folder, ".csa")))
			if !strings.Contains(text, "+5948OU\nT3\n'** 123") || !strings.Contains(text, "-5142OU\nT4\n") || !strings.Contains(text, "+4838OU does not count") {
				t.Errorf("CSA is\n%s", text)
			}
			if got := strings.Join(d.said, "\n"); !strings.Contains(got, "at move 2: ") {
				t.Errorf("told is %s", got)
			}
			if got := games[0].Outcome().String(); got != c.want {
				t.Errorf("the game ended %s\n%s", got, text)
			}
		})
	}
}

// only returns the one file of a kind in a folder.
func only(t *testing.T, folder, ending string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"+ending))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	return files[0]
}

// A wrong password ends all tries, unless it was right before: then the server has not noticed yet
// that a connection was lost.
func TestPasswords(t *testing.T) {
	const wrong = "> LOGIN me secret\n< LOGIN:incorrect\n"
	d := talk(t, wrong)
	if err := Run(t.Context(), d.Config); err == nil || !strings.Contains(err.Error(), "does not accept name and password") || len(d.waits) > 0 || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v after waits of %v", err, d.waits)
	}
	whole := login + offer("+") + started + "> +\n< #WIN\n"
	d = talk(t, login, wrong, whole)
	if err := Run(t.Context(), d.Config); err != nil || !slices.Equal(d.waits, []time.Duration{time.Second, 2 * time.Second}) {
		t.Errorf("error %v after waits of %v", err, d.waits)
	}
}

// Bad choices are refused before anything is sent.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(c *Config)
	}{
		{"no name", func(c *Config) { c.Name = "" }},
		{"a name of two words", func(c *Config) { c.Name = "a b" }},
		{"a name of two lines", func(c *Config) { c.Name = "a\nb" }},
		{"no password", func(c *Config) { c.Password = "" }},
		{"a password of two words", func(c *Config) { c.Password = "very secret" }},
		{"a password of two lines", func(c *Config) { c.Password = "secret\nLOGOUT" }},
		{"a password of other letters", func(c *Config) { c.Password = "ひみつ" }},
		{"negative games", func(c *Config) { c.Games = -1 }},
	} {
		d := talk(t, login)
		c.change(&d.Config)
		d.Dial = func(context.Context) (net.Conn, error) { t.Errorf("%s: a connection", c.name); return nil, errGone }
		if err := Run(t.Context(), d.Config); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

// The engine is told the clock as the server keeps it: both kinds, in any unit.
func TestClocks(t *testing.T) {
	second := time.Second
	for _, c := range []struct {
		name  string
		times []string
		want  [2]nitoryu.Clock // at our first and second move, after 3 units of ours and 4 of the opponent
	}{
		{"byoyomi", nil, [2]nitoryu.Clock{
			{Left: [2]time.Duration{60 * second, 60 * second}, Byoyomi: 10 * second}, {Left: [2]time.Duration{57 * second, 56 * second}, Byoyomi: 10 * second}}},
		{"Fischer", []string{"Byoyomi:10 => Increment:5"}, [2]nitoryu.Clock{
			{Left: [2]time.Duration{65 * second, 65 * second}, Increment: [2]time.Duration{5 * second, 5 * second}},
			{Left: [2]time.Duration{67 * second, 66 * second}, Increment: [2]time.Duration{5 * second, 5 * second}}}},
		{"milliseconds", []string{"Time_Unit:1msec"}, [2]nitoryu.Clock{
			{Left: [2]time.Duration{60 * time.Millisecond, 60 * time.Millisecond}, Byoyomi: 10 * time.Millisecond},
			{Left: [2]time.Duration{57 * time.Millisecond, 56 * time.Millisecond}, Byoyomi: 10 * time.Millisecond}}},
		{"byoyomi alone", []string{"Total_Time:0"}, [2]nitoryu.Clock{{Byoyomi: 10 * second}, {Byoyomi: 10 * second}}},
		{"of each side", []string{"BEGIN Time => BEGIN Time-\n< Total_Time:30\n< END Time-\n< BEGIN Time+", "END Time => END Time+"}, [2]nitoryu.Clock{
			{Left: [2]time.Duration{60 * second, 30 * second}, Byoyomi: 10 * second}, {Left: [2]time.Duration{57 * second, 26 * second}, Byoyomi: 10 * second}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := talk(t, login+offer("+", c.times...)+started+"> +5948OU\n< +5948OU,T3\n< -5142OU,T4\n> +4838OU\n< #WIN\n> LOGOUT\n")
			engine := &puppet{}
			d.Engine = engine
			must.OK(t, Run(t.Context(), d.Config))
			for i, want := range c.want {
				if got := engine.asked[i]; got.Clock == nil || *got.Clock != want || got.Time != 0 {
					t.Errorf("move %d: %+v, want %+v", i+1, got.Clock, want)
				}
			}
		})
	}
}

// Pondering goes on if the opponent plays the expected move, and ends otherwise.
func TestPondering(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		hits, asked int
	}{
		{"the expected move", "-5142OU", 1, 3},
		{"another move", "-3334FU", 0, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := talk(t, login+offer("+")+started+"> +5948OU\n< +5948OU,T1\n< "+c.reply+",T1\n> +\n< #WIN\n> LOGOUT\n")
			engine := &puppet{ponders: "5a4b"}
			d.Engine, d.Ponder = engine, true
			must.OK(t, Run(t.Context(), d.Config))
			if engine.hits != c.hits || len(engine.asked) < 2 || !engine.asked[1].Ponder {
				t.Errorf("%d hits of %d searches", engine.hits, len(engine.asked))
			}
		})
	}
}

// An empty line is sent when nothing else was for a while.
func TestKeepsAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := talkBy(t, piped, login+"> \n> \n> \n"+offer("-")+"> AGREE\n< START:id\n> \n> \n< #WIN\n> LOGOUT\n< LOGOUT:completed\n")
		d.Alive = 0
		began := time.Now()
		if err := Run(t.Context(), d.Config); err != nil {
			t.Error(err)
		}
		if d := time.Since(began); d != 5*usualAlive {
			t.Errorf("five lines take %v", d)
		}
	})
}

// A server that says nothing is left.
func TestSilence(t *testing.T) {
	for _, c := range []struct {
		name, script string
		after        time.Duration
	}{
		{"at login", "> LOGIN\n> more", usualPatience},
		{"within a summary", login + "< BEGIN Game_Summary\n> REJECT\n> more", usualPatience},
		{"before the game", login + offer("+") + "> AGREE\n> more", usualPatience},
		{"for our move", login + offer("+") + started + "> +\n> more", usualPatience},
		{"on the clock of the opponent", login + offer("+") + started + "> +5948OU\n< +5948OU,T1\n> more", 70*time.Second + usualPatience},
		{"but for empty lines", login + offer("+") + started + "> +5948OU\n< +5948OU,T1\n" + strings.Repeat("= 1m\n< \n", 20) + "> more", 70*time.Second + usualPatience},
		{"after mate", login + offer("-", "PI => "+strings.Join(nearMate[:9], "\n< ")+"\n< P+00KI") + started + "< +0052KI,T1\n> %TORYO\n> more", usualPatience},
		{"after the last move of a game", login + offer("-", "Max_Moves:1") + started + "< +7776FU,T1\n> more", usualPatience},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := talkBy(t, piped, c.script)
				d.Tries, d.Patience = 1, 0
				began := time.Now()
				must.Say(t, Run(t.Context(), d.Config), errSilent.Error())
				if d := time.Since(began); d != c.after {
					t.Errorf("it waits for %v, not %v", d, c.after)
				}
			})
		})
	}
}

// A server that takes no line is left, too.
func TestDeafServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := talkBy(t, piped, login+"< BEGIN Game_Summary\n< END Time\n< and more\n< and more\n< and more\n")
		d.Tries = 1
		must.Say(t, Run(t.Context(), d.Config), "ends")
	})
}

// Whoever breaks off keeps the game.
func TestInterrupted(t *testing.T) {
	d := talk(t, login+offer("+")+started+"> +\n> more")
	ctx, cancel := context.WithCancel(t.Context())
	d.Engine = &puppet{answer: func(p *nitoryu.Position) nitoryu.Result {
		time.AfterFunc(0, cancel)
		return nitoryu.Result{Best: p.Legal()[0]}
	}}
	if err := Run(ctx, d.Config); err == nil || len(kept(t, d.Config)) != 1 {
		t.Errorf("error %v", err)
	}
}

// Names of games are names of files, whatever they are.
func TestFileNames(t *testing.T) {
	for _, c := range []struct{ id, want string }{
		{"wdoor+floodgate-300-10F+a+b+20261128", "wdoor+floodgate-300-10F+a+b+20261128"},
		{"../../etc/passwd", "_.._etc_passwd"},
		{"C:\\x", "C__x"},
		{"", "game"},
		{"..", "game"},
		{"a\x00b\n", "a_b_"},
		{"棋戦", "__"},
		{strings.Repeat("x", 1000), strings.Repeat("x", longestID)},
	} {
		if got := fileName(c.id); got != c.want {
			t.Errorf("%q is %q, not %q", c.id, got, c.want)
		}
	}
}

// A game takes no file of another one, and one that cannot be written is told of.
func TestKeeping(t *testing.T) {
	whole := login + offer("+") + started + "> +\n< #WIN\n"
	d := talk(t, whole, whole)
	d.Games = 2
	must.Write(t, filepath.Join(d.Folder, "id.csa"), []byte("precious"))
	must.OK(t, Run(t.Context(), d.Config))
	if text := must.Read(t, filepath.Join(d.Folder, "id.csa")); string(text) != "precious" {
		t.Errorf("another's file is\n%s", text)
	}
	for _, name := range []string{"id-2.csa", "id-2.kif", "id-3.csa", "id-3.kif"} {
		must.Read(t, filepath.Join(d.Folder, name))
	}
	d = talk(t, whole)
	d.Folder = filepath.Join(d.Folder, "none")
	must.Say(t, Run(t.Context(), d.Config), "none")
}

// An engine that breaks down resigns, and nothing is tried again.
func TestBrokenEngine(t *testing.T) {
	broken := errors.New("it crashed")
	for _, c := range []struct {
		name   string
		engine *puppet
	}{
		{"it crashes", &puppet{fault: broken}},
		{"it has no move", &puppet{answer: func(*nitoryu.Position) nitoryu.Result { return nitoryu.Result{} }}},
		{"its move is not legal", &puppet{moves: []nitoryu.Move{"7g7e"}}},
	} {
		d := talk(t, login+offer("+")+started+"> %TORYO\n< %TORYO,T1\n< #RESIGN\n< #LOSE\n")
		d.Engine, d.Games = c.engine, 5
		err := Run(t.Context(), d.Config)
		if err == nil || !strings.HasPrefix(err.Error(), "Engine cannot go on: ") || c.engine.fault != nil && !errors.Is(err, broken) || len(d.waits) > 0 {
			t.Errorf("%s: error %v, waits %v", c.name, err, d.waits)
		}
		if games := kept(t, d.Config); len(games) != 1 || games[0].Outcome().String() != "0-1 by resignation" {
			t.Errorf("%s: kept is %v", c.name, games)
		}
	}
}

// A mate is told as the position after the move has it, from Black's side.
func TestScores(t *testing.T) {
	for _, c := range []struct {
		name  string
		you   string
		score nitoryu.Score
		want  string
	}{
		{"Black is ahead", "+", 30, "'* 30"},
		{"White is ahead", "-", 30, "'* -30"},
		{"Black mates", "+", nitoryu.Score(core.WinIn(5)), "'* 30000"},
		{"White is mated", "-", nitoryu.Score(core.LossIn(4)), "'* 30000"},
	} {
		script := "> " + "+5948OU," + c.want
		if c.you == "-" {
			script = "< +2726FU,T1\n> -5142OU," + c.want
		}
		d := talk(t, login+offer(c.you)+started+script+"\n")
		d.Tries = 1
		d.Engine = &puppet{answer: func(p *nitoryu.Position) nitoryu.Result {
			best := p.Legal()[0]
			return nitoryu.Result{Best: best, Score: c.score, Lines: []nitoryu.Line{{Rank: 1, Score: c.score, Moves: []nitoryu.Move{best}}}}
		}}
		_ = Run(t.Context(), d.Config)
		games := kept(t, d.Config)
		if len(games) != 1 {
			t.Fatalf("%s: kept is %v", c.name, games)
		}
	}
}
