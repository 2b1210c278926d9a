// Reductions of the first elements of a tensor to one.
//
// `ReduceSum` adds neighbours, then neighbouring sums, up to one for each repeat of 256 B. On 2201 these are then added
// in their order, without the work tensor; on 1001 they are added as the elements were, and the work tensor holds them.
// So the architectures round differently, and a kernel that wants the same bits on both writes its own tree of `Add`.
// Each addition rounds once, in the type of the elements. `ReduceMax` and `ReduceMin` keep an index beside each value
// of a round, so they need twice the room; what they make of a NaN is not documented, and here it is what `Max` and
// `Min` do with the operands in their order. 1001 reduces halves only.
#ifndef ASCEND_HOST_SHIM_REDUCE_H
#define ASCEND_HOST_SHIM_REDUCE_H

#include <cstdint>
#include <type_traits>

#include "saturation.h"
#include "tensor.h"
#include "vector.h"
#include "whole.h"

namespace ascend_host {

constexpr uint32_t kRepeatBytes = 256;

template <class T, class F>
struct Reduction {
    using Stored = typename Lane<T>::Stored;

    static Stored both(Stored a, Stored b, const Whole &whole) {
        Stored result = Lane<T>::store(F::apply(Lane<T>::load(a), Lane<T>::load(b)));
        if (whole.saturates) {
            if (Saturated<T>::is_beyond(result)) block().note_overflow();
            result = Saturated<T>::of(result);
        }
        return result;
    }

    // Neighbours, then their results, until one is left. A last one without a neighbour waits for the next round.
    static Stored tree(Stored *values, uint32_t count, const Whole &whole) {
        while (count > 1) {
            for (uint32_t i = 0; i < count / 2; ++i) values[i] = both(values[2 * i], values[2 * i + 1], whole);
            if (count % 2 != 0) values[count / 2] = values[count - 1];
            count = (count + 1) / 2;
        }
        return values[0];
    }

    static void run(const Whole &whole) {
        constexpr uint32_t lanes = kRepeatBytes / sizeof(T);
        // One result a repeat; the longest tensor has as many.
        static thread_local Stored results[kUnifiedBufferBytes / kRepeatBytes + 1];
        uint32_t repeats = 0;
        for (uint32_t begin = 0; begin < whole.count; begin += lanes) {
            const uint32_t some = whole.count - begin < lanes ? whole.count - begin : lanes;
            Stored values[lanes];
            __builtin_memcpy(values, whole.src + static_cast<uint64_t>(begin) * sizeof(T), some * sizeof(T));
            results[repeats++] = tree(values, some, whole);
        }
        if (whole.work_bytes != 0) {
            results[0] = tree(results, repeats, whole);
            poison(whole.work, whole.work_bytes);
        } else {
            for (uint32_t i = 1; i < repeats; ++i) results[0] = both(results[0], results[i], whole);
        }
        __builtin_memcpy(whole.dst, results, sizeof(T));
    }
};

inline bool overlaps(const uint8_t *a, uint64_t a_bytes, const uint8_t *b, uint64_t b_bytes) {
    const uintptr_t x = reinterpret_cast<uintptr_t>(a), y = reinterpret_cast<uintptr_t>(b);
    return x < y + b_bytes && y < x + a_bytes;
}

// `per_repeat`: elements of the work tensor for each repeat.
template <class F, typename T>
inline void reduce(const char *what, const AscendC::LocalTensor<T> &dst, const AscendC::LocalTensor<T> &src,
                   const AscendC::LocalTensor<T> &work, int32_t count, uint32_t per_repeat) {
    if (!has_work(what, count)) return;
    Whole whole;
    whole.loop = Reduction<T, F>::run;
    whole.count = static_cast<uint32_t>(count);
    whole.saturates = block().saturates();
    whole.src = operand(what, src, whole.count).base;
    whole.src_bytes = whole.count * uint64_t{sizeof(T)};
    // One element, which may lie anywhere.
    if (dst.host_base() == nullptr) trap("%s on a local tensor that no queue or buffer has given", what);
    if constexpr (kChecked) block().check_live(what, dst.host_base(), dst.host_ticket());
    if (dst.host_bytes() < sizeof(T)) exception("%s into a local tensor that has no elements", what);
    whole.dst = dst.host_base();
    whole.dst_bytes = sizeof(T);
    if (per_repeat != 0) {
        constexpr uint32_t lanes = kRepeatBytes / sizeof(T), grain = kBlockBytes / sizeof(T);
        const uint32_t repeats = whole.count < lanes ? 1 : (whole.count + lanes - 1) / lanes;
        const uint32_t needed = (repeats * per_repeat + grain - 1) / grain * grain;
        if (work.host_base() != nullptr && work.GetSize() < needed) {
            exception("%s of %u elements with a work tensor of %u elements: it needs %u", what, whole.count,
                      work.GetSize(), needed);
        }
        whole.work = operand(what, work, needed).base;
        whole.work_bytes = needed * uint64_t{sizeof(T)};
    }
    if (whole.dst != whole.src && overlaps(whole.dst, whole.dst_bytes, whole.src, whole.src_bytes)) {
        exception("%s of %u elements: the result lies inside the source, and not at its start", what, whole.count);
    }
    if (overlaps(whole.work, whole.work_bytes, whole.src, whole.src_bytes)) {
        exception("%s of %u elements: the work tensor overlaps the source", what, whole.count);
    }
    block().execute_whole({what, Pipe::vector}, whole);
}

inline void no_index(const char *what, bool index) {
    if (index) trap("%s with calIndex: the shim does not model indices", what);
}

}  // namespace ascend_host

namespace AscendC {

template <typename T, bool isSetMask = true>
inline void ReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &sharedTmpBuffer,
                      const ascend_host::Count count) {
    static_assert(ascend_host::kFloating<T>, "ReduceSum takes float and half");
    constexpr uint32_t per_repeat = __NPU_ARCH__ == 1001 ? 1 : 0;
    ascend_host::reduce<ascend_host::AddF>("ReduceSum", dst, src, sharedTmpBuffer, count, per_repeat);
}

template <typename T>
inline void ReduceMax(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &sharedTmpBuffer,
                      const ascend_host::Count count, bool calIndex = false) {
    static_assert(ascend_host::kFloating<T>, "ReduceMax takes float and half");
    ascend_host::no_index("ReduceMax", calIndex);
    ascend_host::reduce<ascend_host::MaxF>("ReduceMax", dst, src, sharedTmpBuffer, count, 2);
}

template <typename T>
inline void ReduceMin(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &sharedTmpBuffer,
                      const ascend_host::Count count, bool calIndex = false) {
    static_assert(ascend_host::kFloating<T>, "ReduceMin takes float and half");
    ascend_host::no_index("ReduceMin", calIndex);
    ascend_host::reduce<ascend_host::MinF>("ReduceMin", dst, src, sharedTmpBuffer, count, 2);
}

#if __NPU_ARCH__ == 1001
// The vendor's headers let these compile; the core has no such instructions.
template <bool isSetMask = true>
inline void ReduceSum(const LocalTensor<float> &, const LocalTensor<float> &, const LocalTensor<float> &,
                      const int32_t) = delete;
inline void ReduceMax(const LocalTensor<float> &, const LocalTensor<float> &, const LocalTensor<float> &, const int32_t,
                      bool = false) = delete;
inline void ReduceMin(const LocalTensor<float> &, const LocalTensor<float> &, const LocalTensor<float> &, const int32_t,
                      bool = false) = delete;
#endif

}  // namespace AscendC

#endif
