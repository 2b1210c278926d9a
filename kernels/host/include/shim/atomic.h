// Copies to global memory that add to what is there.
//
// `SetAtomicAdd` holds for all copies to global memory that follow, until `SetAtomicNone`; the core keeps it, so a
// kernel must not end with it. The copies of several blocks may add to the same bytes, in any order, which decides the
// last bits of a sum of floats. Within a block a copy waits for the one before as any other. An integer that overflows
// wraps.
#ifndef ASCEND_HOST_SHIM_ATOMIC_H
#define ASCEND_HOST_SHIM_ATOMIC_H

#include <cstdint>
#include <mutex>

#include "block.h"
#include "float16.h"
#include "strip.h"

namespace ascend_host {

template <class T>
constexpr Added kAdded = Added::nothing;
template <>
inline constexpr Added kAdded<float> = Added::float32;
#if __NPU_ARCH__ != 1001
template <>
inline constexpr Added kAdded<half> = Added::float16;
template <>
inline constexpr Added kAdded<bfloat16_t> = Added::bfloat16;
template <>
inline constexpr Added kAdded<int8_t> = Added::int8;
template <>
inline constexpr Added kAdded<int16_t> = Added::int16;
template <>
inline constexpr Added kAdded<int32_t> = Added::int32;
#endif

inline std::mutex &adding() {
    static std::mutex mutex;
    return mutex;
}

template <class T>
struct Sum {
    ASCEND_HOST_INLINE static T of(T a, T b) {
        return static_cast<T>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
    }
};
template <>
struct Sum<float> {
    ASCEND_HOST_INLINE static float of(float a, float b) { return a + b; }
};
template <>
struct Sum<half> {
    ASCEND_HOST_INLINE static half of(half a, half b) { return half(static_cast<float>(a) + static_cast<float>(b)); }
};
template <>
struct Sum<bfloat16_t> {
    ASCEND_HOST_INLINE static bfloat16_t of(bfloat16_t a, bfloat16_t b) {
        return bfloat16_t(static_cast<float>(a) + static_cast<float>(b));
    }
};

// dst += a in global memory, while no other block does.
template <class T>
struct AtomicAddOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        const std::lock_guard<std::mutex> guard(adding());
        T *dst = at<T>(step.dst, begin);
        const T *a = at<T>(step.a, begin);
        for (uint32_t i = 0; i < end - begin; ++i) dst[i] = Sum<T>::of(dst[i], a[i]);
    }
};

// A contiguous copy to global memory.
template <typename T>
inline void store_contiguous(const Call &call, const Operand &dst, const Operand &src, uint32_t count) {
    const Added added = block().added();
    if (added == Added::nothing) {
        using Bits = typename BitsOf<sizeof(T)>::Type;
        block().execute(call, Compiled<CopyOp<Bits>>::pick(), dst, src, {}, count, 0, StepKind::copy);
        return;
    }
    if constexpr (kAdded<T> != Added::nothing) {
        if (added == kAdded<T>) {
            block().execute(call, AtomicAddOp<T>::run, dst, src, {}, count, 0, StepKind::add_to_memory);
            return;
        }
    }
    trap("%s while SetAtomicAdd<%s> holds: the core would add elements of that type", call.name, AddedName(added));
}

// A copy in rows does not add here.
inline void check_rows_add_nothing(const char *what) {
    const Added added = block().added();
    if (added != Added::nothing)
        trap("%s while SetAtomicAdd<%s> holds: the shim adds in contiguous copies only", what, AddedName(added));
}

}  // namespace ascend_host

namespace AscendC {

template <typename T>
inline void SetAtomicAdd() {
    static_assert(ascend_host::kAdded<T> != ascend_host::Added::nothing,
                  "SetAtomicAdd takes float, on 2201 also half, bfloat16_t, int8_t, int16_t and int32_t");
    ascend_host::block().add_from_now(ascend_host::kAdded<T>);
}

inline void DisableDmaAtomic() { ascend_host::block().add_from_now(ascend_host::Added::nothing); }

// The older name of DisableDmaAtomic.
inline void SetAtomicNone() { DisableDmaAtomic(); }

}  // namespace AscendC

#endif
