// Writes one value everywhere. README.md says how.
#include "kernel_operator.h"

#include "../common/map.h"

using namespace AscendC;

namespace fill {

// A value is its bits: no instruction here looks at what they mean, so every type of a width is the same.
template <typename T>
struct Op {
    using Source = common::None;
    using Target = T;
    static constexpr bool kReadsTarget = false;
    static constexpr uint32_t kTemps = 0;

    T value;

    __aicore__ inline void Compute(const LocalTensor<T> &target, const LocalTensor<uint8_t> &, const LocalTensor<T> &,
                                   const LocalTensor<float> &, int32_t lanes) const {
        Duplicate(target, value, lanes);
    }
};

template <typename T>
__aicore__ inline void Run(GM_ADDR data, uint64_t count, uint32_t bits) {
    common::Map<Op<T>> map;
    map.Run(Op<T>{static_cast<T>(bits)}, data, nullptr, count);
}

}  // namespace fill

#define FILL_ENTRY(name, Type)                                                                \
    extern "C" __global__ __aicore__ void name(GM_ADDR data, uint64_t count, uint32_t bits) { \
        VECTOR_CORES_ONLY;                                                                    \
        fill::Run<Type>(data, count, bits);                                                   \
    }

FILL_ENTRY(fill_words, uint32_t)
FILL_ENTRY(fill_halves, uint16_t)
