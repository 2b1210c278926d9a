// Elementwise vector instructions, in the form that takes a count of elements.
//
// Each instruction rounds once, in the type of its elements, and is never fused with another: `Axpy` multiplies,
// rounds, adds, rounds. The device may or may not fuse it, which is a difference of one rounding of the product.
// Subnormals are kept. `Max` and `Min` return the second operand when one is NaN; what the device does is not
// documented, so kernels must not depend on it. `Rsqrt` and `Reciprocal` are exactly rounded operations here and
// approximations on the device. `Exp` and `Ln` are the C library's. In saturation mode each result is then saturated
// (saturation.h).
#ifndef ASCEND_HOST_SHIM_VECTOR_H
#define ASCEND_HOST_SHIM_VECTOR_H

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "data_copy.h"
#include "saturation.h"
#include "tensor.h"

namespace ascend_host {

struct AddF {
    ASCEND_HOST_INLINE static float apply(float a, float b) { return a + b; }
};
struct SubF {
    ASCEND_HOST_INLINE static float apply(float a, float b) { return a - b; }
};
struct MulF {
    ASCEND_HOST_INLINE static float apply(float a, float b) { return a * b; }
};
struct DivF {
    ASCEND_HOST_INLINE static float apply(float a, float b) { return a / b; }
};
struct MaxF {
    ASCEND_HOST_INLINE static float apply(float a, float b) { return a > b ? a : b; }
};
struct MinF {
    ASCEND_HOST_INLINE static float apply(float a, float b) { return a < b ? a : b; }
};
struct SqrtF {
    ASCEND_HOST_INLINE static float apply(float a) { return __builtin_sqrtf(a); }
};
struct AbsF {
    ASCEND_HOST_INLINE static float apply(float a) { return float_of_bits(bits_of_float(a) & 0x7fffffffu); }
};
struct ReluF {
    ASCEND_HOST_INLINE static float apply(float a) { return a > 0.0f ? a : 0.0f; }
};
struct RsqrtF {
    ASCEND_HOST_INLINE static float apply(float a) { return 1.0f / __builtin_sqrtf(a); }
};
struct ReciprocalF {
    ASCEND_HOST_INLINE static float apply(float a) { return 1.0f / a; }
};
struct ExpF {
    ASCEND_HOST_INLINE static float apply(float a) { return expf(a); }
};
struct LnF {
    ASCEND_HOST_INLINE static float apply(float a) { return logf(a); }
};
struct AndF {
    ASCEND_HOST_INLINE static uint16_t apply(uint16_t a, uint16_t b) { return a & b; }
};
struct OrF {
    ASCEND_HOST_INLINE static uint16_t apply(uint16_t a, uint16_t b) { return a | b; }
};
struct NotF {
    ASCEND_HOST_INLINE static uint16_t apply(uint16_t a) { return static_cast<uint16_t>(~a); }
};

// dst += a * scalar, in the type of the destination
template <class T, class U, bool saturates>
struct AxpyOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        auto *dst = at<typename Lane<T>::Stored>(step.dst, begin);
        const auto *a = at<typename Lane<U>::Stored>(step.a, begin);
        const float scalar = scalar_of<U>(step);
        const uint32_t count = end - begin;
        ASCEND_HOST_INDEPENDENT
        for (uint32_t i = 0; i < count; ++i) {
            auto product = Lane<T>::store(Lane<U>::load(a[i]) * scalar);
            if constexpr (saturates) product = Saturated<T>::of(product);
            dst[i] = Lane<T>::store(Lane<T>::load(dst[i]) + Lane<T>::load(product));
        }
    }
};

// dst = F(a, b) between 16-bit words
template <class F>
struct WordOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        auto *dst = at<uint16_t>(step.dst, begin);
        const auto *a = at<uint16_t>(step.a, begin);
        const auto *b = at<uint16_t>(step.b, begin);
        const uint32_t count = end - begin;
        ASCEND_HOST_INDEPENDENT
        for (uint32_t i = 0; i < count; ++i) dst[i] = F::apply(a[i], b[i]);
    }
};

template <typename T>
constexpr bool kFloating = std::is_same_v<T, float> || std::is_same_v<T, half>;
template <typename T>
constexpr bool kWord = std::is_same_v<T, int16_t> || std::is_same_v<T, uint16_t>;

template <typename T>
inline uint32_t scalar_bits(T value) {
    typename BitsOf<sizeof(T)>::Type bits;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class Op, typename T, typename A, typename B>
inline void binary(const char *what, const AscendC::LocalTensor<T> &dst, const AscendC::LocalTensor<A> &a,
                   const AscendC::LocalTensor<B> &b, int32_t count) {
    if (!has_work(what, count)) return;
    const Operand d = operand(what, dst, count), x = operand(what, a, count), y = operand(what, b, count);
    check_overlap(what, d, x, count);
    check_overlap(what, d, y, count);
    block().execute({what, Pipe::vector}, Compiled<Op>::pick(), d, x, y, static_cast<uint32_t>(count));
}

template <class Op, typename T, typename A>
inline void unary(const char *what, const AscendC::LocalTensor<T> &dst, const AscendC::LocalTensor<A> &a, int64_t count,
                  uint32_t scalar = 0, StepKind kind = StepKind::plain) {
    if (!has_work(what, count)) return;
    const Operand d = operand(what, dst, count), x = operand(what, a, count);
    check_overlap(what, d, x, count);
    block().execute({what, Pipe::vector}, Compiled<Op>::pick(), d, x, {}, static_cast<uint32_t>(count), scalar, kind);
}

}  // namespace ascend_host

