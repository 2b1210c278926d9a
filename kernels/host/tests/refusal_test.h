// Small wrong kernels, each refused with a message that says what was wrong; and their right twins, which are not.
#ifndef ASCEND_HOST_TESTS_REFUSAL_TEST_H
#define ASCEND_HOST_TESTS_REFUSAL_TEST_H

#include <type_traits>
#include <utility>

#include "harness.h"

namespace test {

using namespace AscendC;

// A pipe, a queue of each kind and a buffer: what most wrong kernels are made of.
struct Parts {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    TBuf<TPosition::VECCALC> temp;

    explicit Parts(uint32_t bytes = 1024) {
        pipe.InitBuffer(in, 2, bytes);
        pipe.InitBuffer(out, 2, bytes);
        pipe.InitBuffer(temp, bytes);
    }
};

inline void unified_buffer_limits() {
    const uint32_t all = ascend_host::kUnifiedBufferBytes;
    const char *limit = __NPU_ARCH__ == 1001 ? "253952 B" : "188416 B";
    allow("a plan of the whole unified buffer", [=] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, all);
    });
    refuse("one byte too many", {"InitBuffer", limit}, [=] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, all + 1);
    });
    refuse("two buffers that do not fit", {"InitBuffer", "2 x", limit, "32 B already planned"}, [=] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        TQue<TPosition::VECIN, 1> queue;
        pipe.InitBuffer(buffer, 1);
        pipe.InitBuffer(queue, 2, all / 2);
    });
    refuse("a buffer of no bytes", {"InitBuffer", "must have a size"}, [] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, 0);
    });
}

inline void vector_operands() {
    refuse("an instruction longer than its tensor", {"Add of 257 elements", "has 256 elements (1024 B)"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.temp.Get<float>();
        Add(t, t, t, 257);
    });
    refuse("an instruction past the end of a slice", {"Muls of 129 elements", "has 128 elements"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.temp.Get<float>();
        Muls(t[128], t[128], 2.0f, 129);
    });
    refuse("an operand off the grain", {"Sqrt", "not aligned to 32 B"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.temp.Get<float>();
        Sqrt(t[4], t[4], 8);
    });
    refuse("operands that overlap in part", {"Mul", "overlap"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.temp.Get<float>();
        Mul(t, t[8], t[8], 16);
    });
    refuse("a widening Cast in place", {"Cast", "overlap"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.temp.Get<float>();
        Cast(t, t.ReinterpretCast<half>(), RoundMode::CAST_NONE, 64);
    });
    refuse("a tensor from nowhere", {"Duplicate", "no queue or buffer"}, [] {
        Parts parts;
        LocalTensor<float> t;
        Duplicate(t, 0.0f, 8);
    });
    refuse("a buffer without memory", {"InitBuffer comes first"}, [] {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        buffer.Get<float>();
    });
    refuse("a scalar read past the end", {"GetValue(256)", "256 elements"}, [] {
        Parts parts;
        parts.temp.Get<float>().GetValue(256);
    });
    const auto none = [] {
        Parts parts;
        LocalTensor<float> t = parts.temp.Get<float>();
        Adds(t, t, 1.0f, 0);
    };
#if __NPU_ARCH__ == 1001
    refuse("an instruction over no elements", {"Adds of 0 elements", "no empty instruction"}, none);
#else
    allow("an instruction over no elements", none);
#endif
}

