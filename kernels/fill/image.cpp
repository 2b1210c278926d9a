// The host image of `fill`: the kernel's own source and the table of its entries.
#include "fill.cpp"

#include "shim/image.h"

ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(fill_words), ASCEND_HOST_KERNEL(fill_halves))
