// Command lab is the workbench of engine authors: matches between engines of
// either protocol, test suites, the worth of threads and of each technique of our
// search, tuning, training data and training. See lab help.
package main
