#include "textflag.h"

// func HasAVX2() bool
//
// AVX2 can be used where CPUID out of it (leaf 7, EBX bit 5) and of XGETBV and AVX (leaf 1,
// ECX bits 27 and 28), and XGETBV out that the system keeps XMM and YMM registers.
TEXT ·HasAVX2(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	XORL AX, AX
	XORL CX, CX
	CPUID
	CMPL AX, $7
	JLT  no
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $0x18000000, CX
	CMPL CX, $0x18000000
	JNE  no
	MOVL $7, AX
	XORL CX, CX
	CPUID
	ANDL $0x20, BX
	JEQ  no
	XORL CX, CX
	XGETBV
	ANDL $6, AX
	CMPL AX, $6
	JNE  no
	MOVB $1, ret+0(FP)
no:
	RET

// func gatherWide(w, first *Word, at []int32)
//
// Four words at a time into two sums, then one at a time. A word is 32 bytes.
TEXT ·gatherWide(SB), NOSPLIT, $0-40
	MOVQ    w+0(FP), DI
	MOVQ    first+8(FP), SI
	MOVQ    at_base+16(FP), BX
	MOVQ    at_len+24(FP), CX
	VMOVDQU (DI), Y0
	VPXOR   Y1, Y1, Y1
	SUBQ    $4, CX
	JLT     rest

four:
	MOVLQSX (BX), AX
	MOVLQSX 4(BX), DX
	MOVLQSX 8(BX), R8
	MOVLQSX 12(BX), R9
	SHLQ    $5, AX
	SHLQ    $5, DX
	SHLQ    $5, R8
	SHLQ    $5, R9
	VPOR    (SI)(AX*1), Y0, Y0
	VPOR    (SI)(DX*1), Y1, Y1
	VPOR    (SI)(R8*1), Y0, Y0
	VPOR    (SI)(R9*1), Y1, Y1
	ADDQ    $16, BX
	SUBQ    $4, CX
	JGE     four

rest:
	ADDQ $4, CX
	JEQ  done

one:
	MOVLQSX (BX), AX
	SHLQ    $5, AX
	VPOR    (SI)(AX*1), Y0, Y0
	ADDQ    $4, BX
	DECQ    CX
	JNE     one

done:
	VPOR    Y1, Y0, Y0
	VMOVDQU Y0, (DI)
	VZEROUPPER
	RET

// func upWide(tail, head, given, out *Word, at, to *int32, last int)
//
// See field.collectFromChildren. BX is the offset of the word of position CX. Children after the last node, as those
// that pad a list, count as the node after it, whose word is zero.
TEXT ·upWide(SB), NOSPLIT, $0-56
	MOVQ tail+0(FP), R8
	MOVQ head+8(FP), R9
	MOVQ given+16(FP), R10
	MOVQ out+24(FP), R11
	MOVQ at+32(FP), R12
	MOVQ to+40(FP), R13
	MOVQ last+48(FP), DX
	MOVQ DX, CX
	MOVQ DX, BX
	SHLQ $5, BX
	INCQ DX

node:
	MOVLQSX (R12)(CX*4), SI
	MOVLQSX 4(R12)(CX*4), DI
	VMOVDQU (R8)(BX*1), Y0
	VPXOR   Y3, Y3, Y3

children:
	MOVL    (R13)(SI*4), AX
	CMPL    AX, DX
	CMOVLGT DX, AX
	SHLQ    $5, AX
	VPOR    (R11)(AX*1), Y0, Y0
	MOVL    4(R13)(SI*4), AX
	CMPL    AX, DX
	CMOVLGT DX, AX
	SHLQ    $5, AX
	VPOR    (R11)(AX*1), Y3, Y3
	MOVL    8(R13)(SI*4), AX
	CMPL    AX, DX
	CMOVLGT DX, AX
	SHLQ    $5, AX
	VPOR    (R11)(AX*1), Y0, Y0
	MOVL    12(R13)(SI*4), AX
	CMPL    AX, DX
	CMOVLGT DX, AX
	SHLQ    $5, AX
	VPOR    (R11)(AX*1), Y3, Y3
	ADDQ    $4, SI
	CMPQ    SI, DI
	JLT     children
	VPOR    Y3, Y0, Y0
	VMOVDQU Y0, (R8)(BX*1)
	VPXOR   (R9)(BX*1), Y0, Y1
	VPAND   (R10)(BX*1), Y1, Y1
	VPXOR   Y0, Y1, Y1
	VMOVDQU Y1, (R11)(BX*1)
	SUBQ    $32, BX
	DECQ    CX
	JGE     node
	VZEROUPPER
	RET

// func downWide(tail, head, given, out *Word, at, to *int32, last int) bool
//
// See field.collectFromParents. Y2 collects the news. The word of the node that pads a list is zero.
TEXT ·downWide(SB), NOSPLIT, $0-57
	MOVQ  tail+0(FP), R8
	MOVQ  head+8(FP), R9
	MOVQ  given+16(FP), R10
	MOVQ  out+24(FP), R11
	MOVQ  at+32(FP), R12
	MOVQ  to+40(FP), R13
	MOVQ  last+48(FP), DX
	XORQ  CX, CX
	XORQ  BX, BX
	VPXOR Y2, Y2, Y2

node:
	MOVLQSX (R12)(CX*4), SI
	MOVLQSX 4(R12)(CX*4), DI
	VPXOR   Y0, Y0, Y0
	VPXOR   Y5, Y5, Y5

parents:
	MOVL    (R13)(SI*4), AX
	SHLQ    $5, AX
	VPOR    (R11)(AX*1), Y0, Y0
	MOVL    4(R13)(SI*4), AX
	SHLQ    $5, AX
	VPOR    (R11)(AX*1), Y5, Y5
	MOVL    8(R13)(SI*4), AX
	SHLQ    $5, AX
	VPOR    (R11)(AX*1), Y0, Y0
	MOVL    12(R13)(SI*4), AX
	SHLQ    $5, AX
	VPOR    (R11)(AX*1), Y5, Y5
	ADDQ    $4, SI
	CMPQ    SI, DI
	JLT     parents
	VPOR    Y5, Y0, Y0
	VMOVDQU (R9)(BX*1), Y1
	VMOVDQU (R10)(BX*1), Y4
	VPANDN  Y0, Y1, Y3
	VPAND   Y4, Y3, Y3
	VPOR    Y3, Y2, Y2
	VPOR    Y0, Y1, Y1
	VMOVDQU Y1, (R9)(BX*1)
	VPOR    (R8)(BX*1), Y1, Y1
	VPANDN  Y1, Y4, Y1
	VMOVDQU Y1, (R11)(BX*1)
	ADDQ    $32, BX
	INCQ    CX
	CMPQ    CX, DX
	JLE     node
	VPTEST  Y2, Y2
	SETNE   ret+56(FP)
	VZEROUPPER
	RET
