// The host image of `accumulate`: the kernel's own source and the table of its entries.
#include "accumulate.cpp"

#include "shim/image.h"

#if __NPU_ARCH__ == 1001
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(accumulate_f32), ASCEND_HOST_KERNEL(accumulate_f16))
#else
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(accumulate_f32), ASCEND_HOST_KERNEL(accumulate_f16),
                  ASCEND_HOST_KERNEL(accumulate_bf16))
#endif
