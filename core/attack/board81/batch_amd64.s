//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// listAVX512 works in two rounds. The first finds the words of target squares and
// packs those that are not empty, so that no branch asks which they are; the second
// writes the moves of one word after the other. Registers of the first round:
//
//	SI  the batch          R9   occupied.Lo      AX  pieces that are left in a word
//	R8  Board              R10  occupied.Hi      BX  the square of a piece
//	R11 Rules              R12  Lines            DX  where it may go if it is pinned, else Full
//	R13 the words packed   R14  first square     CX, DI  scratch
//	X6  Targets                 of the word      Z2  words that a piece goes to
//	Z7  ruleTags           R15  pinned pieces    Z3  their tags
//	K7  words of a rule         of the word      K6  words of the king and pawns

// There is room for 160 words, eight of which may be written in vain. A whole set of
// pieces has 132 at most: king and pawns 8, lances 24, knights 16, silvers 16, golds 8,
// bishops 12, rooks 12 and promoted pawns 36; in hand they have no more.
#define WORDS 0(SP)(R13*8)
#define TAGS 1280(SP)(R13*8)

// PACK appends those words of Z2 among the lanes that are not empty.
#define PACK(lanes) \
	VPTESTMQ Z2, Z2, lanes, K1 \
	VPCOMPRESSQ.Z Z2, K1, Z2 \
	VPCOMPRESSQ.Z Z3, K1, Z3 \
	VMOVDQU64 Z2, WORDS \
	VMOVDQU64 Z3, TAGS \
	KMOVB K1, CX \
	POPCNTL CX, CX \
	ADDQ CX, R13

// LO and HI begin with the pieces of a set in one of its words.
#define LO(set) \
	XORL R14, R14 \
	MOVQ Batch_Pinned+Bitboard_Lo(SI), R15 \
	MOVQ set+Bitboard_Lo(SI), AX \
	TESTQ AX, AX

#define HI(set) \
	MOVL $const_split, R14 \
	MOVQ Batch_Pinned+Bitboard_Hi(SI), R15 \
	MOVQ set+Bitboard_Hi(SI), AX \
	TESTQ AX, AX

// NEXT takes a piece out of AX and sets BX and DX.
#define NEXT \
	TZCNTQ AX, CX \
	BLSRQ AX, AX \
	LEAQ (CX)(R14*1), BX \
	MOVQ BX, DX \
	SHLQ $4, DX \
	ADDQ R12, DX \
	LEAQ ·Full(SB), DI \
	BTQ CX, R15 \
	CMOVQCC DI, DX

// RULE sets Z1 to the rule of the piece on BX, X1 being its steps, and DI to what its
// moves begin with.
#define RULE \
	MOVBLZX (R8)(BX*1), CX \
	ANDL $15, CX \
	MOVL CX, DI \
	SHLL $16, DI \
	SHLL $7, CX \
	ADDL BX, CX \
	SHLL $6, CX \
	SHLL $7, BX \
	ORL BX, DI \
	VMOVDQU64 (R11)(CX*1), Z1

// REACH packs the words of the piece that reaches the squares of X2.
#define REACH \
	VPAND X6, X2, X2 \
	VPAND (DX), X2, X2 \
	VSHUFI64X2 $0, Z2, Z2, Z2 \
	VPANDQ Z1, Z2, Z2 \
	VPBROADCASTQ DI, Z3 \
	VPADDQ Z7, Z3, Z3 \
	PACK(K7)

// CROSS points CX to the cross of BX.
#define CROSS \
	MOVQ BX, CX \
	SHLQ $5, CX \
	LEAQ ·crosses(SB), DI \
	ADDQ DI, CX

// FILE sets DI to the attacks along the file of the cross CX, in its word. It
// destroys R8 and R11.
#define FILE \
	MOVQ cross_low(CX), DI \
	ANDNQ R10, DI, R8 \
	ANDQ R9, DI \
	ORQ R8, DI \
	MOVBLZX cross_shift(CX), R8 \
	SHRXQ R8, DI, DI \
	SHRQ $1, DI \
	ANDL $127, DI \
	MOVQ cross_file(CX), R11 \
	MOVWLZX (R11)(DI*2), DI \
	SHLXQ R8, DI, DI

