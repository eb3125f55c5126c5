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
