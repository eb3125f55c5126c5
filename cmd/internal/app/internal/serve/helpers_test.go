//go:build !wasm

package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/tests/must"
	"github.com/nitoryu/nitoryu/web/api"
)

// engine is an engine of tests. It tells its size by the nodes and the depth of its answers.
type engine struct {
	size  api.Engine
	close func()
}

func (*engine) NewGame(context.Context) error { return nil }

func (e *engine) Close() error {
	e.close()
	return nil
}

// Search answers at the end of an endless search, else at once, unless it looks for a mate in
// one ply, which kills it.
func (e *engine) Search(ctx context.Context, p *nitoryu.Position, l nitoryu.Limits) (*nitoryu.Search, error) {
	search, report := nitoryu.NewSearch(func() {}, nil)
	go func() {
		if l.Mate == 1 {
			report.Finish(nitoryu.Result{}, errors.New("all is lost"))
			return
		}
		if l.Endless() {
			<-ctx.Done()
		}
		report.Finish(nitoryu.Result{Best: p.Legal()[0], Nodes: uint64(e.size.Threads), Depth: e.size.Hash}, ctx.Err())
	}()
	return search, nil
}

// site is a server that runs, with what tests need to know.
type site struct {
	*Server
	host string
	stop context.CancelFunc
	done chan error

	running atomic.Int32 // engines
}

// page is the page of tests.
const page = "<!doctype html>\n<html>\n<head>\n<title>board</title>\n</head>\n</html>\n"

// open serves with two engines, four threads and 256 MiB, as change has it.
func open(t *testing.T, change func(*Config), tune func(*Server)) *site {
	t.Helper()
	s := &site{done: make(chan error, 1)}
	c := Config{
		Files: fstest.MapFS{
			"index.html":   {Data: []byte(page)},
			"link.js":      {Data: []byte("export {};\n")},
			"sub/board.js": {Data: []byte("export {};\n")},
			"web.go":       {Data: []byte("package web\n")},
		},
		API: api.New("test", api.Engine{Threads: 4, Hash: 256}), Engines: 2, Threads: 4, Hash: 256,
		Open: func(_ context.Context, _ nitoryu.Variant, size api.Engine) (nitoryu.Searcher, error) {
			s.running.Add(1)
			return &engine{size, func() { s.running.Add(-1) }}, nil
		},
	}
	if change != nil {
		change(&c)
	}
	server, err := New(c)
	must.OK(t, err)
	s.Server = server
	if tune != nil {
		tune(s.Server)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	s.host = l.Addr().String()
	ctx, stop := context.WithCancel(t.Context())
	s.stop = stop
	go func() { s.done <- s.Serve(ctx, l) }()
	t.Cleanup(s.close)
	return s
}

// close ends the server, once.
func (s *site) close() {
	s.stop()
	s.done <- <-s.done // for who closes it again
}

// pages returns how many pages may have an engine.
func (s *site) pages() int {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	return len(s.budget.taken)
}

// soon waits for something to become true.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(must.Patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it never comes that " + what)
		}
	}
}

// tab is an open page.
type tab struct {
	t    *testing.T
	conn *websocket.Conn
}

// link opens a link with the right token and origin, and waits until it is served.
func (s *site) link(t *testing.T) *tab {
	t.Helper()
	b := s.dial(t)
	b.want(`{"engine":"ready"}`)
	return b
}

// dial opens a link with the right token and origin.
func (s *site) dial(t *testing.T) *tab {
	t.Helper()
	c, _, err := s.try(t.Context(), s.token, "http://"+s.host)
	must.OK(t, err)
	c.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = c.CloseNow() })
	return &tab{t, c}
}

// try opens a link.
func (s *site) try(ctx context.Context, token, origin string) (*websocket.Conn, *http.Response, error) {
	o := &websocket.DialOptions{HTTPHeader: http.Header{}}
	if origin != "" {
		o.HTTPHeader.Set("Origin", origin)
	}
	return websocket.Dial(ctx, "ws://"+s.host+"/link?token="+url.QueryEscape(token), o)
}

// send sends a line.
func (b *tab) send(line string) {
	b.t.Helper()
	if err := b.conn.Write(b.t.Context(), websocket.MessageText, []byte(line)); err != nil {
		b.t.Fatal(err)
	}
}

// line returns the next line.
func (b *tab) line() string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), must.Patience)
	defer cancel()
	_, line, err := b.conn.Read(ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	return string(line)
}

// want waits for a line, which has to be the next one.
func (b *tab) want(line string) {
	b.t.Helper()
	if got := b.line(); got != line {
		b.t.Errorf("the page is told %q, want %q", got, line)
	}
}

// search asks for a search that ends at once.
func (b *tab) search() {
	b.t.Helper()
	b.send(`{"id":99,"do":"search","limits":{"depth":1}}`)
	if line := b.line(); !strings.HasPrefix(line, `{"id":99,"best":"b1a3"`) {
		b.t.Errorf("the page is told %s", line)
	}
}

// closed waits for the end of the link, and returns its status.
func (b *tab) closed() websocket.StatusCode {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), must.Patience)
	defer cancel()
	for {
		if _, _, err := b.conn.Read(ctx); err != nil {
			if ctx.Err() != nil {
				b.t.Fatal("the link is open")
			}
			return websocket.CloseStatus(err)
		}
	}
}