inline void copies() {
    Memory memory(4096);
    GlobalTensor<float> global;
    global.SetGlobalBuffer(memory.as<float>(), 1024);
    const uint64_t elements = memory.total() / sizeof(float);

    allow("a copy to the last byte of the padding", [&] {
        Parts parts;
        LocalTensor<float> t = parts.in.AllocTensor<float>();
        DataCopy(t, global[elements - 8], 8);
        parts.in.EnQue(t);
        t = parts.in.DeQue<float>();
        parts.in.FreeTensor(t);
    });
    refuse("a copy that is not whole blocks", {"DataCopy", "9 elements (36 B)", "multiple of 32 B"}, [&] {
        Parts parts;
        DataCopy(parts.in.AllocTensor<float>(), global, 9);
    });
    refuse("a load past the allocation", {"DataCopy from global memory of 64 B", "32 B past the end"}, [&] {
        Parts parts;
        DataCopy(parts.in.AllocTensor<float>(), global[elements - 8], 16);
    });
    refuse("a store past the allocation", {"DataCopy to global memory of 32 B", "4 B past the end"}, [&] {
        Parts parts;
        DataCopy(global[elements - 7], parts.out.AllocTensor<float>(), 8);
    });
    refuse("a load from no allocation", {"DataCopy from global memory", "no live allocation"}, [&] {
        Parts parts;
        DataCopy(parts.in.AllocTensor<float>(), global[elements + (1u << 20)], 8);
    });
    refuse("a scalar read from no allocation", {"GetValue", "no live allocation"}, [] {
        GlobalTensor<float> nothing;
        nothing.SetGlobalBuffer(nullptr, 1);
        nothing.GetValue(0);
    });
    refuse("a global address inside an element", {"not a multiple of the element size 4 B"}, [&] {
        Parts parts;
        GlobalTensor<float> odd;
        odd.SetGlobalBuffer(reinterpret_cast<float *>(memory.data() + 2), 8);
        DataCopy(parts.in.AllocTensor<float>(), odd, 8);
    });
    refuse("a copy longer than its tensor", {"DataCopy to the unified buffer of 264 elements", "256 elements"}, [&] {
        Parts parts;
        DataCopy(parts.in.AllocTensor<float>(), global, 264);
    });
#if __NPU_ARCH__ == 2201
    refuse("too much padding", {"DataCopyPad", "36 B of padding on the left"}, [&] {
        Parts parts;
        DataCopyPad(parts.in.AllocTensor<float>(), global, DataCopyExtParams(1, 4, 0, 0, 0),
                    DataCopyPadExtParams<float>(true, 9, 0, 0));
    });
    Memory rows(4096);
    for (uint32_t i = 0; i < 1024; ++i) rows.as<float>()[i] = static_cast<float>(i);
    GlobalTensor<float> source;
    source.SetGlobalBuffer(rows.as<float>(), 1024);
    allow("three padded rows", [&] {
        Parts parts;
        LocalTensor<float> t = parts.temp.Get<float>();
        DataCopyPad(t, source, DataCopyExtParams(3, 12, 8, 1, 0), DataCopyPadExtParams<float>(true, 1, 2, -1.0f));
        for (uint32_t row = 0; row < 3; ++row) {
            const LocalTensor<float> line = t[row * 16];
            EXPECT(line.GetValue(0) == -1.0f && line.GetValue(4) == -1.0f && line.GetValue(5) == -1.0f,
                   "padding of row %u", row);
            for (uint32_t i = 0; i < 3; ++i)
                EXPECT(line.GetValue(1 + i) == static_cast<float>(row * 5 + i), "row %u", row);
            EXPECT(std::isnan(line.GetValue(6)), "lanes past the padding are poison");
        }
        DataCopyPad(global, t[0], DataCopyExtParams(3, 12, 1, 4, 0));
    });
    EXPECT(memory.as<float>()[4] == -1.0f && memory.as<float>()[5] == 5.0f && memory.as<uint32_t>()[3] == 0xa5a5a5a5u,
           "rows are stored at their pitch and nothing between them");
#endif
}

inline void queues() {
    refuse("more tensors than buffers", {"AllocTensor", "queue 0 (VECIN)", "all of its 2 buffers"}, [] {
        Parts parts;
        for (int i = 0; i < 3; ++i) parts.in.AllocTensor<float>();
    });
    refuse("EnQue twice", {"EnQue", "in the queue and must be allocated"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.in.AllocTensor<float>();
        parts.in.EnQue(t);
        parts.in.EnQue(t);
    });
    refuse("more than the depth in a queue", {"EnQue", "its depth is 1"}, [] {
        Parts parts;
        LocalTensor<float> a = parts.in.AllocTensor<float>(), b = parts.in.AllocTensor<float>();
        parts.in.EnQue(a);
        parts.in.EnQue(b);
    });
    refuse("DeQue of nothing", {"DeQue", "queue 1 (VECOUT)", "empty"}, [] {
        Parts parts;
        parts.out.DeQue<float>();
    });
    refuse("FreeTensor before DeQue", {"FreeTensor", "allocated and must be dequeued"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.in.AllocTensor<float>();
        parts.in.FreeTensor(t);
    });
    refuse("FreeTensor twice", {"FreeTensor", "idle and must be dequeued"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.in.AllocTensor<float>();
        parts.in.EnQue(t);
        t = parts.in.DeQue<float>();
        parts.in.FreeTensor(t);
        parts.in.FreeTensor(t);
    });
    refuse("a tensor of another queue", {"EnQue", "not one of its buffers"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.in.AllocTensor<float>();
        parts.out.EnQue(t);
    });
    refuse("a queue without buffers", {"AllocTensor", "InitBuffer comes first"}, [] {
        TPipe pipe;
        TQue<TPosition::VECIN, 1> queue;
        queue.AllocTensor<float>();
    });
    refuse("InitBuffer twice", {"InitBuffer", "second time"}, [] {
        Parts parts;
        parts.pipe.InitBuffer(parts.in, 1, 32);
    });
    refuse("a tensor not freed", {"ends with a tensor of queue 0 (VECIN) not freed", "allocated"}, [] {
        Parts parts;
        parts.in.AllocTensor<float>();
    });
    // Queues of one position share the limit.
    const uint32_t limit = ascend_host::kLiveTensorsPerPosition;
    refuse("more live tensors than a position has",
           {"AllocTensor", "VECIN", __NPU_ARCH__ == 1001 ? "4 is the limit" : "8 is the limit"}, [=] {
               TPipe pipe;
               TQue<TPosition::VECIN, 1> first, second;
               pipe.InitBuffer(first, static_cast<uint8_t>(limit - 1), 32);
               pipe.InitBuffer(second, 2, 32);
               for (uint32_t i = 0; i + 1 < limit; ++i) first.AllocTensor<float>();
               for (uint32_t i = 0; i < 2; ++i) second.AllocTensor<float>();
           });
    if (ascend_host::kChecked) {
        allow("a freed tensor", [] {
            Parts parts;
            LocalTensor<float> t = parts.in.AllocTensor<float>();
            Duplicate(t, 1.0f, 8);
            parts.in.EnQue(t);
            t = parts.in.DeQue<float>();
            EXPECT(t.GetValue(0) == 1.0f, "a tensor keeps its values through the queue");
            parts.in.FreeTensor(t);
            EXPECT(std::isnan(t.GetValue(0)), "a freed tensor is poison");
        });
    }
}

