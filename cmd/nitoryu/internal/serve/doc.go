// Package serve is the server behind the page of Nitoryu: static files, and WebSockets over
// which each page has an engine process and a web API of its own.
//
// It serves those who know the token and come from its own pages, and passes on only
// commands of the protocols that open no file. It plays nothing itself.
package serve
