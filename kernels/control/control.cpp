// What a step decides on the device: whether to skip it, what to multiply the gradients by, the next loss scale, the
// bias corrections. README.md says how.
#include "kernel_operator.h"

#include "decide.h"
#include "tensors.h"

extern "C" __global__ __aicore__ void control_decide(GM_ADDR block, GM_ADDR state, GM_ADDR stats, uint64_t count,
                                                     float gradient_factor, float max_norm, float log_beta1,
                                                     float log_beta2, float growth, float backoff, float minimum,
                                                     float maximum, int32_t growth_interval, int32_t hysteresis) {
    VECTOR_CORES_ONLY;
    control::Decide decide;
    decide.Run(block, state, stats, count,
               control::Settings{gradient_factor, max_norm, log_beta1, log_beta2, growth, backoff, minimum, maximum,
                                 growth_interval, hysteresis});
}

extern "C" __global__ __aicore__ void control_tensors(GM_ADDR scales, GM_ADDR seen, GM_ADDR largest, GM_ADDR block,
                                                      uint64_t count, float limit, float target, float minimum,
                                                      float maximum, float backoff, uint32_t window) {
    VECTOR_CORES_ONLY;
    control::Tensors tensors;
    tensors.Run(scales, seen, largest, block, count,
                control::TensorSettings{limit, target, minimum, maximum, backoff, window});
}
