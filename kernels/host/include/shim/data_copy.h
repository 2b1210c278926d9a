// Copies between global memory and the unified buffer.
//
// A plain copy moves whole 32-byte blocks and a padded copy moves exact bytes; only 2201 has the second. The device
// drops the tail of a plain copy whose length is not a multiple of 32 B without a word; the shim refuses it. In global
// memory an address is aligned to the element, in the unified buffer to 32 B. A contiguous copy is an elementwise step
// like any vector instruction, so the fast build can execute it late; copies in several rows are executed at once.
#ifndef ASCEND_HOST_SHIM_DATA_COPY_H
#define ASCEND_HOST_SHIM_DATA_COPY_H

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tensor.h"

namespace AscendC {

// Rows of a plain copy: all numbers but the first in units of 32 B. A stride is the gap from the end of a row to the
// next.
struct DataCopyParams {
    DataCopyParams() = default;
    DataCopyParams(const uint16_t count, const uint16_t len, const uint16_t src, const uint16_t dst)
        : blockCount(count), blockLen(len), srcStride(src), dstStride(dst) {}

    uint16_t blockCount = 1;
    uint16_t blockLen = 0;
    uint16_t srcStride = 0;
    uint16_t dstStride = 0;
};

// Rows of a padded copy: `blockLen` in bytes; a stride in bytes in global memory, in units of 32 B in the unified
// buffer.
struct DataCopyExtParams {
    DataCopyExtParams() = default;
    DataCopyExtParams(const uint16_t count, const uint32_t len, const uint32_t src, const uint32_t dst,
                      const uint32_t reserved)
        : blockCount(count), blockLen(len), srcStride(src), dstStride(dst), rsv(reserved) {}

    uint16_t blockCount = 1;
    uint32_t blockLen = 0;
    uint32_t srcStride = 0;
    uint32_t dstStride = 0;
    uint32_t rsv = 0;
};

// What fills a row up to a whole block: `leftPadding` and `rightPadding` elements of `paddingValue`, if `isPad`.
template <typename T>
struct DataCopyPadExtParams {
    DataCopyPadExtParams() = default;
    DataCopyPadExtParams(const bool pad, const uint8_t left, const uint8_t right, T value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    T paddingValue{};
};

}  // namespace AscendC

namespace ascend_host {

template <uint32_t bytes>
struct BitsOf;
template <>
struct BitsOf<1> {
    using Type = uint8_t;
};
template <>
struct BitsOf<2> {
    using Type = uint16_t;
};
template <>
struct BitsOf<4> {
    using Type = uint32_t;
};
template <>
struct BitsOf<8> {
    using Type = uint64_t;
};

template <typename T>
inline void copy_contiguous(const Operand &dst, const Operand &src, uint32_t count) {
    using Bits = typename BitsOf<sizeof(T)>::Type;
    block().execute(Compiled<CopyOp<Bits>>::pick(), dst, src, {}, count, 0, StepKind::copy);
}

// Bytes from the start of the first row to the end of the last.
constexpr uint64_t extent(uint64_t rows, uint64_t row_bytes, uint64_t gap_bytes) {
    return rows * row_bytes + (rows - 1) * gap_bytes;
}

// Rows of bytes in global memory, with gaps between that are not touched.
struct GlobalRows {
    uint64_t count;
    uint64_t bytes;
    uint64_t gap;
};

template <typename T>
inline Operand global_operand(const char *what, GlobalAccess access, const AscendC::GlobalTensor<T> &tensor,
                              const GlobalRows &rows) {
    uint8_t *base = reinterpret_cast<uint8_t *>(const_cast<T *>(tensor.GetPhyAddr()));
    block().check_global(what, base, extent(rows.count, rows.bytes, rows.gap), sizeof(T));
    for (uint64_t row = 0; row < rows.count; ++row) {
        block().touch_global(access, base + row * (rows.bytes + rows.gap), rows.bytes);
    }
    return {base, sizeof(T), kNoRegion};
}

template <typename T>
inline bool whole_blocks(const char *what, uint64_t count) {
    const uint64_t bytes = count * sizeof(T);
    if (bytes % kBlockBytes != 0) {
        exception("%s of %llu elements (%llu B): the length must be a multiple of %u B, the device would drop the tail",
                  what, static_cast<unsigned long long>(count), static_cast<unsigned long long>(bytes), kBlockBytes);
    }
    return has_work(what, static_cast<int64_t>(count));
}

template <typename T>
constexpr bool kCopies = sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8;

}  // namespace ascend_host

namespace AscendC {

#if __NPU_ARCH__ == 1001
// The type is not on the list of this architecture.
inline void DataCopy(const LocalTensor<bfloat16_t> &, const GlobalTensor<bfloat16_t> &, const uint32_t) = delete;
inline void DataCopy(const GlobalTensor<bfloat16_t> &, const LocalTensor<bfloat16_t> &, const uint32_t) = delete;
inline void DataCopy(const LocalTensor<bfloat16_t> &, const GlobalTensor<bfloat16_t> &,
                     const DataCopyParams &) = delete;
inline void DataCopy(const GlobalTensor<bfloat16_t> &, const LocalTensor<bfloat16_t> &,
                     const DataCopyParams &) = delete;
#endif

template <typename T>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const uint32_t count) {
    static_assert(ascend_host::kCopies<T>);
    if (!ascend_host::whole_blocks<T>("DataCopy to the unified buffer", count)) return;
    const auto to = ascend_host::operand("DataCopy to the unified buffer", dst, count);
    const auto from =
        ascend_host::global_operand("DataCopy from global memory", ascend_host::GlobalAccess::read, src,
                                    {1, static_cast<uint64_t>(count) * sizeof(T), 0});
    ascend_host::copy_contiguous<T>(to, from, count);
}

template <typename T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count) {
    static_assert(ascend_host::kCopies<T>);
    if (!ascend_host::whole_blocks<T>("DataCopy from the unified buffer", count)) return;
    const auto from = ascend_host::operand("DataCopy from the unified buffer", src, count);
    const auto to =
        ascend_host::global_operand("DataCopy to global memory", ascend_host::GlobalAccess::write, dst,
                                    {1, static_cast<uint64_t>(count) * sizeof(T), 0});
    ascend_host::copy_contiguous<T>(to, from, count);
}

