package browser

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// flags make a browser without a window that is told what to do by pipes, and which starts
// few processes: one for all pages, none for graphics or the network.
var flags = []string{
	"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
	"--renderer-process-limit=1", "--disable-site-isolation-trials", "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess,BackForwardCache",
	"--window-size=1280,887", // a page has 1280 x 800
	"--in-process-gpu", "--enable-features=NetworkServiceInProcess2",
	// A page in the background works as fast as any other.
	"--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
}

// Browser is a Chromium. It is told what to do by the DevTools protocol over a pair of
// pipes (https://chromedevtools.github.io/devtools-protocol/), by one goroutine at a time.
type Browser struct {
	t       testing.TB
	to      io.Writer
	replies <-chan reply
	pages   map[string]*Page // by session
	id      int
}

// reply is an answer or an event.
type reply struct {
	ID        int             `json:"id"`
	SessionID string          `json:"sessionId"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
	Result    json.RawMessage `json:"result"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// Start starts a browser that ends with the test, or skips the test.
func Start(t testing.TB) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if runtime.GOOS == "windows" {
		t.Skip("pipes beyond the standard ones are not passed on")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no chromium")
	}
	theirs, to := pipe(t)
	from, answers := pipe(t)
	cmd := exec.Command(path, append(slices.Clone(flags), "--user-data-dir="+t.TempDir(), "about:blank")...)
	cmd.ExtraFiles = []*os.File{theirs, answers}
	if err := cmd.Start(); err != nil {
		t.Skipf("%s does not start: %v", path, err)
	}
	theirs.Close()
	answers.Close()
	replies := make(chan reply)
	go func() {
		defer close(replies)
		for r := bufio.NewReader(from); ; {
			message, err := r.ReadBytes(0)
			if err != nil {
				return
			}
			var next reply
			if json.Unmarshal(message[:len(message)-1], &next) == nil {
				replies <- next
			}
		}
	}()
	b := &Browser{t: t, to: to, replies: replies, pages: map[string]*Page{}}
	t.Cleanup(func() {
		b.send("", "Browser.close", nil)
		timer := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
		for range replies { // until the browser has gone
		}
		_ = cmd.Wait() // it may have been killed
		timer.Stop()
	})
	return b
}

// pipe returns the ends of a pipe, which are closed at the end of the test.
func pipe(t testing.TB) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	must.OK(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// In reports to another test, a subtest, until that one ends.
func (b *Browser) In(t testing.TB) {
	outer := b.t
	b.t = t
	t.Cleanup(func() { b.t = outer })
}

// send sends a command to a page, or to the browser.
func (b *Browser) send(session, method string, params map[string]any) {
	b.id++
	message := map[string]any{"id": b.id, "method": method}
	if params != nil {
		message["params"] = params
	}
	if session != "" {
		message["sessionId"] = session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	if err != nil {
		b.t.Error(err)
	}
}

// call is ask for a command that has to succeed.
func (b *Browser) call(to any, session, method string, params map[string]any) {
	b.t.Helper()
	if refusal := b.ask(to, session, method, params); refusal != "" {
		b.t.Fatalf("%s: %s", method, refusal)
	}
}

// ask sends a command and reads the result into to, if that is not nil. It returns why the
// browser refuses.
func (b *Browser) ask(to any, session, method string, params map[string]any) (refusal string) {
	b.t.Helper()
	b.send(session, method, params)
	id := b.id
	b.wait(func(r *reply) bool {
		if r.ID != id {
			return false
		}
		if r.Error != nil {
			refusal = r.Error.Message
		} else if to != nil {
			if err := json.Unmarshal(r.Result, to); err != nil {
				b.t.Fatal(err)
			}
		}
		return true
	})
	return refusal
}

// wait reads until the reply that is waited for.
func (b *Browser) wait(found func(*reply) bool) {
	b.t.Helper()
	timeout := time.After(must.Patience)
	for {
		select {
		case <-timeout:
			b.t.Fatal("the browser does not answer")
		case r, alive := <-b.replies:
			if !alive {
				b.t.Fatal("the browser has gone")
			}
			if p := b.pages[r.SessionID]; p != nil {
				p.event(&r)
			}
			if found(&r) {
				return
			}
		}
	}
}
