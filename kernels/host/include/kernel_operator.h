// The AscendC API on the host: kernels written for the NPU compile with g++ or clang and run on a CPU.
//
// A kernel includes this name and nothing else; on the NPU it is the vendor's header, here it is ours. The signatures
// are the vendor's, so a kernel that compiles here is one that the vendor's headers accept. What the shim promises
// beyond "the same numbers" is that it refuses what the hardware refuses, and what the hardware does not notice and gets
// wrong: README.md has the list. What an architecture lacks altogether is a deleted overload, so that it fails to
// compile.
//
// Two macros choose a build: `__NPU_ARCH__` (1001 or 2201) and `ASCEND_HOST_CHECKED` (1 or 0). The checked build
// (shim/checked_core.h) holds each instruction against what is known of the memory it touches and executes it at a time
// that the device could choose; the fast build (shim/fast_core.h) takes a kernel to be right and executes it late and in
// strips. Both give the same bits for every kernel that the checked build accepts, the
// payloads of NaNs excepted. Compile with `-O3 -ffp-contract=off -fno-math-errno -fno-trapping-math
// -fno-strict-aliasing`: the first flag is needed for the results (no fused multiply-add), the last because the unified
// buffer is one array that holds values of every type; the others only let loops vectorise.
#ifndef ASCEND_HOST_KERNEL_OPERATOR_H
#define ASCEND_HOST_KERNEL_OPERATOR_H

#include "shim/platform.h"

#include "shim/float16.h"

#include "shim/block.h"
#include "shim/tensor.h"

#include "shim/data_copy.h"
#include "shim/queue.h"
#include "shim/sync.h"

#include "shim/cast.h"
#include "shim/cast_integer.h"
#include "shim/vector.h"

#include "shim/reduce.h"

#include "shim/compare.h"
#include "shim/unmodelled.h"

#endif
