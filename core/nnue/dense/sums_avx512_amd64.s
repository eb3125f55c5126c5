//go:build !purego

#include "textflag.h"
#include "sums_amd64.h"

// The sums of a block of 32, 16 or 8 outputs, or a single one, with AVX-512 and
// VPDPBUSD, which multiplies four bytes without a sign by four with one and adds the
// products to a lane of 32 bits. See sumsGo.
//
// A layer of less than 64 groups goes through all of them. Another lists the groups that
// are not all zero, as bytes, and goes through the list: a part of at most 256 groups at
// a time. Without a list, a loop over the bits of each word would end where no branch
// predictor knows; so only the end of the list is a surprise. If more than two thirds
// are in the list, all of them one after another are faster.
//
// SI are the inputs of a part and R8 its weights, CX the groups after it, DX those in
// it. Four groups at a time, each with sums of its own, hide the latency.

// Bytes 0 to 63.
DATA numbers<>+0(SB)/8, $0x0706050403020100
DATA numbers<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA numbers<>+16(SB)/8, $0x1716151413121110
DATA numbers<>+24(SB)/8, $0x1f1e1d1c1b1a1918
DATA numbers<>+32(SB)/8, $0x2726252423222120
DATA numbers<>+40(SB)/8, $0x2f2e2d2c2b2a2928
DATA numbers<>+48(SB)/8, $0x3736353433323130
DATA numbers<>+56(SB)/8, $0x3f3e3d3c3b3a3938
GLOBL numbers<>(SB), RODATA|NOPTR, $64

#define ARGUMENTS \
	MOVQ out+0(FP), DI \
	MOVQ in+8(FP), SI \
	MOVQ weights+16(FP), R8 \
	MOVQ bias+24(FP), R9 \
	MOVQ groups+32(FP), CX

// PART begins a part: it lists its groups from R13, R12 of them, or goes to dense, the
// loop over all.
//
// The list is filled up to a multiple of four with groups that are zero, so that the
// loop over four at a time does all, unless the last 64 groups have too few of them.
#define PART(scan, whole, dense) \
	MOVL $256, DX \
	CMPQ CX, DX \
	CMOVQLT CX, DX \
	SUBQ DX, CX \
	CMPQ DX, $64 \
	JLT dense \
	VMOVDQU64 numbers<>(SB), Z12 \
	MOVL $64, AX \
	VPBROADCASTB AX, Z13 \
	LEAQ list-320(SP), R13 \
	MOVQ R13, R12 \
	MOVQ SI, R9 \
	MOVQ DX, R10 \
scan: \
	VMOVDQU64 (R9), Z8 \
	VMOVDQU64 64(R9), Z9 \
	VMOVDQU64 128(R9), Z10 \
	VMOVDQU64 192(R9), Z11 \
	VPTESTMD Z8, Z8, K1 \
	VPTESTMD Z9, Z9, K2 \
	VPTESTMD Z10, Z10, K3 \
	VPTESTMD Z11, Z11, K4 \
	KUNPCKWD K1, K2, K1 \
	KUNPCKWD K3, K4, K3 \
	KUNPCKDQ K1, K3, K1 \
	KMOVQ K1, AX \
	VPCOMPRESSB.Z Z12, K1, Z14 \
	VMOVDQU64 Z14, (R12) \
	POPCNTQ AX, BX \
	ADDQ BX, R12 \
	ADDQ $256, R9 \
	SUBQ $64, R10 \
	JZ whole \
	VPADDB Z13, Z12, Z12 \
	JMP scan \
whole: \
	MOVQ R13, BX \
	SUBQ R12, BX \
	ANDQ $3, BX \
	MOVQ $-1, R10 \
	BZHIQ BX, R10, BX \
	NOTQ AX \
	PDEPQ AX, BX, AX \
	KMOVQ AX, K1 \
	VPCOMPRESSB.Z Z12, K1, Z14 \
	VMOVDQU64 Z14, (R12) \
	POPCNTQ AX, AX \
	ADDQ AX, R12 \
	SUBQ R13, R12 \
	LEAQ (R12)(R12*2), AX \
	SHRQ $1, AX \
	CMPQ AX, DX \
	JGT dense

// GROUP32 takes a group number in r, broadcasts its inputs to b and adds to the sums in s
// and t; so do the others. The way through R9 spares vector loads, of which Zen 4 has
// one of 512 bits in a cycle. Those of 256 bits do not need it.
#define GROUP32(r, b, s, t) \
	MOVL (SI)(r*4), R9 \
	VPBROADCASTD R9, b \
	SHLQ $7, r \
	VPDPBUSD (R8)(r*1), b, s \
	VPDPBUSD 64(R8)(r*1), b, t

#define GROUP16(r, b, s) \
	MOVL (SI)(r*4), R9 \
	VPBROADCASTD R9, b \
	SHLQ $6, r \
	VPDPBUSD (R8)(r*1), b, s

#define GROUP8(r, b, s) \
	VPBROADCASTD (SI)(r*4), b \
	SHLQ $5, r \
	VPDPBUSD (R8)(r*1), b, s

