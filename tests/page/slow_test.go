package page

import (
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

// site is a folder with the page and the engine as WebAssembly on a web server.
type site struct {
	http.Server
	address string
	folder  string
	mu      sync.Mutex
	served  map[string]int // bytes that went over the line, by path
	missing string         // a path that is not found
	held    string         // a path of which half comes,
	release chan struct{}  // until this is closed
}

// made is the folder of the site, in which each file is also compressed, as hosts do it.
var made = sync.OnceValues(func() (folder string, err error) {
	if folder, err = engine.Folder(); err != nil {
		return "", err
	}
	cmd := exec.Command("make", "site", "DIR="+folder, engine.MakeFlags)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return folder, filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return pack(path)
	})
})

// newSite serves the site until the test ends.
func newSite(t *testing.T) *site {
	t.Helper()
	must.BeFull(t, "compiling for WebAssembly takes a while")
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make")
	}
	folder, err := made()
	must.OK(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	s := &site{address: "http://" + listener.Addr().String() + "/", folder: folder, served: map[string]int{}}
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		s.mu.Lock()
		missing := name == s.missing
		s.mu.Unlock()
		if missing {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", map[string]string{".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}[filepath.Ext(name)])
		http.ServeFile(&slowly{w, s, name}, r, filepath.Join(folder, filepath.FromSlash(name)+".gz"))
	})
	go func() { _ = s.Serve(listener) }()
	t.Cleanup(func() { s.Close() })
	return s
}

// without lets a file be missing, or be there again.
func (s *site) without(name string, missing bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.missing = ""; missing {
		s.missing = name
	}
}

// program is the file that a browser with vectors loads: the one with vectors, where the toolchain
// for it could be had.
func (s *site) program() string {
	const vectors = "nitoryu-simd.wasm"
	if s.size(vectors) > 0 {
		return vectors
	}
	return "nitoryu.wasm"
}

// size returns the bytes of a file on the line.
func (s *site) size(name string) int {
	info, err := os.Stat(filepath.Join(s.folder, filepath.FromSlash(name)+".gz"))
	if err != nil {
		return 0
	}
	return int(info.Size())
}

// pack compresses a file.
func pack(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := os.Create(path + ".gz")
	if err != nil {
		return err
	}
	w := gzip.NewWriter(file)
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return file.Close()
}

// slowly writes as the line of a site lets it, and counts.
type slowly struct {
	http.ResponseWriter
	*site
	name string
}

// ReadFrom would be used by http.ServeFile; this one writes in parts.
func (s *slowly) ReadFrom(r io.Reader) (int64, error) { return io.Copy(struct{ io.Writer }{s}, r) }

func (s *slowly) Write(text []byte) (written int, err error) {
	for len(text) > 0 {
		part := text[:min(len(text), 16<<10)]
		s.mu.Lock()
		served := s.served[s.name]
		s.mu.Unlock()
		if s.name == s.held && served >= s.size(s.name)/2 {
			<-s.release
		}
		n, err := s.ResponseWriter.Write(part)
		s.mu.Lock()
		s.served[s.name] += n
		s.mu.Unlock()
		if written += n; err != nil {
			return written, err
		}
		text = text[n:]
	}
	return written, nil
}

// bytes returns how many bytes went over the line.
func (s *site) bytes() (total int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.served {
		total += n
	}
	return total
}

// On a slow line there is a board at once and an engine soon, and the program comes over the
// line once: there is a board while the program is on its way, and what comes before takes little of a line of 10
// megabits a second.
func TestSlowLine(t *testing.T) {
	s := newSite(t)
	s.held, s.release = s.program(), make(chan struct{})
	release := sync.OnceFunc(func() { close(s.release) })
	t.Cleanup(release)
	p := &tab{browser.Start(t).NewPage(), t}
	p.Origin = s.address
	p.Call(nil, "Page.navigate", map[string]any{"url": s.address})
	p.Until(`document.querySelectorAll("#board .pieces use").length === 32`)
	p.Until(`document.getElementById("loading").offsetParent && document.getElementById("loading-bar").value > 0`)
	half := s.bytes()
	release()
	p.ready()
	p.visit("#chess/analyse")
	p.Click("#engine-switch")
	p.thinks()
	all := s.bytes()
	const megabit = 1e6 / 8
	board, engine := float64(half-s.size(s.held)/2)/(10*megabit), float64(all)/(10*megabit)
	t.Logf("at 10 Mbit/s a board takes %.2f seconds of the line, an engine that thinks %.2f", board, engine)
	if board > 0.5 || engine > 5 {
		t.Error("that is too long")
	}
	p.Run(nil, `navigator.serviceWorker.ready.then(() => {})`)
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, n := range s.served {
		if n > s.size(name) {
			t.Errorf("%d bytes of %s came over the line, which has %d", n, name, s.size(name))
		}
	}
	t.Logf("%d bytes came over the line, %d of the program", all, s.served[s.held])
}

// Where the program cannot be had, the page says so.
func TestNoProgram(t *testing.T) {
	s := newSite(t)
	p := &tab{browser.Start(t).NewPage(), t}
	p.Origin, p.Troubled = s.address, true
	s.without(s.program(), true)
	p.Visit(s.address)
	p.Until(`document.getElementById("lost-text").offsetParent`)
	if text := p.Text("#lost-text"); !strings.Contains(text, s.program()+" cannot be had: 404") {
		t.Errorf("the page says %q", text)
	}
	s.without(s.program(), false)
	p.Reload()
	p.ready()
}

// The page asks for all modules at once, else they come one after the other.
func TestPreloads(t *testing.T) {
	page, err := os.ReadFile("../../web/index.html")
	must.OK(t, err)
	scripts, err := filepath.Glob("../../web/js/*.js")
	if err != nil || len(scripts) < 10 {
		t.Fatalf("%d modules, %v", len(scripts), err)
	}
	var all strings.Builder
	for _, script := range scripts {
		text := must.Read(t, script)
		all.Write(text)
	}
	for _, script := range scripts {
		name := filepath.Base(script)
		later := strings.Contains(all.String(), `await import("./`+name+`")`)
		if now := strings.Contains(string(page), `href="js/`+name+`">`); now == later && name != "main.js" {
			t.Errorf("%s: asked for at once %t, later %t", name, now, later)
		}
	}
}
