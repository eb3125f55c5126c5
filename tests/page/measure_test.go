package page

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/browser"
)

var measure = flag.Bool("measure", false, "measure what results/web.md tells of the page")

// when waits for a condition and returns the milliseconds since the page was asked for.
func (p *tab) when(condition string) (ms float64) {
	p.t.Helper()
	p.Run(&ms, `new Promise(done => { const look = () => (%s) ? done(performance.now()) : setTimeout(look, 4); look(); })`, condition)
	return ms
}

// status returns a field of the status of a process, "" if it has ended.
func status(id int, field string) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", id))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, field+":"); ok {
			return strings.Fields(rest)[0]
		}
	}
	return ""
}

// resident returns the MiB that a process has in memory.
func resident(id int) int {
	kib, _ := strconv.Atoi(status(id, "VmRSS"))
	return kib >> 10
}

// worked returns the processor time of a process.
func worked(id int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	const utime, stime, tick = 11, 12, time.Second / 100
	if len(fields) <= stime {
		return 0
	}
	user, _ := strconv.Atoi(fields[utime])
	system, _ := strconv.Atoi(fields[stime])
	return time.Duration(user+system) * tick
}

// renderer returns the MiB of the largest process of the browser that draws pages.
func renderer() (most int) {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range lines {
		line, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(line, []byte("--type=renderer")) {
			continue
		}
		id, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		for parent := id; parent > 1; parent, _ = strconv.Atoi(status(parent, "PPid")) {
			if parent == os.Getpid() {
				most = max(most, resident(id))
			}
		}
	}
	return most
}

// What the page takes from this machine, served by nitoryu serve and as a site: run it alone.
func TestMeasure(t *testing.T) {
	if !*measure {
		t.Skip("-measure was not asked for")
	}
	for _, of := range []string{"serve", "site"} {
		for _, game := range []string{"chess", "shogi"} {
			t.Run(of+" "+game, func(t *testing.T) {
				address, engine := "", func() int { return 0 }
				if of == "site" {
					address = newSite(t).address
				} else {
					s := serve(t)
					address, engine = s.page, func() int { return resident(engines(t, s)[0]) }
				}
				p := &tab{browser.Start(t).NewPage(), t}
				p.Origin, _, _ = strings.Cut(address, "?")
				p.Call(nil, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-reduced-motion", "value": "reduce"}}})
				p.size(1280, 800)
				p.Call(nil, "Page.navigate", map[string]any{"url": address + "#" + game + "/play"})
				board, ready := p.when(`document.querySelectorAll("#board .pieces use").length >= 32`), p.when(`document.body?.dataset.ready`)
				before := renderer()
				p.Run(nil, `document.getElementById("setup-more").open = true`)
				for id, value := range map[string]string{"start": "standard", "level": "beginner", "clock": "none"} {
					p.choose("setup-"+id, value)
				}
				p.Click(`#setup-side label:has([value=second])`)
				var began, thinks float64
				p.Run(&began, `(document.querySelector("#setup-form button[type=submit]").click(), performance.now())`)
				moved := p.when(`document.querySelector("#moves button")`)
				p.visit("#" + game + "/analyse")
				p.choose("multipv", "1")
				p.choose("threads", "1")
				p.Run(&thinks, `(document.getElementById("engine-switch").click(), performance.now())`)
				line := p.when(`document.querySelector("#lines:not(.old) strong")`)
				p.choose("limit", "seconds")
				p.choose("limit-value", "10")
				p.Run(nil, `new Promise(done => setTimeout(done, 11000))`)
				t.Logf("board %.0f ms, ready %.0f ms, first move of a beginner %.0f ms after Play, first line %.0f ms after Start, %s; renderer %d MiB before, %d MiB after the analysis; engine %d MiB",
					board, ready, moved-began, line-thinks, p.Text("#figures"), before, renderer(), engine())
			})
		}
	}
}

// opera is Morphy's game of 1858.
const opera = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8"

// How long a review takes, with the engine of nitoryu serve and one thread: run it alone.
func TestMeasureReview(t *testing.T) {
	if !*measure {
		t.Skip("-measure was not asked for")
	}
	s, b := serve(t), browser.Start(t)
	p := open(t, b, s, at("chess", "analyse", "startpos", strings.Fields(opera)...))
	p.choose("threads", "1")
	began := time.Now()
	p.Click("#review-button")
	searches := ""
	for !p.is(`document.querySelector("#review-graph .graph") && document.getElementById("review-progress").hidden`) {
		if text := p.Text("#progress-text"); text != "" {
			searches = text
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("a review of %d plies in %v, %v of the engine's processor; at last it said %q", len(strings.Fields(opera)), time.Since(began).Round(time.Second/10), worked(engines(t, s)[0]), searches)
}
