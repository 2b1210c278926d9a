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

#include "atomic.h"
#include "field.h"
#include "tensor.h"

namespace AscendC {

// Rows of a plain copy: all numbers but the first in units of 32 B. A stride is the gap from the end of a row to the
// next.
struct DataCopyParams {
    DataCopyParams() {}  // compilers differ on whether a defaulted one exists beside the unions
    DataCopyParams(const ascend_host::Field<uint16_t, ascend_host::BlockCountName> count,
                   const ascend_host::Field<uint16_t, ascend_host::BlockLenName> len,
                   const ascend_host::Field<uint16_t, ascend_host::SrcStrideName> src,
                   const ascend_host::Field<uint16_t, ascend_host::DstStrideName> dst)
        : blockCount(count), blockLen(len), srcGap(src), dstGap(dst) {}

    ascend_host::Field<uint16_t, ascend_host::BlockCountName> blockCount = 1;
    ascend_host::Field<uint16_t, ascend_host::BlockLenName> blockLen = 0;
    // Each gap has two names, the second the older.
    union {
        ascend_host::Field<uint16_t, ascend_host::SrcStrideName> srcGap = 0;
        ascend_host::Field<uint16_t, ascend_host::SrcStrideName> srcStride;
    };
    union {
        ascend_host::Field<uint16_t, ascend_host::DstStrideName> dstGap = 0;
        ascend_host::Field<uint16_t, ascend_host::DstStrideName> dstStride;
    };
};

// Rows of a padded copy: `blockLen` in bytes; a stride in bytes in global memory, in units of 32 B in the unified
// buffer.
struct DataCopyExtParams {
    DataCopyExtParams() = default;
    DataCopyExtParams(const ascend_host::Field<uint16_t, ascend_host::BlockCountName> count,
                      const ascend_host::Field<uint32_t, ascend_host::BlockLenName> len,
                      const ascend_host::Field<uint32_t, ascend_host::SrcStrideName> src,
                      const ascend_host::Field<uint32_t, ascend_host::DstStrideName> dst, const uint32_t reserved)
        : blockCount(count), blockLen(len), srcStride(src), dstStride(dst), rsv(reserved) {}

