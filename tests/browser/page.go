package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// Page is a page in a tab of its own.
type Page struct {
	*Browser
	// Origin is what the addresses of requests may begin with; "" allows none but that
	// for the page itself.
	Origin string
	// Troubled pages may complain: what they reach out for has gone.
	Troubled bool
	session  string
	target   string
}

// NewPage opens an empty tab.
func (b *Browser) NewPage() *Page {
	b.t.Helper()
	var target struct{ TargetID string }
	b.call(&target, "", "Target.createTarget", map[string]any{"url": "about:blank"})
	var attached struct{ SessionID string }
	b.call(&attached, "", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true})
	p := &Page{Browser: b, session: attached.SessionID, target: target.TargetID}
	b.pages[p.session] = p
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		p.Call(nil, domain+".enable", nil)
	}
	return p
}

// Close closes the tab.
func (p *Page) Close() {
	p.t.Helper()
	delete(p.pages, p.session)
	p.call(nil, "", "Target.closeTarget", map[string]any{"targetId": p.target})
}

// event looks at what happens in the page: complaints and requests that are not allowed
// are errors.
func (p *Page) event(r *reply) {
	p.t.Helper()
	switch r.Method {
	case "Runtime.exceptionThrown", "Log.entryAdded":
		if !p.Troubled {
			p.t.Errorf("the page complains: %s", r.Params)
		}
	case "Network.requestWillBeSent":
		var e struct {
			Type    string
			Request struct{ URL string }
		}
		err := json.Unmarshal(r.Params, &e)
		if err != nil || e.Type != "Document" && (p.Origin == "" || !strings.HasPrefix(strings.TrimPrefix(e.Request.URL, "blob:"), p.Origin)) {
			p.t.Errorf("the page makes a request: %s", r.Params)
		}
	}
}

// Call sends a command of the DevTools protocol to the page and reads the result into to,
// if that is not nil.
func (p *Page) Call(to any, method string, params map[string]any) {
	p.t.Helper()
	p.call(to, p.session, method, params)
}

// Visit opens an address.
func (p *Page) Visit(url string) {
	p.t.Helper()
	p.load("Page.navigate", map[string]any{"url": url})
}

// Reload loads the page again.
func (p *Page) Reload() {
	p.t.Helper()
	p.load("Page.reload", nil)
}

func (p *Page) load(method string, params map[string]any) {
	p.t.Helper()
	p.send(p.session, method, params)
	p.wait(func(r *reply) bool { return r.Method == "Page.loadEventFired" && r.SessionID == p.session })
}

// Run runs a script in the page and reads its value into to, if that is not nil. The value
// of a promise is what it becomes.
func (p *Page) Run(to any, script string, args ...any) {
	p.t.Helper()
	if len(args) > 0 {
		script = fmt.Sprintf(script, args...)
	}
	if refusal := p.evaluate(to, script); refusal != "" {
		p.t.Fatalf("%s: %s", script, refusal)
	}
}

// evaluate is Run that returns why the browser refuses.
func (p *Page) evaluate(to any, script string) (refusal string) {
	p.t.Helper()
	var result struct {
		Result struct {
			Value json.RawMessage
		}
		ExceptionDetails json.RawMessage
	}
	refusal = p.ask(&result, p.session, "Runtime.evaluate", map[string]any{"expression": script, "returnByValue": true, "awaitPromise": true})
	if result.ExceptionDetails != nil {
		p.t.Fatalf("%s: %s", script, result.ExceptionDetails)
	}
	if to != nil && refusal == "" {
		if err := json.Unmarshal(result.Result.Value, to); err != nil {
			p.t.Fatalf("%s: %v", script, err)
		}
	}
	return refusal
}

