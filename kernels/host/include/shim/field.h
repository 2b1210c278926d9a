// Numbers that the device keeps in few bits.
//
// C++ converts a number that is too large without a word, and the device then does something else: 4104 rows of a copy
// become 8. Where a parameter or a field is narrow, the checked build takes a `Field`, which converts from and to
// numbers as the plain type does and refuses what does not fit. The fast build has the plain type, as the vendor's
// headers do, so nothing compiles only with the check.
#ifndef ASCEND_HOST_SHIM_FIELD_H
#define ASCEND_HOST_SHIM_FIELD_H

#include <cstdint>
#include <type_traits>

#include "fault.h"

namespace ascend_host {

template <class T, class Name>
class CheckedField {
  public:
    template <class U, std::enable_if_t<std::is_arithmetic_v<U> || std::is_enum_v<U>, int> = 0>
    CheckedField(U value) : value_(static_cast<T>(value)) {
        if (static_cast<U>(value_) == value && (value_ < T{}) == (value < U{})) return;
        exception("%s is %lld: it has %u bits, and the device would take %lld", Name::text,
                  static_cast<long long>(value), static_cast<unsigned>(8 * sizeof(T)), static_cast<long long>(value_));
    }
    operator T() const { return value_; }

  private:
    T value_;
};

template <class T, class Name>
using Field = std::conditional_t<kChecked, CheckedField<T, Name>, T>;

#define ASCEND_HOST_FIELD_NAME(Name, words)        \
    struct Name {                                  \
        static constexpr const char *text = words; \
    }

ASCEND_HOST_FIELD_NAME(CountName, "the number of elements of an instruction");
ASCEND_HOST_FIELD_NAME(CopyCountName, "the number of elements of a copy");
ASCEND_HOST_FIELD_NAME(BufferNumberName, "the number of buffers of a queue");
ASCEND_HOST_FIELD_NAME(BufferLengthName, "the length of a buffer");
ASCEND_HOST_FIELD_NAME(OffsetName, "an index into a local tensor");
ASCEND_HOST_FIELD_NAME(BlockCountName, "blockCount");
ASCEND_HOST_FIELD_NAME(BlockLenName, "blockLen");
ASCEND_HOST_FIELD_NAME(SrcStrideName, "srcStride");
ASCEND_HOST_FIELD_NAME(DstStrideName, "dstStride");
ASCEND_HOST_FIELD_NAME(LeftPaddingName, "leftPadding");
ASCEND_HOST_FIELD_NAME(RightPaddingName, "rightPadding");

#undef ASCEND_HOST_FIELD_NAME

using Count = Field<int32_t, CountName>;
using WideCount = Field<uint32_t, CountName>;
using CopyCount = Field<uint32_t, CopyCountName>;

}  // namespace ascend_host

#endif
