package player

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

var protocols = []struct {
	name string
	usi  bool
}{{"UCI", false}, {"USI", true}}

func TestAnswers(t *testing.T) {
	tests := []struct {
		behaviour string
		depth     int // of the last information
		infos     int
		ponder    bool
	}{
		{"normal", 5, 2, true},
		{"slow", 5, 2, true},
		{"crlf", 5, 2, true},
		{"noise", 4, 1, true},
		{"long", 3, 1, true},
		{"silent", 0, 0, true},
		{"twice", 5, 2, false},
	}
	for _, protocol := range protocols {
		for _, test := range tests {
			t.Run(protocol.name+"/"+test.behaviour, func(t *testing.T) {
				t.Parallel()
				p := startFake(t, protocol.usi, test.behaviour)
				for ply := range 4 {
					q := question(protocol.usi, ply)
					reply, err := p.Think(context.Background(), q)
					if err != nil {
						t.Fatal(err)
					}
					want := game(protocol.usi)[ply]
					if got := q.Position.FormatMove(reply.Move); got != want || reply.Text != want || reply.Problem != "" {
						t.Errorf("ply %d: move %s, text %s, problem %q, want %s", ply, got, reply.Text, reply.Problem, want)
					}
					if (reply.Ponder != core.NoMove) != test.ponder {
						t.Errorf("ply %d: ponder move %v", ply, reply.Ponder)
					}
					if reply.Info.Depth != test.depth || reply.Infos != test.infos || reply.Info.HasScore != (test.depth > 0) {
						t.Errorf("ply %d: depth %d in %d lines, want %d in %d", ply, reply.Info.Depth, reply.Infos, test.depth, test.infos)
					}
					if test.depth == 5 && (reply.Info.Score != 31 || len(reply.Info.PV) != 2) {
						t.Errorf("ply %d: not the best line: %+v", ply, reply.Info)
					}
					if reply.BadPV != "" {
						t.Errorf("ply %d: %s", ply, reply.BadPV)
					}
					least := time.Duration(0)
					if test.behaviour == "slow" {
						least = 30 * time.Millisecond
					}
					if reply.Elapsed <= least || reply.Elapsed > 5*time.Second {
						t.Errorf("ply %d: elapsed %v", ply, reply.Elapsed)
					}
				}
			})
		}
	}
}

func TestOddAnswers(t *testing.T) {
	tests := []struct {
		name      string
		usi       bool
		behaviour string
		check     CheckPV
		ok        func(Reply) bool
	}{
		{"illegal move", false, "illegal", CheckLast, func(r Reply) bool {
			return r.Move == core.NoMove && r.Text == "e2e5" && strings.Contains(r.Problem, "e2e5")
		}},
		{"illegal move in shogi", true, "illegal", CheckLast, func(r Reply) bool { return r.Move == core.NoMove && strings.Contains(r.Problem, "e2e5") }},
		{"resignation", true, "resigns", CheckLast, func(r Reply) bool { return r.Resigns && r.Move == core.NoMove && r.Problem == "" }},
		{"claim", true, "claims", CheckLast, func(r Reply) bool { return r.Claims && r.Text == "win" && r.Problem == "" }},
		{"claim in chess", false, "claims", CheckLast, func(r Reply) bool { return !r.Claims && r.Problem != "" }},
		{"early bad line, last checked", false, "badpv", CheckLast, func(r Reply) bool { return r.BadPV == "" }},
		{"early bad line, every checked", false, "badpv", CheckEvery, func(r Reply) bool { return strings.HasPrefix(r.BadPV, "move 2: ") }},
		{"bad last line", true, "badlast", CheckLast, func(r Reply) bool {
			return strings.HasPrefix(r.BadPV, "move 2: ") && strings.Contains(r.BadPV, "info depth 2") && r.Problem == ""
		}},
		{"bad last line, none checked", true, "badlast", CheckNever, func(r Reply) bool { return r.BadPV == "" && len(r.Info.PV) == 3 }},
		{"flood", false, "flood", CheckLast, func(r Reply) bool { return r.Move != core.NoMove && r.Infos == 2 }},
		{"answers, ends without newline", false, "last", CheckLast, func(r Reply) bool { return r.Move != core.NoMove }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := fakeConfig(test.usi, test.behaviour)
			c.CheckPV = test.check
			p := startReady(t, c)
			reply, err := p.Think(context.Background(), question(test.usi, 0))
			if err != nil || !test.ok(reply) {
				t.Errorf("got %+v, %v", reply, err)
			}
		})
	}
}

