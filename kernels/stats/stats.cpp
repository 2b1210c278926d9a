// What a step must know of the gradients before it may use them: whether any is not finite, the sum of their squares,
// and the largest absolute value of each segment, such as a tensor of the model. README.md says how.
#include "kernel_operator.h"

#include "combine.h"
#include "pass.h"

#define STATS_ENTRY(name, Gradient)                                                                               \
    extern "C" __global__ __aicore__ void name(GM_ADDR gradient, GM_ADDR ends, GM_ADDR workspace, uint64_t count, \
                                               uint64_t segments) {                                               \
        VECTOR_CORES_ONLY;                                                                                        \
        stats::Pass<Gradient> pass;                                                                               \
        pass.Run(stats::Arguments{gradient, ends, workspace, count, segments});                                   \
    }

STATS_ENTRY(stats_f32, float)
STATS_ENTRY(stats_f16, half)
#if __NPU_ARCH__ == 2201
STATS_ENTRY(stats_bf16, bfloat16_t)
#endif

extern "C" __global__ __aicore__ void stats_combine(GM_ADDR result, GM_ADDR largest, GM_ADDR workspace, GM_ADDR ends,
                                                    uint64_t segments, uint64_t count, GM_ADDR overflow) {
    VECTOR_CORES_ONLY;
    stats::Combine combine;
    combine.Run(result, largest, workspace, ends, segments, count, overflow);
}
