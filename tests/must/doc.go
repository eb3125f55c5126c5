// Package must ends a test at an error that is not what the test is about, reports words that a text or an
// error lacks, and skips a test that takes long unless tests run at full size (NITORYU_FULL).
package must
