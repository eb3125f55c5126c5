module github.com/nitoryu/nitoryu

go 1.26.0

require golang.org/x/sys v0.49.0

require golang.org/x/term v0.47.0

require github.com/klauspost/cpuid/v2 v2.4.2

require github.com/google/pprof v0.0.0-20260906184651-6331bc6350fe
