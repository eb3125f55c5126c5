module github.com/nitoryu/nitoryu

go 1.26.0

require (
	github.com/coder/websocket v1.8.15
	github.com/gofrs/flock v0.13.1
	github.com/google/shlex v0.0.0-20191202100458-e7afc7fbc510
	github.com/klauspost/compress v1.20.4
	github.com/klauspost/cpuid/v2 v2.4.2
	golang.org/x/sys v0.49.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.43.0
)
