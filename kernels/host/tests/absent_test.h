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

// Whether a call is well formed: `Call` names it with tensors of `T`.
template <template <class> class Call, class T, class = void>
struct Has : std::false_type {};
template <template <class> class Call, class T>
struct Has<Call, T, std::void_t<Call<T>>> : std::true_type {};

#define ASCEND_HOST_CALL(Name, ...) \
    template <class T>              \
    using Name = decltype(__VA_ARGS__)

template <class T>
LocalTensor<T> tensor();

ASCEND_HOST_CALL(ByCount, Add(tensor<T>(), tensor<T>(), tensor<T>(), 8));
ASCEND_HOST_CALL(ByRepeats, Add(tensor<T>(), tensor<T>(), tensor<T>(), uint64_t{64}, 1, BinaryRepeatParams()));
ASCEND_HOST_CALL(ScalarByRepeats, Muls(tensor<T>(), tensor<T>(), T{}, uint64_t{64}, 1, UnaryRepeatParams()));
ASCEND_HOST_CALL(UnaryByRepeats, Sqrt(tensor<T>(), tensor<T>(), uint64_t{64}, 1, UnaryRepeatParams()));
ASCEND_HOST_CALL(FillByRepeats, Duplicate(tensor<T>(), T{}, uint64_t{64}, 1, 1, 8));
ASCEND_HOST_CALL(SumByRepeats, ReduceSum(tensor<T>(), tensor<T>(), tensor<T>(), 64, 1, 8));
ASCEND_HOST_CALL(OfRepeats, WholeReduceSum(tensor<T>(), tensor<T>(), 64, 1, 1, 1, 8));
ASCEND_HOST_CALL(OfBlocks, BlockReduceMax(tensor<T>(), tensor<T>(), 1, 64, 1, 1, 8));
ASCEND_HOST_CALL(OfPairs, PairReduceSum(tensor<T>(), tensor<T>(), 1, 64, 1, 1, 8));
ASCEND_HOST_CALL(Bits, Compare(tensor<uint8_t>(), tensor<T>(), tensor<T>(), CMPMODE::LT, 64));
ASCEND_HOST_CALL(BitsByRepeats, Compare(tensor<uint8_t>(), tensor<T>(), tensor<T>(), CMPMODE::LT, uint64_t{64}, 1,
                                        BinaryRepeatParams()));
ASCEND_HOST_CALL(BitsOfScalar, Compares(tensor<uint8_t>(), tensor<T>(), T{}, CMPMODE::LT, 64));
ASCEND_HOST_CALL(OldBitsOfScalar, CompareScalar(tensor<uint8_t>(), tensor<T>(), T{}, CMPMODE::LT, 64));
ASCEND_HOST_CALL(Chosen,
                 Select(tensor<T>(), tensor<uint8_t>(), tensor<T>(), tensor<T>(), SELMODE::VSEL_CMPMASK_SPR, 64));
ASCEND_HOST_CALL(ChosenOrScalar,
                 Select(tensor<T>(), tensor<uint8_t>(), tensor<T>(), T{}, SELMODE::VSEL_TENSOR_SCALAR_MODE, 64));
ASCEND_HOST_CALL(LargerInMemory, SetAtomicMax<T>());

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

static_assert(Has<ByCount, float>::value && !Has<ByRepeats, float>::value && !Has<ScalarByRepeats, half>::value &&
              !Has<UnaryByRepeats, float>::value && !Has<FillByRepeats, float>::value &&
              !Has<SumByRepeats, half>::value);
static_assert(!Has<OfRepeats, half>::value && !Has<OfBlocks, half>::value && !Has<OfPairs, half>::value &&
              !Has<LargerInMemory, float>::value);
static_assert(Has<Bits, float>::value && Has<Chosen, half>::value && !Has<BitsByRepeats, float>::value &&
              Has<BitsOfScalar, float>::value == kModern && Has<OldBitsOfScalar, half>::value == kModern &&
              Has<ChosenOrScalar, float>::value == kModern);
// What is added is of these types and no other.
static_assert((ascend_host::kAdded<float> != ascend_host::Added::nothing) &&
              (ascend_host::kAdded<half> != ascend_host::Added::nothing) == kModern &&
              (ascend_host::kAdded<int8_t> != ascend_host::Added::nothing) == kModern &&
              (ascend_host::kAdded<uint32_t> == ascend_host::Added::nothing));

}  // namespace test

#endif
