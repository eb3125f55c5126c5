// Package serve is the server behind the page of Nitoryu: static files, and WebSockets over
// which each page has the web API and an engine of its own.
//
// It serves those who know the token and come from its own pages, and shares threads and
// memory among their engines. It plays nothing itself.
package serve
