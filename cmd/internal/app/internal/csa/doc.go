// Package csa plays games of shogi on a server of the CSA protocol, version 1.2.1, as floodgate is:
// it logs in, agrees to games, moves by a searcher with the clock of the server, declares and
// resigns, and tells score and line of each move. What it has played is saved as CSA and KIF, also
// where a game breaks off; lost connections are opened again, after waits that grow.
//
// The server is the referee and is not trusted: lines, summaries and waits have bounds, each move
// is checked by the rules, and what does not fit ends the connection. A password goes to the server
// alone. The package opens no connection but that one.
package csa
