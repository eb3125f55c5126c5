// Package web checks what stands behind the page from outside: the built binary as a server
// with real engines, and the site with the engine as WebAssembly, run in Node. NITORYU_SERVE is
// how long random visitors come to the server, such as 1h; by default a second.
package web
