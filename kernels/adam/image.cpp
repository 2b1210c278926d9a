// The host image of `adam`: the kernel's own source and the table of its entries.
#include "adam.cpp"

#include "shim/image.h"

#define ADAM_PAIR(name) ASCEND_HOST_KERNEL(name), ASCEND_HOST_KERNEL(name##_amsgrad)

#if __NPU_ARCH__ == 1001
ASCEND_HOST_IMAGE(ADAM_PAIR(adam_f32_none), ADAM_PAIR(adam_f32_f16), ADAM_PAIR(adam_f16_none), ADAM_PAIR(adam_f16_f16))
#else
ASCEND_HOST_IMAGE(ADAM_PAIR(adam_f32_none), ADAM_PAIR(adam_f32_f16), ADAM_PAIR(adam_f32_bf16), ADAM_PAIR(adam_f16_none),
                  ADAM_PAIR(adam_f16_f16), ADAM_PAIR(adam_f16_bf16), ADAM_PAIR(adam_bf16_none),
                  ADAM_PAIR(adam_bf16_f16), ADAM_PAIR(adam_bf16_bf16), ADAM_PAIR(adam_f32_none_state_bf16),
                  ADAM_PAIR(adam_f32_f16_state_bf16), ADAM_PAIR(adam_f32_bf16_state_bf16),
                  ADAM_PAIR(adam_f16_none_state_bf16), ADAM_PAIR(adam_f16_f16_state_bf16),
                  ADAM_PAIR(adam_f16_bf16_state_bf16), ADAM_PAIR(adam_bf16_none_state_bf16),
                  ADAM_PAIR(adam_bf16_f16_state_bf16), ADAM_PAIR(adam_bf16_bf16_state_bf16))
#endif
