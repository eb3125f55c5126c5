//go:build !purego

#include "textflag.h"

DATA one<>+0(SB)/4, $1.0
GLOBL one<>(SB), RODATA|NOPTR, $4

// The head of a row: AX is where its sum goes, BX where its indices end.
#define ROW \
	MOVL (R9), AX; \
	MOVL 4(R9), BX; \
	ADDQ $8, R9; \
	SHLQ $8, AX; \
	ADDQ DI, AX

// DX is the next row to add.
#define NEXT \
	MOVL (R8)(CX*4), DX; \
	INCQ CX; \
	SHLQ $8, DX; \
	ADDQ SI, DX

#define ARGUMENTS \
	MOVQ    to+0(FP), DI; \
	MOVQ    from+8(FP), SI; \
	MOVQ    index+16(FP), R8; \
	MOVQ    rows+24(FP), R9; \
	MOVQ    n+32(FP), R10; \
	MOVBLZX keep+40(FP), R11; \
	XORL    CX, CX

// func sumAVX2(to, from *float32, index *uint32, rows *Row, n int, keep bool)
TEXT ·sumAVX2(SB), NOSPLIT, $0-41
	ARGUMENTS

row:
	ROW
	TESTL   R11, R11
	JZ      zero
	VMOVUPS 0(AX), Y0
	VMOVUPS 32(AX), Y1
	VMOVUPS 64(AX), Y2
	VMOVUPS 96(AX), Y3
	VMOVUPS 128(AX), Y4
	VMOVUPS 160(AX), Y5
	VMOVUPS 192(AX), Y6
	VMOVUPS 224(AX), Y7
	CMPQ    CX, BX
	JGE     store

add:
	NEXT
	VADDPS 0(DX), Y0, Y0
	VADDPS 32(DX), Y1, Y1
	VADDPS 64(DX), Y2, Y2
	VADDPS 96(DX), Y3, Y3
	VADDPS 128(DX), Y4, Y4
	VADDPS 160(DX), Y5, Y5
	VADDPS 192(DX), Y6, Y6
	VADDPS 224(DX), Y7, Y7
	CMPQ   CX, BX
	JLT    add

store:
	VMOVUPS Y0, 0(AX)
	VMOVUPS Y1, 32(AX)
	VMOVUPS Y2, 64(AX)
	VMOVUPS Y3, 96(AX)
	VMOVUPS Y4, 128(AX)
	VMOVUPS Y5, 160(AX)
	VMOVUPS Y6, 192(AX)
	VMOVUPS Y7, 224(AX)
	DECQ    R10
	JNZ     row
	VZEROUPPER
	RET

zero:
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	CMPQ   CX, BX
	JLT    add
	JMP    store

// func sumAVX512(to, from *float32, index *uint32, rows *Row, n int, keep bool)
TEXT ·sumAVX512(SB), NOSPLIT, $0-41
	ARGUMENTS

row:
	ROW
	TESTL   R11, R11
	JZ      zero
	VMOVUPS 0(AX), Z0
	VMOVUPS 64(AX), Z1
	VMOVUPS 128(AX), Z2
	VMOVUPS 192(AX), Z3
	CMPQ    CX, BX
	JGE     store

add:
	NEXT
	VADDPS 0(DX), Z0, Z0
	VADDPS 64(DX), Z1, Z1
	VADDPS 128(DX), Z2, Z2
	VADDPS 192(DX), Z3, Z3
	CMPQ   CX, BX
	JLT    add

store:
	VMOVUPS Z0, 0(AX)
	VMOVUPS Z1, 64(AX)
	VMOVUPS Z2, 128(AX)
	VMOVUPS Z3, 192(AX)
	DECQ    R10
	JNZ     row
	VZEROUPPER
	RET

zero:
	VPXORD Z0, Z0, Z0
	VPXORD Z1, Z1, Z1
	VPXORD Z2, Z2, Z2
	VPXORD Z3, Z3, Z3
	CMPQ   CX, BX
	JLT    add
	JMP    store

// Adds the part of the output at a place to a sum; Y14 is zero, Y15 one.
#define DOT8(at, value, sum) \
	VMOVUPS     at(AX)(DX*1), value; \
	VMAXPS      Y14, value, value; \
	VMINPS      Y15, value, value; \
	VMULPS      value, value, value; \
	VFMADD231PS at(SI)(DX*1), value, sum

