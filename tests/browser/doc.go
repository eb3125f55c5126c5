// Package browser drives a Chromium without a window in tests of pages: it opens pages,
// clicks, presses keys and runs scripts, and sees to it that a page neither complains nor
// asks for anything that it should not. Where there is no Chromium, tests are skipped.
//
// It waits for nothing by itself but what it is told to.
package browser