    ascend_host::Field<uint16_t, ascend_host::BlockCountName> blockCount = 1;
    ascend_host::Field<uint32_t, ascend_host::BlockLenName> blockLen = 0;
    ascend_host::Field<uint32_t, ascend_host::SrcStrideName> srcStride = 0;
    ascend_host::Field<uint32_t, ascend_host::DstStrideName> dstStride = 0;
    uint32_t rsv = 0;
};

// What fills a row up to a whole block: `leftPadding` and `rightPadding` elements of `paddingValue`, if `isPad`.
template <typename T>
struct DataCopyPadExtParams {
    DataCopyPadExtParams() = default;
    DataCopyPadExtParams(const bool pad, const ascend_host::Field<uint8_t, ascend_host::LeftPaddingName> left,
                         const ascend_host::Field<uint8_t, ascend_host::RightPaddingName> right, T value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    ascend_host::Field<uint8_t, ascend_host::LeftPaddingName> leftPadding = 0;
    ascend_host::Field<uint8_t, ascend_host::RightPaddingName> rightPadding = 0;
    T paddingValue{};
};

}  // namespace AscendC

namespace ascend_host {

template <typename T>
inline void copy_contiguous(const Call &call, const Operand &dst, const Operand &src, uint32_t count) {
    using Bits = typename BitsOf<sizeof(T)>::Type;
    block().execute(call, Compiled<CopyOp<Bits>>::pick(), dst, src, {}, count, 0, StepKind::copy);
}

constexpr Call kLoad = {"DataCopy to the unified buffer", Pipe::mte2};
constexpr Call kStore = {"DataCopy from the unified buffer", Pipe::mte3};
constexpr Call kMove = {"DataCopy within the unified buffer", Pipe::vector};
constexpr Call kLoadRows = {"DataCopy in rows to the unified buffer", Pipe::mte2};
constexpr Call kStoreRows = {"DataCopy in rows from the unified buffer", Pipe::mte3};
constexpr Call kLoadPadded = {"DataCopyPad to the unified buffer", Pipe::mte2};
constexpr Call kStorePadded = {"DataCopyPad from the unified buffer", Pipe::mte3};

constexpr uint32_t kMostRows = 4095;            // of one copy: the instruction has 12 bits for them
constexpr uint32_t kMostPaddedBytes = 2097151;  // of a row of a padded copy: 21 bits

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

// `grain` is what the copy moves at least, and what its address is a multiple of.
template <typename T>
inline Operand global_operand(const char *what, GlobalAccess access, const AscendC::GlobalTensor<T> &tensor,
                              const GlobalRows &rows, uint32_t grain = kBlockBytes, uint32_t alignment = sizeof(T)) {
    uint8_t *base = reinterpret_cast<uint8_t *>(const_cast<T *>(tensor.GetPhyAddr()));
    const uint64_t bytes = extent(rows.count, rows.bytes, rows.gap);
    block().memory().check(what, base, bytes, alignment);
    tensor.host_check_size(what, bytes, kExactCopies ? 1 : grain);
    for (uint64_t row = 0; row < rows.count; ++row) {
        block().memory().touch(access, base + row * (rows.bytes + rows.gap), rows.bytes);
    }
    return {base, sizeof(T), kNoRegion};
}

inline void check_rows(const char *what, uint32_t rows) {
    if (rows <= kMostRows) return;
    exception("%s with blockCount %u: the instruction has 12 bits for it, and the device would take %u", what, rows,
              rows & kMostRows);
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
inline void check_padded(const char *what, const AscendC::DataCopyExtParams &params) {
    check_rows(what, params.blockCount);
    if (params.blockLen % sizeof(T) != 0) {
        exception("%s with blockLen %u B: it must be a multiple of the element size %u B", what,
                  static_cast<uint32_t>(params.blockLen), static_cast<uint32_t>(sizeof(T)));
    }
    if (params.blockLen > kMostPaddedBytes) {
        exception("%s with blockLen %u B: the instruction has 21 bits for it, and the device would take %u", what,
                  static_cast<uint32_t>(params.blockLen), params.blockLen & kMostPaddedBytes);
    }
}

inline uint64_t bits_of_value(const uint8_t (&value)[8]) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    return bits;
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
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const ascend_host::CopyCount count) {
    static_assert(ascend_host::kCopies<T>);
    if (!ascend_host::whole_blocks<T>(ascend_host::kLoad.name, count)) return;
    const auto to = ascend_host::operand(ascend_host::kLoad.name, dst, count);
    const auto from = ascend_host::global_operand("DataCopy from global memory", ascend_host::GlobalAccess::read, src,
                                                  {1, static_cast<uint64_t>(count) * sizeof(T), 0});
    ascend_host::copy_contiguous<T>(ascend_host::kLoad, to, from, count);
}

template <typename T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const ascend_host::CopyCount count) {
    static_assert(ascend_host::kCopies<T>);
    if (!ascend_host::whole_blocks<T>(ascend_host::kStore.name, count)) return;
    const auto from = ascend_host::operand(ascend_host::kStore.name, src, count);
    const auto to = ascend_host::global_operand("DataCopy to global memory", ascend_host::GlobalAccess::write, dst,
                                                {1, static_cast<uint64_t>(count) * sizeof(T), 0});
    ascend_host::store_contiguous<T>(ascend_host::kStore, to, from, count);
}

// Within the unified buffer: the vector unit does it, so it is ordered as a vector instruction.
template <typename T>
inline void DataCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const ascend_host::CopyCount count) {
    static_assert(ascend_host::kCopies<T>);
    const char *what = ascend_host::kMove.name;
    if (!ascend_host::whole_blocks<T>(what, count)) return;
    const auto to = ascend_host::operand(what, dst, count);
    const auto from = ascend_host::operand(what, src, count);
    ascend_host::check_overlap(what, to, from, count);
    if (to.base != from.base) ascend_host::copy_contiguous<T>(ascend_host::kMove, to, from, count);
}

template <typename T>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyParams &params) {
    using namespace ascend_host;
    const char *what = kLoadRows.name;
    if (!has_work(what, static_cast<int64_t>(params.blockCount) * params.blockLen)) return;
    check_rows(what, params.blockCount);
    RowCopy copy;
    copy.rows = params.blockCount;
    copy.bytes = params.blockLen * kBlockBytes;
    const uint64_t dst_gap = params.dstStride * kBlockBytes;
    const uint64_t src_gap = params.srcStride * kBlockBytes;
    copy.dst = operand(what, dst, extent(copy.rows, copy.bytes, dst_gap) / sizeof(T)).base;
    copy.src = global_operand(what, GlobalAccess::read, src, {copy.rows, copy.bytes, src_gap}).base;
    copy.dst_pitch = copy.bytes + dst_gap;
    copy.src_pitch = copy.bytes + src_gap;
    block().core().execute_rows(kLoadRows, copy);
}

