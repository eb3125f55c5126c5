package page

import (
	"testing"
	"time"
	"encoding/base64"
	"os"
	"github.com/nitoryu/nitoryu/tests/browser"
)

func (p *tab) shot(name string) {
	var r struct{ Data string }
	p.Call(&r, "Page.captureScreenshot", map[string]any{"format": "png"})
	d, _ := base64.StdEncoding.DecodeString(r.Data)
	os.WriteFile("/tmp/shots/"+name+".png", d, 0o644)
}

func TestZZ(t *testing.T) {
	os.MkdirAll("/tmp/shots", 0o755)
	b := browser.Start(t)
	s := serve(t)
	p := open(t, b, s, at("chess", "analyse", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"))
	p.typed("Kd7")
	p.plies(2)
	p.Click("#back")
	p.Run(nil, `delete document.body.dataset.ready; history.replaceState(null, "", "#"); location.hash = "#chess/analyse/nonsense"`)
	time.Sleep(time.Second)
	p.shot("a")
	t.Log(p.Text("#move-fault"), p.Text("#confirm-text"))
	p.Click("#confirm-yes")
	time.Sleep(time.Second)
	p.shot("b")
	t.Log(p.Text("#move-fault"), p.Text("#confirm-text"), p.is("document.getElementById('confirm').open"))
}
