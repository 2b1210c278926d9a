// The control block: what a step decides on the device, and the optimizer kernels read.
//
// 64 bytes of device memory, written by one block of one kernel and read by every block of `adam`. With it, overflow,
// clipping and bias correction need no word from the host. All zero would scale every gradient to nothing: a host that
// runs without the deciding kernel fills in at least gradient_scale 1, the two bias corrections and the step.
#ifndef ASCEND_NPU_ADAM_CONTROL_BLOCK_H
#define ASCEND_NPU_ADAM_CONTROL_BLOCK_H

#include "kernel_operator.h"

struct ControlBlock {
    float gradient_scale;                 // 1 / loss scale, times the clipping factor
    float inverse_bias_correction1;       // 1 / (1 - beta1^step)
    float inverse_sqrt_bias_correction2;  // 1 / sqrt(1 - beta2^step)
    int32_t skip;                         // not 0: this step changes nothing
    uint64_t step;                        // steps done, this one included
    float norm;  // of the gradients, unscaled and before clipping; infinity where skipped for it
    float clip;  // the clipping factor
    uint64_t reserved[4];
};

static_assert(sizeof(ControlBlock) == 64, "the control block has its own 64 bytes");

// The scalar unit reads the block word by word; these are the words of its fields.
enum ControlWord {
    kControlGradientScale = 0,
    kControlInverseBiasCorrection1 = 1,
    kControlInverseSqrtBiasCorrection2 = 2,
    kControlSkip = 3,
    kControlStepLow = 4,
    kControlStepHigh = 5,
    kControlNorm = 6,
    kControlClip = 7,
    kControlWords = 16
};

#endif
