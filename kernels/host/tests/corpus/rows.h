// Copies in rows, and copies of exact bytes.
#ifndef ASCEND_HOST_TESTS_CORPUS_ROWS_H
#define ASCEND_HOST_TESTS_CORPUS_ROWS_H

#include "case.h"

namespace corpus {

// Loads rows, and stores the first 64 elements of what came.
inline void rows(Parts &parts, const DataCopyParams &params, uint32_t used) {
    LocalTensor<float> x = parts.in.AllocTensor<float>(), y = parts.out.AllocTensor<float>();
    DataCopy(x, parts.from, params);
    parts.in.EnQue(x);
    x = parts.in.DeQue<float>();
    Adds(y, x, 1.0f, static_cast<int32_t>(used));
    parts.in.FreeTensor(x);
    parts.store(y, used);
}

ALWAYS(rows_longer_than_their_tensor,
       "DataCopy in rows to the unified buffer of 264 elements (1056 B) on a local tensor that has 256 elements") {
    Parts parts(in, out);
    rows(parts, DataCopyParams(3, faulty ? 11 : 10, 0, 0), 240);
}

ALWAYS(rows_past_the_tensor,
       "DataCopy in rows to the unified buffer of 4128 B from a place of a global tensor that has 1024 elements (4096 "
       "B) left") {
    Parts parts(in, out);
    rows(parts, DataCopyParams(2, 1, faulty ? 127 : 126, 0), 16);
}

ALWAYS(more_rows_than_12_bits_hold,
       "DataCopy in rows to the unified buffer with blockCount 4097: the instruction has 12 bits for it, and the "
       "device would take 1") {
    Parts parts(in, out);
    rows(parts, DataCopyParams(faulty ? 4097 : 4, 1, 0, 0), 32);
}

CHECKED(more_rows_than_16_bits_hold, "blockCount is 65540: it has 16 bits, and the device would take 4") {
    Parts parts(in, out);
    const uint32_t number = faulty ? 65540 : 4;
    rows(parts, DataCopyParams(number, 1, 0, 0), 32);
}

CHECKED(rows_longer_than_16_bits_hold, "blockLen is 65537: it has 16 bits, and the device would take 1") {
    Parts parts(in, out);
    const uint32_t length = faulty ? 65537 : 1;
    rows(parts, DataCopyParams(4, length, 0, 0), 32);
}

CHECKED(a_gap_wider_than_16_bits_hold, "srcStride is 65537: it has 16 bits, and the device would take 1") {
    Parts parts(in, out);
    DataCopyParams params(4, 1, 0, 0);
    const uint32_t gap = faulty ? 65537 : 1;
    params.srcGap = gap;
    rows(parts, params, 32);
}

CHECKED(a_gap_below_none, "dstStride is -1: it has 16 bits, and the device would take 65535") {
    Parts parts(in, out);
    const int32_t gap = faulty ? -1 : 0;
    rows(parts, DataCopyParams(4, 1, 0, gap), 32);
}

ORDER(
    rows_stored_before_they_are_computed,
    "DataCopy in rows from the unified buffer (MTE3) reads bytes 0 to 63 of buffer 0 (VECCALC), which Duplicate (V)") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>();
    Duplicate(t, 3.0f, 32);
    if (!faulty) pass<HardEvent::V_MTE3>();
    DataCopy(parts.to, t, DataCopyParams(2, 2, 0, 2));
}

ORDER(rows_loaded_over_what_is_still_read,
      "DataCopy in rows to the unified buffer (MTE2) writes bytes 0 to 63 of buffer 0 (VECCALC), which Adds (V) may "
      "still be reading") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    Duplicate(t, 3.0f, 32);
    PipeBarrier<PIPE_V>();
    Adds(y, t, 1.0f, 32);
    if (!faulty) pass<HardEvent::V_MTE2>();
    DataCopy(t, parts.from, DataCopyParams(2, 2, 0, 0));
    parts.store(y, 32);
}

// What lies between rows was never written.
CHECKED(the_gap_between_rows_is_read,
        "Adds reads bytes 32 to 63 of tensor 0 of queue 0 (VECIN): nothing has written them") {
    Parts parts(in, out);
    rows(parts, DataCopyParams(2, 1, 0, 1), faulty ? 24 : 8);
}

#if __NPU_ARCH__ == 2201

// Loads rows of exact bytes, and stores the first `used` elements of what came.
inline void padded(Parts &parts, const DataCopyExtParams &params, const DataCopyPadExtParams<float> &pad,
                   uint32_t used) {
    LocalTensor<float> x = parts.in.AllocTensor<float>(), y = parts.out.AllocTensor<float>();
    DataCopyPad(x, parts.from, params, pad);
    parts.in.EnQue(x);
    x = parts.in.DeQue<float>();
    Duplicate(y, 0.0f, 256);
    PipeBarrier<PIPE_V>();
    Adds(y, x, 1.0f, static_cast<int32_t>(used));
    parts.in.FreeTensor(x);
    parts.store(y, 256);
}

