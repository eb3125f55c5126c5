// Package web tests the page from outside: nitoryu serve with real engines, and the engine
// as WebAssembly in Node, both spoken to as the page does; and in a browser the page itself,
// in which every piece that moves is clicked, dragged, chosen by keys or typed.
//
// It holds tests only.
package web
