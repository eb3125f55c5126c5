// Package must ends a test at an error that is not what the test is about.
package must
