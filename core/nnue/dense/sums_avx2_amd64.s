//go:build !purego

#include "textflag.h"
#include "sums_amd64.h"

// The sums of a block of 32, 16 or 8 outputs, or a single one, with AVX2. See sumsGo.
//
// VPMADDUBSW adds two products to 16 bits and saturates, but inputs are at most 127:
// 2 * 127 * 127 = 32,258 and 2 * 127 * -128 = -32,512 fit. Two such sums do not, so each
// is added up to 32 bits by VPMADDWD with ones before it meets another. The weights of
// a narrow layer are so small that two fit, which saves one multiplication in four.
//
// As with AVX-512, a layer of less than 64 groups goes through all of them, and another
// through a list of those that are not all zero, a part of at most 256 groups at a time.

#define ARGUMENTS \
	MOVQ in+8(FP), SI \
	MOVQ weights+16(FP), R8 \
	MOVQ bias+24(FP), R9 \
	MOVQ groups+32(FP), CX \
	VPCMPEQW Y15, Y15, Y15 \
	VPABSW Y15, Y15 \
	VPXOR Y14, Y14, Y14

// EIGHT adds the numbers of eight groups at an offset to the list, and R14 goes to the
// next eight. A group has no sign bit; it is not zero if its negative has one.
#define EIGHT(offset) \
	VPSUBD offset(R9), Y14, Y8 \
	VMOVMSKPS Y8, AX \
	MOVQ (R11)(AX*8), BX \
	ADDQ R14, BX \
	MOVQ BX, (R12) \
	POPCNTL AX, AX \
	ADDQ AX, R12 \
	ADDQ R10, R14

// PART begins a part: it lists its groups from R13 to R12.
#define PART(scan, dense) \
	MOVL $256, DX \
	CMPQ CX, DX \
	CMOVQLT CX, DX \
	SUBQ DX, CX \
	CMPQ DX, $64 \
	JLT dense \
	LEAQ list-264(SP), R13 \
	MOVQ R13, R12 \
	MOVQ SI, R9 \
	LEAQ (SI)(DX*4), DI \
	LEAQ ·positions(SB), R11 \
	MOVQ $0x0808080808080808, R10 \
	XORL R14, R14 \
scan: \
	EIGHT(0) \
	EIGHT(32) \
	EIGHT(64) \
	EIGHT(96) \
	SUBQ $-128, R9 \
	CMPQ R9, DI \
	JNE scan

// WEIGHTS2 does so for two groups, adding in 16 bits, in a narrow layer.
#define WEIGHTS2(at, b, x, too, c, y, s) \
	VPMADDUBSW at, b, x \
	VPMADDUBSW too, c, y \
	VPADDW y, x, x \
	VPMADDWD Y15, x, x \
	VPADDD x, s, s

// GROUP loads the inputs of a group; its weights have 1<<shift bytes.
#define GROUP(r, b, shift) \
	VPBROADCASTD (SI)(r*4), b \
	SHLQ shift, r

// PAIR loads the inputs of the next two groups.
#define PAIR(shift) \
	MOVWLZX (R13), BX \
	ADDQ $2, R13 \
	MOVBLZX BL, AX \
	SHRL $8, BX \
	GROUP(AX, Y8, shift) \
	GROUP(BX, Y9, shift)

// BLOCK adds the products of all groups, whose weights have 1<<shift bytes each: single does so
// for a group, two for two, pair for two in a narrow layer, all for two that follow each other.
#define BLOCK(shift, single, two, pair, all) \
part: \
	PART(scan, dense) \
	SUBQ R13, R12 \
	TESTQ $1, R12 \
	JZ even \
	MOVBLZX (R13), AX \
	INCQ R13 \
	GROUP(AX, Y8, $shift) \
	single \
even: \
	SHRQ $1, R12 \
	JZ next \
	CMPB narrow+40(FP), $0 \
	JNE narrow \
wide: \
	PAIR($shift) \
	two \
	DECQ R12 \
	JNZ wide \
	JMP next \
narrow: \
	PAIR($shift) \
	pair \
	DECQ R12 \
	JNZ narrow \
next: \
	LEAQ (SI)(DX*4), SI \
	SHLQ $shift, DX \
	ADDQ DX, R8 \
	TESTQ CX, CX \
	JNZ part \
	JMP done \
dense: \
	VPBROADCASTD (SI), Y8 \
	VPBROADCASTD 4(SI), Y9 \
	all \
	ADDQ $8, SI \
	ADDQ $(2<<shift), R8 \
	SUBQ $2, DX \
	JNZ dense \
done: \
	MOVQ out+0(FP), DI

#define ROW32(r, b) \
	WEIGHTS((R8)(r*1), b, Y10, Y0) \
	WEIGHTS(32(R8)(r*1), b, Y11, Y1) \
	WEIGHTS(64(R8)(r*1), b, Y12, Y2) \
	WEIGHTS(96(R8)(r*1), b, Y13, Y3)

