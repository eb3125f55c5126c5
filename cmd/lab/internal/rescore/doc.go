// Package rescore lets an engine score the positions of games that were played
// before. The moves and results of a game stay as they are.
//
// It keeps no file; the caller hands games in and gets them back.
package rescore
