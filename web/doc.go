// Package web has the files of the page: nitoryu serve serves them, and the site with the
// engine as WebAssembly is made of them. It has no code of its own.
//
// It is not promised to other programs, and may change in any release.
package web
