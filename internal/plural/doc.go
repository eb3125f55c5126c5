// Package plural says how many things there are, in English. It imports nothing of ours.
package plural
