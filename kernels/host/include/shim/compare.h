// Comparisons to bits, and the choice by bits, in the form that takes a count of elements.
//
// Bit i of the result, counted from the lowest of the first byte, is element i. A comparison works in repeats of 256 B
// and leaves out what is left over; the shim refuses the rest. `Select` takes the element of the first source where the
// bit is set. In its first mode all repeats use the bits of the first one, which is all that 1001 has. What the
// comparisons make of a NaN is not documented; here it is as IEEE 754 has it: only NE is true.
#ifndef ASCEND_HOST_SHIM_COMPARE_H
#define ASCEND_HOST_SHIM_COMPARE_H

#include <cstdint>
#include <type_traits>

#include "reduce.h"
#include "tensor.h"
#include "vector.h"
#include "whole.h"

namespace AscendC {

enum class CMPMODE : uint8_t { LT, GT, EQ, LE, GE, NE };
enum class SELMODE : uint8_t { VSEL_CMPMASK_SPR, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };

}  // namespace AscendC

namespace ascend_host {

using AscendC::CMPMODE;
using AscendC::SELMODE;

template <CMPMODE mode>
struct Compared {
    template <class V>
    ASCEND_HOST_INLINE static bool apply(V a, V b) {
        switch (mode) {
            case CMPMODE::LT:
                return a < b;
            case CMPMODE::GT:
                return a > b;
            case CMPMODE::EQ:
                return a == b;
            case CMPMODE::LE:
                return a <= b;
            case CMPMODE::GE:
                return a >= b;
            default:
                return a != b;
        }
    }
};

template <class T>
struct ComparedAs : Lane<T> {};
template <>
struct ComparedAs<int32_t> {
    using Stored = int32_t;
    static int32_t load(int32_t stored) { return stored; }
};

template <class T>
inline typename ComparedAs<T>::Stored stored_scalar(const Whole &whole) {
    typename ComparedAs<T>::Stored stored;
    __builtin_memcpy(&stored, &whole.scalar, sizeof stored);
    return stored;
}

template <class T, CMPMODE mode>
inline void compare_loop(const Whole &whole) {
    using Stored = typename ComparedAs<T>::Stored;
    const auto *a = reinterpret_cast<const Stored *>(whole.src);
    const auto *b = reinterpret_cast<const Stored *>(whole.src1);
    const Stored scalar = stored_scalar<T>(whole);
    for (uint32_t begin = 0; begin < whole.count; begin += 8) {
        uint32_t bits = 0;
        for (uint32_t i = 0; i < 8; ++i) {
            const auto x = ComparedAs<T>::load(a[begin + i]);
            const auto y = ComparedAs<T>::load(b == nullptr ? scalar : b[begin + i]);
            bits |= static_cast<uint32_t>(Compared<mode>::apply(x, y)) << i;
        }
        whole.dst[begin / 8] = static_cast<uint8_t>(bits);
    }
}

template <class T>
inline void select_loop(const Whole &whole) {
    using Stored = typename Lane<T>::Stored;
    auto *dst = reinterpret_cast<Stored *>(whole.dst);
    const auto *a = reinterpret_cast<const Stored *>(whole.src);
    const auto *b = reinterpret_cast<const Stored *>(whole.src1);
    const Stored scalar = stored_scalar<T>(whole);
    for (uint32_t i = 0; i < whole.count; ++i) {
        const uint32_t bit = i % whole.period;
        const bool first = (whole.bits[bit / 8] >> bit % 8 & 1) != 0;
        dst[i] = first ? a[i] : b == nullptr ? scalar : b[i];
    }
}

template <class T>
inline void (*compare_loop_of(CMPMODE mode))(const Whole &) {
    switch (mode) {
        case CMPMODE::LT:
            return compare_loop<T, CMPMODE::LT>;
        case CMPMODE::GT:
            return compare_loop<T, CMPMODE::GT>;
        case CMPMODE::EQ:
            return compare_loop<T, CMPMODE::EQ>;
        case CMPMODE::LE:
            return compare_loop<T, CMPMODE::LE>;
        case CMPMODE::GE:
            return compare_loop<T, CMPMODE::GE>;
        default:
            return compare_loop<T, CMPMODE::NE>;
    }
}

template <typename U>
constexpr bool kBits = std::is_same_v<U, uint8_t> || std::is_same_v<U, int8_t>;

// `second` is the other source, null where that is a scalar.
template <typename T, typename U>
inline void compare(const char *what, const AscendC::LocalTensor<U> &dst, const AscendC::LocalTensor<T> &src0,
                    const AscendC::LocalTensor<T> *second, uint32_t scalar, CMPMODE mode, uint32_t count) {
    static_assert(kFloating<T> || (__NPU_ARCH__ == 2201 && std::is_same_v<T, int32_t>),
                  "comparisons take float and half, on 2201 also int32_t");
    static_assert(kBits<U>, "a comparison gives its bits in uint8_t or int8_t");
    if (!has_work(what, count)) return;
    if (std::is_same_v<T, int32_t> && mode != CMPMODE::EQ) trap("%s of int32_t: it has EQ and no other mode", what);
    const uint64_t bytes = uint64_t{count} * sizeof(T);
    if (bytes % kRepeatBytes != 0) {
        exception("%s of %u elements (%llu B): it works in repeats of %u B, and the device would leave out the rest",
                  what, count, static_cast<unsigned long long>(bytes), kRepeatBytes);
    }
    const Operand to = operand(what, dst, count / 8), from = operand(what, src0, count);
    Whole whole;
    whole.loop = compare_loop_of<T>(mode);
    whole.count = count;
    whole.scalar = scalar;
    whole.dst = to.base;
    whole.dst_bytes = count / 8;
    whole.src = from.base;
    whole.src_bytes = bytes;
    if (second != nullptr) {
        whole.src1 = operand(what, *second, count).base;
        whole.src1_bytes = bytes;
    }
    if (overlaps(whole.dst, whole.dst_bytes, whole.src, bytes) ||
        overlaps(whole.dst, whole.dst_bytes, whole.src1, whole.src1_bytes)) {
        exception("%s of %u elements: the bits overlap a source", what, count);
    }
    block().execute_whole({what, Pipe::vector}, whole);
}

template <typename T, typename U>
inline void select(const AscendC::LocalTensor<T> &dst, const AscendC::LocalTensor<U> &bits,
                   const AscendC::LocalTensor<T> &src0, const AscendC::LocalTensor<T> *second, uint32_t scalar,
                   SELMODE mode, uint32_t count) {
    const char *what = "Select";
    static_assert(kFloating<T>, "Select takes float and half");
    static_assert(std::is_unsigned_v<U>, "Select takes its bits in uint8_t, uint16_t, uint32_t and uint64_t");
    if (second == nullptr && mode != SELMODE::VSEL_TENSOR_SCALAR_MODE)
        trap("Select from a tensor and a scalar: its mode is VSEL_TENSOR_SCALAR_MODE");
    if (second != nullptr && mode == SELMODE::VSEL_TENSOR_SCALAR_MODE)
        trap("Select from two tensors with VSEL_TENSOR_SCALAR_MODE: that mode is for a tensor and a scalar");
    if (__NPU_ARCH__ == 1001 && mode != SELMODE::VSEL_CMPMASK_SPR)
        trap("Select: architecture 1001 has VSEL_CMPMASK_SPR and no other mode");
    if (!has_work(what, count)) return;
    const Operand to = operand(what, dst, count), from = operand(what, src0, count);
    check_overlap(what, to, from, count);
    constexpr uint32_t lanes = kRepeatBytes / sizeof(T);
    Whole whole;
    whole.loop = select_loop<T>;
    whole.count = count;
    whole.scalar = scalar;
    whole.period = mode == SELMODE::VSEL_CMPMASK_SPR ? lanes : count;
    whole.dst = to.base;
    whole.dst_bytes = whole.src_bytes = uint64_t{count} * sizeof(T);
    whole.src = from.base;
    if (second != nullptr) {
        const Operand other = operand(what, *second, count);
        check_overlap(what, to, other, count);
        whole.src1 = other.base;
        whole.src1_bytes = whole.src_bytes;
    }
    whole.bits_bytes = ((count < whole.period ? count : whole.period) + 7) / 8;
    whole.bits = operand("Select by bits", bits, (whole.bits_bytes + sizeof(U) - 1) / sizeof(U)).base;
    if (overlaps(whole.dst, whole.dst_bytes, whole.bits, whole.bits_bytes))
        exception("Select of %u elements: the result overlaps the bits", count);
    block().execute_whole({what, Pipe::vector}, whole);
}

}  // namespace ascend_host

