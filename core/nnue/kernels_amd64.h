// What kernels share. Neurons are taken 32 in a step, HiddenStep, or 64 bytes: Y0 and
// Y1, or Z0. AX counts the bytes that are done.

// TWO does an operation with 64 bytes of a row and Y0, Y1; ONE with Z0.
#define TWO(op, row) \
	op (row)(AX*1), Y0, Y0 \
	op 32(row)(AX*1), Y1, Y1

#define ONE(op, row) \
	op (row)(AX*1), Z0, Z0

#define LOAD2(row) \
	VMOVDQU (row)(AX*1), Y0 \
	VMOVDQU 32(row)(AX*1), Y1

#define STORE2(row) \
	VMOVDQU Y0, (row)(AX*1) \
	VMOVDQU Y1, 32(row)(AX*1)

#define LOAD(row) \
	VMOVDQU64 (row)(AX*1), Z0

#define STORE(row) \
	VMOVDQU64 Z0, (row)(AX*1)

// CLAMP2 and CLAMP clamp neurons to 0 (Y15, Z15) and QA (Y14, Z14).
#define CLAMP2(v) \
	VPMAXSW Y15, v, v \
	VPMINSW Y14, v, v

#define CLAMP(v) \
	VPMAXSW Z15, v, v \
	VPMINSW Z14, v, v

// NEURONS2 takes 16 neurons of acc.
#define NEURONS2(at, acc, weights, scratch, product, total) \
	VMOVDQU at(acc)(AX*1), scratch \
	PRODUCTS2(at, weights, scratch, product, total)

// PRODUCTS2 takes 16 neurons in v.
#define PRODUCTS2(at, weights, v, product, total) \
	CLAMP2(v) \
	VPMULLW at(weights)(AX*1), v, product \
	VPMADDWD product, v, product \
	VPADDD product, total, total

// NEURONS takes 32 neurons of acc.
#define NEURONS(at, acc, weights, scratch, product, total) \
	VMOVDQU64 at(acc)(AX*1), scratch \
	CLAMP(scratch) \
	VPMULLW at(weights)(AX*1), scratch, product \
	VPDPWSSD product, scratch, total

// TOTAL2 adds the 16 lanes of Y0 and Y1, in 64 bits, and sets AX to the sum.
#define TOTAL2 \
	VEXTRACTI128 $1, Y0, X2 \
	VEXTRACTI128 $1, Y1, X3 \
	VPMOVSXDQ X0, Y0 \
	VPMOVSXDQ X1, Y1 \
	VPMOVSXDQ X2, Y2 \
	VPMOVSXDQ X3, Y3 \
	VPADDQ Y1, Y0, Y0 \
	VPADDQ Y3, Y2, Y2 \
	VPADDQ Y2, Y0, Y0 \
	VEXTRACTI128 $1, Y0, X1 \
	VPADDQ X1, X0, X0 \
	VPSHUFD $0x4E, X0, X1 \
	VPADDQ X1, X0, X0 \
	VMOVQ X0, AX

// TOTAL does so with the 16 lanes of Z0.
#define TOTAL \
	VEXTRACTI64X4 $1, Z0, Y1 \
	VPMOVSXDQ Y0, Z0 \
	VPMOVSXDQ Y1, Z1 \
	VPADDQ Z1, Z0, Z0 \
	VEXTRACTI64X4 $1, Z0, Y1 \
	VPADDQ Y1, Y0, Y0 \
	VEXTRACTI128 $1, Y0, X1 \
	VPADDQ X1, X0, X0 \
	VPSHUFD $0x4E, X0, X1 \
	VPADDQ X1, X0, X0 \
	VMOVQ X0, AX
