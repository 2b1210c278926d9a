// What the target is: its limits, the qualifiers of the language, and the names of positions, pipes, events and modes.
//
// The two architectures are 1001 (Ascend 910A: one core does cube and vector work) and 2201 (Ascend 910B and 910C:
// vector cores of their own). Numbers that differ stand here once, as constants, so that the rest of the shim has few
// `#if`s.
#ifndef ASCEND_HOST_SHIM_PLATFORM_H
#define ASCEND_HOST_SHIM_PLATFORM_H

#include <cstdint>

#ifndef __NPU_ARCH__
#error "compile with -D__NPU_ARCH__=1001 or -D__NPU_ARCH__=2201"
#endif
#if __NPU_ARCH__ != 1001 && __NPU_ARCH__ != 2201
#error "__NPU_ARCH__ must be 1001 or 2201: the shim knows no other architecture"
#endif

#ifndef ASCEND_HOST_CHECKED
#define ASCEND_HOST_CHECKED 1
#endif

#ifdef __FAST_MATH__
#error "the shim promises IEEE results: compile without -ffast-math"
#endif

// Qualifiers of the device language have no meaning on the host.
#define __aicore__
#define __global__
#define __gm__
#define __ubuf__
#define __vector__
#define GM_ADDR __gm__ uint8_t *

// Says to the device compiler that only vector cores take part.
#define KERNEL_TASK_TYPE_DEFAULT(type)

namespace ascend_host {

constexpr bool kChecked = ASCEND_HOST_CHECKED != 0;
constexpr uint32_t kBlockBytes = 32;  // the grain of the unified buffer and of every plain copy

#if __NPU_ARCH__ == 1001
constexpr uint32_t kUnifiedBufferBytes = 253952;  // 256 KiB less 8 KiB that the framework keeps
constexpr uint32_t kLiveTensorsPerPosition = 4;
constexpr uint32_t kEventIds = 4;
constexpr bool kEmptyIsFault = true;     // an instruction over no elements has an empty mask, which this core rejects
constexpr bool kExactCopies = false;     // a copy moves whole blocks
constexpr bool kCleansCache = false;     // no instruction sends the scalar unit's cache to memory
constexpr bool kAlwaysSaturates = true;  // an overflow gives the largest finite value: this core has no other mode
constexpr int32_t kExceptionCode = 507015;  // AI core exception
constexpr int32_t kTrapCode = 507016;       // AI core trap
#else
constexpr uint32_t kUnifiedBufferBytes = 188416;  // 192 KiB less 8 KiB
constexpr uint32_t kLiveTensorsPerPosition = 8;
constexpr uint32_t kEventIds = 8;
constexpr bool kEmptyIsFault = false;
constexpr bool kExactCopies = true;
constexpr bool kCleansCache = true;
constexpr bool kAlwaysSaturates = false;
constexpr int32_t kExceptionCode = 507035;  // vector core exception
constexpr int32_t kTrapCode = 507036;       // vector core trap
#endif

}  // namespace ascend_host

enum pipe_t { PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL };
enum event_t { EVENT_ID0, EVENT_ID1, EVENT_ID2, EVENT_ID3, EVENT_ID4, EVENT_ID5, EVENT_ID6, EVENT_ID7 };

namespace AscendC {

using TEventID = int8_t;

// Only the positions of the vector path: the cube's buffers are not modelled.
enum class TPosition : uint8_t { GM, VECIN = 9, VECOUT, VECCALC, LCM = VECCALC, MAX = 17 };

enum class RoundMode : uint8_t { CAST_NONE, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, CAST_ODD };

enum class HardEvent : uint8_t {
    MTE2_V,
    V_MTE2,
    MTE3_V,
    V_MTE3,
    V_V,
    MTE3_MTE2,
    MTE2_MTE3,
    S_V,
    V_S,
    S_MTE2,
    MTE2_S,
    S_MTE3,
    MTE3_S,
    MAX
};

constexpr const char *EventName(HardEvent event) {
    constexpr const char *names[] = {"MTE2_V", "V_MTE2", "MTE3_V", "V_MTE3", "V_V",    "MTE3_MTE2", "MTE2_MTE3",
                                     "S_V",    "V_S",    "S_MTE2", "MTE2_S", "S_MTE3", "MTE3_S"};
    return event < HardEvent::MAX ? names[static_cast<int>(event)] : "unknown";
}

constexpr const char *PositionName(TPosition position) {
    switch (position) {
        case TPosition::GM:
            return "GM";
        case TPosition::VECIN:
            return "VECIN";
        case TPosition::VECOUT:
            return "VECOUT";
        case TPosition::VECCALC:
            return "VECCALC";
        default:
            return "unknown";
    }
}

constexpr const char *RoundModeName(RoundMode mode) {
    constexpr const char *names[] = {"CAST_NONE",  "CAST_RINT",  "CAST_FLOOR", "CAST_CEIL",
                                     "CAST_ROUND", "CAST_TRUNC", "CAST_ODD"};
    return mode <= RoundMode::CAST_ODD ? names[static_cast<int>(mode)] : "unknown";
}

}  // namespace AscendC

#endif
