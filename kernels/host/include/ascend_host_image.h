// The contract between a kernel image built for the host and the software device that runs it.
//
// A host image is a shared object. It exports one symbol, `ascend_host_image`, of type `AscendHostImage`: the table of
// the kernels inside. The software device finds a kernel by name, checks the architecture, and calls `run` once for
// each block, from any of its threads, several blocks at a time.
#ifndef ASCEND_HOST_IMAGE_H
#define ASCEND_HOST_IMAGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASCEND_HOST_IMAGE_ABI 2u

// Looks up live device memory. `find` returns 1 and fills `base` and `bytes` with the allocation (padding included) that
// holds `address`, or returns 0 when no live allocation does. `touch`, where it is not null, wants to hear which bytes the
// kernel reads, and which it writes (`writes` is 1): a hint for checks, at any time while the block runs.
typedef struct {
    const void *context;
    int32_t (*find)(const void *context, uint64_t address, uint64_t *base, uint64_t *bytes);
    void (*touch)(const void *context, uint64_t address, uint64_t bytes, int32_t writes);
} AscendHostMemory;

// One block of one launch.
typedef struct {
    const void *args;      // the packed arguments: each parameter starts on a multiple of 8 bytes, in order
    uint64_t args_bytes;   // their length
    uint32_t block;        // index of this block, 0 .. block_count
    uint32_t block_count;  // blocks of the launch
    AscendHostMemory memory;
    char *message;  // where a fault puts its text, NUL-terminated, at most `message_bytes`
    uint64_t message_bytes;
    uint32_t saturates;  // 1: a result of infinity is stored as the largest finite value, a NaN as 0; 0: as they are
    uint32_t *overflow;  // set to 1 when a result was changed so, from any thread; null where nobody asks
} AscendHostBlock;

// One kernel. `run` returns 0, or an error code of the device (507035 vector core exception, ...) with a text in
// `message`.
typedef struct {
    const char *name;
    int32_t (*run)(const AscendHostBlock *block);
    uint32_t param_count;
    const uint32_t *param_bytes;  // size of each parameter, before padding
} AscendHostKernel;

typedef struct {
    uint32_t abi;           // ASCEND_HOST_IMAGE_ABI
    uint32_t arch;          // 1001 or 2201, the value of __NPU_ARCH__ it was built for
    const char *build;      // "fast" or "checked"
    uint32_t touches;       // 1 if the kernels call `touch` for all that they read and write, else 0
    uint32_t kernel_count;
    const AscendHostKernel *kernels;
} AscendHostImage;

extern const AscendHostImage ascend_host_image;

#ifdef __cplusplus
}
#endif

#endif
