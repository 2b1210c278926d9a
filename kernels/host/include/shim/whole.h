// An instruction that cannot be executed in strips: a reduction, whose result depends on all of its operand, or one
// that reads or writes a bit for each element.
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
    const uint8_t *src1 = nullptr;
    uint64_t src1_bytes = 0;  // 0: it has one source, or the second is `scalar`
    const uint8_t *bits = nullptr;
    uint64_t bits_bytes = 0;  // 0: it does not choose by bits
    uint8_t *work = nullptr;  // what the instruction keeps between its rounds; nobody may rely on what is left there
    uint64_t work_bytes = 0;  // 0: it needs none
    uint32_t count = 0;       // elements of the source
    uint32_t scalar = 0;      // bits of the scalar operand, whatever its type
    uint32_t period = 0;      // elements after which the bits begin again
    bool saturates = false;
};

}  // namespace ascend_host

#endif
