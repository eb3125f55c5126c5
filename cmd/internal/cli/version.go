package cli

// Version is the release this source belongs to.
const Version = "0.1-dev"
