package page

import (
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// What is easily lost: questions, clicks on what changes, sounds, pictures.
func TestLittleThings(t *testing.T) {
	run(t, nil, []deed{{"two questions", twoQuestions}, {"clicks on lines that change", changingLines}, {"sounds", sounds}, {"a picture for the clipboard", copiedPicture}}...)
}

// twoQuestions: one is asked after the other, and each has its answer.
func twoQuestions(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.typed("e4")
	p.line("e2e4")
	p.Click("#reset-button")
	p.Until(`document.getElementById("confirm").open`)
	p.Run(nil, `location.hash = "#chess/analyse//d2d4"`)
	p.Run(nil, `new Promise(done => setTimeout(done, 300))`) // as long as a second question would take to come
	p.Click(`#confirm button[value=""]`)
	p.line("e2e4")
	p.Until(`document.getElementById("confirm").open`)
	p.Click("#confirm-yes")
	p.line("d2d4")
}

// changingLines: a click counts, whatever the engine says while the button is down.
func changingLines(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.Click("#engine-switch")
	p.thinks()
	p.Run(nil, `{
		const list = document.getElementById("lines");
		window.first = list.querySelector("button");
		window.played = first.textContent;
		window.told = 0;
		new MutationObserver(() => told++).observe(document.getElementById("figures"), { childList: true, characterData: true, subtree: true });
	}`)
	x, y := p.Middle("#lines button")
	p.Mouse("mousePressed", x, y)
	p.Run(nil, `{ window.first = document.querySelector("#lines button"); window.played = first.textContent; told = 0; }`)
	p.Until(`told >= 2`) // two reports later
	if !p.is(`first.isConnected`) {
		t.Error("the button under the pointer was replaced")
	}
	p.Mouse("mouseReleased", x, y)
	p.plies(1)
	p.Until(`document.querySelector("#moves [aria-current] .move").textContent === played`)
	p.Until(`!first.isConnected`) // and the list goes on
}

// sounds are made of what happens, if they are wanted.
func sounds(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, "#chess/analyse")
	p.Run(nil, `{
		window.tones = [];
		const old = AudioContext.prototype.createOscillator;
		AudioContext.prototype.createOscillator = function () {
			const tone = old.call(this), start = tone.start;
			tone.start = at => { tones.push(tone.frequency.value); start.call(tone, at); };
			return tone;
		};
	}`)
	p.typed("e4")
	p.line("e2e4")
	if p.is(`tones.length`) {
		t.Error("there are sounds that nobody asked for")
	}
	p.Click("#settings-button")
	p.Click("#set-sounds")
	p.Press("Escape")
	for _, c := range []struct {
		name, move, want string
		tones            int
	}{{"a move", "d5", "move", 1}, {"a capture", "exd5", "take", 2}, {"another move", "f6", "move", 1}, {"a check", "Qh5", "check", 2}} {
		p.Run(nil, `delete document.body.dataset.sound; tones = []`)
		p.typed(c.move)
		p.Until(`document.body.dataset.sound === %q && tones.length === %d`, c.want, c.tones)
	}
	p.Run(nil, `tones = []`)
	p.Click("#back")
	p.Until(`%s.length === 4`, current)
	if p.is(`tones.length`) {
		t.Error("a step back sounds like a move")
	}
	p.visit(at("chess", "analyse", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"))
	p.Run(nil, `delete document.body.dataset.sound`)
	p.typed("Qg7")
	p.Until(`document.body.dataset.sound === "end"`)
}

// copiedPicture: the board goes to the clipboard as PNG, or into a file.
func copiedPicture(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("shogi", "analyse", "", "7g7f"))
	p.Run(nil, `navigator.clipboard.write = async ([item]) => { window.copied = await item.getType("image/png"); }`)
	p.Click("#copy-picture")
	p.Until(`window.copied && document.getElementById("notice-text").textContent === "The picture was copied."`)
	const fault = `(async picture => {
		const image = await createImageBitmap(picture), canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
		canvas.drawImage(image, 0, 0);
		const colours = new Set(), { data } = canvas.getImageData(0, 0, image.width, image.height);
		for (let i = 0; i < data.length; i += 400) colours.add(data.slice(i, i + 4).join());
		const [, , w, h] = document.querySelector("#board > svg").getAttribute("viewBox").split(" ").map(Number);
		if (picture.type !== "image/png") return picture.type;
		if (image.width !== 1200 || Math.abs(image.height - 1200 * h / w) > 1) return image.width + " by " + image.height;
		return colours.size > 20 && [...colours].every(c => c.endsWith(",255")) ? "" : colours.size + " colours, or holes";
	})(%s)`
	var what string
	if p.Run(&what, fault, "copied"); what != "" {
		t.Errorf("what is copied: %s", what)
	}
	p.Run(nil, `{
		navigator.clipboard.write = () => Promise.reject(new Error("no"));
		const old = URL.createObjectURL;
		URL.createObjectURL = blob => { if (blob.type === "image/png") window.saved = blob; return old(blob); };
	}`)
	p.Click("#copy-picture")
	p.Until(`window.saved`)
	if p.Run(&what, fault, "saved"); what != "" {
		t.Errorf("what is saved: %s", what)
	}
}
