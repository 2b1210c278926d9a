// An instruction whose result depends on all of its operand: a reduction. It cannot be executed in strips.
#ifndef ASCEND_HOST_SHIM_WHOLE_H
#define ASCEND_HOST_SHIM_WHOLE_H

#include <cstdint>

namespace ascend_host {

struct Whole {
    void (*loop)(const Whole &whole) = nullptr;
    uint8_t *dst = nullptr;
    uint64_t dst_bytes = 0;
    const uint8_t *src = nullptr;
    uint64_t src_bytes = 0;
    uint8_t *work = nullptr;  // what the instruction keeps between its rounds; nobody may rely on what is left there
    uint64_t work_bytes = 0;  // 0: it needs none
    uint32_t count = 0;       // elements of the source
    bool saturates = false;
};

}  // namespace ascend_host

#endif
