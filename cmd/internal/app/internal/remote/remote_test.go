package remote

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// Work of every kind is done, in words of our own.
func TestWork(t *testing.T) {
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, c := range []struct {
		name    string
		changes map[string]any
		want    []string // commands to the engine
		lines   []string // parts of what is streamed
	}{
		{"a depth", map[string]any{"depth": 3}, []string{"setoption name Threads value 1\nsetoption name Hash value 4\nsetoption name MultiPV value 1\n", "go depth 3"}, []string{"info depth 1 ", " multipv 1 score cp ", " nodes ", " time ", " pv ", "bestmove "}},
		{"nodes", map[string]any{"nodes": 500}, []string{"go nodes 500"}, []string{"bestmove "}},
		{"a time", map[string]any{"movetime": 5}, []string{"go movetime 5"}, []string{"bestmove "}},
		{"a time of nothing", map[string]any{"movetime": nil, "depth": 2}, []string{"go depth 2"}, []string{"bestmove "}},
		{"several lines", map[string]any{"depth": 2, "multiPv": 3}, []string{"MultiPV value 3"}, []string{"multipv 3 "}},
		{"too much of all", map[string]any{"depth": 1, "multiPv": 50, "threads": 99, "hash": 100000}, []string{"Threads value 2\n", "Hash value 16\n", "MultiPV value 5\n"}, []string{"bestmove"}},
		{"too little of all", map[string]any{"depth": 1, "multiPv": 0, "threads": -1, "hash": 0}, []string{"Threads value 1\n", "Hash value 1\n", "MultiPV value 1\n"}, []string{"bestmove"}},
		{"moves", map[string]any{"depth": 1, "moves": []string{"e2e4", "e7e5"}}, []string{" moves e2e4 e7e5\n"}, []string{"bestmove"}},
		{"castling", map[string]any{"depth": 1, "initialFen": castling, "moves": []string{"e1h1", "e8a8"}}, []string{" moves e1h1 e8a8\n"}, []string{"bestmove"}},
		{"Chess960", map[string]any{"depth": 1, "variant": "chess960", "initialFen": "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"}, []string{"GEge"}, []string{"bestmove"}},
		{"checkmate", map[string]any{"depth": 1, "initialFen": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}, nil, []string{"bestmove (none)"}},
		{"another variant", map[string]any{"depth": 1, "variant": "atomic"}, nil, []string{"bestmove (none)"}},
		{"an illegal move", map[string]any{"depth": 1, "moves": []string{"e2e5"}}, nil, []string{"bestmove (none)"}},
		{"no position", map[string]any{"depth": 1, "initialFen": "8/8/8"}, nil, []string{"bestmove (none)"}},
		{"a command within the position", map[string]any{"depth": 1, "initialFen": castling + "\nsetoption name Debug Log File value x"}, nil, []string{"bestmove "}},
		{"a command in place of a field", map[string]any{"depth": 1, "initialFen": "8/8/8/8/8/8/8/k1K5 w\nquit - - 0 1"}, nil, []string{"bestmove "}},
		{"a command within a move", map[string]any{"depth": 1, "moves": []string{"e2e4\nquit"}}, nil, []string{"bestmove (none)"}},
		{"a command within the session", map[string]any{"depth": 1, "sessionId": "x\nquit"}, []string{"go depth 1"}, []string{"bestmove "}},
		{"a negative limit", map[string]any{"depth": -1}, nil, []string{"bestmove (none)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := standIn(t)
			r := l.offer()
			l.queue <- ask("job1", c.changes)
			s := l.begun()
			lines := strings.Join(s.whole(), "\n")
			must.Has(t, lines, c.lines...)
			if err := r.end(); err != context.Canceled {
				t.Errorf("error %v", err)
			}
			told := r.engine.heard()
			must.Has(t, told, c.want...)
			if s.id != "job1" || strings.Contains(told, "Debug") || strings.Contains(told, "quit") || strings.Contains(lines, "readyok") || strings.Contains(lines, "info string") {
				t.Errorf("job %s: %s", s.id, told)
			}
		})
	}
}

// Long and endless searches end when the board goes elsewhere: when the stream is closed, and when there is
// other work.
func TestSearchesEnd(t *testing.T) {
	for _, c := range []struct {
		name    string
		changes map[string]any
	}{
		{"120 s", map[string]any{"movetime": 120_000}},
		{"300 s", map[string]any{"movetime": 300_000}},
		{"infinite", map[string]any{"infinite": true}},
		{"no limit", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := standIn(t)
			r := l.offer()
			for i, leave := range []func(*stream){
				func(s *stream) { close(s.quit) },
				func(*stream) {}, // other work ends it
			} {
				l.queue <- ask(fmt.Sprint("job", i), c.changes)
				s := l.begun()
				<-s.lines
				<-s.lines
				leave(s)
			}
			l.queue <- ask("last", map[string]any{"depth": 1})
			lines := l.begun().whole()
			if len(lines) < 2 || !strings.HasPrefix(lines[len(lines)-1], "bestmove ") || !strings.HasPrefix(lines[0], "info depth 1 ") {
				t.Errorf("the last search: %q", lines)
			}
			if told := r.engine.heard(); strings.Count(told, "\nstop") < 2 || strings.Count(told, "\nucinewgame") != 1 {
				t.Errorf("told is\n%s", told)
			}
			if said := r.told(); strings.Contains(said, "early") {
				t.Errorf("said is %s", said)
			}
		})
	}
}