// Within the unified buffer: the vector unit does it, so it is ordered as a vector instruction.
template <typename T>
inline void DataCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count) {
    static_assert(ascend_host::kCopies<T>);
    const char *what = "DataCopy within the unified buffer";
    if (!ascend_host::whole_blocks<T>(what, count)) return;
    const auto to = ascend_host::operand(what, dst, count);
    const auto from = ascend_host::operand(what, src, count);
    ascend_host::check_overlap(what, to, from, count);
    if (to.base != from.base) ascend_host::copy_contiguous<T>(to, from, count);
}

template <typename T>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyParams &params) {
    using namespace ascend_host;
    const char *what = "DataCopy in rows to the unified buffer";
    if (!has_work(what, static_cast<int64_t>(params.blockCount) * params.blockLen)) return;
    const uint64_t row = params.blockLen * kBlockBytes;
    const uint64_t dst_gap = params.dstStride * kBlockBytes;
    const uint64_t src_gap = params.srcStride * kBlockBytes;
    const auto to = operand(what, dst, extent(params.blockCount, row, dst_gap) / sizeof(T));
    const auto from = global_operand(what, GlobalAccess::read, src, {params.blockCount, row, src_gap});
    block().finish_instructions();
    for (uint64_t i = 0; i < params.blockCount; ++i)
        memcpy(to.base + i * (row + dst_gap), from.base + i * (row + src_gap), row);
}

template <typename T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &params) {
    using namespace ascend_host;
    const char *what = "DataCopy in rows from the unified buffer";
    if (!has_work(what, static_cast<int64_t>(params.blockCount) * params.blockLen)) return;
    const uint64_t row = params.blockLen * kBlockBytes;
    const uint64_t dst_gap = params.dstStride * kBlockBytes;
    const uint64_t src_gap = params.srcStride * kBlockBytes;
    const auto from = operand(what, src, extent(params.blockCount, row, src_gap) / sizeof(T));
    const auto to = global_operand(what, GlobalAccess::write, dst, {params.blockCount, row, dst_gap});
    block().finish_instructions();
    for (uint64_t i = 0; i < params.blockCount; ++i)
        memcpy(to.base + i * (row + dst_gap), from.base + i * (row + src_gap), row);
}

