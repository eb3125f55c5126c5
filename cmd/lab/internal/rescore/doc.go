// Package rescore scores the positions of games that were played before. The moves and
// results of a game stay as they are.
//
// Scores come from an engine ([Engine]), or from our search without an engine around it
// ([Own]), which is far faster for few nodes.
//
// It keeps no file; the caller hands games in and gets them back.
package rescore