// The engine is registered once under its name, whatever happens to the connection.
func TestRegistration(t *testing.T) {
	l := standIn(t)
	l.engines = []registration{{Name: "Stockfish", ProviderSecret: "another"}, {Name: "Nitoryu", ProviderSecret: "of an earlier run"}}
	r := l.offer()
	l.queue <- ""
	l.queue <- ask("a", map[string]any{"depth": 1})
	l.begun().whole()
	_ = r.end()
	if len(l.engines) != 2 || l.engines[0].ProviderSecret != "another" || l.engines[1].ProviderSecret == "of an earlier run" || l.engines[1].MaxThreads != 2 || l.engines[1].MaxHash != 16 {
		t.Errorf("%+v", l.engines)
	}
}

// Refusals are waited for, but for those that last.
func TestRefusals(t *testing.T) {
	first := func(kind string, status int) func(string, int) int {
		return func(request string, n int) int {
			if request == kind && n <= 3 {
				return status
			}
			return 0
		}
	}
	for _, c := range []struct {
		name   string
		refuse func(string, int) int
		waits  []time.Duration
		fault  string // "": it goes on
	}{
		{"the list at first", first("GET "+path, 502), []time.Duration{1, 2, 4}, ""},
		{"the registration at first", first("POST "+path, 500), []time.Duration{1, 2, 4}, ""},
		{"too many requests", first("GET "+path, 429), []time.Duration{60, 60, 60}, ""},
		{"work at first", first("POST "+path+"/work", 503), []time.Duration{1, 2, 4}, ""},
		{"a bad token", first("GET "+path, 401), nil, "scopes engine:read and engine:write"},
		{"a token without a scope", first("POST "+path, 403), nil, "scopes"},
		{"a redirection", first("GET "+path, 302), []time.Duration{1, 2, 4}, ""},
		{"always", func(string, int) int { return 500 }, []time.Duration{1, 2, 4, 8}, "given up at try 5: 127.0.0.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := standIn(t)
			l.refuse = c.refuse
			r := l.offer()
			if c.fault == "" {
				l.queue <- ask("a", map[string]any{"depth": 1})
				l.begun().whole()
				r.cancel()
			}
			err := r.wait()
			if c.fault == "" && err != context.Canceled || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("error %v", err)
			}
			if !slices.Equal(r.waits, c.waits) {
				t.Errorf("waits are %v", r.waits)
			}
			if text := fmt.Sprint(err, r.told()); strings.Contains(text, "secret") || strings.Contains(text, "lip_") {
				t.Errorf("a secret is told: %s", text)
			}
		})
	}
}

// Whatever the site and the broker answer, nothing hangs, and the next work is done.
func TestHostileAnswers(t *testing.T) {
	endless := func(w http.ResponseWriter) {
		for range 3 * longestReply / 1000 {
			if _, err := w.Write([]byte(strings.Repeat("x", 1000))); err != nil {
				return
			}
		}
	}
	text := func(text string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) { _, _ = io.WriteString(w, text) }
	}
	// Go's server would read the analysis first.
	early := func(status string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			conn, in, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			fmt.Fprintf(conn, "HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status)
			_, _ = io.Copy(io.Discard, in)
		}
	}
	for _, c := range []struct {
		name  string
		to    string // the request
		reply func(http.ResponseWriter)
		said  string
	}{
		{"an endless list", "GET " + path, endless, "more than 1048576 bytes"},
		{"no list", "GET " + path, text("<html>"), "list of engines makes no sense"},
		{"a list of something", "GET " + path, text(`{"id":1}`), "list of engines makes no sense"},
		{"an engine with a path for a name", "GET " + path, text(`[{"id":"../../x","name":"Nitoryu"}]`), ""},
		{"endless work", "POST " + path + "/work", endless, "more than 1048576 bytes"},
		{"no work", "POST " + path + "/work", text("<html>\x1b[2J"), "work makes no sense"},
		{"work of another kind", "POST " + path + "/work", text(`{"id":"x","work":{"moves":5}}`), "work makes no sense"},
		{"work without a number", "POST " + path + "/work", text(`{"work":{}}`), "no number"},
		{"work with a path for a number", "POST " + path + "/work", text(`{"id":"../../api/account","work":{}}`), "no number"},
		{"a connection that ends", "POST " + path + "/work", func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, "EOF"},
		{"an analysis that is refused", "POST " + path + "/work/first", early("400 Bad Request"), "an analysis ended early"},
		{"an analysis for somebody who has gone", "POST " + path + "/work/first", early("404 Not Found"), ""},
		{"an analysis that is taken at once", "POST " + path + "/work/first", early("200 OK"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := standIn(t)
			done := false
			l.reply = func(w http.ResponseWriter, r *http.Request) bool {
				l.mu.Lock()
				mine := !done && r.Method+" "+r.URL.Path == c.to
				done = done || mine
				l.mu.Unlock()
				if mine {
					c.reply(w)
				}
				return mine
			}
			r := l.offer()
			if strings.HasSuffix(c.to, "/first") {
				l.queue <- ask("first", map[string]any{"infinite": true})
				for began := time.Now(); !strings.Contains(r.told(), c.said) && time.Since(began) < must.Patience; {
					time.Sleep(time.Millisecond)
				}
			}
			l.queue <- ask("next", map[string]any{"depth": 1})
			if s := l.begun(); s.id != "next" || !strings.HasPrefix(strings.Join(s.whole(), ""), "info depth 1") {
				t.Errorf("job %s", s.id)
			}
			_ = r.end()
			must.Has(t, r.told(), c.said)
		})
	}
}

