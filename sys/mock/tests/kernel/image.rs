//! An image with kernels in C.

pub const SOURCE: &str = r#"
#include "ascend_host_image.h"
#include <stdio.h>
#include <string.h>

static uint64_t word(const AscendHostBlock *block, int index) { return ((const uint64_t *)block->args)[index]; }

/* Adds 1 to element `block` of an array. */
static int32_t mark(const AscendHostBlock *block) {
    __atomic_fetch_add((uint32_t *)word(block, 0) + block->block, 1, __ATOMIC_RELAXED);
    return block->block_count == 0;
}

/* Copies the packed arguments to the address that the last one holds. */
static int32_t pack(const AscendHostBlock *block) {
    memcpy((void *)word(block, 4), block->args, block->args_bytes);
    return 0;
}

static int32_t fault(const AscendHostBlock *block) {
    if (block->block != (uint32_t)word(block, 0)) return 0;
    snprintf(block->message, block->message_bytes, "element %d is bad", 42);
    return 507035;
}

static int32_t silent(const AscendHostBlock *block) { (void)block; return 507015; }

static int32_t shout(const AscendHostBlock *block) {
    memset(block->message, 'x', block->message_bytes);
    return 507015;
}

static int32_t idle(const AscendHostBlock *block) { (void)block; return 0; }

/* Looks an address up; writes whether it was found, the base and the length. */
static int32_t look(const AscendHostBlock *block) {
    uint64_t *out = (uint64_t *)word(block, 1);
    out[0] = (uint64_t)block->memory.find(block->memory.context, word(block, 0), &out[1], &out[2]);
    return 0;
}

/* Counts the calls since the image was loaded. */
static int32_t tally(const AscendHostBlock *block) {
    static uint32_t calls = 0;
    *(uint32_t *)word(block, 0) = ++calls;
    return 0;
}

/* Looks an address up, tells so, waits to be told to go on, and writes there. */
static int32_t linger(const AscendHostBlock *block) {
    uint32_t *flags = (uint32_t *)word(block, 1);
    uint64_t base, bytes;
    if (!block->memory.find(block->memory.context, word(block, 0), &base, &bytes)) return 507035;
    __atomic_store_n(&flags[0], 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(&flags[1], __ATOMIC_ACQUIRE)) {}
    memset((void *)base, 1, bytes);
    return 0;
}

#ifndef NO_TABLE
static const uint32_t word_params[] = {8, 8};
static const uint32_t small_params[] = {4};
static const uint32_t pack_params[] = {1, 2, 12, 8};
static const AscendHostKernel kernels[] = {
    {"mark", mark, 1, word_params},     {"pack", pack, 4, pack_params}, {"fault", fault, 1, small_params},
    {"silent", silent, 0, 0},           {"shout", shout, 0, 0},         {"look", look, 2, word_params},
    {"tally", tally, 1, word_params},   {"linger", linger, 2, word_params},
    {"doomed", idle, 0, 0},             {"condemned", idle, 0, 0},
};
#ifndef ABI
#define ABI ASCEND_HOST_IMAGE_ABI
#endif
#ifndef ARCH
#define ARCH 2201
#endif
const AscendHostImage ascend_host_image = {ABI, ARCH, "fast", 0, sizeof kernels / sizeof *kernels, kernels};
#endif
"#;
