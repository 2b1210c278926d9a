// Blocks of one launch that meet in global memory.
#ifndef ASCEND_HOST_TESTS_CORPUS_BLOCKS_H
#define ASCEND_HOST_TESTS_CORPUS_BLOCKS_H

#include "case.h"

namespace corpus {

inline void store_some(Parts &parts, uint32_t start, uint32_t count) {
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 1.0f + static_cast<float>(start), 64);
    parts.store(y, count, start);
}

CORPUS_CASE(two_blocks_write_one_place, By::checked, 0, 2,
            "block 1 writes 32 B at global address ... that block 0 writes: nothing orders the blocks of a launch") {
    Parts parts(in, out);
    store_some(parts, static_cast<uint32_t>(GetBlockIdx()) * (faulty ? 24 : 32), 32);
}

CORPUS_CASE(a_block_reads_what_another_writes, By::checked, 0, 2,
            "block 1 reads 64 B at global address ... that block 0 writes: nothing orders the blocks of a launch") {
    Parts parts(in, out);
    if (GetBlockIdx() == 0) {
        store_some(parts, 0, 64);
    } else {
        parts.from.SetGlobalBuffer((__gm__ float *)out, kElements);
        LocalTensor<float> x = parts.load(64, faulty ? 48 : 64);
        parts.in.FreeTensor(x);
    }
}

CORPUS_CASE(a_block_writes_what_another_has_read, By::checked, 0, 2,
            "block 1 writes 32 B at global address ... that block 0 reads: nothing orders the blocks of a launch") {
    Parts parts(in, out);
    if (GetBlockIdx() == 0) {
        parts.from.SetGlobalBuffer((__gm__ float *)out, kElements);
        LocalTensor<float> x = parts.load(64);
        parts.in.FreeTensor(x);
    } else {
        store_some(parts, faulty ? 56 : 64, 64);
    }
}

CORPUS_CASE(a_scalar_reads_what_another_block_writes, By::checked, 0, 3,
            "block 2 reads 4 B at global address ... that block 0 writes") {
    Parts parts(in, out);
    if (GetBlockIdx() == 2) {
        parts.to.GetValue(faulty ? 5 : 500);
    } else {
        store_some(parts, static_cast<uint32_t>(GetBlockIdx()) * 64, 64);
    }
}

#if __NPU_ARCH__ == 2201

// What leaves the cache is the whole line.
CORPUS_CASE(two_scalar_units_write_one_line, By::checked, 2201, 2,
            "block 1 writes a line of 64 B with 64 B at global address ... that block 0 writes with its scalar unit") {
    Parts parts(in, out);
    const uint64_t at = static_cast<uint64_t>(GetBlockIdx()) * (faulty ? 8 : 16);
    parts.to.SetValue(at, 7.0f);
    DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE>(parts.to[at]);
}

// A block stores 24 elements, the other sets one beside them: behind the line that the last of them is in, or in it.
inline void stores_and_sets(Parts &parts, uint32_t writer, bool faulty) {
    if (GetBlockIdx() == writer) {
        parts.to.SetValue(faulty ? 24 : 32, 2.0f);
        DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE>(parts.to);
    } else {
        LocalTensor<float> y = parts.out.AllocTensor<float>();
        Duplicate(y, 1.0f, 24);
        parts.store(y, 24);
    }
}

CORPUS_CASE(a_line_that_holds_what_another_block_stores, By::checked, 2201, 2,
            "block 1 writes a line of 64 B with 32 B at global address ... that block 0 writes: nothing orders") {
    Parts parts(in, out);
    stores_and_sets(parts, 1, faulty);
}

CORPUS_CASE(a_store_in_a_line_of_another_block, By::checked, 2201, 2,
            "block 1 writes 32 B at global address ... that block 0 writes a line of 64 B with: nothing orders") {
    Parts parts(in, out);
    stores_and_sets(parts, 0, faulty);
}

#endif

}  // namespace corpus

#endif
