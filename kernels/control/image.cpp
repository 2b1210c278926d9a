// The host image of `control`: the kernel's own source and the table of its entries.
#include "control.cpp"

#include "shim/image.h"

ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(control_decide), ASCEND_HOST_KERNEL(control_tensors))