// func dotAVX2(x, w *float32, stride, blocks int) float32
TEXT ·dotAVX2(SB), NOSPLIT, $0-36
	MOVQ         x+0(FP), AX
	MOVQ         w+8(FP), SI
	MOVQ         stride+16(FP), R8
	MOVQ         blocks+24(FP), CX
	VXORPS       Y0, Y0, Y0
	VXORPS       Y1, Y1, Y1
	VXORPS       Y2, Y2, Y2
	VXORPS       Y3, Y3, Y3
	VXORPS       Y14, Y14, Y14
	VBROADCASTSS one<>(SB), Y15

block:
	XORL DX, DX

loop:
	DOT8(0, Y4, Y0)
	DOT8(32, Y5, Y1)
	DOT8(64, Y6, Y2)
	DOT8(96, Y7, Y3)
	ADDQ $128, DX
	CMPQ DX, $512
	JLT  loop
	ADDQ R8, AX
	ADDQ $512, SI
	DECQ CX
	JNZ  block

	VADDPS       Y1, Y0, Y0
	VADDPS       Y3, Y2, Y2
	VADDPS       Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS       X1, X0, X0
	VHADDPS      X0, X0, X0
	VHADDPS      X0, X0, X0
	VMOVSS       X0, ret+32(FP)
	VZEROUPPER
	RET

// As DOT8; Z14 is zero, Z15 one.
#define DOT16(at, value, sum) \
	VMOVUPS     at(AX), value; \
	VMAXPS      Z14, value, value; \
	VMINPS      Z15, value, value; \
	VMULPS      value, value, value; \
	VFMADD231PS at(SI), value, sum

// func dotAVX512(x, w *float32, stride, blocks int) float32
TEXT ·dotAVX512(SB), NOSPLIT, $0-36
	MOVQ         x+0(FP), AX
	MOVQ         w+8(FP), SI
	MOVQ         stride+16(FP), R8
	MOVQ         blocks+24(FP), CX
	VPXORD       Z0, Z0, Z0
	VPXORD       Z1, Z1, Z1
	VPXORD       Z2, Z2, Z2
	VPXORD       Z3, Z3, Z3
	VPXORD       Z14, Z14, Z14
	VBROADCASTSS one<>(SB), Z15

block:
	DOT16(0, Z4, Z0)
	DOT16(64, Z5, Z1)
	DOT16(128, Z6, Z2)
	DOT16(192, Z7, Z3)
	DOT16(256, Z4, Z0)
	DOT16(320, Z5, Z1)
	DOT16(384, Z6, Z2)
	DOT16(448, Z7, Z3)
	ADDQ R8, AX
	ADDQ $512, SI
	DECQ CX
	JNZ  block

	VADDPS        Z1, Z0, Z0
	VADDPS        Z3, Z2, Z2
	VADDPS        Z2, Z0, Z0
	VEXTRACTF64X4 $1, Z0, Y1
	VADDPS        Y1, Y0, Y0
	VEXTRACTF128  $1, Y0, X1
	VADDPS        X1, X0, X0
	VHADDPS       X0, X0, X0
	VHADDPS       X0, X0, X0
	VMOVSS        X0, ret+32(FP)
	VZEROUPPER
	RET

// The way back at a place; Y13 is twice the derivative, Y12 the derivative.
#define BACK8(at) \
	VMOVUPS     at(AX)(DX*1), Y0; \
	VMAXPS      Y14, Y0, Y1; \
	VMINPS      Y15, Y1, Y1; \
	VCMPPS      $1, Y15, Y0, Y2; \
	VMULPS      Y1, Y1, Y3; \
	VMOVUPS     at(DI)(DX*1), Y4; \
	VFMADD231PS Y12, Y3, Y4; \
	VMOVUPS     Y4, at(DI)(DX*1); \
	VANDPS      Y2, Y1, Y1; \
	VMULPS      at(SI)(DX*1), Y13, Y5; \
	VMULPS      Y1, Y5, Y5; \
	VMOVUPS     Y5, at(AX)(DX*1)

// func backAVX2(x, w, gradient *float32, stride, blocks int, d float32)
TEXT ·backAVX2(SB), NOSPLIT, $0-44
	MOVQ         x+0(FP), AX
	MOVQ         w+8(FP), SI
	MOVQ         gradient+16(FP), DI
	MOVQ         stride+24(FP), R8
	MOVQ         blocks+32(FP), CX
	VBROADCASTSS d+40(FP), Y12
	VADDPS       Y12, Y12, Y13
	VXORPS       Y14, Y14, Y14
	VBROADCASTSS one<>(SB), Y15

