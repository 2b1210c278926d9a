// What padded copies put where.
#ifndef ASCEND_HOST_TESTS_COPY_TEST_H
#define ASCEND_HOST_TESTS_COPY_TEST_H

#include "harness.h"

namespace test {

inline void copies() {
#if __NPU_ARCH__ == 2201
    using namespace AscendC;
    Memory memory(4096), rows(4096);
    for (uint32_t i = 0; i < 1024; ++i) rows.as<float>()[i] = static_cast<float>(i);
    GlobalTensor<float> global, source;
    global.SetGlobalBuffer(memory.as<float>(), 1024);
    source.SetGlobalBuffer(rows.as<float>(), 1024);
    allow("three padded rows", [&] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, 1024);
        LocalTensor<float> t = buffer.Get<float>();
        DataCopyPad(t, source, DataCopyExtParams(3, 12, 8, 1, 0), DataCopyPadExtParams<float>(true, 1, 2, -1.0f));
        PipeBarrier<PIPE_ALL>();
        for (uint32_t row = 0; row < 3; ++row) {
            const LocalTensor<float> line = t[row * 16];
            EXPECT(line.GetValue(0) == -1.0f && line.GetValue(4) == -1.0f && line.GetValue(5) == -1.0f,
                   "padding of row %u", row);
            for (uint32_t i = 0; i < 3; ++i)
                EXPECT(line.GetValue(1 + i) == static_cast<float>(row * 5 + i), "row %u", row);
        }
        DataCopyPad(global, t, DataCopyExtParams(3, 24, 1, 4, 0));
    });
    const float *stored = memory.as<float>();
    EXPECT(stored[0] == -1.0f && stored[1] == 0.0f && stored[7] == -1.0f && stored[8] == 5.0f &&
               memory.as<uint32_t>()[6] == 0xa5a5a5a5u,
           "rows are stored at their pitch and nothing between them");
    add_to_digest(memory.data(), memory.total());
#endif
}

}  // namespace test

#endif
