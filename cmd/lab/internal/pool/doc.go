// Package pool runs workers that share a piece of work.
package pool
