// Copies to global memory that add.
#ifndef ASCEND_HOST_TESTS_CORPUS_ATOMIC_H
#define ASCEND_HOST_TESTS_CORPUS_ATOMIC_H

#include "case.h"

namespace corpus {

// The same place of global memory gets 64 ones of each block.
struct Ones {
    Parts parts;
    LocalTensor<float> y;

    Ones(GM_ADDR in, GM_ADDR out) : parts(in, out) {
        y = parts.out.AllocTensor<float>();
        Duplicate(y, 1.0f, 64);
        parts.out.EnQue(y);
        y = parts.out.DeQue<float>();
    }

    void add() {
        SetAtomicAdd<float>();
        DataCopy(parts.to, y, 64);
        SetAtomicNone();
    }

    void over() { parts.out.FreeTensor(y); }
};

ALWAYS(adding_that_has_no_end, "the kernel ends while SetAtomicAdd<float> holds: SetAtomicNone is missing") {
    Ones ones(in, out);
    SetAtomicAdd<float>();
    DataCopy(ones.parts.to, ones.y, 64);
    if (!faulty) SetAtomicNone();
    ones.over();
}

ALWAYS(words_added_as_floats,
       "DataCopy from the unified buffer while SetAtomicAdd<float> holds: the core would add elements of that type") {
    Ones ones(in, out);
    GlobalTensor<uint32_t> words;
    words.SetGlobalBuffer((__gm__ uint32_t *)out, kElements);
    SetAtomicAdd<float>();
    if (!faulty) DisableDmaAtomic();
    DataCopy(words, ones.y.ReinterpretCast<uint32_t>(), 64);
    DisableDmaAtomic();
    ones.over();
}

ALWAYS(rows_that_add,
       "DataCopy in rows from the unified buffer while SetAtomicAdd<float> holds: the shim adds in contiguous copies") {
    Ones ones(in, out);
    if (faulty) SetAtomicAdd<float>();
    DataCopy(ones.parts.to, ones.y, DataCopyParams(2, 4, 0, 4));
    SetAtomicNone();
    ones.over();
}

ALWAYS(more_stored_rows_than_12_bits_hold, "DataCopy in rows from the unified buffer with blockCount 4097") {
    Ones ones(in, out);
    DataCopy(ones.parts.to, ones.y, DataCopyParams(faulty ? 4097 : 4, 1, 0, 0));
    ones.over();
}

ORDER(an_addition_to_what_is_still_stored,
      "DataCopy from the unified buffer (MTE3) reads 256 B of global memory at ... (MTE3) may still be writing") {
    Ones ones(in, out);
    DataCopy(ones.parts.to, ones.y, 64);
    if (!faulty) PipeBarrier<PIPE_MTE3>();
    ones.add();
    ones.over();
}

CORPUS_CASE(a_block_that_adds_to_what_another_stores, By::checked, 0, 2,
            "block 1 adds to 256 B at global address ... that block 0 writes: nothing orders the blocks of a launch") {
    Ones ones(in, out);
    if (faulty && GetBlockIdx() == 0) {
        DataCopy(ones.parts.to, ones.y, 64);
    } else {
        ones.add();
    }
    ones.over();
}

CORPUS_CASE(a_block_that_stores_what_another_adds_to, By::checked, 0, 2,
            "block 1 writes 256 B at global address ... that block 0 adds to: nothing orders the blocks of a launch") {
    Ones ones(in, out);
    if (faulty && GetBlockIdx() == 1) {
        DataCopy(ones.parts.to, ones.y, 64);
    } else {
        ones.add();
    }
    ones.over();
}

// The other block only reads.
inline void adds_and_reads(Ones &ones, uint32_t reader, bool faulty) {
    if (GetBlockIdx() == reader) {
        LocalTensor<float> x = ones.parts.in.AllocTensor<float>();
        DataCopy(x, ones.parts.to[faulty ? 0 : 64], 64);
        ones.parts.in.EnQue(x);
        x = ones.parts.in.DeQue<float>();
        ones.parts.in.FreeTensor(x);
    } else {
        ones.add();
    }
    ones.over();
}

CORPUS_CASE(a_block_that_adds_to_what_another_reads, By::checked, 0, 2,
            "block 1 adds to 256 B at global address ... that block 0 reads: nothing orders the blocks of a launch") {
    Ones ones(in, out);
    adds_and_reads(ones, 0, faulty);
}

CORPUS_CASE(a_block_that_reads_what_another_adds_to, By::checked, 0, 2,
            "block 1 reads 256 B at global address ... that block 0 adds to: nothing orders the blocks of a launch") {
    Ones ones(in, out);
    adds_and_reads(ones, 1, faulty);
}

#if __NPU_ARCH__ == 2201

// The other block writes one value through its scalar unit, beside what is added to or in a line with it.
inline void adds_and_sets(Ones &ones, uint32_t writer, bool faulty) {
    if (GetBlockIdx() == writer) {
        ones.parts.to.SetValue(faulty ? 24 : 32, 2.0f);
        DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE>(ones.parts.to);
    } else {
        SetAtomicAdd<float>();
        DataCopy(ones.parts.to, ones.y, 24);
        SetAtomicNone();
    }
    ones.over();
}

CORPUS_CASE(a_line_that_holds_what_another_block_adds_to, By::checked, 2201, 2,
            "block 1 writes a line of 64 B with 32 B at global address ... that block 0 adds to") {
    Ones ones(in, out);
    adds_and_sets(ones, 1, faulty);
}

CORPUS_CASE(an_addition_in_a_line_of_another_block, By::checked, 2201, 2,
            "block 1 adds to 32 B at global address ... that block 0 writes a line of 64 B with") {
    Ones ones(in, out);
    adds_and_sets(ones, 0, faulty);
}

CORPUS_CASE(a_line_read_before_it_was_added_to, By::checked, 2201, 1,
            "GetValue at global address ... is in the cache as it was before a copy stored to it") {
    Ones ones(in, out);
    ones.parts.to.GetValue(0);
    pass<HardEvent::S_MTE3>();
    ones.add();
    pass<HardEvent::MTE3_S>();
    if (!faulty) DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE>(ones.parts.to);
    ones.parts.to.GetValue(0);
    ones.over();
}

CORPUS_CASE(a_padded_copy_of_another_type_that_adds, By::always, 2201, 1,
            "DataCopyPad from the unified buffer while SetAtomicAdd<half> holds") {
    Ones ones(in, out);
    if (faulty) SetAtomicAdd<half>();
    DataCopyPad(ones.parts.to, ones.y, DataCopyExtParams(1, 20, 0, 0, 0));
    SetAtomicNone();
    ones.over();
}

CORPUS_CASE(padded_rows_that_add, By::always, 2201, 1,
            "DataCopyPad from the unified buffer while SetAtomicAdd<float> holds: the shim adds in contiguous copies") {
    Ones ones(in, out);
    if (faulty) SetAtomicAdd<float>();
    DataCopyPad(ones.parts.to, ones.y, DataCopyExtParams(2, 20, 0, 0, 0));
    SetAtomicNone();
    ones.over();
}

CORPUS_CASE(a_padded_store_of_a_part_of_an_element, By::always, 2201, 1,
            "DataCopyPad from the unified buffer with blockLen 6 B: it must be a multiple of the element size 4 B") {
    Ones ones(in, out);
    DataCopyPad(ones.parts.to, ones.y, DataCopyExtParams(1, faulty ? 6 : 8, 0, 0, 0));
    ones.over();
}

#endif

}  // namespace corpus

#endif
