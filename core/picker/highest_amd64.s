//go:build !purego

#include "textflag.h"

// The kernels begin with the last 32 ranks, at DX, and go on from the first, at SI, until
// they meet: a rank may count twice.
#define ARGUMENTS \
	MOVQ ranks+0(FP), SI \
	MOVQ n+8(FP), CX \
	LEAQ -128(SI)(CX*4), DX

// HIGHEST is the largest lane of Y0.
#define HIGHEST \
	VEXTRACTI128 $1, Y0, X1 \
	VPMAXSD X1, X0, X0 \
	VPSHUFD $0x4E, X0, X1 \
	VPMAXSD X1, X0, X0 \
	VPSHUFD $0xB1, X0, X1 \
	VPMAXSD X1, X0, X0 \
	VMOVD X0, AX \
	VZEROUPPER

// func highestAVX2(ranks *int32, n int) int32
TEXT ·highestAVX2(SB), NOSPLIT, $0-20
	ARGUMENTS
	VMOVDQU (DX), Y0
	VMOVDQU 32(DX), Y1
	VMOVDQU 64(DX), Y2
	VMOVDQU 96(DX), Y3
loop:
	VPMAXSD (SI), Y0, Y0
	VPMAXSD 32(SI), Y1, Y1
	VPMAXSD 64(SI), Y2, Y2
	VPMAXSD 96(SI), Y3, Y3
	ADDQ $128, SI
	CMPQ SI, DX
	JCS loop
	VPMAXSD Y1, Y0, Y0
	VPMAXSD Y3, Y2, Y2
	VPMAXSD Y2, Y0, Y0
	HIGHEST
	MOVL AX, ret+16(FP)
	RET

// func highestAVX512(ranks *int32, n int) int32
TEXT ·highestAVX512(SB), NOSPLIT, $0-20
	ARGUMENTS
	VMOVDQU32 (DX), Z0
	VMOVDQU32 64(DX), Z2
loop:
	VPMAXSD (SI), Z0, Z0
	VPMAXSD 64(SI), Z2, Z2
	ADDQ $128, SI
	CMPQ SI, DX
	JCS loop
	VPMAXSD Z2, Z0, Z0
	VEXTRACTI64X4 $1, Z0, Y1
	VPMAXSD Y1, Y0, Y0
	HIGHEST
	MOVL AX, ret+16(FP)
	RET
