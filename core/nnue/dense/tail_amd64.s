//go:build !purego

#include "textflag.h"
#include "sums_amd64.h"

// A tail: the sums of 32 outputs as in sums32AVX512 and sums32AVX2, clipped, and the
// sum of a single output, all in registers. Groups are a multiple of four, and few.

#define ARGUMENTS \
	MOVQ in+0(FP), SI \
	MOVQ weights+8(FP), R8 \
	MOVQ bias+16(FP), R9 \
	MOVQ groups+24(FP), CX \
	MOVQ last+32(FP), R10 \
	MOVL lastBias+40(FP), DX

// TOTAL adds the lanes of Y0, and the bias, and returns.
#define TOTAL \
	LANES \
	VMOVD X0, AX \
	ADDL DX, AX \
	MOVL AX, ret+48(FP) \
	VZEROUPPER \
	RET

// The parts of 32 bits after packing in each 128 bits, as they should have been.
DATA quarters<>+0(SB)/8, $0x0000000400000000
DATA quarters<>+8(SB)/8, $0x0000000500000001
DATA quarters<>+16(SB)/8, $0x0000000600000002
DATA quarters<>+24(SB)/8, $0x0000000700000003
GLOBL quarters<>(SB), RODATA|NOPTR, $32

// func tailAVX512(in *uint8, weights *int8, bias *int32, groups int, last *int8, lastBias int32) int32
TEXT ·tailAVX512(SB), NOSPLIT, $0-52
	ARGUMENTS
	BEGIN32
	VPXOR Y15, Y15, Y15
loop:
	NEIGHBOURS32
	ADDQ $16, SI
	ADDQ $512, R8
	SUBQ $4, CX
	JNZ loop
	TOTAL32
	VPSRAD $6, Z0, Z0
	VPSRAD $6, Z1, Z1
	VPMOVSDB Z0, X0
	VPMOVSDB Z1, X1
	VINSERTI128 $1, X1, Y0, Y1
	VPMAXSB Y15, Y1, Y1
	VPXOR Y0, Y0, Y0
	VPDPBUSD (R10), Y1, Y0
	TOTAL

// func tailAVX2(in *uint8, weights *int8, bias *int32, groups int, last *int8, lastBias int32) int32
TEXT ·tailAVX2(SB), NOSPLIT, $0-52
	ARGUMENTS
	VPCMPEQW Y15, Y15, Y15
	VPABSW Y15, Y15
	VPXOR Y14, Y14, Y14
	VMOVDQU (R9), Y0
	VMOVDQU 32(R9), Y1
	VMOVDQU 64(R9), Y2
	VMOVDQU 96(R9), Y3
loop:
	VPBROADCASTD (SI), Y8
	VPBROADCASTD 4(SI), Y9
	WEIGHTS((R8), Y8, Y10, Y0)
	WEIGHTS(32(R8), Y8, Y11, Y1)
	WEIGHTS(64(R8), Y8, Y12, Y2)
	WEIGHTS(96(R8), Y8, Y13, Y3)
	WEIGHTS(128(R8), Y9, Y4, Y0)
	WEIGHTS(160(R8), Y9, Y5, Y1)
	WEIGHTS(192(R8), Y9, Y6, Y2)
	WEIGHTS(224(R8), Y9, Y7, Y3)
	ADDQ $8, SI
	ADDQ $256, R8
	SUBQ $2, CX
	JNZ loop
	VPSRAD $6, Y0, Y0
	VPSRAD $6, Y1, Y1
	VPSRAD $6, Y2, Y2
	VPSRAD $6, Y3, Y3
	VPACKSSDW Y1, Y0, Y0
	VPACKSSDW Y3, Y2, Y2
	VPACKSSWB Y2, Y0, Y0
	VMOVDQU quarters<>(SB), Y1
	VPERMD Y0, Y1, Y0
	VPMAXSB Y14, Y0, Y0
	VPMADDUBSW (R10), Y0, Y0
	VPMADDWD Y15, Y0, Y0
	TOTAL