template <typename T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &params) {
    using namespace ascend_host;
    const char *what = kStoreRows.name;
    if (!has_work(what, static_cast<int64_t>(params.blockCount) * params.blockLen)) return;
    check_rows(what, params.blockCount);
    check_rows_add_nothing(what);
    RowCopy copy;
    copy.rows = params.blockCount;
    copy.bytes = params.blockLen * kBlockBytes;
    const uint64_t dst_gap = params.dstStride * kBlockBytes;
    const uint64_t src_gap = params.srcStride * kBlockBytes;
    copy.src = operand(what, src, extent(copy.rows, copy.bytes, src_gap) / sizeof(T)).base;
    copy.dst = global_operand(what, GlobalAccess::write, dst, {copy.rows, copy.bytes, dst_gap}).base;
    copy.dst_pitch = copy.bytes + dst_gap;
    copy.src_pitch = copy.bytes + src_gap;
    block().core().execute_rows(kStoreRows, copy);
}

#if __NPU_ARCH__ == 1001

template <typename T, typename... Rest>
inline void DataCopyPad(const LocalTensor<T> &, const GlobalTensor<T> &, const Rest &...) = delete;
template <typename T, typename... Rest>
inline void DataCopyPad(const GlobalTensor<T> &, const LocalTensor<T> &, const Rest &...) = delete;

#else

// Lanes between the end of a row and the end of its last block hold nothing that a kernel may use: they are poisoned.
// The padding left and right of a row is `paddingValue` if `isPad`, and nothing to use either if not.
template <typename T>
inline void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyExtParams &params,
                        const DataCopyPadExtParams<T> &pad) {
    using namespace ascend_host;
    static_assert(kCopies<T>);
    const char *what = kLoadPadded.name;
    if (!has_work(what, static_cast<int64_t>(params.blockCount) * params.blockLen)) return;
    check_padded<T>(what, params);
    RowCopy copy;
    copy.rows = params.blockCount;
    copy.bytes = params.blockLen;
    copy.fills = true;
    copy.pads = pad.isPad;
    copy.left = pad.leftPadding * sizeof(T);
    copy.right = pad.rightPadding * sizeof(T);
    copy.element = sizeof(T);
    memcpy(copy.value, &pad.paddingValue, sizeof(T));
    if (copy.left > kBlockBytes || copy.right > kBlockBytes) {
        exception("%s with %llu B of padding on the left and %llu B on the right: at most %u B on each side", what,
                  static_cast<unsigned long long>(copy.left), static_cast<unsigned long long>(copy.right), kBlockBytes);
    }
    if (pad.isPad && sizeof(T) == 8 && bits_of_value(copy.value) != 0)
        exception("%s with a padding value that is not 0: elements of 64 bits have no other", what);
    const uint64_t row = copy.whole();
    const uint64_t dst_gap = static_cast<uint64_t>(params.dstStride) * kBlockBytes;
    const auto to = operand(what, dst, extent(copy.rows, row, dst_gap) / sizeof(T));
    const auto from = global_operand(what, GlobalAccess::read, src,
                                     {copy.rows, copy.bytes, static_cast<uint64_t>(params.srcStride)}, 1, 1);
    if (copy.rows == 1 && row == copy.bytes) {
        copy_contiguous<T>(kLoadPadded, to, from, static_cast<uint32_t>(row / sizeof(T)));
        return;
    }
    copy.dst = to.base;
    copy.src = from.base;
    copy.dst_pitch = row + dst_gap;
    copy.src_pitch = copy.bytes + static_cast<uint64_t>(params.srcStride);
    block().core().execute_rows(kLoadPadded, copy);
}

template <typename T>
inline void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyExtParams &params) {
    using namespace ascend_host;
    static_assert(kCopies<T>);
    const char *what = kStorePadded.name;
    if (!has_work(what, static_cast<int64_t>(params.blockCount) * params.blockLen)) return;
    check_padded<T>(what, params);
    const uint64_t row = (params.blockLen + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    const uint64_t src_gap = static_cast<uint64_t>(params.srcStride) * kBlockBytes;
    const auto from = operand(what, src, extent(params.blockCount, row, src_gap) / sizeof(T));
    const auto to = global_operand(what, GlobalAccess::write, dst,
                                   {params.blockCount, params.blockLen, static_cast<uint64_t>(params.dstStride)}, 1, 1);
    if (params.blockCount == 1) {
        store_contiguous<T>(kStorePadded, to, from, params.blockLen / static_cast<uint32_t>(sizeof(T)));
        return;
    }
    check_rows_add_nothing(what);
    RowCopy copy;
    copy.rows = params.blockCount;
    copy.bytes = params.blockLen;
    copy.dst = to.base;
    copy.dst_pitch = copy.bytes + static_cast<uint64_t>(params.dstStride);
    copy.src = from.base;
    copy.src_pitch = row + src_gap;
    block().core().execute_rows(kStorePadded, copy);
}

#endif

}  // namespace AscendC

#endif
