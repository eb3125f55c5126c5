// What the sums of a block and the tail share.

// WEIGHTS multiplies the inputs in b by eight rows of weights and adds to s.
#define WEIGHTS(at, b, x, s) \
	VPMADDUBSW at, b, x \
	VPMADDWD Y15, x, x \
	VPADDD x, s, s

// BEGIN32 loads the biases of 32 outputs; the other sums are zero.
#define BEGIN32 \
	VMOVDQU64 (R9), Z0 \
	VMOVDQU64 64(R9), Z1 \
	VPXORQ Z2, Z2, Z2 \
	VPXORQ Z3, Z3, Z3 \
	VPXORQ Z4, Z4, Z4 \
	VPXORQ Z5, Z5, Z5 \
	VPXORQ Z6, Z6, Z6 \
	VPXORQ Z7, Z7, Z7

// INPUTS broadcasts the inputs of four groups that follow each other.
#define INPUTS \
	VBROADCASTI32X4 (SI), Z12 \
	VPSHUFD $0x00, Z12, Z8 \
	VPSHUFD $0x55, Z12, Z9 \
	VPSHUFD $0xAA, Z12, Z10 \
	VPSHUFD $0xFF, Z12, Z11

#define NEIGHBOURS32 \
	INPUTS \
	VPDPBUSD (R8), Z8, Z0 \
	VPDPBUSD 64(R8), Z8, Z1 \
	VPDPBUSD 128(R8), Z9, Z2 \
	VPDPBUSD 192(R8), Z9, Z3 \
	VPDPBUSD 256(R8), Z10, Z4 \
	VPDPBUSD 320(R8), Z10, Z5 \
	VPDPBUSD 384(R8), Z11, Z6 \
	VPDPBUSD 448(R8), Z11, Z7

// TOTAL32 adds the sums up in Z0 and Z1.
#define TOTAL32 \
	VPADDD Z2, Z0, Z0 \
	VPADDD Z3, Z1, Z1 \
	VPADDD Z6, Z4, Z4 \
	VPADDD Z7, Z5, Z5 \
	VPADDD Z4, Z0, Z0 \
	VPADDD Z5, Z1, Z1

// LANES adds the lanes of Y0.
#define LANES \
	VEXTRACTI128 $1, Y0, X1 \
	VPADDD X1, X0, X0 \
	VPSHUFD $0x4E, X0, X1 \
	VPADDD X1, X0, X0 \
	VPSHUFD $0xB1, X0, X1 \
	VPADDD X1, X0, X0
