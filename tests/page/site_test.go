package page

import (
	"net"
	"net/http"
	"os/exec"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
	"github.com/nitoryu/nitoryu/tests/engine"
)

// The site with the engine as WebAssembly works without a network once it was seen.
func TestOffline(t *testing.T) {
	engine.NeedsFull(t, "compiling for WebAssembly takes a while")
	b := browser.Start(t)
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make")
	}
	folder := t.TempDir()
	cmd := exec.Command("make", "site", "DIR="+folder, engine.MakeFlags)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	site := http.Server{Handler: http.FileServer(http.Dir(folder))}
	go func() { _ = site.Serve(listener) }()
	defer site.Close()

	p := &tab{b.NewPage(), t}
	p.Origin = "http://" + listener.Addr().String() + "/"
	p.Visit(p.Origin + "#shogi/analyse//7g7f")
	p.ready()
	p.Click("#engine-switch")
	p.thinks()
	p.Run(nil, `navigator.serviceWorker.ready.then(() => {})`)
	if err := site.Close(); err != nil {
		t.Fatal(err)
	}
	p.Reload()
	p.ready()
	p.thinks()
	p.typed("3c3d")
	p.plies(2)
	p.thinks()
}
