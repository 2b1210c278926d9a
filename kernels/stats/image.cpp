// The host image of `stats`: the kernel's own source and the table of its entries.
#include "stats.cpp"

#include "shim/image.h"

#if __NPU_ARCH__ == 1001
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(stats_f32), ASCEND_HOST_KERNEL(stats_f16), ASCEND_HOST_KERNEL(stats_combine))
#else
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(stats_f32), ASCEND_HOST_KERNEL(stats_f16), ASCEND_HOST_KERNEL(stats_bf16),
                  ASCEND_HOST_KERNEL(stats_combine))
#endif
