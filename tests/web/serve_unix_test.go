//go:build unix

package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// server is a running nitoryu serve.
type server struct {
	*engine.Process
	page *url.URL
}

func serve(t *testing.T, flags ...string) *server {
	t.Helper()
	s := &server{Process: start(t, nitoryu(t), append([]string{"serve", "--address", "127.0.0.1:0"}, flags...)...)}
	_, line := s.Until("http://127.0.0.1:")
	var err error
	if s.page, err = url.Parse(line); err != nil || len(s.page.Query().Get("token")) < 20 {
		t.Fatalf("the address %q, %v", line, err)
	}
	return s
}

// engines returns the processes of the server's engines, or skips the test where the system
// does not tell.
func (s *server) engines(t *testing.T) (processes []int) {
	t.Helper()
	files, _ := filepath.Glob("/proc/" + strconv.Itoa(s.Cmd.Process.Pid) + "/task/*/children")
	if len(files) == 0 {
		t.Skip("the system does not tell of processes")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		for word := range strings.FieldsSeq(string(text)) {
			pid, err := strconv.Atoi(word)
			must.OK(t, err)
			processes = append(processes, pid)
		}
	}
	return processes
}

// soon waits for something to become true.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not in a minute: " + what)
		}
	}
}

// tab is a page of the server.
type tab struct {
	t    *testing.T
	conn *websocket.Conn
}

func (s *server) open(t *testing.T) *tab {
	t.Helper()
	c, _, err := websocket.Dial(t.Context(), "ws://"+s.page.Host+"/link?"+s.page.RawQuery,
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://" + s.page.Host}}})
	must.OK(t, err)
	c.SetReadLimit(8 << 20)
	t.Cleanup(func() { _ = c.CloseNow() })
	b := &tab{t, c}
	b.hear(`{"engine":"ready"}`)
	return b
}

func (b *tab) say(lines ...string) {
	b.t.Helper()
	for _, line := range lines {
		if err := b.conn.Write(b.t.Context(), websocket.MessageText, []byte(line)); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *tab) hear(beginning string) (line string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	for {
		_, line, err := b.conn.Read(ctx)
		if err != nil {
			b.t.Fatalf("no line %q: %v", beginning, err)
		}
		if strings.HasPrefix(string(line), beginning) {
			return string(line)
		}
	}
}

// A page plays both games and asks the web API.
func TestServe(t *testing.T) {
	b := serve(t, "--threads", "2", "--hash", "64").open(t)
	b.say("uci")
	b.hear("uciok")
	b.say("setoption name Threads value 8")
	b.hear("info string Threads is 2, not 8")
	b.say("setoption name EvalFile value " + filepath.Join(t.TempDir(), "my.net"))
	b.hear("info string refused: EvalFile opens files")
	b.say("position startpos moves e2e4", "go infinite")
	b.hear("info depth ")                                             // of two threads one may skip any depth
	b.say(`{"id":5,"do":"position","game":"chess","moves":["e2e4"]}`) // while it thinks
	var position struct{ Legal []any }
	if err := json.Unmarshal([]byte(b.hear(`{"id":5,`)), &position); err != nil || len(position.Legal) != 20 {
		t.Errorf("%d moves, %v", len(position.Legal), err)
	}
	b.say("stop")
	b.hear("bestmove ")
	b.say("usi")
	b.hear("info string Hash is 64 MiB, not 256")
	b.say("usinewgame", "isready", "position startpos moves 7g7f", "go nodes 1000")
	b.hear("info string hash 64 MiB")
	b.hear("bestmove ")
}

// Each page has an engine, which ends with it; a killed one can be replaced; the end of the
// server is that of all.
func TestProcesses(t *testing.T) {
	s := serve(t)
	one, two := s.open(t), s.open(t)
	for _, b := range []*tab{one, two} {
		b.say("uci", "position startpos", "go infinite")
		b.hear("info depth ")
	}
	processes := s.engines(t)
	if len(processes) != 2 {
		t.Fatalf("engines %v", processes)
	}
	_ = one.conn.CloseNow()
	soon(t, "the engine of a closed page ends", func() bool { return len(s.engines(t)) == 1 })

	left := s.engines(t)[0]
	must.OK(t, syscall.Kill(left, syscall.SIGKILL))
	two.hear("info string engine ended: signal: killed")
	two.hear(`{"engine":"lost","why":"signal: killed"}`)
	two.say(`{"id":1,"do":"restart"}`)
	two.hear(`{"id":1,"engine":"ready"}`)
	two.say("isready")
	two.hear("readyok")
	two.say("go infinite")
	two.hear("info depth ")

	last := s.engines(t)[0]
	must.OK(t, s.Cmd.Process.Signal(syscall.SIGTERM))
	soon(t, "the server ends", func() bool {
		select {
		case _, open := <-s.Lines:
			return !open
		default:
			return false
		}
	})
	soon(t, "its engine has ended", func() bool { return errors.Is(syscall.Kill(last, 0), syscall.ESRCH) })
}

func TestServeFaults(t *testing.T) {
	for _, c := range []struct{ name, flags, want string }{
		{"no address", "--address nowhere", "missing port"},
		{"no engines", "--engines 0", "--engines must be at least 1"},
		{"no threads", "--threads 0", "--threads must be 1 to"},
		{"no memory", "--hash 0", "--hash must be at least 1"},
		{"an unknown option", "--option Nonsense=1", `there is no option "Nonsense"`},
		{"a word too many", "now", "one word too many"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if text := fails(t, append([]string{"serve"}, strings.Fields(c.flags)...)...); !strings.Contains(text, c.want) {
				t.Errorf("%q, want %q", text, c.want)
			}
		})
	}
	if runtime.GOOS == "linux" {
		if text := fails(t, "serve", "--address", "192.0.2.1:80"); !strings.Contains(text, "serve: listen") {
			t.Errorf("a foreign address: %q", text)
		}
	}
}
