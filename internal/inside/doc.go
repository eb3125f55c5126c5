// Package inside shows our own programs what values of package nitoryu hold: positions and engines of
// the packages that search. Programs of others need none of it.
//
// It is the seam between both: behind package nitoryu moves are text of the protocols, as other
// engines and JSON have them, so that a move has one form there. Whoever shows, judges or stores lines
// turns them into moves of package core here, once for each line, and back.
package inside
