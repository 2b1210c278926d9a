// The host image of `scale`: the kernel's own source and the table of its entries.
#include "scale.cpp"

#include "shim/image.h"

#if __NPU_ARCH__ == 1001
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(scale_f32), ASCEND_HOST_KERNEL(scale_f16))
#else
ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(scale_f32), ASCEND_HOST_KERNEL(scale_f16), ASCEND_HOST_KERNEL(scale_bf16))
#endif
