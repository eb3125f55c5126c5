// Package bridge lets package nitoryu show its inside to our other packages, and to nobody else: what
// it exports has no types of package core. Package nitoryu sets the functions here when a program
// starts, and package inside calls them with their types.
//
// It also reads and writes the moves of lines, for both.
package bridge