// A poll that the broker does not answer is given up and begun again, which is no failure.
func TestPolls(t *testing.T) {
	l := standIn(t)
	p := &provider{Config: Config{Site: l.URL, Broker: l.URL, Token: token, Name: "Nitoryu", Threads: 1, Hash: 1, Poll: time.Millisecond}}
	p.complete()
	l.engines = []registration{{ProviderSecret: p.secret}}
	for range 3 {
		if w, err := p.acquire(t.Context()); w != nil || err != nil {
			t.Errorf("work %v, error %v", w, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.acquire(ctx); err == nil {
		t.Error("no error after the end")
	}
}

// Secrets are sent over encrypted connections or within the machine, and only where the address says.
func TestCheck(t *testing.T) {
	good := func() Config { return Config{Site: Site, Broker: Broker, Token: token, Name: "Nitoryu"} }
	for _, c := range []struct {
		name   string
		change func(c *Config)
		good   bool
	}{
		{"Lichess", func(*Config) {}, true},
		{"this machine", func(c *Config) { c.Site, c.Broker = "http://127.0.0.1:9663", "http://[::1]:9666/" }, true},
		{"this machine by name", func(c *Config) { c.Site = "http://localhost:9663" }, true},
		{"not encrypted", func(c *Config) { c.Site = "http://lichess.org" }, false},
		{"a broker that is not encrypted", func(c *Config) { c.Broker = "http://engine.lichess.ovh" }, false},
		{"another protocol", func(c *Config) { c.Site = "ftp://localhost" }, false},
		{"a path", func(c *Config) { c.Site = "https://lichess.org/analysis" }, false},
		{"a user", func(c *Config) { c.Site = "https://me:too@lichess.org" }, false},
		{"no address", func(c *Config) { c.Broker = "" }, false},
		{"no token", func(c *Config) { c.Token = "" }, false},
		{"a token of two lines", func(c *Config) { c.Token = "lip_secret\nX: y" }, false},
		{"a short name", func(c *Config) { c.Name = "N" }, false},
		{"a long name", func(c *Config) { c.Name = strings.Repeat("N", 201) }, false},
	} {
		config := good()
		c.change(&config)
		if err := config.Check(); (err == nil) != c.good || err != nil && strings.Contains(err.Error(), "secret\n") {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

// No secret follows a redirection.
func TestRedirection(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("a request for %s", r.URL) }))
	defer other.Close()
	l := standIn(t)
	l.reply = func(w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Location", other.URL+r.URL.Path)
		w.WriteHeader(http.StatusTemporaryRedirect)
		return true
	}
	must.Say(t, l.offer().wait(), "307 Temporary Redirect")
}

// Only what the broker knows is streamed, however the engine's output is cut into pieces, and the answer in any case.
func TestDesk(t *testing.T) {
	const said = "info string ERROR score of pv\ninfo depth 1 currmove e2e4 currmovenumber 1\ninfo depth 1 score cp 5 nodes 1 time 1 pv e2e4\n" +
		"info nodes 100 nps 5\nid name x\nbestmove e2e4\ninfo depth 2 score cp 5 nodes 1 time 1 pv e2e4\nbestmove d2d4\n"
	for _, size := range []int{1, 2, 7, len(said)} {
		lines := make(chan string, mostWaiting)
		d := &desk{ready: make(chan struct{}, 1), lines: lines}
		for part := range slices.Chunk([]byte(said), size) {
			_, err := d.Write(part)
			must.OK(t, err)
		}
		var got []string
		for line := range lines {
			got = append(got, line)
		}
		if !slices.Equal(got, []string{"info depth 1 score cp 5 nodes 1 time 1 pv e2e4", "bestmove e2e4"}) {
			t.Errorf("in pieces of %d: %q", size, got)
		}
	}
	lines := make(chan string, mostWaiting)
	d := &desk{lines: lines}
	for range 3 * mostWaiting {
		_, err := io.WriteString(d, "info depth 1 score cp 5 nodes 1 time 1 pv e2e4\n")
		must.OK(t, err)
	}
	_, err := io.WriteString(d, "bestmove e2e4\n")
	must.OK(t, err)
	last := ""
	for last = range lines {
	}
	if last != "bestmove e2e4" {
		t.Errorf("the last line is %q", last)
	}
}