block:
	XORL DX, DX

loop:
	BACK8(0)
	BACK8(32)
	ADDQ $64, DX
	CMPQ DX, $512
	JLT  loop
	ADDQ R8, AX
	ADDQ $512, SI
	ADDQ $512, DI
	DECQ CX
	JNZ  block
	VZEROUPPER
	RET

// As BACK8, 16 at once.
#define BACK16(at) \
	VMOVUPS     at(AX), Z0; \
	VMAXPS      Z14, Z0, Z1; \
	VMINPS      Z15, Z1, Z1; \
	VCMPPS      $1, Z15, Z0, K1; \
	VMULPS      Z1, Z1, Z3; \
	VMOVUPS     at(DI), Z4; \
	VFMADD231PS Z12, Z3, Z4; \
	VMOVUPS     Z4, at(DI); \
	VMULPS      at(SI), Z13, Z5; \
	VMULPS.Z    Z1, Z5, K1, Z5; \
	VMOVUPS     Z5, at(AX)

// func backAVX512(x, w, gradient *float32, stride, blocks int, d float32)
TEXT ·backAVX512(SB), NOSPLIT, $0-44
	MOVQ         x+0(FP), AX
	MOVQ         w+8(FP), SI
	MOVQ         gradient+16(FP), DI
	MOVQ         stride+24(FP), R8
	MOVQ         blocks+32(FP), CX
	VBROADCASTSS d+40(FP), Z12
	VADDPS       Z12, Z12, Z13
	VPXORD       Z14, Z14, Z14
	VBROADCASTSS one<>(SB), Z15

block:
	BACK16(0)
	BACK16(64)
	BACK16(128)
	BACK16(192)
	BACK16(256)
	BACK16(320)
	BACK16(384)
	BACK16(448)
	ADDQ R8, AX
	ADDQ $512, SI
	ADDQ $512, DI
	DECQ CX
	JNZ  block
	VZEROUPPER
	RET

// A row of a tile: the value at a place of the first matrix times two vectors of the second.
#define TILE(at, value, low, high) \
	VBROADCASTSS at, value; \
	VFMADD231PS  Y8, value, low; \
	VFMADD231PS  Y9, value, high

// Adds a row of a tile to the result.
#define PUT(low, high) \
	VFMADD213PS (R8), Y15, low; \
	VFMADD213PS 32(R8), Y15, high; \
	VMOVUPS     low, (R8); \
	VMOVUPS     high, 32(R8); \
	ADDQ        DX, R8

// func productAVX2(p *Product, c, a, b *float32, factor float32)
TEXT ·productAVX2(SB), NOSPLIT, $8-36
	MOVQ         p+0(FP), AX
	MOVQ         c+8(FP), DI
	MOVQ         a+16(FP), SI
	VBROADCASTSS factor+32(FP), Y15
	MOVQ         0(AX), CX          // Rows
	MOVQ         CX, rows-8(SP)
	MOVQ         24(AX), DX         // To
	SHLQ         $2, DX
	MOVQ         32(AX), R11        // Row
	SHLQ         $2, R11
	LEAQ         (R11)(R11*2), R12
	MOVQ         40(AX), R13        // Column
	SHLQ         $2, R13
	MOVQ         48(AX), BX         // From
	SHLQ         $2, BX

row:
	XORL CX, CX

column:
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	MOVQ   SI, R8
	MOVQ   b+24(FP), R9
	LEAQ   (R9)(CX*4), R9
	MOVQ   16(AX), R10         // Inner

inner:
	VMOVUPS 0(R9), Y8
	VMOVUPS 32(R9), Y9
	TILE((R8), Y10, Y0, Y1)
	TILE((R8)(R11*1), Y11, Y2, Y3)
	TILE((R8)(R11*2), Y12, Y4, Y5)
	TILE((R8)(R12*1), Y13, Y6, Y7)
	ADDQ    R13, R8
	ADDQ    BX, R9
	DECQ    R10
	JNZ     inner

	LEAQ (DI)(CX*4), R8
	PUT(Y0, Y1)
	PUT(Y2, Y3)
	PUT(Y4, Y5)
	PUT(Y6, Y7)
	ADDQ $16, CX
	CMPQ CX, 8(AX)      // Columns
	JLT  column
	LEAQ (SI)(R11*4), SI
	LEAQ (DI)(DX*4), DI
	SUBQ $4, rows-8(SP)
	JNZ  row
	VZEROUPPER
	RET