ALWAYS(more_padding_than_a_block,
       "DataCopyPad to the unified buffer with 36 B of padding on the left and 0 B on the right: at most 32 B on each "
       "side") {
    Parts parts(in, out);
    padded(parts, DataCopyExtParams(1, 4, 0, 0, 0), DataCopyPadExtParams<float>(true, faulty ? 9 : 7, 0, 0.0f), 8);
}

ALWAYS(a_part_of_an_element,
       "DataCopyPad to the unified buffer with blockLen 6 B: it must be a multiple of the element size 4 B") {
    Parts parts(in, out);
    padded(parts, DataCopyExtParams(1, faulty ? 6 : 8, 0, 0, 0), DataCopyPadExtParams<float>(), 2);
}

ALWAYS(a_row_longer_than_21_bits_hold,
       "DataCopyPad to the unified buffer with blockLen 2097156 B: the instruction has 21 bits for it, and the device "
       "would take 4") {
    Parts parts(in, out);
    padded(parts, DataCopyExtParams(1, faulty ? 2097156 : 4, 0, 0, 0), DataCopyPadExtParams<float>(), 1);
}

ALWAYS(more_padded_rows_than_12_bits_hold,
       "DataCopyPad to the unified buffer with blockCount 4098: the instruction has 12 bits for it, and the device "
       "would take 2") {
    Parts parts(in, out);
    padded(parts, DataCopyExtParams(faulty ? 4098 : 2, 32, 0, 0, 0), DataCopyPadExtParams<float>(), 16);
}

ALWAYS(a_padding_value_of_64_bits,
       "DataCopyPad to the unified buffer with a padding value that is not 0: elements of 64 bits have no other") {
    Parts parts(in, out);
    GlobalTensor<uint64_t> wide;
    wide.SetGlobalBuffer((__gm__ uint64_t *)in, kElements / 2);
    LocalTensor<uint64_t> x = parts.in.AllocTensor<uint64_t>();
    DataCopyPad(x, wide, DataCopyExtParams(1, 8, 0, 0, 0), DataCopyPadExtParams<uint64_t>(true, 0, 3, faulty ? 7 : 0));
    parts.in.EnQue(x);
    x = parts.in.DeQue<uint64_t>();
    parts.in.FreeTensor(x);
}

CHECKED(padding_that_8_bits_do_not_hold, "rightPadding is 257: it has 8 bits, and the device would take 1") {
    Parts parts(in, out);
    const uint32_t right = faulty ? 257 : 1;
    padded(parts, DataCopyExtParams(1, 28, 0, 0, 0), DataCopyPadExtParams<float>(true, 0, right, 0.0f), 8);
}

CHECKED(lanes_behind_a_row_are_read,
        "Adds reads bytes 12 to 31 of tensor 0 of queue 0 (VECIN): DataCopyPad leaves anything there") {
    Parts parts(in, out);
    padded(parts, DataCopyExtParams(1, 12, 0, 0, 0), DataCopyPadExtParams<float>(), faulty ? 8 : 3);
}

CHECKED(padding_without_a_value_is_read,
        "Adds reads bytes 12 to 31 of tensor 0 of queue 0 (VECIN): DataCopyPad leaves anything there") {
    Parts parts(in, out);
    padded(parts, DataCopyExtParams(1, 12, 0, 0, 0), DataCopyPadExtParams<float>(!faulty, 0, 5, 2.0f), 8);
}

ALWAYS(a_padded_store_past_the_tensor,
       "DataCopyPad from the unified buffer of 44 B from a place of a global tensor that has 10 elements (40 B) left") {
    Parts parts(in, out);
    parts.to.SetGlobalBuffer((__gm__ float *)out, 10);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 2.0f, 64);
    parts.out.EnQue(y);
    y = parts.out.DeQue<float>();
    DataCopyPad(parts.to, y, DataCopyExtParams(1, faulty ? 44 : 40, 0, 0, 0));
    parts.out.FreeTensor(y);
}

// Rows in global memory at their pitch and nothing between them, and padding that has a value.
CHECKED(three_rows_there_and_back,
        "Adds reads bytes 24 to 31 of tensor 0 of queue 0 (VECIN): DataCopyPad leaves anything there") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>(), y = parts.out.AllocTensor<float>();
    DataCopyPad(x, parts.from, DataCopyExtParams(3, 12, 8, 1, 0), DataCopyPadExtParams<float>(true, 1, 2, -1.0f));
    parts.in.EnQue(x);
    x = parts.in.DeQue<float>();
    for (uint32_t row = 0; row < 3; ++row) Adds(y[row * 8], x[row * 16], 0.0f, faulty ? 8 : 6);
    parts.in.FreeTensor(x);
    parts.out.EnQue(y);
    y = parts.out.DeQue<float>();
    DataCopyPad(parts.to, y, DataCopyExtParams(3, 24, 0, 8, 0));
    parts.out.FreeTensor(y);
}

#endif

}  // namespace corpus

#endif
