// Package sniff tells what a file is that was given in place of another, by its first bytes.
//
// It opens no file, and knows none of the formats that Nitoryu reads.
package sniff