#define CLIP(at) \
	VMULPS   at(DI), Y13, Y0; \
	VROUNDPS $9, Y0, Y0; \
	VMAXPS   Y14, Y0, Y0; \
	VMINPS   Y15, Y0, Y0; \
	VMOVUPS  Y0, at(DI)

// func clipAVX2(x *float32, n int, scale, top float32)
TEXT ·clipAVX2(SB), NOSPLIT, $0-24
	MOVQ         x+0(FP), DI
	MOVQ         n+8(FP), CX
	VBROADCASTSS scale+16(FP), Y13
	VBROADCASTSS top+20(FP), Y15
	VXORPS       Y14, Y14, Y14

loop:
	CLIP(0)
	CLIP(32)
	ADDQ $64, DI
	SUBQ $16, CX
	JNZ  loop
	VZEROUPPER
	RET

#define PASS(at) \
	VMOVUPS at(DI), Y0; \
	VCMPPS  $1, Y15, Y0, Y1; \
	VCMPPS  $1, Y0, Y14, Y2; \
	VANDPS  Y2, Y1, Y1; \
	VANDPS  at(SI), Y1, Y1; \
	VMOVUPS Y1, at(DI)

// func passAVX2(x, d *float32, n int, top float32)
TEXT ·passAVX2(SB), NOSPLIT, $0-28
	MOVQ         x+0(FP), DI
	MOVQ         d+8(FP), SI
	MOVQ         n+16(FP), CX
	VBROADCASTSS top+24(FP), Y15
	VXORPS       Y14, Y14, Y14

loop:
	PASS(0)
	PASS(32)
	ADDQ $64, DI
	ADDQ $64, SI
	SUBQ $16, CX
	JNZ  loop
	VZEROUPPER
	RET

// Eight products of neurons, those of low and the Half that follows it.
#define MULTIPLY(low, product) \
	VMOVUPS  low(SI), Y0; \
	VMOVUPS  (low+128)(SI), Y1; \
	VMAXPS   Y14, Y0, Y0; \
	VMAXPS   Y14, Y1, Y1; \
	VMINPS   Y15, Y0, Y0; \
	VMINPS   Y15, Y1, Y1; \
	VMULPS   Y1, Y0, Y0; \
	VMULPS   Y13, Y0, Y0; \
	VROUNDPS $9, Y0, Y0; \
	VMOVUPS  Y0, product(DI)

// func multiplyAVX2(to, x *float32, scale, top float32)
TEXT ·multiplyAVX2(SB), NOSPLIT, $0-24
	MOVQ         to+0(FP), DI
	MOVQ         x+8(FP), SI
	VBROADCASTSS scale+16(FP), Y13
	VBROADCASTSS top+20(FP), Y15
	VXORPS       Y14, Y14, Y14
	MULTIPLY(0, 0)
	MULTIPLY(32, 32)
	MULTIPLY(64, 64)
	MULTIPLY(96, 96)
	MULTIPLY(256, 128)
	MULTIPLY(288, 160)
	MULTIPLY(320, 192)
	MULTIPLY(352, 224)
	VZEROUPPER
	RET

// Replaces neurons of MULTIPLY by their derivatives. A lane of Y2 is set where the first neuron is
// between the ends of its range, of Y3 where the second is.
#define MULTIPLYBACK(low, product) \
	VMOVUPS low(DI), Y0; \
	VMOVUPS (low+128)(DI), Y1; \
	VMULPS  product(SI), Y13, Y6; \
	VCMPPS  $1, Y15, Y0, Y2; \
	VCMPPS  $1, Y0, Y14, Y4; \
	VANDPS  Y4, Y2, Y2; \
	VCMPPS  $1, Y15, Y1, Y3; \
	VCMPPS  $1, Y1, Y14, Y5; \
	VANDPS  Y5, Y3, Y3; \
	VMAXPS  Y14, Y0, Y0; \
	VMAXPS  Y14, Y1, Y1; \
	VMINPS  Y15, Y0, Y0; \
	VMINPS  Y15, Y1, Y1; \
	VMULPS  Y6, Y1, Y1; \
	VMULPS  Y6, Y0, Y0; \
	VANDPS  Y2, Y1, Y1; \
	VANDPS  Y3, Y0, Y0; \
	VMOVUPS Y1, low(DI); \
	VMOVUPS Y0, (low+128)(DI)

