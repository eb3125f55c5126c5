// Package deepen makes a book larger by searching the positions at its ends, first the ones
// that good play leads to: drop-out expansion, see [book.Tree.Leaves]. Several moves of a
// position are scored by one search and become moves of the book; the scores of the whole book
// follow from them by [book.Tree.Backup].
//
// It keeps no file: the caller gets each search as it ends, and hands in the searches of
// earlier runs. With one thread and a number of nodes, an interrupted run that goes on this way
// makes the same searches in the same order as an uninterrupted one.
package deepen
