// What must not compile on an architecture that does not have it, and what has to.
#ifndef ASCEND_HOST_TESTS_ABSENT_TEST_H
#define ASCEND_HOST_TESTS_ABSENT_TEST_H

#include <type_traits>
#include <utility>

#include "harness.h"

namespace test {

using namespace AscendC;

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

template <class T, class = void>
struct HasReduceMax : std::false_type {};
template <class T>
struct HasReduceMax<T, std::void_t<decltype(ReduceMax(std::declval<LocalTensor<T>>(), std::declval<LocalTensor<T>>(),
                                                      std::declval<LocalTensor<T>>(), 8))>> : std::true_type {};

template <class T, class = void>
struct HasReduceSum : std::false_type {};
template <class T>
struct HasReduceSum<T, std::void_t<decltype(ReduceSum(std::declval<LocalTensor<T>>(), std::declval<LocalTensor<T>>(),
                                                      std::declval<LocalTensor<T>>(), 8))>> : std::true_type {};

constexpr bool kModern = __NPU_ARCH__ == 2201;
static_assert(HasCast<float, half>::value && HasCast<half, float>::value && HasCopy<float>::value &&
              HasCopy<half>::value);
static_assert(HasCast<float, bfloat16_t>::value == kModern && HasCast<bfloat16_t, float>::value == kModern);
static_assert(!HasCast<half, bfloat16_t>::value && HasCast<int16_t, float>::value == kModern &&
              HasCast<int16_t, half>::value == kModern && HasCast<int32_t, bfloat16_t>::value == kModern);
static_assert(HasCast<int32_t, half>::value && HasCast<int8_t, half>::value && !HasCast<int8_t, float>::value);
static_assert(HasCopy<bfloat16_t>::value == kModern && HasPad<float>::value == kModern &&
              HasMaxs<float>::value == kModern);
static_assert(HasReduceMax<half>::value && HasReduceMax<float>::value == kModern && HasReduceSum<half>::value &&
              HasReduceSum<float>::value == kModern);

}  // namespace test

#endif
