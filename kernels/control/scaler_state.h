// What lasts from step to step: the count of steps and the loss scale with its counters. 64 bytes of device memory,
// part of a checkpoint.
#ifndef ASCEND_NPU_CONTROL_SCALER_STATE_H
#define ASCEND_NPU_CONTROL_SCALER_STATE_H

#include "kernel_operator.h"

struct ScalerState {
    uint64_t step;            // steps done; a skipped one is not counted
    float scale;              // what the next loss is to be multiplied by
    int32_t good_steps;       // since the scale last changed
    int32_t hysteresis_left;  // overflows until the scale falls, the one that makes it fall included
    uint32_t skipped;         // steps skipped so far
    int32_t limit;            // 1: the last step wanted a smaller scale and it is the smallest; 2: a larger one; else 0
    uint32_t skipped_in_row;  // steps skipped since the last that was not
    uint32_t reserved[8];
};

static_assert(sizeof(ScalerState) == 64, "the state has its own 64 bytes");

enum StateWord {
    kStateStepLow = 0,
    kStateStepHigh = 1,
    kStateScale = 2,
    kStateGoodSteps = 3,
    kStateHysteresisLeft = 4,
    kStateSkipped = 5,
    kStateLimit = 6,
    kStateSkippedInRow = 7,
    kStateWords = 16
};

enum StateLimit { kWithinLimits = 0, kAtMinimum = 1, kAtMaximum = 2 };

#endif
