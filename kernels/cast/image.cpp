// The host image of `cast`: the kernel's own source and the table of its entries.
#include "cast.cpp"

#include "shim/image.h"

#if __NPU_ARCH__ == 1001
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(cast_f32_f16), ASCEND_HOST_KERNEL(cast_f16_f32))
#else
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(cast_f32_f16), ASCEND_HOST_KERNEL(cast_f16_f32), ASCEND_HOST_KERNEL(cast_f32_bf16),
                  ASCEND_HOST_KERNEL(cast_bf16_f32), ASCEND_HOST_KERNEL(cast_f16_bf16),
                  ASCEND_HOST_KERNEL(cast_bf16_f16))
#endif
