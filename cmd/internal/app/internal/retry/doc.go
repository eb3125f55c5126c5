// Package retry tries again what failed on a network, after waits that grow. It opens no connection
// itself.
package retry
