package web

import (
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/engine"
)

var (
	rounds    = flag.Int("speed", 0, "rounds of searches to compare speeds by, see results/web.md")
	thinkTime = flag.Duration("think", 2*time.Second, "time for each search")
	stockfish = flag.String("stockfish", "", "file stockfish-*-single.js of the npm package stockfish to compare with")
)

//go:embed testdata/speed.html
var speedPage []byte

// task is a search for the page of the browser.
type task struct {
	URL      string `json:"url"`
	Position string `json:"position"`
	MS       int64  `json:"ms"`
	Stop     bool   `json:"stop"` // measure how long the answer to stop takes
}

// result is what came out.
type result struct {
	Nodes, Time, Stop float64
	Error             string
}

// browser does tasks in a Chromium without a window.
type browser struct {
	t       *testing.T
	tasks   chan task
	results chan result
}

// openBrowser opens a browser on files, each under its name.
func openBrowser(t *testing.T, files map[string]string) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Skip("no chromium")
	}
	b := &browser{t, make(chan task), make(chan result)}
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if file, ok := files[strings.TrimPrefix(r.URL.Path, "/")]; ok {
			http.ServeFile(w, r, file)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write(speedPage)
	})
	mux.HandleFunc("/task", func(w http.ResponseWriter, r *http.Request) {
		select {
		case next, open := <-b.tasks:
			if open {
				_ = json.NewEncoder(w).Encode(next)
				return
			}
			w.WriteHeader(http.StatusNoContent)
		case <-r.Context().Done():
		}
	})
	mux.HandleFunc("/result", func(_ http.ResponseWriter, r *http.Request) {
		var got result
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			got.Error = err.Error()
		}
		b.results <- got
	})
	server := httptest.NewServer(mux)
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-background-timer-throttling", "--user-data-dir="+t.TempDir(), server.URL)
	if err := cmd.Start(); err != nil {
		t.Skipf("%s does not start: %v", path, err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		server.CloseClientConnections()
		server.Close()
	})
	return b
}

// do lets the browser do a task.
func (b *browser) do(next task) result {
	b.t.Helper()
	late := time.After(5 * time.Minute)
	select {
	case b.tasks <- next:
	case <-late:
		b.t.Fatal("the browser asks for nothing")
	}
	select {
	case got := <-b.results:
		if got.Error != "" {
			b.t.Fatal(got.Error)
		}
		return got
	case <-late:
		b.t.Fatal("the browser does not answer")
	}
	panic("not reached")
}

// think lets an engine of this machine search.
func think(p *engine.Process, position string, ms int64) result {
	p.T.Helper()
	p.Send("ucinewgame", "isready")
	p.Until("readyok")
	p.Send("position fen "+position, fmt.Sprint("go movetime ", ms))
	said, _ := p.Until("bestmove")
	numbers := regexp.MustCompile(` nodes (\d+) .*\btime (\d+)`)
	for _, line := range slices.Backward(said) {
		if m := numbers.FindStringSubmatch(line); m != nil {
			nodes, err1 := strconv.ParseFloat(m[1], 64)
			elapsed, err2 := strconv.ParseFloat(m[2], 64)
			if err := errors.Join(err1, err2); err != nil {
				p.T.Fatal(err)
			}
			return result{Nodes: nodes, Time: elapsed}
		}
	}
	p.T.Fatalf("no speed in %q", said)
	return result{}
}

// TestSpeed compares the speed of the engine as WebAssembly with that of the native one and
// of stockfish.js, in alternating searches, and measures how soon stop is answered.
func TestSpeed(t *testing.T) {
	if *rounds == 0 {
		t.Skip("to compare speeds, give -speed a number of rounds")
	}
	folder, _ := worker(t)
	wasm(t, folder, "./cmd/engine/chess")
	files := map[string]string{}
	for _, name := range []string{"engine-worker.js", "wasm_exec.js", "nitoryu.wasm"} {
		files[name] = filepath.Join(folder, name)
	}
	subjects := []string{"engine-worker.js"}
	if *stockfish != "" {
		name := filepath.Base(*stockfish)
		for _, file := range []string{name, strings.TrimSuffix(name, ".js") + ".wasm"} {
			files[file] = filepath.Join(filepath.Dir(*stockfish), file)
			if _, err := os.Stat(files[file]); err != nil {
				t.Fatal(err)
			}
		}
		subjects = append(subjects, name)
	}
	b := openBrowser(t, files)
	own := start(t, nitoryu(t))
	own.Send("uci", "setoption name Hash value 16")
	own.Until("uciok")

	positions := games.Chess().Bench.Positions
	ms := thinkTime.Milliseconds()
	for _, url := range subjects { // until the browser has compiled all for speed
		b.do(task{URL: url, Position: positions[0], MS: 3 * ms})
	}
	logs := make([][]float64, len(subjects)+1) // of speeds
	for round := range *rounds {
		position := positions[round%len(positions)]
		got := []result{think(own, position, ms)}
		for _, url := range subjects {
			got = append(got, b.do(task{URL: url, Position: position, MS: ms}))
		}
		for i, r := range got {
			logs[i] = append(logs[i], math.Log(r.Nodes/max(1, r.Time)*1000))
		}
	}
	for i, name := range append([]string{"native"}, subjects...) {
		var ratios []float64
		for j := range logs[i] {
			ratios = append(ratios, logs[i][j]-logs[0][j])
		}
		mean, deviation := moments(ratios)
		speed, _ := moments(logs[i])
		t.Logf("%-32s %8.0f nodes/s, %5.1f %% of native ± %.0f %%", name, math.Exp(speed), 100*math.Exp(mean),
			196*deviation/math.Sqrt(float64(len(ratios))))
	}
	var stops []float64
	for i := range 10 {
		stops = append(stops, b.do(task{URL: subjects[0], Position: positions[i%len(positions)], MS: 300, Stop: true}).Stop)
	}
	slices.Sort(stops)
	t.Logf("stop is answered in %.0f ms, at most %.0f ms", stops[len(stops)/2], stops[len(stops)-1])
}

// moments returns mean and standard deviation.
func moments(values []float64) (mean, deviation float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		deviation += (v - mean) * (v - mean) / float64(max(1, len(values)-1))
	}
	return mean, math.Sqrt(deviation)
}
