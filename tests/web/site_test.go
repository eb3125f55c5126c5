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
)

// site makes the files of the engine as WebAssembly, and returns their folder and Node.
func site(t testing.TB) (folder, node string) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiling for WebAssembly takes a while")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	folder = t.TempDir()
	build(t, folder, "nitoryu.wasm", "GOOS=js", "GOARCH=wasm")
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{filepath.Join(strings.TrimSpace(string(goroot)), "lib/wasm/wasm_exec.js"), filepath.Join(root, "web/engine-worker.js")} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(from)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder, node
}

func TestWebAssembly(t *testing.T) {
	folder, node := site(t)
	t.Run("a dialogue of chess", func(t *testing.T) {
		p := start(t, node, "driver.js", folder)
		p.say("uci") // before it is there
		p.hear(`{"engine":"ready"}`)
		_, options := p.hear("uciok")
		if text := strings.Join(options, "\n"); !strings.Contains(text, "id name Nitoryu") || !strings.Contains(text, "option name Hash type spin default 16 ") {
			t.Errorf("the handshake is\n%s", text)
		}
		p.say("isready")
		p.hear("readyok")
		p.say("position startpos moves e2e4", "go infinite")
		p.hear("info depth 4 ")
		p.say("isready") // while it thinks
		p.hear("readyok")
		p.hear("info depth ") // it goes on
		p.say("stop")
		p.hear("bestmove ")
		p.say("go nodes 2000", "isready")
		p.hear("bestmove ")
		p.say("setoption name Hash value 4000", "isready")
		p.hear("info string ERROR hash 4000 MiB is more than")
		p.hear("readyok")
		p.say("quit")
		p.hear("info string engine ended: it left")
		p.hear(`{"engine":"lost","why":"it left"}`)
	})
	t.Run("a dialogue of shogi", func(t *testing.T) {
		p := start(t, node, "driver.js", folder)
		p.say("usi")
		_, options := p.hear("usiok")
		if text := strings.Join(options, "\n"); !strings.Contains(text, "option name USI_Hash type spin default 32 ") {
			t.Errorf("the handshake is\n%s", text)
		}
		p.say("isready", "usinewgame", "position startpos moves 7g7f", "go infinite")
		p.hear("info depth 3 ")
		p.say("stop")
		p.hear("bestmove ")
		p.say("position startpos", "go mate infinite", "stop")
		p.hear("checkmate ")
	})
	t.Run("the desk", func(t *testing.T) {
		p := start(t, node, "driver.js", folder, "desk")
		p.say(`{"id":1,"do":"position","game":"shogi","moves":["7g7f"]}`)
		if line, _ := p.hear(`{"id":1,`); !strings.Contains(line, "▲７六歩") {
			t.Errorf("the desk says %s", line)
		}
	})
	t.Run("the signature", func(t *testing.T) {
		const depth = "4"
		own, err := exec.Command(engine(t), "bench", "-depth", depth).Output()
		if err != nil {
			t.Fatal(err)
		}
		p := start(t, node, "driver.js", folder)
		p.say("bench -depth " + depth)
		signature := regexp.MustCompile(`(?m)^\w+ \d+ nodes$`).FindAllString(string(own), -1)
		if len(signature) != 2 {
			t.Fatalf("the bench says %q", own)
		}
		for _, want := range signature {
			game, _, _ := strings.Cut(want, " ")
			if got, _ := p.hear(game + " "); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	})
}

// The worker tells what is wrong when there is no engine.
func TestNoWebAssembly(t *testing.T) {
	folder, node := site(t)
	for _, c := range []struct{ name, file, text, want string }{
		{"damaged", "nitoryu.wasm", "hello", "CompileError"},
		{"without its runtime", "wasm_exec.js", "", "ReferenceError"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(folder, c.file), []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			p := start(t, node, "driver.js", folder)
			line, _ := p.hear(`{"engine":"lost"`)
			if !strings.Contains(line, c.want) {
				t.Errorf("the page is told %s", line)
			}
		})
	}
}

// The site has all files of the page, and its service worker knows them all.
func TestMakeSite(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling for WebAssembly takes a while")
	}
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("there is no make")
	}
	folder := filepath.Join(t.TempDir(), "my site")
	cmd := exec.Command("make", "site", "DIR="+folder)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS="+profile())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	worker, err := os.ReadFile(filepath.Join(folder, "service-worker.js"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"./"}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		if err == nil && !d.IsDir() && name != "service-worker.js" {
			want = append(want, "./"+filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	list := regexp.MustCompile(`(?m)^const files = (.*);$`).FindSubmatch(worker)
	if list == nil || json.Unmarshal(list[1], &got) != nil || !slices.Equal(got, want) {
		t.Errorf("the service worker knows %q, want %q", got, want)
	}
	for _, name := range []string{"./index.html", "./nitoryu.wasm", "./wasm_exec.js", "./engine-worker.js"} {
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
