// Global memory as a block sees it: allocations that it may touch, and who wants to hear of it.
#ifndef ASCEND_HOST_SHIM_GLOBAL_MEMORY_H
#define ASCEND_HOST_SHIM_GLOBAL_MEMORY_H

#include <cstdint>

#include "../ascend_host_image.h"
#include "fault.h"

namespace ascend_host {

enum class GlobalAccess : uint8_t { read, write };

class GlobalMemory {
  public:
    explicit GlobalMemory(const AscendHostMemory &memory) : memory_(memory) {}

    // Faults unless `bytes` bytes at `address` lie in one live allocation and start on a multiple of `alignment`.
    void check(const char *what, const void *address, uint64_t bytes, uint32_t alignment) {
        const uint64_t begin = reinterpret_cast<uint64_t>(address);
        if (begin % alignment != 0) {
            exception("%s at global address 0x%llx: it is not a multiple of the element size %u B", what,
                      static_cast<unsigned long long>(begin), alignment);
        }
        if constexpr (!kChecked) {
            // An allocation does not go away while a correct launch uses it; the checked build asks every time.
            for (const Allocation &known : known_) {
                if (begin >= known.base && begin - known.base <= known.bytes &&
                    bytes <= known.bytes - (begin - known.base))
                    return;
            }
        }
        Allocation found{0, 0};
        if (memory_.find == nullptr || memory_.find(memory_.context, begin, &found.base, &found.bytes) != 1) {
            exception("%s of %llu B at global address 0x%llx: no live allocation holds this address", what,
                      static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(begin));
        }
        const uint64_t offset = begin - found.base;
        if (bytes > found.bytes - offset) {
            exception(
                "%s of %llu B at global address 0x%llx: %llu B past the end of the allocation of %llu B at 0x%llx",
                what, static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(begin),
                static_cast<unsigned long long>(offset + bytes - found.bytes),
                static_cast<unsigned long long>(found.bytes), static_cast<unsigned long long>(found.base));
        }
        known_[next_known_] = found;
        next_known_ = (next_known_ + 1) % kKnown;
    }

    // Tells who follows it that bytes of global memory are touched. Tiles that lie side by side are told as one.
    void touch(GlobalAccess access, const void *address, uint64_t bytes) {
        if (memory_.touch == nullptr || bytes == 0) return;
        const uint64_t begin = reinterpret_cast<uint64_t>(address);
        for (Touch &known : touches_) {
            if (known.access == access && known.end == begin) {
                known.end = begin + bytes;
                return;
            }
        }
        Touch &oldest = touches_[next_touch_];
        next_touch_ = (next_touch_ + 1) % kTouches;
        tell(oldest);
        oldest = {access, begin, begin + bytes};
    }

    // The block is over, well or not: the rest is told.
    void tell_touches() {
        for (Touch &known : touches_) {
            tell(known);
            known = Touch{};
        }
    }

  private:
    struct Allocation {
        uint64_t base;
        uint64_t bytes;
    };

    struct Touch {
        GlobalAccess access = GlobalAccess::read;
        uint64_t begin = 0;
        uint64_t end = 0;
    };

    void tell(const Touch &touch) {
        if (touch.begin == touch.end) return;
        memory_.touch(memory_.context, touch.begin, touch.end - touch.begin, touch.access == GlobalAccess::write);
    }

    static constexpr uint32_t kTouches = 16;
    static constexpr uint32_t kKnown = 8;

    const AscendHostMemory &memory_;
    uint32_t next_known_ = 0;
    Allocation known_[kKnown] = {};
    uint32_t next_touch_ = 0;
    Touch touches_[kTouches] = {};
};

}  // namespace ascend_host

#endif
