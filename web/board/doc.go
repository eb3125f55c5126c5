// Package board draws positions of chess and shogi as SVG, with pieces of its own. A page
// holds [Style.Symbols] and [CSS] once; pictures, and scripts that move pieces, refer to them.
// [Picture.File] is a picture that needs neither.
//
// It reads the placement of FENs and SFENs and knows no rules: any piece may stand
// anywhere. It opens no file.
//
// It is not promised to other programs, and may change in any release.
package board
