// Package page writes a reviewed game as one HTML file that needs nothing else: a board to
// click through, the moves with their judgements, the chances to win as a graph, and what
// there is to say about both players. [Index] lists many such pages.
//
// It judges nothing itself, opens no file, and its pages make no requests.
//
// It is not promised to other programs, and may change in any release.
package page