#if __NPU_ARCH__ == 1001

template <typename T, typename... Rest>
inline void DataCopyPad(const LocalTensor<T> &, const GlobalTensor<T> &, const Rest &...) = delete;
template <typename T, typename... Rest>
inline void DataCopyPad(const GlobalTensor<T> &, const LocalTensor<T> &, const Rest &...) = delete;

#else

// Lanes between the end of a row and the end of its last block hold nothing that a kernel may use, unless they are
// padding it asked for: they are poisoned.
template <typename T>
inline void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyExtParams &params,
                        const DataCopyPadExtParams<T> &pad) {
    using namespace ascend_host;
    static_assert(kCopies<T>);
    const char *what = "DataCopyPad to the unified buffer";
    if (!has_work(what, static_cast<int64_t>(params.blockCount) * params.blockLen)) return;
    const uint64_t left = pad.isPad ? pad.leftPadding * sizeof(T) : 0;
    const uint64_t right = pad.isPad ? pad.rightPadding * sizeof(T) : 0;
    if (left > kBlockBytes || right > kBlockBytes) {
        exception("%s with %llu B of padding on the left and %llu B on the right: at most %u B on each side", what,
                  static_cast<unsigned long long>(left), static_cast<unsigned long long>(right), kBlockBytes);
    }
    const uint64_t filled = left + params.blockLen + right;
    const uint64_t row = (filled + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    const uint64_t dst_gap = static_cast<uint64_t>(params.dstStride) * kBlockBytes;
    const auto to = operand(what, dst, extent(params.blockCount, row, dst_gap) / sizeof(T));
    const auto from = global_operand(
        what, GlobalAccess::read, src,
        {params.blockCount, params.blockLen, static_cast<uint64_t>(params.srcStride)});
    if (params.blockCount == 1 && row == params.blockLen) {
        copy_contiguous<T>(to, from, static_cast<uint32_t>(row / sizeof(T)));
        return;
    }
    block().finish_instructions();
    for (uint64_t i = 0; i < params.blockCount; ++i) {
        uint8_t *at = to.base + i * (row + dst_gap);
        for (uint64_t k = 0; k < left; k += sizeof(T)) memcpy(at + k, &pad.paddingValue, sizeof(T));
        memcpy(at + left, from.base + i * (params.blockLen + static_cast<uint64_t>(params.srcStride)), params.blockLen);
        for (uint64_t k = left + params.blockLen; k < filled; k += sizeof(T))
            memcpy(at + k, &pad.paddingValue, sizeof(T));
        Block::poison(at + filled, row - filled);
    }
}

template <typename T>
inline void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyExtParams &params) {
    using namespace ascend_host;
    static_assert(kCopies<T>);
    const char *what = "DataCopyPad from the unified buffer";
    if (!has_work(what, static_cast<int64_t>(params.blockCount) * params.blockLen)) return;
    const uint64_t row = (params.blockLen + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    const uint64_t src_gap = static_cast<uint64_t>(params.srcStride) * kBlockBytes;
    const auto from = operand(what, src, extent(params.blockCount, row, src_gap) / sizeof(T));
    const auto to = global_operand(
        what, GlobalAccess::write, dst,
        {params.blockCount, params.blockLen, static_cast<uint64_t>(params.dstStride)});
    if (params.blockCount == 1 && params.blockLen % sizeof(T) == 0) {
        copy_contiguous<T>(to, from, params.blockLen / static_cast<uint32_t>(sizeof(T)));
        return;
    }
    block().finish_instructions();
    for (uint64_t i = 0; i < params.blockCount; ++i) {
        memcpy(to.base + i * (params.blockLen + static_cast<uint64_t>(params.dstStride)),
               from.base + i * (row + src_gap), params.blockLen);
    }
}

#endif

}  // namespace AscendC

#endif