// Until waits for a script to say true. The page itself looks again and again, which is
// less work than to be asked; it is asked once more where it was loaded anew meanwhile.
func (p *Page) Until(script string, args ...any) {
	p.t.Helper()
	script = fmt.Sprintf("Boolean(%s)", fmt.Sprintf(script, args...))
	wait := fmt.Sprintf(`new Promise((done, fail) => {
		const end = Date.now() + 1000, look = () => {
			try {
				if (%s) done(true);
				else if (Date.now() > end) done(false);
				else setTimeout(look, 10);
			} catch (fault) { fail(fault); }
		};
		look();
	})`, script)
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		var done bool
		if refusal := p.evaluate(&done, wait); done && refusal == "" {
			return
		}
		if time.Since(began) > must.Patience {
			p.t.Fatalf("the page never has %s; it shows\n%s", script, p.Shown())
		}
	}
}

// Shown returns the text that the page shows.
func (p *Page) Shown() (text string) {
	p.t.Helper()
	p.Run(&text, "[...document.querySelectorAll(\"p, .row, li, h2, time, [role=alert], #live\")].filter(e => e.offsetParent).map(e => e.textContent).join(\"\\n\")")
	return text
}

// keyCodes are the codes of keys that browsers themselves heed.
var keyCodes = map[string]int{"Enter": 13, "Escape": 27}

// Press presses and releases a key.
func (p *Page) Press(key string) {
	p.t.Helper()
	text := ""
	switch {
	case key == "Enter":
		text = "\r"
	case len(key) == 1:
		text = key
	}
	for _, kind := range []string{"keyDown", "keyUp"} {
		params := map[string]any{"type": kind, "key": key, "code": key}
		if text != "" && kind == "keyDown" {
			params["text"] = text
		}
		if code, known := keyCodes[key]; known {
			params["windowsVirtualKeyCode"] = code
		}
		p.Call(nil, "Input.dispatchKeyEvent", params)
	}
}

// Insert types a text where the focus is.
func (p *Page) Insert(text string) {
	p.t.Helper()
	p.Call(nil, "Input.insertText", map[string]any{"text": text})
}

// Click clicks on the middle of an element, which has to be there and to be seen, as soon as it is not disabled and rests.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.Until(`!document.querySelector(%q)?.matches(":disabled")`, selector)
	x, y := p.Middle(selector)
	p.Mouse("mousePressed", x, y)
	p.Mouse("mouseReleased", x, y)
}

// Tap touches the middle of an element with a finger.
func (p *Page) Tap(selector string) {
	p.t.Helper()
	x, y := p.Middle(selector)
	p.Call(nil, "Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true})
	p.Call(nil, "Input.dispatchTouchEvent", map[string]any{"type": "touchStart", "touchPoints": []map[string]any{{"x": x, "y": y}}})
	p.Call(nil, "Input.dispatchTouchEvent", map[string]any{"type": "touchEnd", "touchPoints": []any{}})
}

// Middle returns where the middle of an element is, after it was scrolled into view and was in the same place in some
// frames: what moves is missed. Pages in the background have no frames.
func (p *Page) Middle(selector string) (x, y float64) {
	p.t.Helper()
	var at []float64
	p.Run(&at, `(async () => {
		const frame = () => new Promise(done => {
			requestAnimationFrame(done);
			setTimeout(done, 50);
		});
		for (let frames = 0, rested = 0, before = ""; frames < 500; frames++) {
			const e = document.querySelector(%q);
			if (!e) return [];
			e.scrollIntoView({ block: "nearest" });
			const { x, y, width, height } = e.getBoundingClientRect(), now = String([x, y, width, height]);
			if (!width) return [];
			rested = now === before ? rested + 1 : 0;
			if (rested === 4) return [x + width / 2, y + height / 2];
			before = now;
			await frame();
		}
		return [];
	})()`, selector)
	if len(at) != 2 {
		p.t.Fatalf("%s is not to be seen, or does not rest", selector)
	}
	return at[0], at[1]
}

// Mouse lets something happen to the mouse: mousePressed, mouseMoved or mouseReleased.
func (p *Page) Mouse(kind string, x, y float64) {
	p.t.Helper()
	buttons := 1
	if kind == "mouseReleased" {
		buttons = 0
	}
	p.Call(nil, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1})
}

// Text returns the text of an element.
func (p *Page) Text(selector string) (text string) {
	p.t.Helper()
	p.Run(&text, `document.querySelector(%q)?.textContent ?? ""`, selector)
	return text
}
