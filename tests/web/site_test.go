package web

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

const slow = "compiling for WebAssembly takes a while"

// site makes the program of the page and its networks, as make site does, and returns their folder and Node.
func site(t testing.TB) (folder, node string) {
	t.Helper()
	must.BeFull(t, slow)
	folder, node = worker(t)
	wasm(t, folder, "-tags", "apart", "./cmd/engine/page")
	for name, from := range map[string]string{"chess.net": smallNetwork, "shogi.net": filepath.Join(root, "games/nets/shogi.net")} {
		must.Write(t, filepath.Join(folder, name), must.Read(t, from))
	}
	return folder, node
}

// smallNetwork is the network of chess that browsers have.
var smallNetwork = filepath.Join(root, "games/nets/chess-small.net")

// worker returns a folder with what runs the engine, but without the engine, and Node.
func worker(t testing.TB) (folder, node string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	folder = t.TempDir()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	must.OK(t, err)
	for _, from := range []string{filepath.Join(strings.TrimSpace(string(goroot)), "lib/wasm/wasm_exec.js"), filepath.Join(root, "web/engine-worker.js")} {
		must.Write(t, filepath.Join(folder, filepath.Base(from)), must.Read(t, from))
	}
	return folder, node
}

func TestWebAssembly(t *testing.T) {
	folder, node := site(t)
	t.Run("a dialogue", func(t *testing.T) {
		p := start(t, node, "driver.js", folder)
		p.Send(`{"id":1,"do":"new","threads":8,"hash":4000}`) // before it is there
		p.Until(`{"engine":"ready"}`)
		p.Until(`{"engine":"network"}`)
		p.Until(`{"id":1,"threads":1,"hash":1024}`)
		p.Send(`{"id":2,"do":"search","moves":["e2e4"],"limits":{"lines":2}}`)
		p.Until(`{"id":2,"news":[{"rank":1,`)
		p.Send(`{"id":3,"do":"position","game":"shogi","moves":["7g7f"]}`) // while it thinks
		if _, line := p.Until(`{"id":3,`); !strings.Contains(line, "▲７六歩") {
			t.Errorf("the web API says %s", line)
		}
		p.Until(`{"id":2,"news":[`) // it goes on
		p.Send(`{"id":2,"do":"stop"}`)
		p.Until(`{"id":2,"best":"`)
		p.Send(`{"id":4,"do":"search","limits":{"nodes":2000}}`)
		p.Until(`{"id":4,"best":"`)
		p.Send(`{"id":5,"do":"search","game":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1","limits":{"tsume":true,"time":9000}}`)
		p.Until(`{"id":5,"best":"G*5b","score":"#1"`)
	})
	t.Run("rules without networks", func(t *testing.T) {
		must.OK(t, os.Rename(filepath.Join(folder, "chess.net"), filepath.Join(folder, "away.net")))
		p := start(t, node, "driver.js", folder)
		for _, ask := range []string{`{"id":1,"do":"games"}`, `{"id":1,"do":"position","moves":["e2e4"]}`, `{"id":1,"do":"read","text":"1. e4 e5"}`, `{"id":1,"do":"new","game":"shogi"}`} {
			p.Send(ask)
			if _, line := p.Until(`{"id":1,`); strings.Contains(line, `"error"`) {
				t.Errorf("%s: %s", ask, line)
			}
		}
		p.Send(`{"id":2,"do":"search","moves":["e2e4"],"limits":{"depth":1}}`)
		if _, line := p.Until(`{"engine":"lost"`); !strings.Contains(line, "chess.net cannot be had: 404 Not Found") {
			t.Errorf("without its network the page is told %s", line)
		}
	})
	wasm(t, folder, "./cmd/nitoryu")
	t.Run("its end", func(t *testing.T) {
		p := start(t, node, "driver.js", folder)
		p.Send("quit")
		p.Until(`{"engine":"lost","why":"it left"}`)
	})
	t.Run("the signature", func(t *testing.T) {
		const depth = "4"
		p := start(t, node, "driver.js", folder)
		p.Send("bench -depth " + depth)
		for _, args := range [][]string{{"--eval", smallNetwork, "chess"}, {"shogi"}} {
			own, err := exec.Command(nitoryu(t), append([]string{"bench", "-depth", depth}, args...)...).Output()
			must.OK(t, err)
			want := regexp.MustCompile(`(?m)^\w+ \d+ nodes$`).FindString(string(own))
			game, _, found := strings.Cut(want, " ")
			if !found {
				t.Fatalf("the bench says %q", own)
			}
			if _, got := p.Until(game + " "); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	})
}

// The worker tells what is wrong when it cannot run the engine.
func TestNoWebAssembly(t *testing.T) {
	folder, node := worker(t)
	empty := []byte("\x00asm\x01\x00\x00\x00")
	for name, text := range map[string][]byte{"nitoryu.wasm": empty, "wasm_exec.js": nil} {
		must.Write(t, filepath.Join(folder, name), text)
	}
	p := start(t, node, "driver.js", folder)
	if _, line := p.Until(`{"engine":"lost"`); !strings.Contains(line, "ReferenceError") {
		t.Errorf("without its runtime the page is told %s", line)
	}
}

// The site has all files of the page, and its service worker knows them all.
func TestMakeSite(t *testing.T) {
	must.BeFull(t, slow)
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("there is no make")
	}
	folder := filepath.Join(t.TempDir(), "my site")
	cmd := exec.Command("make", "site", "DIR="+folder, engine.MakeFlags)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	worker := must.Read(t, filepath.Join(folder, "service-worker.js"))
	want := []string{"./"}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		if err == nil && !d.IsDir() && name != "service-worker.js" {
			want = append(want, "./"+filepath.ToSlash(name))
		}
		return err
	})
	must.OK(t, err)
	slices.Sort(want)
	var got []string
	list := regexp.MustCompile(`(?m)^const files = (.*);$`).FindSubmatch(worker)
	if list == nil || json.Unmarshal(list[1], &got) != nil || !slices.Equal(got, want) {
		t.Errorf("the service worker knows %q, want %q", got, want)
	}
	for _, name := range []string{"./index.html", "./nitoryu.wasm", "./chess.net", "./shogi.net", "./wasm_exec.js", "./engine-worker.js"} {
		if !slices.Contains(want, name) {
			t.Errorf("there is no %s", name)
		}
	}
	if !regexp.MustCompile(`(?m)^const version = "\d+";$`).Match(worker) {
		t.Error("the service worker has no version")
	}
	for _, name := range want {
		if filepath.Ext(name) == ".go" {
			t.Errorf("the site has %s", name)
		}
	}
}
