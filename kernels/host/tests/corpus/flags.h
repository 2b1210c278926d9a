// Flags and event ids.
#ifndef ASCEND_HOST_TESTS_CORPUS_FLAGS_H
#define ASCEND_HOST_TESTS_CORPUS_FLAGS_H

#include "case.h"

namespace corpus {

ALWAYS(a_wait_for_nothing, "WaitFlag(V_S 0): the flag is not set, so the core would wait for ever") {
    if (!faulty) SetFlag<HardEvent::V_S>(0);
    WaitFlag<HardEvent::V_S>(0);
}

ALWAYS(a_wait_for_another_id, "WaitFlag(V_S 1): the flag is not set") {
    SetFlag<HardEvent::V_S>(0);
    WaitFlag<HardEvent::V_S>(faulty ? 1 : 0);
}

ALWAYS(a_flag_set_twice, "SetFlag(V_S 1): the flag is set already and nothing has waited for it") {
    SetFlag<HardEvent::V_S>(1);
    if (!faulty) WaitFlag<HardEvent::V_S>(1);
    SetFlag<HardEvent::V_S>(1);
    WaitFlag<HardEvent::V_S>(1);
}

ALWAYS(a_flag_left_behind, "the kernel ends with flag MTE2_V 0 set and not waited for") {
    SetFlag<HardEvent::MTE2_V>(0);
    if (!faulty) WaitFlag<HardEvent::MTE2_V>(0);
}

ALWAYS(an_event_id_too_high, "SetFlag(V_S) with event id ... this architecture has ids 0 to") {
    pass<HardEvent::V_S>(__NPU_ARCH__ == 1001 ? (faulty ? 4 : 3) : (faulty ? 8 : 7));
}

ALWAYS(an_event_id_below_none, "SetFlag(V_S) with event id -1") { pass<HardEvent::V_S>(faulty ? -1 : 0); }

ALWAYS(event_ids_used_up, "AllocEventID(S_V): all ... event ids of this pair of engines are taken") {
    TPipe pipe;
    const int32_t all = __NPU_ARCH__ == 1001 ? 4 : 8;
    for (int32_t i = 0; i < (faulty ? all + 1 : all); ++i) pipe.AllocEventID<HardEvent::S_V>();
    for (int32_t i = 0; i < all; ++i) pipe.ReleaseEventID<HardEvent::S_V>(static_cast<TEventID>(i));
}

ALWAYS(an_event_id_never_released, "the kernel ends with event id MTE3_S 0 allocated: ReleaseEventID is missing") {
    TPipe pipe;
    const TEventID id = pipe.AllocEventID<HardEvent::MTE3_S>();
    if (!faulty) pipe.ReleaseEventID<HardEvent::MTE3_S>(id);
}

ALWAYS(an_event_id_released_twice, "ReleaseEventID(S_V 0): this id is not allocated") {
    TPipe pipe;
    const TEventID id = pipe.AllocEventID<HardEvent::S_V>();
    pipe.ReleaseEventID<HardEvent::S_V>(id);
    if (faulty) pipe.ReleaseEventID<HardEvent::S_V>(id);
}

// FetchEventID takes nothing: two of them in a row are the same id.
ALWAYS(two_flags_with_one_fetched_id, "SetFlag(MTE2_S 0): the flag is set already") {
    TPipe pipe;
    const TEventID first = faulty ? pipe.FetchEventID(HardEvent::MTE2_S) : pipe.AllocEventID<HardEvent::MTE2_S>();
    const TEventID second = pipe.FetchEventID(HardEvent::MTE2_S);
    SetFlag<HardEvent::MTE2_S>(first);
    SetFlag<HardEvent::MTE2_S>(second);
    WaitFlag<HardEvent::MTE2_S>(first);
    WaitFlag<HardEvent::MTE2_S>(second);
    if (!faulty) pipe.ReleaseEventID<HardEvent::MTE2_S>(first);
}

// A queue draws from the same ids: id 0 belongs to the tensor that waits in it.
ALWAYS(a_fixed_id_that_a_queue_has, "SetFlag(MTE2_V 0): the flag is set already") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    DataCopy(x, parts.from, 256);
    parts.in.EnQue(x);
    const TEventID id = faulty ? static_cast<TEventID>(0) : parts.pipe.FetchEventID(HardEvent::MTE2_V);
    pass<HardEvent::MTE2_V>(id);
    x = parts.in.DeQue<float>();
    parts.in.FreeTensor(x);
}

}  // namespace corpus

#endif
