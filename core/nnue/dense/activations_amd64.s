//go:build !purego

#include "textflag.h"

// The activations. See clipGo and the others. AX counts the results that are done, CX
// are all of them.

// NEXT goes on with the next results, of which each step has some.
#define NEXT(loop, step) \
	ADDQ $step, AX \
	CMPQ AX, CX \
	JLT loop \
	VZEROUPPER \
	RET

#define ARGUMENTS \
	MOVQ out+0(FP), DI \
	MOVQ from+8(FP), SI \
	MOVQ n+16(FP), CX \
	XORL AX, AX

// PRODUCTS multiplies a vector of neurons, clamped from 0 in zero to limit, and shifts
// by count. The products have 16 bits without a sign: 254 * 254 = 64,516.
#define PRODUCTS(at, x, y, zero, limit, count) \
	VPMAXSW at(SI)(AX*2), zero, x \
	VPMAXSW at(R8)(AX*2), zero, y \
	PRODUCT(x, y, limit, count)

#define PRODUCT(x, y, limit, count) \
	VPMINSW limit, x, x \
	VPMINSW limit, y, y \
	VPMULLW y, x, x \
	VPSRLW count, x, x

// PRODUCTSOFSUMS does so with the sums of two vectors.
#define PRODUCTSOFSUMS(load, at, x, y, zero, limit, count) \
	load at(SI)(AX*2), x \
	load at(R8)(AX*2), y \
	VPADDW at(R9)(AX*2), x, x \
	VPADDW at(R10)(AX*2), y, y \
	VPMAXSW zero, x, x \
	VPMAXSW zero, y, y \
	PRODUCT(x, y, limit, count)

#define ARGUMENTSOFMULTIPLY \
	MOVQ out+0(FP), DI \
	MOVQ low+8(FP), SI \
	MOVQ high+16(FP), R8 \
	MOVWLZX limit+24(FP), DX \
	VMOVQ shift+32(FP), X13 \
	MOVQ n+40(FP), CX \
	XORL AX, AX

#define ARGUMENTSOFSUMS \
	MOVQ out+0(FP), DI \
	MOVQ low+8(FP), SI \
	MOVQ high+16(FP), R8 \
	MOVQ moreLow+24(FP), R9 \
	MOVQ moreHigh+32(FP), R10 \
	MOVWLZX limit+40(FP), DX \
	VMOVQ shift+48(FP), X13 \
	MOVQ n+56(FP), CX \
	XORL AX, AX

// PACK2 packs 16 lanes of 32 bits in Y0 and Y1, clamps them to -128 to 127 and puts
// them back in order.
#define PACK2 \
	VPACKSSDW Y1, Y0, Y0 \
	VEXTRACTI128 $1, Y0, X1 \
	VPACKSSWB X1, X0, X0 \
	VPSHUFD $0xD8, X0, X0

// Instructions that pack two vectors do so in each 128 bits. These are the parts of 64
// bits as they should have been.
DATA parts<>+0(SB)/8, $0
DATA parts<>+8(SB)/8, $2
DATA parts<>+16(SB)/8, $4
DATA parts<>+24(SB)/8, $6
DATA parts<>+32(SB)/8, $1
DATA parts<>+40(SB)/8, $3
DATA parts<>+48(SB)/8, $5
DATA parts<>+56(SB)/8, $7
GLOBL parts<>(SB), RODATA|NOPTR, $64

// func clipAVX512(out *uint8, from *int32, n int)
TEXT ·clipAVX512(SB), NOSPLIT, $0-24
	ARGUMENTS
	VPXOR X15, X15, X15
loop:
	VPSRAD $6, (SI)(AX*4), Z0
	VPMOVSDB Z0, X0 // clamps to -128 to 127
	VPMAXSB X15, X0, X0
	VMOVDQU X0, (DI)(AX*1)
	NEXT(loop, 16)

// func squareAVX512(out *uint8, from *int32, n int)
//
// From 8192 on a square is more than 127 after the shift, so that a sum clamped to
// 8192, half a lane, will do. The square of -1<<31, whose absolute value has no sign,
// is right as well.
TEXT ·squareAVX512(SB), NOSPLIT, $0-24
	ARGUMENTS
	MOVL $8192, DX
	VPBROADCASTD DX, Z15
loop:
	VPABSD (SI)(AX*4), Z0
	VPMINUD Z15, Z0, Z0
	VPMADDWD Z0, Z0, Z0
	VPSRLD $19, Z0, Z0
	VPMOVSDB Z0, X0 // clamps to 127
	VMOVDQU X0, (DI)(AX*1)
	NEXT(loop, 16)

// func clipNeuronsAVX512(out *uint8, from *int16, n int)
TEXT ·clipNeuronsAVX512(SB), NOSPLIT, $0-24
	ARGUMENTS
	VPXORQ Z15, Z15, Z15
	VMOVDQU64 parts<>(SB), Z14
loop:
	VMOVDQU64 (SI)(AX*2), Z0
	VPACKSSWB 64(SI)(AX*2), Z0, Z0 // clamps to -128 to 127
	VPMAXSB Z15, Z0, Z0
	VPERMQ Z0, Z14, Z0
	VMOVDQU64 Z0, (DI)(AX*1)
	NEXT(loop, 64)

// func multiplyAVX512(out *uint8, low, high *int16, limit int16, shift uint, n int)
TEXT ·multiplyAVX512(SB), NOSPLIT, $0-48
	ARGUMENTSOFMULTIPLY
	VPXORQ Z15, Z15, Z15
	VPBROADCASTW DX, Z14
	VMOVDQU64 parts<>(SB), Z12
