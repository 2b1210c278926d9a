// GlobalTensor and LocalTensor: a typed view of device memory and of the unified buffer, and the checks on operands.
//
// Both are values that a kernel copies freely, as on the device. A local tensor knows how many elements are left from
// its start, which is what an instruction on it is held against.
#ifndef ASCEND_HOST_SHIM_TENSOR_H
#define ASCEND_HOST_SHIM_TENSOR_H

#include <cstdint>

#include "block.h"

namespace AscendC {

template <typename T>
class LocalTensor {
  public:
    using PrimType = T;

    LocalTensor() = default;

    // For the queues of the shim: kernels get tensors from queues and buffers.
    LocalTensor(TPosition position, uint8_t *base, uint32_t bytes) : base_(base), bytes_(bytes), position_(position) {}

    LocalTensor operator[](const uint32_t offset) const {
        const uint64_t skipped = static_cast<uint64_t>(offset) * sizeof(T);
        if (skipped > bytes_) {
            ascend_host::exception("a local tensor of %u elements is indexed at %u", GetSize(), offset);
        }
        return LocalTensor(position_, base_ + skipped, bytes_ - static_cast<uint32_t>(skipped));
    }

    template <typename U>
    LocalTensor<U> ReinterpretCast() const {
        return LocalTensor<U>(position_, base_, bytes_);
    }

    uint32_t GetSize() const { return bytes_ / sizeof(T); }
    int32_t GetPosition() const { return static_cast<int32_t>(position_); }

    void SetSize(const uint32_t size) {
        if (size > GetSize()) ascend_host::exception("SetSize(%u) of a local tensor of %u elements", size, GetSize());
        bytes_ = size * static_cast<uint32_t>(sizeof(T));
    }

    T GetValue(const uint32_t index) const {
        check_index("GetValue", index);
        ascend_host::block().finish_instructions();
        T value;
        __builtin_memcpy(&value, base_ + index * sizeof(T), sizeof(T));
        return value;
    }

    template <typename S>
    void SetValue(const uint32_t index, const S value) const {
        check_index("SetValue", index);
        ascend_host::block().finish_instructions();
        const T stored = static_cast<T>(value);
        __builtin_memcpy(base_ + index * sizeof(T), &stored, sizeof(T));
    }

    // For the shim only: where the tensor lies.
    uint8_t *host_base() const { return base_; }
    uint32_t host_bytes() const { return bytes_; }

  private:
    void check_index(const char *what, uint32_t index) const {
        if (index >= GetSize())
            ascend_host::exception("%s(%u) of a local tensor of %u elements", what, index, GetSize());
    }

    uint8_t *base_ = nullptr;
    uint32_t bytes_ = 0;
    TPosition position_ = TPosition::VECCALC;
};

template <typename T>
class GlobalTensor {
  public:
    using PrimType = T;

    void SetGlobalBuffer(__gm__ T *buffer, uint64_t size) {
        base_ = buffer;
        size_ = size;
    }

    // Without a size the vendor's tensor is unbounded; the allocation is the bound that counts in either case.
    void SetGlobalBuffer(__gm__ T *buffer) { SetGlobalBuffer(buffer, 0); }

    GlobalTensor operator[](const uint64_t offset) const {
        GlobalTensor rest;
        rest.SetGlobalBuffer(base_ + offset, offset < size_ ? size_ - offset : 0);
        return rest;
    }

    uint64_t GetSize() const { return size_; }
    const __gm__ T *GetPhyAddr() const { return base_; }
    __gm__ T *GetPhyAddr(const uint64_t offset) const { return base_ + offset; }

    T GetValue(const uint64_t offset) const {
        ascend_host::block().check_global("GetValue", base_ + offset, sizeof(T), sizeof(T));
        ascend_host::block().touch_global(ascend_host::GlobalAccess::read, base_ + offset, sizeof(T));
        ascend_host::block().finish_instructions();
        return base_[offset];
    }

    void SetValue(const uint64_t offset, T value) {
        ascend_host::block().check_global("SetValue", base_ + offset, sizeof(T), sizeof(T));
        ascend_host::block().touch_global(ascend_host::GlobalAccess::write, base_ + offset, sizeof(T));
        ascend_host::block().finish_instructions();
        base_[offset] = value;
    }

  private:
    __gm__ T *base_ = nullptr;
    uint64_t size_ = 0;
};

}  // namespace AscendC

namespace ascend_host {

// The operand that `count` elements of a tensor are, or a fault.
template <typename T>
inline Operand operand(const char *what, const AscendC::LocalTensor<T> &tensor, uint64_t count) {
    if (tensor.host_base() == nullptr) trap("%s on a local tensor that no queue or buffer has given", what);
    if (!Block::is_block_aligned(tensor.host_base())) {
        exception("%s on a local tensor whose address is not aligned to %u B", what, kBlockBytes);
    }
    if (count * sizeof(T) > tensor.host_bytes()) {
        exception("%s of %llu elements (%llu B) on a local tensor that has %u elements (%u B)", what,
                  static_cast<unsigned long long>(count), static_cast<unsigned long long>(count * sizeof(T)),
                  tensor.GetSize(), tensor.host_bytes());
    }
    return {tensor.host_base(), sizeof(T), kNoRegion};
}

// Operands of one instruction may be the same or disjoint; anything between is undefined on the device. A conversion
// between widths cannot be in place: the vector unit would overwrite what it has yet to read.
inline void check_overlap(const char *what, const Operand &dst, const Operand &src, uint64_t count) {
    const uintptr_t d = reinterpret_cast<uintptr_t>(dst.base);
    const uintptr_t s = reinterpret_cast<uintptr_t>(src.base);
    if (d + dst.width * count <= s || s + src.width * count <= d) return;
    if (d == s && dst.width == src.width) return;
    exception("%s of %llu elements: destination and source overlap and are not the same tensor", what,
              static_cast<unsigned long long>(count));
}

// Whether a count form has anything to do; a fault where the architecture has no empty instruction.
inline bool has_work(const char *what, int64_t count) {
    if (count > 0) return true;
    if (kEmptyIsFault)
        exception("%s of %lld elements: this architecture has no empty instruction", what,
                  static_cast<long long>(count));
    return false;
}

}  // namespace ascend_host

#endif
