package client

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Whatever came before, and however it ended, a program searches by the rules and the limits
// that it is asked by.
func TestChoices(t *testing.T) {
	search := func(s nitoryu.Setup, l nitoryu.Limits) func(*testing.T, *Engine) {
		return func(t *testing.T, e *Engine) {
			t.Helper()
			p, err := nitoryu.Open(s)
			must.OK(t, err)
			l.Nodes = 1
			_, err = nitoryu.Ask(t.Context(), e, p, l)
			must.OK(t, err)
		}
	}
	refused := func(s nitoryu.Setup, l nitoryu.Limits) func(*testing.T, *Engine) {
		return func(t *testing.T, e *Engine) {
			t.Helper()
			p, err := nitoryu.Open(s)
			must.OK(t, err)
			l.Nodes = 1
			if _, err := nitoryu.Ask(t.Context(), e, p, l); err == nil {
				t.Error("a search that cannot be asked for begins")
			}
		}
	}
	chess, chess960 := nitoryu.Setup{}, nitoryu.Setup{Chess960: true}
	shogi := nitoryu.Setup{Variant: nitoryu.Shogi}
	with := func(limit int, king string) nitoryu.Setup {
		return nitoryu.Setup{Variant: nitoryu.Shogi, MoveLimit: limit, EnteringKing: king}
	}
	const asks = "position startpos / go nodes 1"
	for _, test := range []struct {
		name, behaviour string
		usi             bool
		config          func(*Config)
		do              []func(*testing.T, *Engine)
		want            string // after the start
	}{
		{"the rules of a game of shogi", "rules", true, nil,
			[]func(*testing.T, *Engine){search(with(512, "TryRule"), nitoryu.Limits{}), search(with(512, "TryRule"), nitoryu.Limits{}), search(shogi, nitoryu.Limits{})},
			"setoption name EnteringKingRule value TryRule / setoption name MaxMovesToDraw value 512 / " + asks + " / " + asks +
				" / setoption name EnteringKingRule value CSARule27 / setoption name MaxMovesToDraw value 0 / " + asks},
		{"a default that is not the rule", "rules", true, nil, []func(*testing.T, *Engine){search(shogi, nitoryu.Limits{})},
			"setoption name MaxMovesToDraw value 0 / " + asks},
		{"rules from the start", "rules", true, func(c *Config) { c.MoveLimit, c.EnteringKing = 320, "CSARule24" },
			[]func(*testing.T, *Engine){search(with(320, "CSARule24"), nitoryu.Limits{})}, asks},
		{"a user's rule, for positions that say nothing", "rules", true, func(c *Config) { c.Options = []Option{{"maxmovestodraw", "100"}} },
			[]func(*testing.T, *Engine){search(shogi, nitoryu.Limits{}), search(with(80, ""), nitoryu.Limits{}), search(shogi, nitoryu.Limits{})},
			asks + " / setoption name MaxMovesToDraw value 80 / " + asks + " / setoption name MaxMovesToDraw value 100 / " + asks},
		{"rules that the program has no option for", "normal", true, nil, []func(*testing.T, *Engine){search(with(512, "TryRule"), nitoryu.Limits{})}, asks},
		{"castling after a refused search", "960", false, nil,
			[]func(*testing.T, *Engine){refused(chess960, nitoryu.Limits{Lines: 2}), search(chess, nitoryu.Limits{}), search(chess960, nitoryu.Limits{})},
			asks + " / setoption name UCI_Chess960 value true / " + asks},
		{"lines after a refused search", "rich", false, nil,
			[]func(*testing.T, *Engine){refused(chess, nitoryu.Limits{Lines: 3, Elo: 9}), search(chess, nitoryu.Limits{Lines: 3})},
			"setoption name MultiPV value 3 / " + asks},
		{"one line after several", "rich", false, nil,
			[]func(*testing.T, *Engine){search(chess, nitoryu.Limits{Lines: 3}), search(chess, nitoryu.Limits{})},
			"setoption name MultiPV value 3 / " + asks + " / setoption name MultiPV value 1 / " + asks},
		{"a user's lines, and others", "rich", false, func(c *Config) { c.Options = []Option{{"multipv", "4"}} },
			[]func(*testing.T, *Engine){search(chess, nitoryu.Limits{}), search(chess, nitoryu.Limits{Lines: 1}), search(chess, nitoryu.Limits{})},
			asks + " / setoption name MultiPV value 1 / " + asks + " / setoption name MultiPV value 4 / " + asks},
		{"a user's strength, and another", "rich", false, func(c *Config) { c.Options = []Option{{"UCI_LimitStrength", "true"}, {"UCI_Elo", "1200"}} },
			[]func(*testing.T, *Engine){search(chess, nitoryu.Limits{}), search(chess, nitoryu.Limits{Elo: 1800}), search(chess, nitoryu.Limits{})},
			asks + " / setoption name UCI_Elo value 1800 / " + asks + " / setoption name UCI_Elo value 1200 / " + asks},
		{"lines set between two searches", "rich", false, nil,
			[]func(*testing.T, *Engine){search(chess, nitoryu.Limits{Lines: 2}),
				func(t *testing.T, e *Engine) { must.OK(t, e.Set(t.Context(), Option{"MultiPV", "5"})) },
				search(chess, nitoryu.Limits{Lines: 2}), search(chess, nitoryu.Limits{})},
			"setoption name MultiPV value 2 / " + asks + " / setoption name MultiPV value 5 / setoption name MultiPV value 2 / " + asks + " / setoption name MultiPV value 5 / " + asks},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			log := &transcript{}
			c := fakeConfig(test.usi, test.behaviour)
			c.Log = log
			if test.config != nil {
				test.config(&c)
			}
			e := start(t, c)
			log.sent()
			for _, do := range test.do {
				do(t, e)
			}
			if got := log.sent(); got != test.want {
				t.Errorf("sent\n%s, want\n%s", got, test.want)
			}
		})
	}
}

