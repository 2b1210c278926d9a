// What `stats` says of a gradient shard, and `control` reads: 64 bytes of device memory.
#ifndef ASCEND_NPU_STATS_STATS_BLOCK_H
#define ASCEND_NPU_STATS_STATS_BLOCK_H

#include "kernel_operator.h"

// The sum of squares is (sum + sum_rest) * 4^exponent: it neither overflows nor loses what is small. `squares` is the
// same in one number, infinity where no fp32 number is as large.
struct StatsBlock {
    int32_t non_finite;  // not 0: an element is infinite or not a number, or the device reports an overflow
    int32_t exponent;
    float sum;
    float sum_rest;
    float largest;  // of the absolute values
    float squares;
    uint32_t reserved[10];
};

static_assert(sizeof(StatsBlock) == 64, "a block of stats has its own 64 bytes");

// The scalar unit reads and writes the block word by word; these are the words of its fields.
enum StatsWord {
    kStatsNonFinite = 0,
    kStatsExponent = 1,
    kStatsSum = 2,
    kStatsSumRest = 3,
    kStatsLargest = 4,
    kStatsSquares = 5,
    kStatsWords = 16
};

#endif
