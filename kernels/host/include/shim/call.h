// An instruction as the core sees it.
#ifndef ASCEND_HOST_SHIM_CALL_H
#define ASCEND_HOST_SHIM_CALL_H

#include <cstdint>
#include <cstring>

#include "buffers.h"
#include "clock.h"

namespace ascend_host {

// Its name, and the engine that executes it.
struct Call {
    const char *name;
    Pipe pipe;
};

// What the copies of a core add, if they add.
enum class Added : uint8_t { nothing, float32, float16, bfloat16, int8, int16, int32 };

constexpr const char *AddedName(Added added) {
    constexpr const char *names[] = {"nothing", "float", "half", "bfloat16_t", "int8_t", "int16_t", "int32_t"};
    return names[static_cast<int>(added)];
}

// All ones: a NaN in every floating type, so that what was never written shows in the result.
inline void poison(uint8_t *base, uint64_t bytes) {
    // What an instruction does not have is nowhere, and memset takes no null.
    if (bytes > 0) memset(base, 0xff, bytes);
}

}  // namespace ascend_host

#endif
