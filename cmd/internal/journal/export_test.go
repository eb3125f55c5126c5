package journal

// Tear makes f one whose last write failed half way, and could not be taken back.
func Tear(f *File) { f.torn = true }
