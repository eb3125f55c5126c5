// Package page plays and analyses games in the page of nitoryu serve, in a browser: every
// piece that moves is clicked, dragged, chosen by keys or typed.
//
// It holds tests only.
package page
