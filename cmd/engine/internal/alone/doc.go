// Package alone is the engine of one game without anything else: it speaks the protocol of that game
// on its standard streams. A page or a package for JavaScript has the streams made of messages. The
// programs that are built of it are small, since nothing is linked that they do not use.
package alone
