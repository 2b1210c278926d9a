/* A kernel image for the host: y[i] += a * x[i], one share of the array a block. */
#include "ascend_host_image.h"

static int32_t axpy(const AscendHostBlock *block)
{
    const uint64_t *args = (const uint64_t *)block->args;
    float *y = (float *)args[0];
    const float *x = (const float *)args[1];
    const float a = *(const float *)&args[2];
    const uint64_t count = args[3];
    for (uint64_t i = block->block; i < count; i += block->block_count) {
        y[i] += a * x[i];
    }
    return 0;
}

static const uint32_t parameters[] = {8, 8, 4, 8};
static const AscendHostKernel kernels[] = {{"axpy", axpy, 4, parameters}};
const AscendHostImage ascend_host_image = {ASCEND_HOST_IMAGE_ABI, 2201, "fast", 0, 1, kernels};
