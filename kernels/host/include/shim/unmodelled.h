// What the vendor has and the shim does not: the forms with a mask, a number of repeats and strides, and the reductions
// that exist in no other form.
//
// They are declared, as deleted overloads, so that a kernel that uses them fails to compile with the name of the form:
// the one with a count of elements does the same for tensors without gaps. A reduction to one element for each repeat
// of 256 B or block of 32 B is a tree of `Add`, `Max` or `Min` over halves of the tensor.
#ifndef ASCEND_HOST_SHIM_UNMODELLED_H
#define ASCEND_HOST_SHIM_UNMODELLED_H

#include <cstdint>

#include "compare.h"
#include "tensor.h"

namespace AscendC {

// Strides of the forms with repeats, in blocks of 32 B: within a repeat and from one to the next.
struct BinaryRepeatParams {
    BinaryRepeatParams() = default;
    BinaryRepeatParams(const uint8_t dstBlk, const uint8_t src0Blk, const uint8_t src1Blk, const uint8_t dstRep,
                       const uint8_t src0Rep, const uint8_t src1Rep)
        : dstBlkStride(dstBlk),
          src0BlkStride(src0Blk),
          src1BlkStride(src1Blk),
          dstRepStride(dstRep),
          src0RepStride(src0Rep),
          src1RepStride(src1Rep) {}

    uint8_t dstBlkStride = 1;
    uint8_t src0BlkStride = 1;
    uint8_t src1BlkStride = 1;
    uint8_t dstRepStride = 8;
    uint8_t src0RepStride = 8;
    uint8_t src1RepStride = 8;
};

struct UnaryRepeatParams {
    UnaryRepeatParams() = default;
    UnaryRepeatParams(const uint16_t dstBlk, const uint16_t srcBlk, const uint8_t dstRep, const uint8_t srcRep)
        : dstBlkStride(dstBlk), srcBlkStride(srcBlk), dstRepStride(dstRep), srcRepStride(srcRep) {}