inline void flags_and_modes() {
    refuse("a wait for nothing", {"WaitFlag(V_S 0)", "wait for ever"}, [] { WaitFlag<HardEvent::V_S>(0); });
    refuse("a flag set twice", {"SetFlag(V_S 1)", "set already"}, [] {
        SetFlag<HardEvent::V_S>(1);
        SetFlag<HardEvent::V_S>(1);
    });
    refuse("a flag left behind", {"flag MTE2_V 0 set and not waited for"}, [] { SetFlag<HardEvent::MTE2_V>(0); });
    refuse("an event id too high", {"SetFlag", "ids 0 to"},
           [] { SetFlag<HardEvent::V_S>(static_cast<int32_t>(ascend_host::kEventIds)); });
    refuse("event ids exhausted", {"AllocEventID(S_V)", "are allocated"}, [] {
        TPipe pipe;
        for (uint32_t i = 0; i <= ascend_host::kEventIds; ++i) pipe.AllocEventID<HardEvent::S_V>();
    });
    const auto cast_with = [](RoundMode mode) {
        return [mode] {
            Parts parts;
            LocalTensor<float> t = parts.temp.Get<float>();
            Duplicate(t, 1.0f, 64);
            Cast(t[128].ReinterpretCast<half>(), t, mode, 64);
        };
    };
    allow("float to half, CAST_NONE", cast_with(RoundMode::CAST_NONE));
    allow("float to half, CAST_ODD", cast_with(RoundMode::CAST_ODD));
    refuse("half to float with a rounding mode", {"Cast half to float with CAST_RINT", "CAST_NONE"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.temp.Get<float>();
        Cast(t, t[128].ReinterpretCast<half>(), RoundMode::CAST_RINT, 64);
    });
#if __NPU_ARCH__ == 1001
    refuse("float to half, CAST_RINT", {"Cast float to half with CAST_RINT", "architecture 1001"},
           cast_with(RoundMode::CAST_RINT));
#else
    allow("float to half, CAST_RINT", cast_with(RoundMode::CAST_RINT));
    refuse("float to bfloat16, CAST_NONE", {"Cast float to bfloat16 with CAST_NONE", "CAST_RINT"}, [] {
        Parts parts;
        LocalTensor<float> t = parts.temp.Get<float>();
        Cast(t[128].ReinterpretCast<bfloat16_t>(), t, RoundMode::CAST_NONE, 64);
    });
#endif
}

// ---- what must not compile on an architecture

template <class T, class U, class = void>
struct HasCast : std::false_type {};
template <class T, class U>
struct HasCast<T, U,
               std::void_t<decltype(Cast(std::declval<LocalTensor<T>>(), std::declval<LocalTensor<U>>(),
                                         RoundMode::CAST_NONE, 1u))>> : std::true_type {};

template <class T, class = void>
struct HasPad : std::false_type {};
template <class T>
struct HasPad<T, std::void_t<decltype(DataCopyPad(std::declval<GlobalTensor<T>>(), std::declval<LocalTensor<T>>(),
                                                  DataCopyExtParams(1, 4, 0, 0, 0)))>> : std::true_type {};

template <class T, class = void>
struct HasCopy : std::false_type {};
template <class T>
struct HasCopy<T, std::void_t<decltype(DataCopy(std::declval<GlobalTensor<T>>(), std::declval<LocalTensor<T>>(), 8u))>>
    : std::true_type {};

template <class T, class = void>
struct HasMaxs : std::false_type {};
template <class T>
struct HasMaxs<T, std::void_t<decltype(Maxs(std::declval<LocalTensor<T>>(), std::declval<LocalTensor<T>>(), T{}, 8))>>
    : std::true_type {};

constexpr bool kModern = __NPU_ARCH__ == 2201;
static_assert(HasCast<float, half>::value && HasCast<half, float>::value && HasCopy<float>::value &&
              HasCopy<half>::value);
static_assert(HasCast<float, bfloat16_t>::value == kModern && HasCast<bfloat16_t, float>::value == kModern);
static_assert(!HasCast<half, bfloat16_t>::value && !HasCast<int16_t, float>::value);
static_assert(HasCopy<bfloat16_t>::value == kModern && HasPad<float>::value == kModern &&
              HasMaxs<float>::value == kModern);

inline void refusals() {
    unified_buffer_limits();
    vector_operands();
    copies();
    queues();
    flags_and_modes();
}

}  // namespace test

#endif
