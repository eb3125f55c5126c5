package protocol

// usualHash is the size in MiB of a table that a browser on a phone has room for.
const usualHash = "32"