// Every kind of failure, in both protocols.
func TestFailures(t *testing.T) {
	start := func(p *Process, usi bool) error { return nil }
	newGame := func(p *Process, usi bool) error { return p.NewGame(context.Background()) }
	think := func(p *Process, usi bool) error {
		for ply := range 2 {
			q := question(usi, ply)
			q.Limits = core.Limits{MoveTime: 10 * time.Millisecond}
			q.Grace = 100 * time.Millisecond
			if _, err := p.Think(context.Background(), q); err != nil {
				return err
			}
		}
		return nil
	}
	answering := func(p *Process, usi bool) error { // with time for a loaded machine
		for ply := range 2 {
			if _, err := p.Think(context.Background(), question(usi, ply)); err != nil {
				return err
			}
		}
		return nil
	}
	wrongMate := func(p *Process, usi bool) error {
		p.search.answer = []byte("checkmate nomate")
		_, err := p.reply(new(question(usi, 0)))
		return err
	}
	tests := []struct {
		name      string
		behaviour string
		do        func(*Process, bool) error
		kind      FailureKind
		words     string // of the detail; several, separated by *
	}{
		{"ends at once", "exit", start, Crash, "exit status 7*before u*ok*cannot load the network"},
		{"no greeting", "mute", start, Hang, "no u*ok within"},
		{"not ready", "unready", newGame, Hang, "no readyok within"},
		{"crashes on its second move", "crash", answering, Crash, "exit status 3*while it was thinking*assertion failed | no newline here"},
		{"closes its output", "closes", answering, Crash, "closed its output*went on running"},
		{"answers stop", "hang", think, Hang, "no answer within 110ms, but * after stop"},
		{"answers nothing", "hang deaf stubborn", think, Hang, "no answer within 110ms, nor to stop"},
		{"says no move", "empty", answering, ProtocolError, `"bestmove" is not an answer to go`},
		{"mates unasked", "normal", wrongMate, ProtocolError, `"checkmate nomate" is not an answer to go`},
		{"gone after its answer", "last", answering, Crash, ""},
	}
	for _, protocol := range protocols {
		for _, test := range tests {
			t.Run(protocol.name+"/"+test.name, func(t *testing.T) {
				t.Parallel()
				c := fakeConfig(protocol.usi, test.behaviour)
				c.Name = "Broken"
				if test.behaviour == "mute" {
					c.StartTimeout = 50 * time.Millisecond
				}
				if test.behaviour == "unready" {
					c.ReadyTimeout = 50 * time.Millisecond
				}
				p, err := Start(context.Background(), c)
				if err == nil {
					err = test.do(p, protocol.usi)
				}
				var f *Failure
				if !errors.As(err, &f) {
					t.Fatalf("got %v, want a failure", err)
				}
				if f.Kind != test.kind || f.Player != "Broken" || !containsInOrder(f.Detail, test.words) {
					t.Errorf("got %v", f)
				}
				if p == nil {
					return
				}
				if !closes(p.exited, 10*time.Millisecond) {
					t.Error("the process is still there")
				}
				if _, again := p.Think(context.Background(), question(protocol.usi, 0)); again != err {
					t.Errorf("the next question is answered by %v", again)
				}
				if err := p.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// containsInOrder reports whether the parts between the stars are in text.
func containsInOrder(text, parts string) bool {
	for part := range strings.SplitSeq(parts, "*") {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return true
}

func TestCannotStart(t *testing.T) {
	tests := []struct {
		name   string
		config Config
	}{
		{"no such program", Config{Command: "no-such-engine-anywhere"}},
		{"no program at all", Config{}},
		{"a directory", Config{Command: t.TempDir()}},
		{"no such directory", Config{Command: fakeConfig(false, "").Command, Dir: "no/such/directory"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Start(context.Background(), test.config)
			var f *Failure
			if !errors.As(err, &f) || f.Kind != CannotStart {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(protocol.name, func(t *testing.T) {
			t.Parallel()
			p := startFake(t, protocol.usi, "normal")
			q := question(protocol.usi, 0)
			q.Limits = core.Limits{Infinite: true}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			defer cancel()
			reply, err := p.Think(ctx, q)
			if err != context.DeadlineExceeded || reply.Text != game(protocol.usi)[0] {
				t.Errorf("stopped: %q, %v", reply.Text, err)
			}
			if _, err := p.Think(ctx, q); err != context.DeadlineExceeded {
				t.Errorf("a dead context: %v", err)
			}
			if reply, err := p.Think(context.Background(), question(protocol.usi, 1)); err != nil || reply.Text != game(protocol.usi)[1] {
				t.Errorf("next question: %q, %v", reply.Text, err)
			}
		})
	}
}

func TestCancelOfAnEngineThatDoesNotStop(t *testing.T) {
	t.Parallel()
	p := startFake(t, false, "hang deaf")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	q := question(false, 0)
	q.Limits, q.Grace = core.Limits{Infinite: true}, 50*time.Millisecond
	_, err := p.Think(ctx, q)
	var f *Failure
	if !errors.As(err, &f) || f.Kind != Hang {
		t.Errorf("got %v", err)
	}
}

// A readyok that comes too late for one game must not count for the next.
func TestCancelledNewGame(t *testing.T) {
	t.Parallel()
	p := startFake(t, false, "normal")
	ctx, cancel := context.WithCancel(context.Background())
	p.mu.Lock() // keeps the reader from taking in the answer
	p.owed++
	p.mu.Unlock()
	time.AfterFunc(10*time.Millisecond, cancel)
	if err := p.NewGame(ctx); err != context.Canceled {
		t.Fatalf("got %v", err)
	}
	p.mu.Lock()
	p.owed--
	p.mu.Unlock()
	if err := p.NewGame(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Think(context.Background(), question(false, 0)); err != nil {
		t.Error(err)
	}
}

func TestStaleReadyok(t *testing.T) {
	t.Parallel()
	c := fakeConfig(true, "unready")
	c.ReadyTimeout = 20 * time.Millisecond
	p, err := Start(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	p.ready <- struct{}{} // came after an earlier call gave up
	var f *Failure
	if err := p.NewGame(context.Background()); !errors.As(err, &f) || f.Kind != Hang {
		t.Errorf("got %v", err)
	}
}

// An answer counts even if the output ends, or the context, at the same moment.
func TestWaitPrefersTheAnswer(t *testing.T) {
	p := &Process{answered: make(chan struct{}, 1), ended: make(chan struct{})}
	close(p.ended)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for range 50 {
		p.answered <- struct{}{}
		if err := p.wait(ctx, p.answered, 0); err != nil {
			t.Fatal(err)
		}
	}
}

// Output from before a question is not an answer to it, even if it is read later.
func TestSecondAnswer(t *testing.T) {
	p := &Process{answered: make(chan struct{}, 2)}
	opened := time.Now()
	p.search = search{active: true, opened: opened, asked: opened}
	for _, line := range []string{"info depth 1 score cp 1", "bestmove e7e5"} {
		p.heard([]byte(line), opened.Add(-time.Microsecond))
	}
	if !p.search.active || p.search.infos != 0 {
		t.Fatal("taken for an answer")
	}
	p.heard([]byte("bestmove e2e4"), opened)
	if p.search.active || len(p.answered) != 1 {
		t.Error("the answer is not taken for one")
	}
}

// The complete input of an engine, for whole games.
func TestDialogue(t *testing.T) {
	tests := []struct {
		name      string
		usi       bool
		behaviour string
		config    func(*Config)
		do        func(*testing.T, *Process) []Reply
		want      string
	}{
		{"a game of chess", false, "960", func(c *Config) {
			c.Settings.Chess960 = true
			c.Options = []Option{{"threads", "2"}, {"clear hash", ""}, {"STYLE", "very risky"}}
		},
			func(t *testing.T, p *Process) []Reply {
				return []Reply{mustThink(t, p, question(false, 0)), mustThink(t, p, question(false, 2))}
			},
			"uci / setoption name UCI_Chess960 value true / setoption name Threads value 2 / setoption name Clear Hash / setoption name Style value Very Risky" +
				" / ucinewgame / isready / position startpos / go nodes 1 / position startpos moves e2e4 e7e5 / go nodes 1 / quit"},
		{"a game of shogi", true, "normal", func(c *Config) { c.Options = []Option{{"USI_Hash", "64"}, {"Book", ""}} },
			func(t *testing.T, p *Process) []Reply { return []Reply{mustThink(t, p, question(true, 0))} },
			"usi / setoption name USI_Hash value 32 / setoption name USI_Ponder value false / setoption name USI_Hash value 64 / setoption name Book value <empty>" +
				" / isready / usinewgame / position startpos / go nodes 1 / gameover win / quit"},
		{"engines that ponder", true, "ponders", func(c *Config) { c.Ponder = true },
			func(t *testing.T, p *Process) []Reply { return nil },
			"usi / setoption name USI_Hash value 99 / setoption name USI_Ponder value true / setoption name Ponder value true / isready / usinewgame / gameover win / quit"},
		{"usual chess of a Chess960 engine", false, "960 ponders", func(c *Config) {},
			func(t *testing.T, p *Process) []Reply { return nil },
			"uci / setoption name UCI_Chess960 value false / setoption name Ponder value false / ucinewgame / isready / quit"},
		{"a ponder hit", false, "normal", nil,
			func(t *testing.T, p *Process) []Reply {
				mustPonder(t, p, question(false, 2))
				return []Reply{mustThink(t, p, question(false, 2))}
			},
			"position startpos moves e2e4 e7e5 / go ponder nodes 1 / ponderhit / quit"},
		{"a ponder miss", true, "normal", nil,
			func(t *testing.T, p *Process) []Reply {
				mustPonder(t, p, question(true, 2))
				return []Reply{mustThink(t, p, question(true, 4))}
			},
			"position startpos moves 7g7f 3c3d / go ponder nodes 1 / stop / position startpos moves 7g7f 3c3d 2g2f 8c8d / go nodes 1 / gameover win / quit"},
		{"the game ends while it ponders", true, "normal", nil,
			func(t *testing.T, p *Process) []Reply { mustPonder(t, p, question(true, 2)); return nil },
			"position startpos moves 7g7f 3c3d / go ponder nodes 1 / stop / gameover win / quit"},
		{"an answer before the ponder hit", false, "premature", nil,
			func(t *testing.T, p *Process) []Reply {
				mustPonder(t, p, question(false, 2))
				awaitAnswer(t, p)
				return []Reply{mustThink(t, p, question(false, 2))}
			},
			"position startpos moves e2e4 e7e5 / go ponder nodes 1 / position startpos moves e2e4 e7e5 / go nodes 1 / quit"},
		{"pondering twice", false, "normal", nil,
			func(t *testing.T, p *Process) []Reply {
				mustPonder(t, p, question(false, 2))
				mustPonder(t, p, question(false, 4))
				return []Reply{mustThink(t, p, question(false, 4))}
			},
			"position startpos moves e2e4 e7e5 / go ponder nodes 1 / stop / position startpos moves e2e4 e7e5 g1f3 b8c6 / go ponder nodes 1 / ponderhit / quit"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			log := &transcript{}
			c := fakeConfig(test.usi, test.behaviour)
			c.Log = log
			if test.config != nil {
				test.config(&c)
			}
			p := startReady(t, c)
			if test.config == nil {
				log.sent()
			}
			for _, reply := range test.do(t, p) {
				if reply.Move == core.NoMove || reply.Infos != 2 || reply.Elapsed <= 0 {
					t.Errorf("got %+v", reply)
				}
			}
			if err := p.GameOver(Won); err != nil {
				t.Error(err)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if got := log.sent(); got != test.want {
				t.Errorf("sent\n%s, want\n%s", got, test.want)
			}
		})
	}
}

func mustThink(t *testing.T, p Player, r Request) Reply {
	t.Helper()
	reply, err := p.Think(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

func mustPonder(t *testing.T, p Player, r Request) {
	t.Helper()
	if err := p.Ponder(r); err != nil {
		t.Fatal(err)
	}
}

// awaitAnswer waits until the reader has stored an answer.
func awaitAnswer(t *testing.T, p *Process) {
	t.Helper()
	for range 5000 {
		p.mu.Lock()
		active := p.search.active
		p.mu.Unlock()
		if !active {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("no answer")
}

// The time of a ponder hit begins with the hit.
func TestPonderHitElapsed(t *testing.T) {
	t.Parallel()
	p := startFake(t, false, "normal")
	mustPonder(t, p, question(false, 2))
	time.Sleep(300 * time.Millisecond)
	if reply := mustThink(t, p, question(false, 2)); reply.Elapsed >= 300*time.Millisecond {
		t.Errorf("elapsed %v", reply.Elapsed)
	}
}

func TestMate(t *testing.T) {
	tests := []struct {
		name, behaviour string
		ok              func(Reply) bool
	}{
		{"moves", "normal", func(r Reply) bool {
			return strings.Join(r.Mate, " ") == "7g7f 3c3d" && r.Move != core.NoMove && !r.NoMate
		}},
		{"no mate", "nomate", func(r Reply) bool { return r.NoMate && r.Mate == nil && r.Text == "nomate" }},
		{"timeout", "timeout", func(r Reply) bool { return !r.NoMate && r.Mate == nil && r.Text == "timeout" }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := startFake(t, true, test.behaviour)
			q := question(true, 0)
			q.Mate, q.Limits = true, core.Limits{MoveTime: 5 * time.Second}
			if reply := mustThink(t, p, q); !test.ok(reply) || reply.Problem != "" {
				t.Errorf("got %+v", reply)
			}
		})
	}
}

func TestInfoCallback(t *testing.T) {
	t.Parallel()
	p := startFake(t, false, "normal")
	q := question(false, 0)
	var got []Info
	q.Info = func(i Info) { got = append(got, i) }
	mustThink(t, p, q)
	if len(got) != 2 || got[0].MultiPV != 1 || got[1].MultiPV != 2 || strings.Join(got[0].PV, " ") != "e2e4 e7e5" || got[0].Elapsed <= 0 {
		t.Errorf("got %+v", got)
	}
}

func TestOptionErrors(t *testing.T) {
	tests := []struct {
		name    string
		usi     bool
		options []Option
		want    string
	}{
		{"a typing mistake", false, []Option{{"Thraeds", "2"}}, `no option "Thraeds"; did you mean "Threads"?`},
		{"nothing like it", true, []Option{{"Contempt", "2"}}, `no option "Contempt"; there are Threads, Clear Hash, Style, Book, Learn`},
		{"out of range", false, []Option{{"Threads", "9"}}, "Threads: 9 is not within 1 to 8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := fakeConfig(test.usi, "normal")
			c.Options = test.options
			_, err := Start(context.Background(), c)
			if err == nil || !strings.Contains(err.Error(), "Fake 1.0: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestChess960NeedsTheOption(t *testing.T) {
	t.Parallel()
	c := fakeConfig(false, "normal")
	c.Settings.Chess960 = true
	if _, err := Start(context.Background(), c); err == nil || !strings.Contains(err.Error(), "does not play Chess960") {
		t.Errorf("got %v", err)
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	p := startFake(t, false, "noise")
	name, author := p.ID()
	if p.Name() != "Fake 1.0" || name != "Fake 1.0" || author != "" {
		t.Errorf("name %q, %q by %q", p.Name(), name, author)
	}
	if o := p.Options(); len(o) != 5 || o[0].Max != 8 {
		t.Errorf("options %+v", o)
	}
}

func TestCloseOfAStubbornEngine(t *testing.T) {
	t.Parallel()
	c := fakeConfig(false, "stubborn")
	c.QuitTimeout = 50 * time.Millisecond
	p := startReady(t, c)
	err := p.Close()
	var f *Failure
	if !errors.As(err, &f) || f.Kind != Hang || !closes(p.exited, 10*time.Millisecond) {
		t.Errorf("got %v", err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
}

func TestRequestWithoutPosition(t *testing.T) {
	t.Parallel()
	p := startFake(t, false, "normal")
	if _, err := p.Think(context.Background(), Request{}); err == nil {
		t.Error("no error")
	}
	if err := p.Ponder(Request{}); err == nil {
		t.Error("no error")
	}
}

// The cost of a move is little more than the round trip through two pipes.
func BenchmarkThink(b *testing.B) {
	p := startFake(b, false, "normal")
	q := question(false, 2)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Think(context.Background(), q); err != nil {
			b.Fatal(err)
		}
	}
}
