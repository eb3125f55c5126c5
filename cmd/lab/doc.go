// Command lab is the workbench of engine authors: matches between engines of
// either protocol, test suites, the worth of threads and of each technique of our
// search, and self-play data. It draws on everything; nothing draws on it. See lab help.
package main