namespace AscendC {

#define ASCEND_HOST_BINARY(Name)                                                                            \
    template <typename T>                                                                                   \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1,     \
                     const ascend_host::Count count) {                                                      \
        static_assert(ascend_host::kFloating<T>, #Name " takes float and half");                            \
        ascend_host::binary<ascend_host::BinaryOp<T, ascend_host::Name##F>>(#Name, dst, src0, src1, count); \
        ascend_host::saturate(dst, count);                                                                  \
    }

#define ASCEND_HOST_WORD_BINARY(Name)                                                                   \
    template <typename T>                                                                               \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src0, const LocalTensor<T> &src1, \
                     const ascend_host::Count count) {                                                  \
        static_assert(ascend_host::kWord<T>, #Name " takes int16_t and uint16_t");                      \
        ascend_host::binary<ascend_host::WordOp<ascend_host::Name##F>>(#Name, dst, src0, src1, count);  \
    }

#define ASCEND_HOST_SCALAR(Name, Function)                                                                          \
    template <typename T, bool isSetMask = true>                                                                    \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const T &scalarValue,                    \
                     const ascend_host::Count count) {                                                              \
        static_assert(ascend_host::kFloating<T>, #Name " takes float and half");                                    \
        ascend_host::unary<ascend_host::ScalarOp<T, ascend_host::Function>>(#Name, dst, src, count,                 \
                                                                            ascend_host::scalar_bits(scalarValue)); \
        ascend_host::saturate(dst, count);                                                                          \
    }

#define ASCEND_HOST_UNARY(Name)                                                                              \
    template <typename T>                                                                                    \
    inline void Name(const LocalTensor<T> &dst, const LocalTensor<T> &src, const ascend_host::Count count) { \
        static_assert(ascend_host::kFloating<T>, #Name " takes float and half");                             \
        ascend_host::unary<ascend_host::UnaryOp<T, ascend_host::Name##F>>(#Name, dst, src, count);           \
        ascend_host::saturate(dst, count);                                                                   \
    }

ASCEND_HOST_BINARY(Add)
ASCEND_HOST_BINARY(Sub)
ASCEND_HOST_BINARY(Mul)
ASCEND_HOST_BINARY(Div)
ASCEND_HOST_BINARY(Max)
ASCEND_HOST_BINARY(Min)

ASCEND_HOST_WORD_BINARY(And)
ASCEND_HOST_WORD_BINARY(Or)

ASCEND_HOST_SCALAR(Adds, AddF)
ASCEND_HOST_SCALAR(Muls, MulF)
#if __NPU_ARCH__ == 1001
template <typename T, bool isSetMask = true>
inline void Maxs(const LocalTensor<T> &, const LocalTensor<T> &, const T &, const int32_t &) = delete;
template <typename T, bool isSetMask = true>
inline void Mins(const LocalTensor<T> &, const LocalTensor<T> &, const T &, const int32_t &) = delete;
#else
ASCEND_HOST_SCALAR(Maxs, MaxF)
ASCEND_HOST_SCALAR(Mins, MinF)
#endif

ASCEND_HOST_UNARY(Sqrt)
ASCEND_HOST_UNARY(Abs)
ASCEND_HOST_UNARY(Relu)
ASCEND_HOST_UNARY(Rsqrt)
ASCEND_HOST_UNARY(Reciprocal)
ASCEND_HOST_UNARY(Exp)
ASCEND_HOST_UNARY(Ln)

#undef ASCEND_HOST_BINARY
#undef ASCEND_HOST_WORD_BINARY
#undef ASCEND_HOST_SCALAR
#undef ASCEND_HOST_UNARY

template <typename T>
inline void Not(const LocalTensor<T> &dst, const LocalTensor<T> &src, const ascend_host::Count count) {
    static_assert(ascend_host::kWord<T>, "Not takes int16_t and uint16_t");
    ascend_host::unary<ascend_host::MapOp<uint16_t, uint16_t, ascend_host::NotF>>("Not", dst, src, count);
}

// dst += src * scalar: two roundings.
template <typename T, typename U>
inline void Axpy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const U &scalarValue,
                 const ascend_host::Count count) {
    static_assert(ascend_host::kFloating<T> && (std::is_same_v<T, U> || std::is_same_v<U, half>),
                  "Axpy takes float to float, half to half and half to float");
    const auto scalar = ascend_host::scalar_bits(scalarValue);
    constexpr auto kind = ascend_host::StepKind::accumulate;
    if (ascend_host::block().saturates()) {
        ascend_host::unary<ascend_host::AxpyOp<T, U, true>>("Axpy", dst, src, count, scalar, kind);
    } else {
        ascend_host::unary<ascend_host::AxpyOp<T, U, false>>("Axpy", dst, src, count, scalar, kind);
    }
    ascend_host::saturate(dst, count);
}

template <typename T>
inline void Duplicate(const LocalTensor<T> &dst, const T &scalarValue, const ascend_host::Count count) {
    static_assert(
        ascend_host::kFloating<T> || ascend_host::kWord<T> || std::is_same_v<T, int32_t> || std::is_same_v<T, uint32_t>,
        "Duplicate takes float, half and integers of 16 and 32 bits");
    if (!ascend_host::has_work("Duplicate", count)) return;
    using Bits = typename ascend_host::BitsOf<sizeof(T)>::Type;
    const auto to = ascend_host::operand("Duplicate", dst, count);
    ascend_host::block().execute({"Duplicate", ascend_host::Pipe::vector},
                                 ascend_host::Compiled<ascend_host::FillOp<Bits>>::pick(), to, {}, {},
                                 static_cast<uint32_t>(count), ascend_host::scalar_bits(scalarValue));
}

}  // namespace AscendC

#endif