loop:
	PRODUCTS(0, Z0, Z2, Z15, Z14, X13)
	PRODUCTS(64, Z1, Z3, Z15, Z14, X13)
	VPACKUSWB Z1, Z0, Z0
	VPERMQ Z0, Z12, Z0
	VMOVDQU64 Z0, (DI)(AX*1)
	NEXT(loop, 64)

// func multiplySumsAVX512(out *uint8, low, high, moreLow, moreHigh *int16, limit int16, shift uint, n int)
TEXT ·multiplySumsAVX512(SB), NOSPLIT, $0-64
	ARGUMENTSOFSUMS
	VPXORQ Z15, Z15, Z15
	VPBROADCASTW DX, Z14
	VMOVDQU64 parts<>(SB), Z12
loop:
	PRODUCTSOFSUMS(VMOVDQU64, 0, Z0, Z2, Z15, Z14, X13)
	PRODUCTSOFSUMS(VMOVDQU64, 64, Z1, Z3, Z15, Z14, X13)
	VPACKUSWB Z1, Z0, Z0
	VPERMQ Z0, Z12, Z0
	VMOVDQU64 Z0, (DI)(AX*1)
	NEXT(loop, 64)

// func clipAVX2(out *uint8, from *int32, n int)
TEXT ·clipAVX2(SB), NOSPLIT, $0-24
	ARGUMENTS
	VPXOR X15, X15, X15
loop:
	VMOVDQU (SI)(AX*4), Y0
	VMOVDQU 32(SI)(AX*4), Y1
	VPSRAD $6, Y0, Y0
	VPSRAD $6, Y1, Y1
	PACK2
	VPMAXSB X15, X0, X0
	VMOVDQU X0, (DI)(AX*1)
	NEXT(loop, 16)

// func squareAVX2(out *uint8, from *int32, n int)
TEXT ·squareAVX2(SB), NOSPLIT, $0-24
	ARGUMENTS
	MOVL $8192, DX // see squareAVX512
	VMOVD DX, X15
	VPBROADCASTD X15, Y15
loop:
	VPABSD (SI)(AX*4), Y0
	VPABSD 32(SI)(AX*4), Y1
	VPMINUD Y15, Y0, Y0
	VPMINUD Y15, Y1, Y1
	VPMADDWD Y0, Y0, Y0
	VPMADDWD Y1, Y1, Y1
	VPSRLD $19, Y0, Y0
	VPSRLD $19, Y1, Y1
	PACK2
	VMOVDQU X0, (DI)(AX*1)
	NEXT(loop, 16)

// func clipNeuronsAVX2(out *uint8, from *int16, n int)
TEXT ·clipNeuronsAVX2(SB), NOSPLIT, $0-24
	ARGUMENTS
	VPXOR Y15, Y15, Y15
loop:
	VMOVDQU (SI)(AX*2), Y0
	VMOVDQU 64(SI)(AX*2), Y1
	VPACKSSWB 32(SI)(AX*2), Y0, Y0
	VPACKSSWB 96(SI)(AX*2), Y1, Y1
	VPMAXSB Y15, Y0, Y0
	VPMAXSB Y15, Y1, Y1
	VPERMQ $0xD8, Y0, Y0
	VPERMQ $0xD8, Y1, Y1
	VMOVDQU Y0, (DI)(AX*1)
	VMOVDQU Y1, 32(DI)(AX*1)
	NEXT(loop, 64)

// func multiplyAVX2(out *uint8, low, high *int16, limit int16, shift uint, n int)
TEXT ·multiplyAVX2(SB), NOSPLIT, $0-48
	ARGUMENTSOFMULTIPLY
	VPXOR Y15, Y15, Y15
	VMOVD DX, X14
	VPBROADCASTW X14, Y14
loop:
	PRODUCTS(0, Y0, Y4, Y15, Y14, X13)
	PRODUCTS(32, Y1, Y5, Y15, Y14, X13)
	PRODUCTS(64, Y2, Y6, Y15, Y14, X13)
	PRODUCTS(96, Y3, Y7, Y15, Y14, X13)
	VPACKUSWB Y1, Y0, Y0
	VPACKUSWB Y3, Y2, Y2
	VPERMQ $0xD8, Y0, Y0
	VPERMQ $0xD8, Y2, Y2
	VMOVDQU Y0, (DI)(AX*1)
	VMOVDQU Y2, 32(DI)(AX*1)
	NEXT(loop, 64)

// func multiplySumsAVX2(out *uint8, low, high, moreLow, moreHigh *int16, limit int16, shift uint, n int)
TEXT ·multiplySumsAVX2(SB), NOSPLIT, $0-64
	ARGUMENTSOFSUMS
	VPXOR Y15, Y15, Y15
	VMOVD DX, X14
	VPBROADCASTW X14, Y14
loop:
	PRODUCTSOFSUMS(VMOVDQU, 0, Y0, Y4, Y15, Y14, X13)
	PRODUCTSOFSUMS(VMOVDQU, 32, Y1, Y5, Y15, Y14, X13)
	PRODUCTSOFSUMS(VMOVDQU, 64, Y2, Y6, Y15, Y14, X13)
	PRODUCTSOFSUMS(VMOVDQU, 96, Y3, Y7, Y15, Y14, X13)
	VPACKUSWB Y1, Y0, Y0
	VPACKUSWB Y3, Y2, Y2
	VPERMQ $0xD8, Y0, Y0
	VPERMQ $0xD8, Y2, Y2
	VMOVDQU Y0, (DI)(AX*1)
	VMOVDQU Y2, 32(DI)(AX*1)
	NEXT(loop, 64)
