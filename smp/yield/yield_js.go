package yield

import (
	"syscall/js"
	"time"
)

// interval is how long a computation keeps a browser's thread to itself: well below the
// 50 ms in which people expect an answer.
const interval = 12 * time.Millisecond

// Yielder lets others have the thread for a moment. In a browser everything shares one thread, and
// no command arrives before all goroutines wait. Waiting for a message to itself takes some
// microseconds; sleeping would take the four milliseconds that browsers make timers wait
// (https://html.spec.whatwg.org/#timers). Node reads its input only after a thousand such
// messages, but has setImmediate. A Yielder is used by one goroutine.
type Yielder struct {
	last  time.Time
	ask   func() // to be woken soon; nil before the first time
	woken js.Func
	wake  chan struct{}
	ports []js.Value
}

// Yield waits if it is time to.
func (y *Yielder) Yield() {
	if time.Since(y.last) < interval {
		return
	}
	if y.ask == nil {
		y.begin()
	}
	y.ask()
	<-y.wake
	y.last = time.Now()
}

// begin finds a way to be woken.
func (y *Yielder) begin() {
	y.wake = make(chan struct{}, 1)
	y.woken = js.FuncOf(func(js.Value, []js.Value) any { y.wake <- struct{}{}; return nil })
	if immediate := js.Global().Get("setImmediate"); immediate.Type() == js.TypeFunction {
		y.ask = func() { immediate.Invoke(y.woken) }
		return
	}
	channel := js.Global().Get("MessageChannel").New()
	y.ports = []js.Value{channel.Get("port1"), channel.Get("port2")}
	y.ports[0].Set("onmessage", y.woken)
	y.ask = func() { y.ports[1].Call("postMessage", nil) }
}

// End frees what Yield needed.
func (y *Yielder) End() {
	if y.ask == nil {
		return
	}
	for _, port := range y.ports {
		port.Call("close")
	}
	y.woken.Release()
	*y = Yielder{}
}