// func multiplyBackAVX2(x, d *float32, scale, top float32)
TEXT ·multiplyBackAVX2(SB), NOSPLIT, $0-24
	MOVQ         x+0(FP), DI
	MOVQ         d+8(FP), SI
	VBROADCASTSS scale+16(FP), Y13
	VBROADCASTSS top+20(FP), Y15
	VXORPS       Y14, Y14, Y14
	MULTIPLYBACK(0, 0)
	MULTIPLYBACK(32, 32)
	MULTIPLYBACK(64, 64)
	MULTIPLYBACK(96, 96)
	MULTIPLYBACK(256, 128)
	MULTIPLYBACK(288, 160)
	MULTIPLYBACK(320, 192)
	MULTIPLYBACK(352, 224)
	VZEROUPPER
	RET

#define MERGE(at) \
	VMOVUPS at(DI), Y0; \
	VADDPS  at(SI), Y0, Y0; \
	VMOVUPS Y0, at(DI); \
	VMOVUPS Y14, at(SI)

// func mergeAVX2(to, from *float32, n int)
TEXT ·mergeAVX2(SB), NOSPLIT, $0-24
	MOVQ   to+0(FP), DI
	MOVQ   from+8(FP), SI
	MOVQ   n+16(FP), CX
	VXORPS Y14, Y14, Y14

loop:
	MERGE(0)
	MERGE(32)
	MERGE(64)
	MERGE(96)
	ADDQ $128, DI
	ADDQ $128, SI
	SUBQ $32, CX
	JNZ  loop
	VZEROUPPER
	RET

// func stepAVX2(s *Step, weights, rounded, mean, square, gradient *float32, n int)
// Numbers too small to be normal count as zero: they are slow, and the means of
// inputs that no position has any more would fall into that range.
TEXT ·stepAVX2(SB), NOSPLIT, $8-56
	MOVQ         s+0(FP), AX
	MOVQ         weights+8(FP), DI
	MOVQ         rounded+16(FP), SI
	MOVQ         mean+24(FP), R8
	MOVQ         square+32(FP), R9
	MOVQ         gradient+40(FP), R10
	MOVQ         n+48(FP), CX
	STMXCSR      old-8(SP)
	MOVL         old-8(SP), DX
	ORL          $0x8040, DX
	MOVL         DX, new-4(SP)
	LDMXCSR      new-4(SP)
	VBROADCASTSS 0(AX), Y15  // Keep1
	VBROADCASTSS 4(AX), Y14  // New1
	VBROADCASTSS 8(AX), Y13  // Keep2
	VBROADCASTSS 12(AX), Y12 // New2
	VBROADCASTSS 16(AX), Y11 // Rate
	VBROADCASTSS 20(AX), Y10 // Root
	VBROADCASTSS 24(AX), Y9  // Epsilon
	VBROADCASTSS 28(AX), Y8  // Decay
	VBROADCASTSS 32(AX), Y7  // Limit
	VBROADCASTSS 36(AX), Y4  // Unit
	VBROADCASTSS 40(AX), Y3  // Grain
	VXORPS       Y5, Y5, Y5
	VSUBPS       Y7, Y5, Y6  // -Limit
	XORL         BX, BX

loop:
	VMOVUPS     (R10)(BX*4), Y0
	VMOVUPS     Y5, (R10)(BX*4)
	VMULPS      Y0, Y14, Y1
	VFMADD231PS (R8)(BX*4), Y15, Y1
	VMOVUPS     Y1, (R8)(BX*4)
	VMULPS      Y0, Y0, Y0
	VMULPS      Y0, Y12, Y0
	VFMADD231PS (R9)(BX*4), Y13, Y0
	VMOVUPS     Y0, (R9)(BX*4)
	VSQRTPS     Y0, Y0
	VFMADD213PS Y9, Y10, Y0
	VMULPS      Y1, Y11, Y1
	VDIVPS      Y0, Y1, Y1
	VMOVUPS     (DI)(BX*4), Y2
	VFMSUB213PS Y1, Y8, Y2
	VMINPS      Y7, Y2, Y2
	VMAXPS      Y6, Y2, Y2
	VMOVUPS     Y2, (DI)(BX*4)
	VMULPS      Y4, Y2, Y2
	VROUNDPS    $0, Y2, Y2
	VMULPS      Y3, Y2, Y2
	VMOVUPS     Y2, (SI)(BX*4)
	ADDQ        $8, BX
	CMPQ        BX, CX
	JLT         loop
	LDMXCSR     old-8(SP)
	VZEROUPPER
	RET
