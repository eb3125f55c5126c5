package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/tests/must"
)

const token = "lip_secret"

// lichess is a stand-in for Lichess and its broker.
type lichess struct {
	*httptest.Server
	t *testing.T

	mu       sync.Mutex
	engines  []registration // by number
	requests []string
	refuse   func(request string, n int) int // status for the n-th request of a kind; 0: serve it
	counts   map[string]int
	queue    chan string                                              // of work, as JSON
	streams  chan *stream                                             // that begin
	reply    func(w http.ResponseWriter, r *http.Request) (over bool) // in place of the usual answers
}

// stream is an analysis that comes in. Its lines end when the client ends it, or when the test closes it.
type stream struct {
	id    string
	lines chan string
	quit  chan struct{} // closed by the test: whoever has asked has gone
	over  chan struct{} // closed when the client has ended it
}

func standIn(t *testing.T) *lichess {
	t.Helper()
	l := &lichess{t: t, counts: map[string]int{}, queue: make(chan string, 10), streams: make(chan *stream, 10)}
	l.Server = httptest.NewServer(l)
	t.Cleanup(func() { l.CloseClientConnections(); l.Close() })
	return l
}

func (l *lichess) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.Method + " " + r.URL.Path
	l.mu.Lock()
	l.requests = append(l.requests, name)
	l.counts[name]++
	status := 0
	if l.refuse != nil {
		status = l.refuse(name, l.counts[name])
	}
	reply := l.reply
	l.mu.Unlock()
	if status != 0 {
		w.WriteHeader(status)
		return
	}
	if reply != nil && reply(w, r) {
		return
	}
	kind, id, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, path), "/work")
	authorised := r.Header.Get("Authorization") == "Bearer "+token
	broker := strings.Contains(r.URL.Path, "/work")
	if authorised == broker {
		l.t.Errorf("%s has the token: %v", name, authorised)
	}
	switch {
	case broker && id == "":
		l.work(w, r)
	case broker:
		l.analysis(w, r, strings.TrimPrefix(id, "/"))
	case r.Method == http.MethodGet:
		l.list(w)
	default:
		var e registration
		if err := json.NewDecoder(r.Body).Decode(&e); err != nil || len(e.ProviderSecret) < 16 || e.Variants[0] != "chess" {
			l.t.Errorf("%s: %+v, %v", name, e, err)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if r.Method == http.MethodPost {
			l.engines = append(l.engines, e)
			w.WriteHeader(http.StatusCreated)
			return
		}
		n := 0
		if _, err := fmt.Sscanf(kind, "/eei_%d", &n); err != nil || n >= len(l.engines) {
			l.t.Errorf("%s", name)
			return
		}
		l.engines[n] = e
	}
}

func (l *lichess) list(w io.Writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []map[string]any
	for i, e := range l.engines {
		list = append(list, map[string]any{"id": fmt.Sprintf("eei_%d", i), "name": e.Name, "clientSecret": "x"})
	}
	if list == nil {
		list = []map[string]any{}
	}
	_ = json.NewEncoder(w).Encode(list)
}

// work answers a long poll.
func (l *lichess) work(w http.ResponseWriter, r *http.Request) {
	var asks struct{ ProviderSecret string }
	_ = json.NewDecoder(r.Body).Decode(&asks)
	l.mu.Lock()
	known := slices.ContainsFunc(l.engines, func(e registration) bool { return e.ProviderSecret == asks.ProviderSecret })
	l.mu.Unlock()
	if !known {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	select {
	case text := <-l.queue:
		if text == "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		_, _ = io.WriteString(w, text)
	case <-r.Context().Done():
	}
}

// analysis takes an analysis in.
func (l *lichess) analysis(w http.ResponseWriter, r *http.Request, id string) {
	s := &stream{id, make(chan string, 10000), make(chan struct{}), make(chan struct{})}
	l.streams <- s
	go func() {
		defer close(s.over)
		defer close(s.lines)
		in := bufio.NewScanner(r.Body)
		for in.Scan() {
			s.lines <- in.Text()
		}
	}()
	select {
	case <-s.over:
	case <-s.quit:
		if hijacked, _, err := w.(http.Hijacker).Hijack(); err == nil {
			hijacked.Close()
		}
	case <-r.Context().Done():
	}
}

// session is an engine in this process, which counts its commands.
type session struct {
	*protocol.Session
	mu   sync.Mutex
	told []string
}

func (s *session) Line(command string) bool {
	s.mu.Lock()
	s.told = append(s.told, command)
	s.mu.Unlock()
	return s.Session.Line(command)
}

func (s *session) heard() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.told, "\n")
}

// running is a client that runs until the test ends.
type running struct {
	engine *session
	cancel func()
	wait   func() error // for its end

	mu    sync.Mutex
	said  string
	waits []time.Duration // seconds
}

// end ends the client.
func (r *running) end() error {
	r.cancel()
	return r.wait()
}

// told returns what the user has heard.
func (r *running) told() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.said
}

// offer runs the client, which waits for nothing.
func (l *lichess) offer() *running {
	r := &running{engine: &session{}}
	c := Config{
		Site: l.URL, Broker: l.URL, Token: token, Name: "Nitoryu", Threads: 2, Hash: 16, Tries: 5,
		Open: func(out io.Writer) (Engine, func(), error) {
			engine := games.NewEngine()
			g := games.Chess()
			var err error
			r.engine.Session, err = protocol.New(protocol.Config{
				Name: "Nitoryu", Engine: engine, Out: out,
				Modes: []protocol.Mode{{Dialect: uci.Dialect(), Rules: g.Rules, Chances: g.Chances, Classic: g.Classic, Checkers: g.Checkers}},
			})
			return r.engine, engine.Close, err
		},
		Say: func(text string) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.said += text + "\n"
		},
		Wait: func(ctx context.Context, d time.Duration) error {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.waits = append(r.waits, d/time.Second)
			return ctx.Err()
		},
	}
	var ctx context.Context
	ctx, r.cancel = context.WithCancel(l.t.Context())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, c) }()
	r.wait = sync.OnceValue(func() error { return <-done })
	l.t.Cleanup(func() { _ = r.end() })
	return r
}

// ask asks for an analysis, with what is changed in the usual work.
func ask(id string, changes map[string]any) string {
	work := map[string]any{
		"sessionId": "session", "threads": 1, "hash": 4, "multiPv": 1, "variant": "chess",
		"initialFen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "moves": []string{},
	}
	for key, value := range changes {
		work[key] = value
	}
	text, _ := json.Marshal(map[string]any{"id": id, "work": work, "engine": map[string]any{"id": "eei_0", "name": "Nitoryu"}})
	return string(text)
}

// begun waits for an analysis.
func (l *lichess) begun() *stream {
	l.t.Helper()
	select {
	case s := <-l.streams:
		return s
	case <-time.After(must.Patience):
		l.t.Fatal("no analysis comes")
		return nil
	}
}

// whole returns the lines of an analysis that ends by itself.
func (s *stream) whole() (lines []string) {
	for line := range s.lines {
		lines = append(lines, line)
	}
	return lines
}
