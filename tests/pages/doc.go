// Package pages opens the pages of reviewed games in a browser, clicks through whole games
// and reads from the board what stands there. Our own rules are the referee.
//
// It holds tests only, which are skipped where there is no Chromium.
package pages
