//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Both kernels do what Batch.list does, in its order. Registers:
//
//	SI  the batch          R9   occupied    AX  pieces that are left
//	DI  the next move      R10  targets     BX  the square of a piece
//	R8  Board              R11  pinned      CX  the squares that it goes to
//	R13 extracts of the kind   R12  Lines   DX  scratch, then the template
//	R15 extracts of all

#define BEGIN \
	MOVQ b+0(FP), SI \
	MOVQ moves+8(FP), DI \
	MOVQ Batch_Board(SI), R8 \
	MOVQ Batch_Occupied(SI), R9 \
	MOVQ Batch_Targets(SI), R10 \
	MOVQ Batch_Pinned(SI), R11 \
	MOVQ Batch_Lines(SI), R12 \
	LEAQ ·extracts(SB), R15

#define END \
	SUBQ moves+8(FP), DI \
	SHRQ $2, DI \
	MOVQ DI, ret+16(FP) \
	RET

// SLIDE sets CX to the targets of the slider on BX.
#define SLIDE \
	LEAQ (BX)(BX*2), DX \
	PEXTQ (R13)(DX*8), R9, CX \
	ADDQ 16(R13)(DX*8), CX \
	MOVWLZX (R15)(CX*2), CX \
	PDEPQ 8(R13)(DX*8), CX, CX \
	ANDQ R10, CX \
	MOVQ $-1, DX \
	BTQ BX, R11 \
	CMOVQCS (R12)(BX*8), DX \
	ANDQ DX, CX

// BASE sets DX to the template of the moves of the piece on BX: its square and its
// kind. It destroys BX.
#define BASE \
	MOVBLZX (R8)(BX*1), DX \
	ANDL $15, DX \
	SHLL $16, DX \
	SHLL $7, BX \
	ORL BX, DX

// EACH writes the moves to the squares of CX, which is not empty, one by one. DX is
// their template.
#define EACH(loop) \
loop: \
	TZCNTQ CX, BX \
	BLSRQ CX, CX \
	MOVBLZX (R8)(BX*1), R14 \
	SHLL $20, R14 \
	ORL DX, BX \
	ORL BX, R14 \
	MOVL R14, (DI) \
	ADDQ $4, DI \
	TESTQ CX, CX \
	JNZ loop

// PAWNS writes the pawn moves of a direction and continues at next.
#define PAWNS(i, begin, loop, next) \
begin: \
	MOVQ (Batch_PawnTargets+i*8)(SI), CX \
	MOVL (i*4)(R13), DX \
	TESTQ CX, CX \
	JZ next \
loop: \
	TZCNTQ CX, BX \
	BLSRQ CX, CX \
	MOVBLZX (R8)(BX*1), R14 \
	SHLL $20, R14 \
	ADDL DX, R14 \
	ADDL BX, R14 \
	SHLL $7, BX \
	ADDL BX, R14 \
	MOVL R14, (DI) \
	ADDQ $4, DI \
	TESTQ CX, CX \
	JNZ loop

// func listPEXT(b *Batch, moves *core.Move) int
TEXT ·listPEXT(SB), NOSPLIT, $0-24
	BEGIN
	MOVQ Batch_LeaperAttacks(SI), R13
	MOVQ Batch_Leapers(SI), AX
	TESTQ AX, AX
	JZ   bishops

leaper:
	TZCNTQ AX, BX
	MOVQ   (R13)(BX*8), CX
	ANDQ   R10, CX
	JZ     nextLeaper
	BASE
	EACH(leap)

nextLeaper:
	BLSRQ AX, AX
	JNZ   leaper

bishops:
	LEAQ  ·bishopExtracts(SB), R13
	MOVQ  Batch_Bishops(SI), AX
	TESTQ AX, AX
	JZ    rooks

bishop:
	TZCNTQ AX, BX
	SLIDE
	JZ     nextBishop
	BASE
	EACH(slant)

nextBishop:
	BLSRQ AX, AX
	JNZ   bishop

rooks:
	LEAQ  ·rookExtracts(SB), R13
	MOVQ  Batch_Rooks(SI), AX
	TESTQ AX, AX
	JZ    pawns

rook:
	TZCNTQ AX, BX
	SLIDE
	JZ     nextRook
	BASE
	EACH(straight)

nextRook:
	BLSRQ AX, AX
	JNZ   rook

pawns:
	MOVQ Batch_PawnTemplates(SI), R13
	PAWNS(0, pawns0, pawn0, pawns1)
	PAWNS(1, pawns1, pawn1, pawns2)
	PAWNS(2, pawns2, pawn2, pawns3)
	PAWNS(3, pawns3, pawn3, done)

done:
	END

// SPREAD sets Z1 to the first 16 squares of CX, a double word each, and Z2 to
// the captures there. Z8 holds the squares, Z9 Board, K2 the lowest
// byte of every double word. A piece has 14 moves at most.
#define SPREAD \
	KMOVQ CX, K1 \
	VPCOMPRESSB.Z Z8, K1, Z1 \
	POPCNTQ CX, CX \
	VPMOVZXBD X1, Z1 \
	VPERMB.Z Z9, Z1, K2, Z2 \
	VPSLLD $20, Z2, Z2

#define WRITE \
	BASE \
	SPREAD \
	VPBROADCASTD DX, Z0 \
	VPTERNLOGD $0xfe, Z1, Z2, Z0 \
	VMOVDQU32 Z0, (DI) \
	LEAQ (DI)(CX*4), DI

#define PAWNS_AT_ONCE(i) \
	MOVQ (Batch_PawnTargets+i*8)(SI), CX \
	SPREAD \
	VPSLLD $7, Z1, Z0 \
	VPADDD Z1, Z0, Z0 \
	VPADDD.BCST (i*4)(R13), Z0, Z0 \
	VPORD Z2, Z0, Z0 \
	VMOVDQU32 Z0, (DI) \
	LEAQ (DI)(CX*4), DI

// func listAVX512(b *Batch, moves *core.Move) int
TEXT ·listAVX512(SB), NOSPLIT, $0-24
	BEGIN
	VMOVDQU64 ·squares(SB), Z8
	VMOVDQU64 (R8), Z9
	MOVQ      $0x1111111111111111, DX
	KMOVQ     DX, K2
	MOVQ      Batch_LeaperAttacks(SI), R13
	MOVQ      Batch_Leapers(SI), AX
	TESTQ     AX, AX
	JZ        bishops

leaper:
	TZCNTQ AX, BX
	MOVQ   (R13)(BX*8), CX
	ANDQ   R10, CX
	JZ     nextLeaper
	WRITE

nextLeaper:
	BLSRQ  AX, AX
	JNZ    leaper

bishops:
	LEAQ  ·bishopExtracts(SB), R13
	MOVQ  Batch_Bishops(SI), AX
	TESTQ AX, AX
	JZ    rooks

bishop:
	TZCNTQ AX, BX
	SLIDE
	JZ     nextBishop
	WRITE

nextBishop:
	BLSRQ  AX, AX
	JNZ    bishop

rooks:
	LEAQ  ·rookExtracts(SB), R13
	MOVQ  Batch_Rooks(SI), AX
	TESTQ AX, AX
	JZ    pawns

rook:
	TZCNTQ AX, BX
	SLIDE
	JZ     nextRook
	WRITE

nextRook:
	BLSRQ  AX, AX
	JNZ    rook

pawns:
	MOVQ Batch_PawnTemplates(SI), R13
	PAWNS_AT_ONCE(0)
	PAWNS_AT_ONCE(1)
	PAWNS_AT_ONCE(2)
	PAWNS_AT_ONCE(3)
	VZEROUPPER
	END
