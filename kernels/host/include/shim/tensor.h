// GlobalTensor and LocalTensor: a typed view of device memory and of the unified buffer, and the checks on operands.
//
// Both are values that a kernel copies freely, as on the device. A local tensor knows how many elements are left from
// its start, which is what an instruction on it is held against.
#ifndef ASCEND_HOST_SHIM_TENSOR_H
#define ASCEND_HOST_SHIM_TENSOR_H

#include <cstdint>

#include "block.h"
#include "field.h"

namespace ascend_host {

// Which of the block's tensors a local tensor is, or is a part of; only the checked build wants to know. 0: of no
// queue.
struct Ticket {
    uint32_t number = 0;
    Ticket() = default;
    explicit Ticket(uint32_t ticket) : number(ticket) {}
    uint32_t ticket() const { return number; }
};

struct NoTicket {
    NoTicket() = default;
    explicit NoTicket(uint32_t) {}
    uint32_t ticket() const { return 0; }
};

using TensorTicket = std::conditional_t<kChecked, Ticket, NoTicket>;

}  // namespace ascend_host

namespace AscendC {

template <typename T>
class LocalTensor : ascend_host::TensorTicket {
  public:
    using PrimType = T;

    LocalTensor() = default;

    // For the queues of the shim: kernels get tensors from queues and buffers.
    LocalTensor(TPosition position, uint8_t *base, uint32_t bytes, uint32_t ticket)
        : ascend_host::TensorTicket(ticket), base_(base), bytes_(bytes), position_(position) {}

    LocalTensor operator[](const ascend_host::Field<uint32_t, ascend_host::OffsetName> offset) const {
        const uint64_t skipped = static_cast<uint64_t>(offset) * sizeof(T);
        if (skipped > bytes_) {
            ascend_host::exception("a local tensor of %u elements is indexed at %u", GetSize(),
                                   static_cast<uint32_t>(offset));
        }
        return LocalTensor(position_, base_ + skipped, bytes_ - static_cast<uint32_t>(skipped), this->ticket());
    }

    template <typename U>
    LocalTensor<U> ReinterpretCast() const {
        return LocalTensor<U>(position_, base_, bytes_, this->ticket());
    }

    uint32_t GetSize() const { return bytes_ / sizeof(T); }
    int32_t GetPosition() const { return static_cast<int32_t>(position_); }

    void SetSize(const uint32_t size) {
        if (size > GetSize()) ascend_host::exception("SetSize(%u) of a local tensor of %u elements", size, GetSize());
        bytes_ = size * static_cast<uint32_t>(sizeof(T));
    }

    T GetValue(const uint32_t index) const {
        check_index("GetValue", index);
        ascend_host::block().touch_local("GetValue", ascend_host::GlobalAccess::read, base_ + index * sizeof(T),
                                         sizeof(T));
        T value;
        __builtin_memcpy(&value, base_ + index * sizeof(T), sizeof(T));
        return value;
    }

    template <typename S>
    void SetValue(const uint32_t index, const S value) const {
        check_index("SetValue", index);
        ascend_host::block().touch_local("SetValue", ascend_host::GlobalAccess::write, base_ + index * sizeof(T),
                                         sizeof(T));
        const T stored = static_cast<T>(value);
        __builtin_memcpy(base_ + index * sizeof(T), &stored, sizeof(T));
    }

    // For the shim only: where the tensor lies.
    uint8_t *host_base() const { return base_; }
    uint32_t host_bytes() const { return bytes_; }
    uint32_t host_ticket() const { return this->ticket(); }

  private:
    void check_index(const char *what, uint32_t index) const {
        if (base_ == nullptr) ascend_host::trap("%s on a local tensor that no queue or buffer has given", what);
        ascend_host::block().check_live(what, base_, this->ticket());
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
        is_bounded_ = true;
    }

    // Without a size the tensor has no end of its own; the allocation has.
    void SetGlobalBuffer(__gm__ T *buffer) {
        base_ = buffer;
        size_ = 0;
        is_bounded_ = false;
    }

    GlobalTensor operator[](const uint64_t offset) const {
        GlobalTensor rest = *this;
        rest.base_ = base_ + offset;
        rest.size_ = offset < size_ ? size_ - offset : 0;
        return rest;
    }

    uint64_t GetSize() const { return size_; }
    const __gm__ T *GetPhyAddr() const { return base_; }
    __gm__ T *GetPhyAddr(const uint64_t offset) const { return base_ + offset; }

    T GetValue(const uint64_t offset) const {
        touch("GetValue", ascend_host::GlobalAccess::read, offset);
        return base_[offset];
    }

    void SetValue(const uint64_t offset, T value) {
        touch("SetValue", ascend_host::GlobalAccess::write, offset);
        base_[offset] = value;
    }

    // Faults when `bytes` bytes from the tensor's start go past the end it was declared with. A copy that moves whole
    // blocks may go to the end of the last one.
    void host_check_size(const char *what, uint64_t bytes, uint64_t grain) const {
        if (!is_bounded_ || bytes <= (size_ * sizeof(T) + grain - 1) / grain * grain) return;
        ascend_host::exception("%s of %llu B from a place of a global tensor that has %llu elements (%llu B) left",
                               what, static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(size_),
                               static_cast<unsigned long long>(size_ * sizeof(T)));
    }

  private:
    void touch(const char *what, ascend_host::GlobalAccess access, const uint64_t offset) const {
        using ascend_host::GlobalAccess;
        ascend_host::Block &block = ascend_host::block();
        const uint64_t address = reinterpret_cast<uint64_t>(base_ + offset);
        host_check_size(what, (offset + 1) * sizeof(T), 1);
        block.memory().check(what, base_ + offset, sizeof(T), sizeof(T));
        block.memory().touch(access, base_ + offset, sizeof(T));
        if (access == GlobalAccess::write && !ascend_host::kCleansCache) {
            ascend_host::exception(
                "%s at global address 0x%llx: this architecture cannot send the scalar unit's cache to memory; set the "
                "value in a local tensor and copy that",
                what, static_cast<unsigned long long>(address));
        }
        block.touch_global(what, access, base_ + offset, sizeof(T));
    }

    __gm__ T *base_ = nullptr;
    uint64_t size_ = 0;
    bool is_bounded_ = false;
};

}  // namespace AscendC

namespace ascend_host {

// The operand that `count` elements of a tensor are, or a fault.
template <typename T>
inline Operand operand(const char *what, const AscendC::LocalTensor<T> &tensor, uint64_t count) {
    if (tensor.host_base() == nullptr) trap("%s on a local tensor that no queue or buffer has given", what);
    if constexpr (kChecked) block().check_live(what, tensor.host_base(), tensor.host_ticket());
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