// FOUR loads the next four group numbers.
#define FOUR \
	MOVBLZX (R13), AX \
	MOVBLZX 1(R13), BX \
	MOVBLZX 2(R13), R10 \
	MOVBLZX 3(R13), R11 \
	ADDQ $4, R13

// BLOCK adds the products of all groups, whose weights have 1<<shift bytes each: single does so
// for a group, four for four, neighbours for four that follow each other.
#define BLOCK(shift, single, four, neighbours) \
part: \
	PART(scan, whole, dense) \
	SUBQ $4, R12 \
	JLT rest \
some: \
	FOUR \
	four \
	SUBQ $4, R12 \
	JGE some \
rest: \
	ADDQ $4, R12 \
	JZ next \
one: \
	MOVBLZX (R13), AX \
	INCQ R13 \
	single \
	DECQ R12 \
	JNZ one \
next: \
	LEAQ (SI)(DX*4), SI \
	SHLQ $shift, DX \
	ADDQ DX, R8 \
	TESTQ CX, CX \
	JNZ part \
	JMP done \
dense: \
	neighbours \
	ADDQ $16, SI \
	ADDQ $(4<<shift), R8 \
	SUBQ $4, DX \
	JNZ dense \
	TESTQ CX, CX \
	JNZ part \
done:

#define SINGLE32 GROUP32(AX, Z8, Z0, Z1)

#define FOUR32 \
	SINGLE32 \
	GROUP32(BX, Z9, Z2, Z3) \
	GROUP32(R10, Z10, Z4, Z5) \
	GROUP32(R11, Z11, Z6, Z7)

#define SINGLE16 GROUP16(AX, Z8, Z0)

#define FOUR16 \
	SINGLE16 \
	GROUP16(BX, Z9, Z1) \
	GROUP16(R10, Z10, Z2) \
	GROUP16(R11, Z11, Z3)

#define NEIGHBOURS16 \
	INPUTS \
	VPDPBUSD (R8), Z8, Z0 \
	VPDPBUSD 64(R8), Z9, Z1 \
	VPDPBUSD 128(R8), Z10, Z2 \
	VPDPBUSD 192(R8), Z11, Z3

#define SINGLE8 GROUP8(AX, Y8, Y0)

#define FOUR8 \
	SINGLE8 \
	GROUP8(BX, Y9, Y1) \
	GROUP8(R10, Y10, Y2) \
	GROUP8(R11, Y11, Y3)

#define NEIGHBOURS8 \
	VPBROADCASTD (SI), Y8 \
	VPBROADCASTD 4(SI), Y9 \
	VPBROADCASTD 8(SI), Y10 \
	VPBROADCASTD 12(SI), Y11 \
	VPDPBUSD (R8), Y8, Y0 \
	VPDPBUSD 32(R8), Y9, Y1 \
	VPDPBUSD 64(R8), Y10, Y2 \
	VPDPBUSD 96(R8), Y11, Y3

// func sums32AVX512(out *int32, in *uint8, weights *int8, bias *int32, groups int)
TEXT ·sums32AVX512(SB), NOSPLIT, $320-40
	ARGUMENTS
	BEGIN32
	BLOCK(7, SINGLE32, FOUR32, NEIGHBOURS32)
	TOTAL32
	VMOVDQU64 Z0, (DI)
	VMOVDQU64 Z1, 64(DI)
	VZEROUPPER
	RET

// func sums16AVX512(out *int32, in *uint8, weights *int8, bias *int32, groups int)
TEXT ·sums16AVX512(SB), NOSPLIT, $320-40
	ARGUMENTS
	VMOVDQU64 (R9), Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	BLOCK(6, SINGLE16, FOUR16, NEIGHBOURS16)
	VPADDD Z1, Z0, Z0
	VPADDD Z3, Z2, Z2
	VPADDD Z2, Z0, Z0
	VMOVDQU64 Z0, (DI)
	VZEROUPPER
	RET

// func sums8AVX512(out *int32, in *uint8, weights *int8, bias *int32, groups int)
TEXT ·sums8AVX512(SB), NOSPLIT, $320-40
	ARGUMENTS
	VMOVDQU (R9), Y0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	BLOCK(5, SINGLE8, FOUR8, NEIGHBOURS8)
	VPADDD Y1, Y0, Y0
	VPADDD Y3, Y2, Y2
	VPADDD Y2, Y0, Y0
	VMOVDQU64 Z0, (DI) // the upper half is zero
	VZEROUPPER
	RET

// func sums1AVX512(out *int32, in *uint8, weights *int8, bias *int32, groups int)
TEXT ·sums1AVX512(SB), NOSPLIT, $0-40
	ARGUMENTS
	VMOVD (R9), X0
loop:
	VMOVDQU (SI), Y1
	VPDPBUSD (R8), Y1, Y0
	ADDQ $32, SI
	ADDQ $32, R8
	SUBQ $8, CX
	JNZ loop
	LANES
	VMOVD X0, (DI)
	VZEROUPPER
	RET
