// Package web plays and analyses games in the page that nitoryu serve serves, in a browser:
// every piece that moves is clicked, dragged, chosen by keys or typed.
//
// It holds tests only.
package web
