// Command release makes what a release consists of: an archive for each platform, with
// engine and lab, the checksums, the bill of materials, the notes, and the files that Homebrew and Scoop
// install from. The workflow of releases runs it as anybody can: equal sources and an
// equal Go give equal bytes.
//
// It takes the version and the time of a release from version control, by way of what the
// go command writes into binaries. It uploads nothing.
package main
