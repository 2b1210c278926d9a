// What differs between the two architectures, once for all kernels.
//
// A kernel includes the vendor's header before this one.
#ifndef ASCEND_NPU_COMMON_ARCHITECTURE_H
#define ASCEND_NPU_COMMON_ARCHITECTURE_H

// Only 2201 has vector cores of their own, and wants to be told that a kernel needs no others.
#if __NPU_ARCH__ == 2201
#define VECTOR_CORES_ONLY KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY)
#else
#define VECTOR_CORES_ONLY
#endif

namespace common {

#if __NPU_ARCH__ == 1001
constexpr uint32_t kUnifiedBuffer = 253952;
constexpr bool kExactCopies = false;
constexpr AscendC::RoundMode kToNearest = AscendC::RoundMode::CAST_NONE;  // this core has no other name for it
#else
constexpr uint32_t kUnifiedBuffer = 188416;
constexpr bool kExactCopies = true;
constexpr AscendC::RoundMode kToNearest = AscendC::RoundMode::CAST_RINT;
#endif

// No such array, as an element type.
struct None {};

template <typename T>
struct ElementBytes {
    static constexpr uint32_t value = sizeof(T);
};
template <>
struct ElementBytes<None> {
    static constexpr uint32_t value = 0;
};

// What a tensor of such a type is declared with: a type that the vendor's classes take.
template <typename T>
struct Held {
    using Type = T;
};
template <>
struct Held<None> {
    using Type = uint8_t;
};

template <typename T>
struct IsFloat {
    static constexpr bool value = false;
};
template <>
struct IsFloat<float> {
    static constexpr bool value = true;
};

}  // namespace common

#endif
