// What the scalar unit needs and the language does not have on a core: the bits of floats, powers of two, waits between
// pipes.
#ifndef ASCEND_NPU_COMMON_SCALAR_H
#define ASCEND_NPU_COMMON_SCALAR_H

#include "kernel_operator.h"

namespace common {

constexpr uint32_t kInfinity = 0x7f800000u;

__aicore__ inline uint32_t BitsOf(float value) {
    union {
        float value;
        uint32_t bits;
    } view;
    view.value = value;
    return view.bits;
}

__aicore__ inline float FloatOf(uint32_t bits) {
    union {
        uint32_t bits;
        float value;
    } view;
    view.bits = bits;
    return view.value;
}

__aicore__ inline bool IsFinite(float value) { return (BitsOf(value) & kInfinity) != kInfinity; }

// 2^exponent, for exponents of normal numbers: -126 to 127.
__aicore__ inline float PowerOfTwo(int32_t exponent) { return FloatOf(static_cast<uint32_t>(exponent + 127) << 23); }

// The exponent of a finite number that is not 0, with those of subnormal numbers taken for the smallest.
__aicore__ inline int32_t ExponentOf(float value) {
    const int32_t exponent = static_cast<int32_t>((BitsOf(value) >> 23) & 0xffu) - 127;
    return exponent < -126 ? -126 : exponent;
}

// Waits on one pipe for what another has done so far.
template <AscendC::HardEvent event>
__aicore__ inline void Sync() {
    using namespace AscendC;  // The pipe's accessor is in it or outside, by version.
    const event_t id = static_cast<event_t>(GetTPipePtr()->FetchEventID(event));
    SetFlag<event>(id);
    WaitFlag<event>(id);
}

}  // namespace common

#endif
