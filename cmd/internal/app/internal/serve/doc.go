// Package serve is the server behind the page of Nitoryu: static files, and WebSockets over
// which each page has the web API and an engine of its own.
//
// It serves those who know the token and come from its own pages, directly or by way of a proxy, and
// shares threads and memory among their engines. Connections have bounds, and idle ones give way
// to others. It plays nothing itself.
package serve