// Rules of every game are told before the program makes itself ready.
func TestRulesAtTheStart(t *testing.T) {
	t.Parallel()
	log := &transcript{}
	c := fakeConfig(true, "rules")
	c.Log, c.MoveLimit, c.EnteringKing = log, 320, "TryRule"
	start(t, c)
	const want = "usi / setoption name EnteringKingRule value TryRule / setoption name MaxMovesToDraw value 320" +
		" / setoption name USI_Hash value 32 / setoption name USI_Ponder value false / isready / usinewgame"
	if got := log.sent(); got != want {
		t.Errorf("sent\n%s, want\n%s", got, want)
	}
}

// A rule that cannot be told is said once, if it is not the usual one.
func TestRulesThatCannotBeTold(t *testing.T) {
	for _, test := range []struct {
		name, behaviour string
		limit           int
		king            string
		want            []string // parts of what is said
	}{
		{"usual rules", "normal", 0, "", nil},
		{"the usual rule by name", "normal", 0, "CSARule27", nil},
		{"no options", "normal", 512, "TryRule", []string{"TryRule", "after 512 plies"}},
		{"a rule that the option lacks", "rules", 0, "CSARule27H", []string{"CSARule27H"}},
		{"a limit out of its range", "rules", 1 << 30, "TryRule", []string{"MaxMovesToDraw"}},
		{"all can be told", "rules", 512, "TryRule", nil},
	} {
		for _, when := range []string{"at the start", "with a position"} {
			t.Run(test.name+", "+when, func(t *testing.T) {
				t.Parallel()
				var said []string
				c := fakeConfig(true, test.behaviour)
				c.Warn = func(text string) { said = append(said, text) }
				if when == "at the start" {
					c.MoveLimit, c.EnteringKing = test.limit, test.king
				}
				e := start(t, c)
				p, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Shogi, MoveLimit: test.limit, EnteringKing: test.king})
				must.OK(t, err)
				for range 2 {
					_, err := nitoryu.Ask(t.Context(), e, p, node)
					must.OK(t, err)
				}
				if len(said) != len(test.want) || !slices.EqualFunc(said, test.want, strings.Contains) {
					t.Errorf("said %q", said)
				}
			})
		}
	}
}