#define SINGLE32 ROW32(AX, Y8)

#define TWO32 \
	ROW32(AX, Y8) \
	ROW32(BX, Y9)

#define PAIR32 \
	WEIGHTS2((R8)(AX*1), Y8, Y10, (R8)(BX*1), Y9, Y11, Y0) \
	WEIGHTS2(32(R8)(AX*1), Y8, Y12, 32(R8)(BX*1), Y9, Y13, Y1) \
	WEIGHTS2(64(R8)(AX*1), Y8, Y10, 64(R8)(BX*1), Y9, Y11, Y2) \
	WEIGHTS2(96(R8)(AX*1), Y8, Y12, 96(R8)(BX*1), Y9, Y13, Y3)

#define ALL32 \
	WEIGHTS((R8), Y8, Y10, Y0) \
	WEIGHTS(32(R8), Y8, Y11, Y1) \
	WEIGHTS(64(R8), Y8, Y12, Y2) \
	WEIGHTS(96(R8), Y8, Y13, Y3) \
	WEIGHTS(128(R8), Y9, Y10, Y0) \
	WEIGHTS(160(R8), Y9, Y11, Y1) \
	WEIGHTS(192(R8), Y9, Y12, Y2) \
	WEIGHTS(224(R8), Y9, Y13, Y3)

#define ROW16(r, b, x, y, s, t) \
	WEIGHTS((R8)(r*1), b, x, s) \
	WEIGHTS(32(R8)(r*1), b, y, t)

#define SINGLE16 ROW16(AX, Y8, Y10, Y11, Y0, Y1)

#define TWO16 \
	SINGLE16 \
	ROW16(BX, Y9, Y12, Y13, Y2, Y3)

#define PAIR16 \
	WEIGHTS2((R8)(AX*1), Y8, Y10, (R8)(BX*1), Y9, Y11, Y0) \
	WEIGHTS2(32(R8)(AX*1), Y8, Y12, 32(R8)(BX*1), Y9, Y13, Y1)

#define ALL16 \
	WEIGHTS((R8), Y8, Y10, Y0) \
	WEIGHTS(32(R8), Y8, Y11, Y1) \
	WEIGHTS(64(R8), Y9, Y12, Y2) \
	WEIGHTS(96(R8), Y9, Y13, Y3)

#define SINGLE8 WEIGHTS((R8)(AX*1), Y8, Y10, Y0)

#define TWO8 \
	SINGLE8 \
	WEIGHTS((R8)(BX*1), Y9, Y11, Y1)

#define PAIR8 WEIGHTS2((R8)(AX*1), Y8, Y10, (R8)(BX*1), Y9, Y11, Y0)

#define ALL8 \
	WEIGHTS((R8), Y8, Y10, Y0) \
	WEIGHTS(32(R8), Y9, Y11, Y1)

// func sums32AVX2(out *int32, in *uint8, weights *int8, bias *int32, groups int, narrow bool)
TEXT ·sums32AVX2(SB), NOSPLIT, $264-41
	ARGUMENTS
	VMOVDQU (R9), Y0
	VMOVDQU 32(R9), Y1
	VMOVDQU 64(R9), Y2
	VMOVDQU 96(R9), Y3
	BLOCK(7, SINGLE32, TWO32, PAIR32, ALL32)
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

// func sums16AVX2(out *int32, in *uint8, weights *int8, bias *int32, groups int, narrow bool)
TEXT ·sums16AVX2(SB), NOSPLIT, $264-41
	ARGUMENTS
	VMOVDQU (R9), Y0
	VMOVDQU 32(R9), Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	BLOCK(6, SINGLE16, TWO16, PAIR16, ALL16)
	VPADDD Y2, Y0, Y0
	VPADDD Y3, Y1, Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VZEROUPPER
	RET

// func sums8AVX2(out *int32, in *uint8, weights *int8, bias *int32, groups int, narrow bool)
TEXT ·sums8AVX2(SB), NOSPLIT, $264-41
	ARGUMENTS
	VMOVDQU (R9), Y0
	VPXOR Y1, Y1, Y1
	BLOCK(5, SINGLE8, TWO8, PAIR8, ALL8)
	VPADDD Y1, Y0, Y0
	VMOVDQU Y0, (DI)
	VMOVDQU Y14, 32(DI)
	VZEROUPPER
	RET

// func sums1AVX2(out *int32, in *uint8, weights *int8, bias *int32, groups int)
TEXT ·sums1AVX2(SB), NOSPLIT, $0-40
	ARGUMENTS
	VMOVD (R9), X0
loop:
	VMOVDQU (SI), Y1
	WEIGHTS((R8), Y1, Y2, Y0)
	ADDQ $32, SI
	ADDQ $32, R8
	SUBQ $8, CX
	JNZ loop
	LANES
	MOVQ out+0(FP), DI
	VMOVD X0, (DI)
	VZEROUPPER
	RET