// RESTORE makes good what finding attacks destroyed.
#define RESTORE \
	MOVQ Batch_Board(SI), R8 \
	MOVQ Batch_Rules(SI), R11

// func listAVX512(b *Batch, moves *core.Move) int
TEXT ·listAVX512(SB), 0, $2560-24
	MOVQ      b+0(FP), SI
	MOVQ      Batch_Occupied+Bitboard_Lo(SI), R9
	MOVQ      Batch_Occupied+Bitboard_Hi(SI), R10
	MOVQ      Batch_Lines(SI), R12
	RESTORE
	XORL      R13, R13
	VMOVQ     Batch_Targets+Bitboard_Lo(SI), X6
	VPINSRQ   $1, Batch_Targets+Bitboard_Hi(SI), X6, X6
	VMOVDQU64 ·ruleTags(SB), Z7

	// The last two words of eight are pointless.
	MOVBLZX Batch_All(SI), AX
	NEGL    AX
	ORL     $0x3f, AX
	KMOVB   AX, K6
	ANDL    $0xfc, AX
	KMOVB   AX, K7

	// The king has the first two.
	MOVL         $3, AX
	KMOVB        AX, K1
	MOVL         Batch_PawnTemplate(SI), AX
	VPBROADCASTQ AX, Z3
	MOVL         Batch_KingTemplate(SI), AX
	VPBROADCASTQ AX, K1, Z3
	VPADDQ       ·pawnTags(SB), Z3, Z3
	VMOVDQU64    Batch_King(SI), Z2
	PACK(K6)

	LO(Batch_Leapers)
	JZ leapersHi

leaper:
	NEXT
	RULE
	VMOVDQA X1, X2
	REACH
	TESTQ   AX, AX
	JNZ     leaper
	TESTL   R14, R14
	JNZ     lances

leapersHi:
	HI(Batch_Leapers)
	JNZ leaper

lances:
	LO(Batch_Lances)
	JZ lancesHi

lance:
	NEXT
	CROSS
	FILE
	VPBROADCASTQ DI, X2
	MOVBLZX      Batch_Color(SI), CX
	SHLL         $7, CX
	ADDL         BX, CX
	SHLL         $4, CX
	LEAQ         ·ahead(SB), DI
	VPAND        (DI)(CX*1), X2, X2
	RESTORE
	RULE
	VPOR         X1, X2, X2
	REACH
	TESTQ        AX, AX
	JNZ          lance
	TESTL        R14, R14
	JNZ          bishops

lancesHi:
	HI(Batch_Lances)
	JNZ lance

bishops:
	LO(Batch_Bishops)
	JZ bishopsHi

bishop:
	NEXT
	MOVQ    BX, CX
	SHLQ    $5, CX
	LEAQ    ·diagonals(SB), DI
	ADDQ    DI, CX
	MOVQ    diagonal_lo(CX), DI
	ANDQ    R9, DI
	MOVQ    diagonal_hi(CX), R8
	ANDQ    R10, R8
	ORQ     R8, DI
	IMULQ   diagonal_factor(CX), DI
	MOVBLZX diagonal_shift(CX), R8
	SHRXQ   R8, DI, DI
	MOVL    diagonal_offset(CX), R8
	ADDQ    R8, DI
	SHLQ    $4, DI
	LEAQ    ·bishopAttacks(SB), R8
	VMOVDQU (R8)(DI*1), X2
	RESTORE
	RULE
	VPOR    X1, X2, X2
	REACH
	TESTQ   AX, AX
	JNZ     bishop
	TESTL   R14, R14
	JNZ     rooks

bishopsHi:
	HI(Batch_Bishops)
	JNZ bishop

rooks:
	LO(Batch_Rooks)
	JZ rooksHi

rook:
	NEXT
	CROSS
	MOVBLZX cross_row(CX), R8
	VMOVD   R8, X4
	SHRXQ   R8, R9, DI
	MOVQ    $const_rankInner, R11
	PEXTQ   R11, DI, DI
	SHRXQ   R8, R10, R8
	ANDL    $1, R8
	SHLL    $6, R8
	ORL     R8, DI
	SHLL    $4, DI
	MOVQ    cross_rank(CX), R8
	VMOVDQU (R8)(DI*1), X2
	VPSLLQ  X4, X2, X2
	FILE
	MOVQ    cross_low(CX), R8
	ANDNQ   DI, R8, R11
	ANDQ    DI, R8
	VMOVQ   R8, X4
	VPINSRQ $1, R11, X4, X4
	VPOR    X4, X2, X2
	RESTORE
	RULE
	VPOR    X1, X2, X2
	REACH
	TESTQ   AX, AX
	JNZ     rook
	TESTL   R14, R14
	JNZ     drops

