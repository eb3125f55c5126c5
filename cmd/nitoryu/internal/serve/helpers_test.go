//go:build !wasm

package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu/webapi"
)

// fakeEngine is set in the environment of processes that play the engine.
const fakeEngine = "NITORYU_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(fakeEngine) != "" {
		playEngine()
		return
	}
	os.Exit(m.Run())
}

// playEngine tells which lines it gets. Some have a meaning.
func playEngine() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch in.Text() {
		case "d":
			fmt.Println("process", os.Getpid())
		case "eval":
			fmt.Fprintln(os.Stderr, "panic: all is lost")
			os.Exit(3)
		case "stats":
			for range 1 << 20 {
				fmt.Println(strings.Repeat("x", 100))
			}
		case "gameover":
			return
		case "ponderhit":
			time.Sleep(time.Hour)
		default:
			fmt.Println("got", in.Text())
		}
	}
}

// site is a server that runs, with what tests need to know.
type site struct {
	*Server
	host string
	stop context.CancelFunc
	done chan error

	mu        sync.Mutex
	processes []*exec.Cmd
}

// page is the page of tests.
const page = "<!doctype html>\n<html>\n<head>\n<title>board</title>\n</head>\n</html>\n"

// open serves with two engines, four threads and 256 MiB, as change has it.
func open(t *testing.T, change func(*Config), tune func(*Server)) *site {
	t.Helper()
	s := &site{done: make(chan error, 1)}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{
		Files: fstest.MapFS{
			"index.html":   {Data: []byte(page)},
			"link.js":      {Data: []byte("export {};\n")},
			"sub/board.js": {Data: []byte("export {};\n")},
			"web.go":       {Data: []byte("package web\n")},
		},
		API: webapi.New("test"), Engines: 2, Threads: 4, Hash: 256,
		Command: func() *exec.Cmd {
			cmd := exec.Command(self)
			cmd.Env = append(os.Environ(), fakeEngine+"=1")
			s.mu.Lock()
			defer s.mu.Unlock()
			s.processes = append(s.processes, cmd)
			return cmd
		},
	}
	if change != nil {
		change(&c)
	}
	if s.Server, err = New(c); err != nil {
		t.Fatal(err)
	}
	if tune != nil {
		tune(s.Server)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
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

// process returns the n-th engine that was started.
func (s *site) process(n int) *os.Process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.processes[n].Process
}

// engines returns how many engines pages have.
func (s *site) engines() int {
	s.budget.mu.Lock()
	defer s.budget.mu.Unlock()
	return len(s.budget.taken)
}

// soon waits for something to become true.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not in 20 seconds: " + what)
		}
	}
}

// tab is an open page.
type tab struct {
	t    *testing.T
	conn *websocket.Conn
}

// link opens a link with the right token and origin, and waits for the engine.
func (s *site) link(t *testing.T) *tab {
	t.Helper()
	b := s.dial(t)
	b.event("ready")
	return b
}

// dial opens a link with the right token and origin.
func (s *site) dial(t *testing.T) *tab {
	t.Helper()
	c, _, err := s.try(t.Context(), s.token, "http://"+s.host)
	if err != nil {
		t.Fatal(err)
	}
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
	ctx, cancel := context.WithTimeout(b.t.Context(), 20*time.Second)
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

// event waits for an event and returns why it came; other lines are skipped.
func (b *tab) event(engine string) string {
	b.t.Helper()
	for {
		var e event
		if json.Unmarshal([]byte(b.line()), &e) == nil && e.Engine == engine {
			return e.Why
		}
	}
}

// closed waits for the end of the link, and returns its status.
func (b *tab) closed() websocket.StatusCode {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), 20*time.Second)
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
