// Package bookpage draws an opening book as a page of HTML: a tree of moves that opens and
// closes, and for the position that is selected a board, scores and how games went. The
// page needs no other file and asks no server.
//
// It opens no file and never searches.
package bookpage
