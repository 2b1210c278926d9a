// The host image of `adam`: the kernel's own source and the table of its entries.
#include "adam.cpp"

#include "shim/image.h"

#if __NPU_ARCH__ == 1001
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(adam_f32_none), ASCEND_HOST_KERNEL(adam_f32_f16),
                  ASCEND_HOST_KERNEL(adam_f16_none), ASCEND_HOST_KERNEL(adam_f16_f16))
#else
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(adam_f32_none), ASCEND_HOST_KERNEL(adam_f32_f16),
                  ASCEND_HOST_KERNEL(adam_f32_bf16), ASCEND_HOST_KERNEL(adam_f16_none),
                  ASCEND_HOST_KERNEL(adam_f16_f16), ASCEND_HOST_KERNEL(adam_f16_bf16),
                  ASCEND_HOST_KERNEL(adam_bf16_none), ASCEND_HOST_KERNEL(adam_bf16_f16),
                  ASCEND_HOST_KERNEL(adam_bf16_bf16))
#endif
