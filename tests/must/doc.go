// Package must ends a test at an error that is not what the test is about, and skips one that takes long
// unless tests run at full size (NITORYU_FULL).
package must
