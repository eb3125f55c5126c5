// Package inside shows our own programs what values of package nitoryu hold: positions and engines of
// the packages that search. Programs of others need none of it.
package inside
