package page_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// browser is a Chromium without a window that shows one page. It is told what to do by
// the DevTools protocol over a pair of pipes (https://chromedevtools.github.io/devtools-protocol/).
type browser struct {
	t       *testing.T
	to      io.Writer
	replies <-chan reply
	session string
	id      int
}

// reply is an answer or an event.
type reply struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// open starts a browser, or skips the test.
func open(t *testing.T) *browser {
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
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--user-data-dir="+t.TempDir(), "--remote-debugging-pipe", "about:blank")
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
	b := &browser{t: t, to: to, replies: replies}
	t.Cleanup(func() {
		b.session = ""
		b.send("Browser.close", nil)
		timer := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
		for range replies { // until the browser has gone
		}
		_ = cmd.Wait() // it may have been killed
		timer.Stop()
	})

	var target struct{ TargetID string }
	b.call(&target, "Target.createTarget", map[string]any{"url": "about:blank"})
	var attached struct{ SessionID string }
	b.call(&attached, "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true})
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(nil, domain+".enable", nil)
	}
	return b
}

// pipe returns the ends of a pipe, which are closed at the end of the test.
func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// send sends a command.
func (b *browser) send(method string, params map[string]any) {
	b.id++
	message := map[string]any{"id": b.id, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	if err != nil {
		b.t.Error(err)
	}
}

// call sends a command and reads the result into to, if that is not nil. What the page
// complains about, and every request that it makes, is an error.
func (b *browser) call(to any, method string, params map[string]any) {
	b.t.Helper()
	b.send(method, params)
	b.wait(func(r *reply) bool {
		if r.ID != b.id {
			return false
		}
		if r.Error != nil {
			b.t.Fatalf("%s: %s", method, r.Error.Message)
		}
		if to != nil {
			if err := json.Unmarshal(r.Result, to); err != nil {
				b.t.Fatal(err)
			}
		}
		return true
	})
}

// wait reads until the reply that is waited for.
func (b *browser) wait(found func(*reply) bool) {
	b.t.Helper()
	timeout := time.After(2 * time.Minute)
	for {
		select {
		case <-timeout:
			b.t.Fatal("the browser does not answer")
		case r, alive := <-b.replies:
			if !alive {
				b.t.Fatal("the browser has gone")
			}
			switch r.Method {
			case "Runtime.exceptionThrown", "Log.entryAdded":
				b.t.Errorf("the page complains: %s", r.Params)
			case "Network.requestWillBeSent":
				var request struct{ DocumentURL, Type string }
				if err := json.Unmarshal(r.Params, &request); err != nil || request.Type != "Document" {
					b.t.Errorf("the page makes a request: %s", r.Params)
				}
			}
			if found(&r) {
				return
			}
		}
	}
}

// visit opens a file.
func (b *browser) visit(file string) {
	b.t.Helper()
	b.send("Page.navigate", map[string]any{"url": "file://" + file})
	b.wait(func(r *reply) bool { return r.Method == "Page.loadEventFired" })
}

// run runs a script in the page and reads its value into to, if that is not nil.
func (b *browser) run(to any, script string, args ...any) {
	b.t.Helper()
	var result struct {
		Result struct {
			Value json.RawMessage
		}
		ExceptionDetails json.RawMessage
	}
	b.call(&result, "Runtime.evaluate", map[string]any{"expression": fmt.Sprintf(script, args...), "returnByValue": true})
	if result.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", script, result.ExceptionDetails)
	}
	if to != nil {
		if err := json.Unmarshal(result.Result.Value, to); err != nil {
			b.t.Fatalf("%s: %v", script, err)
		}
	}
}

// press presses and releases a key.
func (b *browser) press(key string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call(nil, "Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": key})
	}
}