namespace AscendC {

template <typename T, typename U>
inline void Compare(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1, CMPMODE cmpMode,
                    const ascend_host::WideCount count) {
    ascend_host::compare("Compare", dst, src0, &src1, 0, cmpMode, count);
}

#if __NPU_ARCH__ == 1001

// A tensor filled by Duplicate and Compare do the same.
template <typename T, typename U>
inline void Compares(const LocalTensor<U> &, const LocalTensor<T> &, const T, CMPMODE, const uint32_t) = delete;
template <typename T, typename U>
inline void CompareScalar(const LocalTensor<U> &, const LocalTensor<T> &, const T, CMPMODE, const uint32_t) = delete;
template <typename T, typename U>
inline void Select(const LocalTensor<T> &, const LocalTensor<U> &, const LocalTensor<T> &, const T, SELMODE,
                   const uint32_t) = delete;

#else

template <typename T, typename U>
inline void Compares(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const T src1Scalar, CMPMODE cmpMode,
                     const ascend_host::WideCount count) {
    ascend_host::compare<T, U>("Compares", dst, src0, nullptr, ascend_host::scalar_bits(src1Scalar), cmpMode, count);
}

// The older name of Compares.
template <typename T, typename U>
inline void CompareScalar(const LocalTensor<U> &dst, const LocalTensor<T> &src0, const T src1Scalar, CMPMODE cmpMode,
                          const ascend_host::WideCount count) {
    ascend_host::compare<T, U>("CompareScalar", dst, src0, nullptr, ascend_host::scalar_bits(src1Scalar), cmpMode,
                               count);
}

template <typename T, typename U>
inline void Select(const LocalTensor<T> &dst, const LocalTensor<U> &selMask, const LocalTensor<T> &src0, T src1,
                   SELMODE selMode, const ascend_host::WideCount count) {
    ascend_host::select<T, U>(dst, selMask, src0, nullptr, ascend_host::scalar_bits(src1), selMode, count);
}

#endif

template <typename T, typename U>
inline void Select(const LocalTensor<T> &dst, const LocalTensor<U> &selMask, const LocalTensor<T> &src0,
                   const LocalTensor<T> &src1, SELMODE selMode, const ascend_host::WideCount count) {
    ascend_host::select(dst, selMask, src0, &src1, 0, selMode, count);
}

}  // namespace AscendC

#endif