    uint16_t dstBlkStride = 1;
    uint16_t srcBlkStride = 1;
    uint8_t dstRepStride = 8;
    uint8_t srcRepStride = 8;
};

// `Mask` is a number of elements, or an array of bits.
#define ASCEND_HOST_NO_BINARY_REPEATS(Name)                                                      \
    template <typename T, bool isSetMask = true, typename Mask>                                  \
    void Name(const LocalTensor<T> &, const LocalTensor<T> &, const LocalTensor<T> &, Mask mask, \
              const uint8_t repeatTime, const BinaryRepeatParams &) = delete;

#define ASCEND_HOST_NO_SCALAR_REPEATS(Name)                                                                   \
    template <typename T, bool isSetMask = true, typename Mask>                                               \
    void Name(const LocalTensor<T> &, const LocalTensor<T> &, const T &, Mask mask, const uint8_t repeatTime, \
              const UnaryRepeatParams &) = delete;

#define ASCEND_HOST_NO_UNARY_REPEATS(Name)                                                         \
    template <typename T, bool isSetMask = true, typename Mask>                                    \
    void Name(const LocalTensor<T> &, const LocalTensor<T> &, Mask mask, const uint8_t repeatTime, \
              const UnaryRepeatParams &) = delete;

ASCEND_HOST_NO_BINARY_REPEATS(Add)
ASCEND_HOST_NO_BINARY_REPEATS(Sub)
ASCEND_HOST_NO_BINARY_REPEATS(Mul)
ASCEND_HOST_NO_BINARY_REPEATS(Div)
ASCEND_HOST_NO_BINARY_REPEATS(Max)
ASCEND_HOST_NO_BINARY_REPEATS(Min)
ASCEND_HOST_NO_BINARY_REPEATS(And)
ASCEND_HOST_NO_BINARY_REPEATS(Or)

ASCEND_HOST_NO_SCALAR_REPEATS(Adds)
ASCEND_HOST_NO_SCALAR_REPEATS(Muls)
ASCEND_HOST_NO_SCALAR_REPEATS(Maxs)
ASCEND_HOST_NO_SCALAR_REPEATS(Mins)

ASCEND_HOST_NO_UNARY_REPEATS(Sqrt)
ASCEND_HOST_NO_UNARY_REPEATS(Abs)
ASCEND_HOST_NO_UNARY_REPEATS(Relu)
ASCEND_HOST_NO_UNARY_REPEATS(Rsqrt)
ASCEND_HOST_NO_UNARY_REPEATS(Reciprocal)
ASCEND_HOST_NO_UNARY_REPEATS(Exp)
ASCEND_HOST_NO_UNARY_REPEATS(Ln)
ASCEND_HOST_NO_UNARY_REPEATS(Not)

#undef ASCEND_HOST_NO_BINARY_REPEATS
#undef ASCEND_HOST_NO_SCALAR_REPEATS
#undef ASCEND_HOST_NO_UNARY_REPEATS

template <typename T, typename U, bool isSetMask = true, typename Mask>
void Axpy(const LocalTensor<T> &, const LocalTensor<U> &, const U &, Mask mask, const uint8_t repeatTime,
          const UnaryRepeatParams &) = delete;
template <typename T, typename U, bool isSetMask = true, typename Mask>
void Cast(const LocalTensor<T> &, const LocalTensor<U> &, const RoundMode &, Mask mask, const uint8_t repeatTime,
          const UnaryRepeatParams &) = delete;
template <typename T, bool isSetMask = true, typename Mask>
void Duplicate(const LocalTensor<T> &, const T &, Mask mask, const uint8_t repeatTime, const uint16_t dstBlockStride,
               const uint8_t dstRepeatStride) = delete;

template <typename T, typename U, bool isSetMask = true, typename Mask>
void Compare(const LocalTensor<U> &, const LocalTensor<T> &, const LocalTensor<T> &, CMPMODE, Mask mask,
             uint8_t repeatTime, const BinaryRepeatParams &) = delete;
template <typename T, typename U, bool isSetMask = true, typename Mask>
void Compares(const LocalTensor<U> &, const LocalTensor<T> &, const T, CMPMODE, Mask mask, uint8_t repeatTime,
              const UnaryRepeatParams &) = delete;
template <typename T, typename U, bool isSetMask = true, typename Mask>
void CompareScalar(const LocalTensor<U> &, const LocalTensor<T> &, const T, CMPMODE, Mask mask, uint8_t repeatTime,
                   const UnaryRepeatParams &) = delete;
template <typename T, typename U, bool isSetMask = true, typename Second, typename Mask>
void Select(const LocalTensor<T> &, const LocalTensor<U> &, const LocalTensor<T> &, const Second &, SELMODE, Mask mask,
            uint8_t repeatTime, const BinaryRepeatParams &) = delete;

// Of the elements that a mask leaves in each of some repeats, to one element a repeat, a block or a pair.
#define ASCEND_HOST_NO_REDUCTION(Name)                           \
    template <typename T, bool isSetMask = true, typename... Of> \
    void Name(const LocalTensor<T> &, const LocalTensor<T> &, Of...) = delete;

ASCEND_HOST_NO_REDUCTION(WholeReduceSum)
ASCEND_HOST_NO_REDUCTION(WholeReduceMax)
ASCEND_HOST_NO_REDUCTION(WholeReduceMin)
ASCEND_HOST_NO_REDUCTION(BlockReduceSum)
ASCEND_HOST_NO_REDUCTION(BlockReduceMax)
ASCEND_HOST_NO_REDUCTION(BlockReduceMin)
ASCEND_HOST_NO_REDUCTION(PairReduceSum)

#undef ASCEND_HOST_NO_REDUCTION

template <typename T, typename Mask>
void ReduceSum(const LocalTensor<T> &, const LocalTensor<T> &, const LocalTensor<T> &, Mask mask,
               const int32_t repeatTime, const int32_t srcRepStride) = delete;
template <typename T, typename Mask>
void ReduceMax(const LocalTensor<T> &, const LocalTensor<T> &, const LocalTensor<T> &, Mask mask,
               const int32_t repeatTime, const int32_t srcRepStride, bool calIndex = false) = delete;
template <typename T, typename Mask>
void ReduceMin(const LocalTensor<T> &, const LocalTensor<T> &, const LocalTensor<T> &, Mask mask,
               const int32_t repeatTime, const int32_t srcRepStride, bool calIndex = false) = delete;

// Copies that keep the larger or the smaller element of the two; 1001 has none.
template <typename T>
void SetAtomicMax() = delete;
template <typename T>
void SetAtomicMin() = delete;

}  // namespace AscendC

#endif