rooksHi:
	HI(Batch_Rooks)
	JNZ rook

drops:
	MOVQ      Batch_Drops(SI), AX
	TESTQ     AX, AX
	JZ        write
	KXNORB    K6, K6, K6
	VMOVDQU64 (AX), Z2
	VMOVDQU64 ·dropTags(SB), Z3
	PACK(K6)
	VMOVDQU64 64(AX), Z2
	VMOVDQU64 ·dropTags+64(SB), Z3
	PACK(K6)

	// The second round: DI is the next move, R13 the word of CX words, AX the number
	// of its squares that are left, Z4 the numbers of squares.
write:
	MOVQ     moves+8(FP), DI
	MOVQ     R13, CX
	TESTQ    CX, CX
	JZ       done
	XORL     R13, R13
	LEAQ     ·rows(SB), R9
	VMOVDQU8 ·squares(SB), Z4

word:
	MOVQ          WORDS, AX
	MOVQ          TAGS, DX
	KMOVQ         AX, K1
	POPCNTQ       AX, AX
	VPBROADCASTD  DX, Z0
	SHRQ          $32, DX
	MOVL          row_first(R9)(DX*1), BX
	VPBROADCASTD  row_factor(R9)(DX*1), Z1
	VMOVDQU8      (R8)(BX*1), Z3
	VPCOMPRESSB.Z Z4, K1, Z2
	VPCOMPRESSB.Z Z3, K1, Z3

sixteen:
	VPMOVZXBD   X2, Z5
	VPMOVZXBD   X3, Z6
	VPMADDWD    Z1, Z5, Z5
	VPSLLD      $20, Z6, Z6
	VPADDD      Z0, Z5, Z5
	VPANDD.BCST row_mask(R9)(DX*1), Z6, Z6
	VPORD       Z5, Z6, Z6
	VMOVDQU32   Z6, (DI)
	CMPQ        AX, $16
	JA          more
	LEAQ        (DI)(AX*4), DI
	INCQ        R13
	CMPQ        R13, CX
	JB          word

done:
	VZEROUPPER
	SUBQ moves+8(FP), DI
	SHRQ $2, DI
	MOVQ DI, ret+16(FP)
	RET

more:
	VALIGNQ $2, Z2, Z2, Z2
	VALIGNQ $2, Z3, Z3, Z3
	ADDQ    $64, DI
	SUBQ    $16, AX
	JMP     sixteen

// func dropAVX2(drops *[droppable]Bitboard, moves *core.Move) int
TEXT ·dropAVX2(SB), NOSPLIT, $0-24
	MOVQ         drops+0(FP), SI
	MOVQ         moves+8(FP), DI
	LEAQ         ·members(SB), R8
	LEAQ         ·dropTags(SB), R9
	MOVL         $8, AX
	VMOVD        AX, X2
	VPBROADCASTD X2, Y2
	XORL         R13, R13

word:
	MOVQ         (SI)(R13*8), AX
	TESTQ        AX, AX
	JZ           nextWord
	VPBROADCASTD (R9)(R13*8), Y1 // the template, and the first of eight squares

eight:
	MOVBLZX   AX, BX
	VPMOVZXBD (R8)(BX*8), Y0
	VPADDD    Y1, Y0, Y0
	VMOVDQU   Y0, (DI)
	POPCNTL   BX, BX
	LEAQ      (DI)(BX*4), DI
	VPADDD    Y2, Y1, Y1
	SHRQ      $8, AX
	JNZ       eight

nextWord:
	INCQ R13
	CMPQ R13, $(2*const_droppable)
	JB   word
	VZEROUPPER
	SUBQ moves+8(FP), DI
	SHRQ $2, DI
	MOVQ DI, ret+16(FP)
	RET
