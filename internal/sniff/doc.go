// Package sniff tells by its first bytes what kind of file was given in place of another.
//
// It opens no file, and knows none of the formats that Nitoryu reads.
package sniff
