// Plain copies: whole blocks, inside allocations and tensors.
#ifndef ASCEND_HOST_TESTS_CORPUS_COPIES_H
#define ASCEND_HOST_TESTS_CORPUS_COPIES_H

#include "case.h"

namespace corpus {

// The memory behind `in` and `out` is 1024 floats and the padding of the allocator.
constexpr uint32_t kAllocated = (kElements * 4 + 1023) / 512 * 512 / 4;

ALWAYS(a_load_that_is_not_whole_blocks,
       "DataCopy to the unified buffer of 9 elements (36 B): the length must be a multiple of 32 B") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(faulty ? 9 : 8);
    parts.in.FreeTensor(x);
}

ALWAYS(a_store_that_is_not_whole_blocks,
       "DataCopy from the unified buffer of 12 elements (48 B): the length must be a multiple of 32 B") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 2.0f, 64);
    parts.store(y, faulty ? 12 : 16);
}

ALWAYS(a_load_past_the_allocation, "DataCopy from global memory of 64 B ... 32 B past the end of the allocation") {
    Parts parts(in, out);
    parts.from.SetGlobalBuffer((__gm__ float *)in);
    LocalTensor<float> x = parts.load(16, kAllocated - (faulty ? 8 : 16));
    parts.in.FreeTensor(x);
}

ALWAYS(a_store_past_the_allocation, "DataCopy to global memory of 32 B ... 4 B past the end of the allocation") {
    Parts parts(in, out);
    parts.to.SetGlobalBuffer((__gm__ float *)out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 2.0f, 8);
    parts.store(y, 8, kAllocated - (faulty ? 7 : 8));
}

ALWAYS(a_load_past_the_tensor,
       "DataCopy from global memory of 64 B from a place of a global tensor that has 8 elements (32 B) left") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(16, kElements - (faulty ? 8 : 16));
    parts.in.FreeTensor(x);
}

ALWAYS(a_store_past_the_tensor,
       "DataCopy to global memory of 96 B from a place of a global tensor that has 16 elements (64 B) left") {
    Parts parts(in, out);
    parts.to.SetGlobalBuffer((__gm__ float *)out, 16);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 2.0f, 64);
    parts.store(y, faulty ? 24 : 16);
}

ALWAYS(a_load_from_behind_the_tensor,
       "DataCopy from global memory of 32 B from a place of a global tensor that has 0 elements (0 B) left") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(8, kElements - (faulty ? 0 : 8));
    parts.in.FreeTensor(x);
}

ALWAYS(a_load_from_no_allocation, "DataCopy from global memory of 32 B ... no live allocation holds this address") {
    Parts parts(in, out);
    if (faulty) parts.from.SetGlobalBuffer((__gm__ float *)in + (1u << 24));
    LocalTensor<float> x = parts.load(8);
    parts.in.FreeTensor(x);
}

ALWAYS(a_scalar_read_from_no_allocation,
       "GetValue of 4 B at global address ... no live allocation holds this address") {
    GlobalTensor<float> tensor;
    tensor.SetGlobalBuffer((__gm__ float *)(faulty ? nullptr : in), 1);
    tensor.GetValue(0);
}

ALWAYS(a_scalar_read_past_the_tensor,
       "GetValue of 44 B from a place of a global tensor that has 10 elements (40 B) left") {
    GlobalTensor<float> tensor;
    tensor.SetGlobalBuffer((__gm__ float *)in, 10);
    tensor.GetValue(faulty ? 10 : 9);
}

ALWAYS(a_global_address_inside_an_element,
       "DataCopy from global memory at global address ... it is not a multiple of the element size 4 B") {
    Parts parts(in, out);
    parts.from.SetGlobalBuffer((__gm__ float *)(in + (faulty ? 2 : 4)), kElements - 1);
    LocalTensor<float> x = parts.load(8);
    parts.in.FreeTensor(x);
}

ALWAYS(a_load_longer_than_its_tensor,
       "DataCopy to the unified buffer of 264 elements (1056 B) on a local tensor that has 256 elements") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(faulty ? 264 : 256);
    parts.in.FreeTensor(x);
}

ALWAYS(a_store_longer_than_its_tensor,
       "DataCopy from the unified buffer of 264 elements (1056 B) on a local tensor that has 256 elements") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 2.0f, 256);
    parts.store(y, faulty ? 264 : 256);
}

ALWAYS(a_load_to_a_place_off_the_grain,
       "DataCopy to the unified buffer on a local tensor whose address is not aligned to 32 B") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    DataCopy(x[faulty ? 12 : 16], parts.from, 8);
    parts.in.EnQue(x);
    x = parts.in.DeQue<float>();
    parts.in.FreeTensor(x);
}

ALWAYS(a_move_that_overlaps_itself,
       "DataCopy within the unified buffer of 16 elements: destination and source overlap") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 2.0f, 64);
    PipeBarrier<PIPE_V>();
    DataCopy(y[faulty ? 8 : 16], y, 16);
    parts.store(y, 64);
}

CHECKED(a_copy_of_more_than_32_bits_hold,
        "the number of elements of a copy is 4294967304: it has 32 bits, and the device would take 8") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    const uint64_t count = (faulty ? uint64_t{1} << 32 : 0) + 8;
    DataCopy(x, parts.from, count);
    parts.in.EnQue(x);
    x = parts.in.DeQue<float>();
    parts.in.FreeTensor(x);
}

CORPUS_CASE(a_copy_of_nothing, By::always, 1001, 1,
            "DataCopy to the unified buffer of 0 elements: this architecture has no empty instruction") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(faulty ? 0 : 8);
    parts.in.FreeTensor(x);
}

}  // namespace corpus

#endif
