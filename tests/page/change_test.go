package page

import (
	"testing"

	"github.com/nitoryu/nitoryu/tests/browser"
)

// Every change is made where it was meant, and can be undone and done again.
func TestChanges(t *testing.T) {
	run(t, nil, deed{"a comment and the wheel", commentAndWheel}, deed{"undo, redo and arrows", redo})
}

// commentAndWheel: what is typed stays with the move at which it was typed.
func commentAndWheel(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", "e2e4", "e7e5"))
	p.Run(nil, `document.getElementById("comment-field").open = true; document.getElementById("comment").focus()`)
	p.Insert("second")
	x, y := p.Middle(square("e4"))
	p.Call(nil, "Input.dispatchMouseEvent", map[string]any{"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": -100})
	p.line("e2e4")
	p.Until(`document.getElementById("comment").value === "" && document.activeElement.id === "comment"`)
	p.Insert("first")
	p.Reload() // in the middle of it
	p.ready()
	p.Until(`(() => {
		const { root } = JSON.parse(sessionStorage.getItem("nitoryu session")).study.record, [e4] = root.next, [e5] = e4.next;
		return e4.comment === "first" && e5.comment === "second";
	})()`)
	p.Click("#undo")
	p.Until(`document.getElementById("comment").value === ""`)
	p.Click("#redo")
	p.Until(`document.getElementById("comment").value === "first"`)
}

// redo: what is undone can be done again, and a notice undoes nothing but what it tells of.
func redo(t *testing.T, b *browser.Browser, s *server) {
	p := open(t, b, s, at("chess", "analyse", "", "e2e4"))
	p.rightDrag("e7", "e5")
	p.Click(square("a5")) // takes the arrow away
	p.Until(`!document.querySelector("#board .drawn")`)
	p.Click("#back")
	p.line()
	p.Click("#forward")
	p.line("e2e4")
	if p.is(`document.querySelector("#board .drawn")`) {
		t.Error("an arrow that was taken away is back")
	}
	p.Click("#undo")
	p.Until(`document.querySelector("#board .drawn")`)
	p.typed("e5")
	p.line("e2e4", "e7e5")
	p.Click("#reset-button")
	p.Click("#confirm-yes")
	p.Until(`!document.getElementById("notice").hidden`)
	p.typed("d4") // what the notice tells of is not the last change any more
	p.line("d2d4")
	p.Until(`document.getElementById("notice").hidden`)
	p.Click("#undo")
	p.Click("#undo")
	p.line("e2e4", "e7e5")
	p.Click("#redo")
	p.line()
	p.Click("#redo")
	p.line("d2d4")
}
