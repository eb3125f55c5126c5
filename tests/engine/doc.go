// Package engine is how tests talk with an engine in lines: with a program of this project,
// which is compiled once for each package of tests, with any other, or with a session in the
// process of the test. A test that only asks for moves does so by package client.
package engine
