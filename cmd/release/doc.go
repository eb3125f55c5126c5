// Command release makes the files of a release: for each platform an archive with engine and
// lab, then the checksums, the bill of materials, the notes, and the files that Homebrew and
// Scoop install from. The release workflow runs it, and anybody else can: the same sources and
// the same Go give the same bytes.
//
// The version and the time of a release come from version control: the go command writes them
// into the binaries. This program uploads nothing.
package main
