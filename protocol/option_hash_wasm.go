package protocol

// usualHash is a table in MiB that a browser on a phone has room for.
const usualHash = "32"
