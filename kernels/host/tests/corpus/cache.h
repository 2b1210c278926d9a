// The scalar unit's view of global memory.
#ifndef ASCEND_HOST_TESTS_CORPUS_CACHE_H
#define ASCEND_HOST_TESTS_CORPUS_CACHE_H

#include "case.h"

namespace corpus {

#if __NPU_ARCH__ == 1001

CORPUS_CASE(a_scalar_write_to_global_memory, By::always, 1001, 1,
            "SetValue at global address ... this architecture cannot send the scalar unit's cache to memory") {
    Parts parts(in, out);
    if (faulty) {
        parts.to.SetValue(0, 7.0f);
    } else {
        LocalTensor<float> y = parts.out.AllocTensor<float>();
        for (uint32_t i = 0; i < 8; ++i) y.SetValue(i, 7.0f);
        pass<HardEvent::S_MTE3>();
        parts.store(y, 8);
    }
}

CORPUS_CASE(a_line_read_before_and_after_a_store, By::checked, 1001, 1,
            "GetValue at global address ... is in the cache as it was before a copy stored to it, and this "
            "architecture cannot drop it") {
    Parts parts(in, out);
    if (faulty) parts.to.GetValue(0);
    pass<HardEvent::S_MTE3>();
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 3.0f, 64);
    parts.store(y, 64);
    pass<HardEvent::MTE3_S>();
    parts.to.GetValue(0);
}

#else

using Line = CacheLine;

CORPUS_CASE(a_scalar_write_never_sent, By::checked, 2201, 1,
            "the kernel ends with a line of 64 B at global address ... that SetValue has written and "
            "DataCacheCleanAndInvalid has not sent") {
    Parts parts(in, out);
    parts.to.SetValue(0, 7.0f);
    if (!faulty) DataCacheCleanAndInvalid<float, Line::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(parts.to);
}

CORPUS_CASE(one_line_of_two_sent, By::checked, 2201, 1,
            "the kernel ends with a line of 64 B at global address ... that SetValue has written") {
    Parts parts(in, out);
    parts.to.SetValue(0, 7.0f);
    parts.to.SetValue(16, 7.0f);
    DataCacheCleanAndInvalid<float, Line::SINGLE_CACHE_LINE>(parts.to);
    if (!faulty) DataCacheCleanAndInvalid<float, Line::SINGLE_CACHE_LINE>(parts.to[16]);
}

CORPUS_CASE(a_load_of_what_is_in_the_cache, By::checked, 2201, 1,
            "DataCopy to the unified buffer reads a line of 64 B at global address ... that SetValue has written and "
            "that is still in the cache") {
    Parts parts(in, out);
    parts.from.SetValue(0, 7.0f);
    if (!faulty) DataCacheCleanAndInvalid<float, Line::ENTIRE_DATA_CACHE>(parts.from);
    pass<HardEvent::S_MTE2>();
    LocalTensor<float> x = parts.load(64);
    parts.in.FreeTensor(x);
    if (faulty) DataCacheCleanAndInvalid<float, Line::ENTIRE_DATA_CACHE>(parts.from);
}

CORPUS_CASE(a_store_to_what_is_in_the_cache, By::checked, 2201, 1,
            "DataCopy from the unified buffer writes a line of 64 B at global address ... that SetValue has written "
            "and that is still in the cache") {
    Parts parts(in, out);
    parts.to.SetValue(0, 7.0f);
    if (!faulty) DataCacheCleanAndInvalid<float, Line::SINGLE_CACHE_LINE>(parts.to);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 3.0f, 64);
    pass<HardEvent::S_MTE3>();
    parts.store(y, 64);
    if (faulty) DataCacheCleanAndInvalid<float, Line::SINGLE_CACHE_LINE>(parts.to);
}

CORPUS_CASE(a_line_read_before_and_after_a_store, By::checked, 2201, 1,
            "GetValue at global address ... is in the cache as it was before a copy stored to it; "
            "DataCacheCleanAndInvalid comes first") {
    Parts parts(in, out);
    parts.to.GetValue(0);
    pass<HardEvent::S_MTE3>();
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 3.0f, 64);
    parts.store(y, 64);
    pass<HardEvent::MTE3_S>();
    if (!faulty) DataCacheCleanAndInvalid<float, Line::SINGLE_CACHE_LINE>(parts.to);
    parts.to.GetValue(0);
}

#endif

}  // namespace corpus

#endif