// A user's option cannot contradict the rules of the game.
func TestContradictions(t *testing.T) {
	for _, test := range []struct {
		name, behaviour string
		config          Config
	}{
		{"entering king", "rules", Config{Variant: nitoryu.Shogi, EnteringKing: "CSARule27", Options: []Option{{"EnteringKingRule", "TryRule"}}}},
		{"move limit", "rules", Config{Variant: nitoryu.Shogi, MoveLimit: 512, Options: []Option{{"maxMovesToDraw", "256"}}}},
		{"Chess960", "960", Config{Chess960: true, Options: []Option{{"UCI_Chess960", "false"}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := fakeConfig(test.config.Variant == nitoryu.Shogi, test.behaviour)
			c.EnteringKing, c.MoveLimit, c.Chess960, c.Options = test.config.EnteringKing, test.config.MoveLimit, test.config.Chess960, test.config.Options
			_, err := Start(t.Context(), c)
			must.Say(t, err, "contradicts the rules of the game")
			c.Options[0].Value = map[string]string{"entering king": "csarule27", "move limit": "512", "Chess960": "true"}[test.name]
			e, err := Start(t.Context(), c)
			must.OK(t, err)
			_ = e.Close()
		})
	}
}

// A position of another game is refused before anything is sent.
func TestPositionsOfAnotherGame(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(protocol.name, func(t *testing.T) {
			t.Parallel()
			log := &transcript{}
			c := fakeConfig(protocol.usi, "normal")
			c.Log = log
			e := start(t, c)
			log.sent()
			other := at(t, !protocol.usi, 1)
			if _, err := nitoryu.Ask(t.Context(), e, other, node); !errors.Is(err, errors.ErrUnsupported) {
				t.Fatalf("a question: %v", err)
			}
			if _, err := e.Search(t.Context(), other, nitoryu.Limits{Ponder: true}); !errors.Is(err, errors.ErrUnsupported) {
				t.Fatalf("a search: %v", err) // it goes on
			}
			if _, err := e.Perft(t.Context(), other, 3, time.Minute); !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("perft: %v", err)
			}
			if got := log.sent(); got != "" {
				t.Errorf("sent %s", got)
			}
			if _, err := ask(t, e, 0, node); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// A protocol that does not have the game is refused before the program is started.
func TestProtocolOfAnotherGame(t *testing.T) {
	for _, c := range []Config{{Variant: nitoryu.Shogi, Protocol: UCI}, {Protocol: USI}, {Variant: nitoryu.Chess, Protocol: USI}} {
		c.Command = "no-such-engine-anywhere"
		if _, err := Start(t.Context(), c); err == nil || !strings.Contains(err.Error(), "is played by") {
			t.Errorf("%s by protocol %d: %v", c.Variant, c.Protocol, err)
		}
	}
}

// USI has no words for some limits: they are not left out.
func TestMateInUSI(t *testing.T) {
	t.Parallel()
	e := startFake(t, true, "normal")
	for _, l := range []nitoryu.Limits{{Mate: 3}, {Mate: 3, Nodes: 1}} {
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := e.Search(ctx, at(t, true, 0), l); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%+v: %v", l, err)
		}
		cancel()
	}
}

// A program that tells of an error when it is set its options does not start: it would play
// with other ones.
func TestComplaints(t *testing.T) {
	for _, test := range []struct {
		text  string
		fails bool
	}{
		{"info string ERROR no such file", true},
		{"info string ERROR: The network file /nope.nnue was not loaded successfully.", true},
		{"info string CRITICAL ERROR: Command `setoption` failed.", true},
		{"  info  string  error : no such file", true},
		{"info string Error! : failed to read nn.bin", true},
		{"Error! cannot open the file", true},
		{"info depth 3 string error", false},
		{"info string the book has no errors", false},
		{"info string errors are possible", false},
		{"info string NNUE evaluation using nn.bin", false},
		{"errorless", false},
	} {
		for _, protocol := range protocols {
			t.Run(protocol.name+"/"+test.text, func(t *testing.T) {
				t.Parallel()
				c := fakeConfig(protocol.usi, "normal")
				c.Env = append(c.Env, fakeComplaint+"="+test.text)
				c.Options = []Option{{"Book", "/nope"}}
				e, err := Start(t.Context(), c)
				if (err != nil) != test.fails || err != nil && !strings.Contains(err.Error(), strings.TrimSpace(test.text)) {
					t.Errorf("got %v", err)
				}
				if err == nil {
					_ = e.Close()
				}
			})
		}
	}
}

// What a program complains about before it ends tells why.
func TestComplaintBeforeACrash(t *testing.T) {
	t.Parallel()
	c := fakeConfig(false, "crash")
	c.Env = append(c.Env, fakeComplaint+"=info string ERROR out of memory")
	e := start(t, c)
	must.OK(t, e.Set(t.Context(), Option{"Book", "/nope"}))
	_, err := ask(t, e, 0, node)
	must.OK(t, err)
	if _, err = ask(t, e, 1, node); err == nil || !strings.Contains(err.Error(), "out of memory") {
		t.Errorf("got %v", err)
	}
}

// Close does not wait for what a program that hangs owes.
func TestCloseOfAProgramThatHangs(t *testing.T) {
	for name, call := range map[string]func(*Engine) error{
		"a new game": func(e *Engine) error { return e.NewGame(context.Background()) },
		"perft": func(e *Engine) error {
			p, err := nitoryu.Open(nitoryu.Setup{})
			if err == nil {
				_, err = e.Perft(context.Background(), p, 3, time.Hour)
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := fakeConfig(false, "tires hang")
			c.ReadyTimeout = time.Hour
			e := start(t, c)
			called := make(chan error)
			go func() { called <- call(e) }()
			for len(e.turn) == 0 { // until it has begun
				time.Sleep(time.Millisecond)
			}
			closed := make(chan struct{})
			go func() { _ = e.Close(); close(closed) }()
			select {
			case err := <-called:
				if !errors.Is(err, nitoryu.ErrClosed) {
					t.Errorf("got %v", err)
				}
			case <-time.After(must.Patience):
				_ = e.cmd.Process.Kill()
				t.Error("it waits for the program")
			}
			<-closed
		})
	}
}
