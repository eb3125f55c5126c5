// Command release makes what goreleaser does not make of a release: the bill of materials with
// licences and networks, the files that Homebrew and Scoop install from, and the notes; and it
// writes THIRD_PARTY.md. What builds, packs and sums the rest stands in .goreleaser.yaml, which
// runs this command; .ci/release runs both. It uploads nothing.
package main
