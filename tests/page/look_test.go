package page

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

var renewLooks = flag.Bool("renew-looks", false, "keep how the page looks now for later comparisons")

// Looks are compared by the mean colours of blocks, which other fonts hardly change.
const (
	block    = 20 // pixels
	differs  = 40 // of 255, for a block that looks otherwise
	mostElse = 40 // of 1000 blocks may look otherwise
)

// small returns a picture of the mean colours of blocks.
func small(picture image.Image) *image.RGBA {
	size := picture.Bounds().Size().Div(block)
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			var sum [3]uint32
			for i := range block * block {
				r, g, b, _ := picture.At(x*block+i%block, y*block+i/block).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
			}
			out.Set(x, y, color.RGBA{uint8(sum[0] / block / block), uint8(sum[1] / block / block), uint8(sum[2] / block / block), 255})
		}
	}
	return out
}

// sameLook compares what the page shows with what it showed before.
func (p *tab) sameLook(name string) {
	p.t.Helper()
	picture, err := png.Decode(bytes.NewReader(p.shot()))
	if err != nil {
		p.t.Fatal(err)
	}
	now, file := small(picture), filepath.Join("testdata", "looks", name+".png")
	if *renewLooks {
		var b bytes.Buffer
		if err := png.Encode(&b, now); err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			p.t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	before, err := png.Decode(bytes.NewReader(text))
	if err != nil || before.Bounds() != now.Bounds() {
		p.t.Fatalf("%s: %v, or of another size", file, err)
	}
	others, all := 0, len(now.Pix)/4
	for i := range all {
		x, y := i%now.Rect.Dx(), i/now.Rect.Dx()
		r, g, b, _ := before.At(x, y).RGBA()
		at := now.RGBAAt(x, y)
		if max(distance(r, at.R), distance(g, at.G), distance(b, at.B)) > differs {
			others++
		}
	}
	if others*1000 > mostElse*all {
		p.t.Errorf("%s: %d of %d blocks look otherwise; if they should, go test ./tests/page -run Looks -renew-looks", name, others, all)
	}
}

// distance returns how far two shades are apart, the first one in 16 bits.
func distance(a uint32, b uint8) int {
	d := int(a>>8) - int(b)
	return max(d, -d)
}

// sameLooks: the page looks as it did before, in ten states.
func sameLooks(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	for _, look := range []struct {
		name, game, theme string
		state             string
		width, height     int
	}{
		{"chess-setup", "chess", "light", "setup", 1280, 800}, {"shogi-setup", "shogi", "dark", "setup", 1280, 800},
		{"chess-setup-phone", "chess", "dark", "setup", 400, 840}, {"shogi-setup-phone", "shogi", "light", "setup", 400, 840},
		{"shogi-setup-side", "shogi", "light", "setup", 840, 400}, {"chess-editor", "chess", "light", "editor", 1280, 800},
		{"shogi-editor", "shogi", "dark", "editor", 1600, 900}, {"shogi-editor-phone", "shogi", "light", "editor", 400, 840},
		{"chess-settings", "chess", "dark", "settings", 1280, 800}, {"shogi-settings-tablet", "shogi", "light", "settings", 760, 1020},
	} {
		t.Run(look.name, func(t *testing.T) {
			b.In(t)
			p := &tab{p.Page, t}
			p.size(look.width, look.height)
			states[slices.IndexFunc(states, func(s state) bool { return s.name == look.state })].show(p, look.game)
			p.choose("set-theme", look.theme)
			p.Run(nil, `document.activeElement.blur(); scrollTo(0, 0)`)
			p.still()
			p.sameLook(look.name)
			p.Press("Escape")
		})
	}
}
