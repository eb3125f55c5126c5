package smp

import (
	"syscall/js"
	"time"
)

// breathInterval is how long a search runs before it yields the browser's thread: well
// below the 50 ms in which people expect an answer.
const breathInterval = 12 * time.Millisecond

// yielder lets a search yield. In a browser everything shares one thread, and no command
// arrives before all goroutines wait. Waiting for a message to itself takes some
// microseconds; sleeping would take the four milliseconds that browsers make timers wait
// (https://html.spec.whatwg.org/#timers). Node reads its input only after a thousand such
// messages, but has setImmediate. A yielder is used by one goroutine.
type yielder struct {
	last  time.Time
	ask   func() // asks to be woken soon; nil before the first yield
	woken js.Func
	wake  chan struct{}
	ports []js.Value
}

// take yields if breathInterval has passed.
func (b *yielder) take() {
	if time.Since(b.last) < breathInterval {
		return
	}
	if b.ask == nil {
		b.begin()
	}
	b.ask()
	<-b.wake
	b.last = time.Now()
}

// begin finds a way to be woken.
func (b *yielder) begin() {
	b.wake = make(chan struct{}, 1)
	b.woken = js.FuncOf(func(js.Value, []js.Value) any { b.wake <- struct{}{}; return nil })
	if immediate := js.Global().Get("setImmediate"); immediate.Type() == js.TypeFunction {
		b.ask = func() { immediate.Invoke(b.woken) }
		return
	}
	channel := js.Global().Get("MessageChannel").New()
	b.ports = []js.Value{channel.Get("port1"), channel.Get("port2")}
	b.ports[0].Set("onmessage", b.woken)
	b.ask = func() { b.ports[1].Call("postMessage", nil) }
}

// end frees what take needed.
func (b *yielder) end() {
	if b.ask == nil {
		return
	}
	for _, port := range b.ports {
		port.Call("close")
	}
	b.woken.Release()
	*b = yielder{}
}
