// How a launch hands a kernel its arguments.
#ifndef ASCEND_HOST_TESTS_LAUNCH_TEST_H
#define ASCEND_HOST_TESTS_LAUNCH_TEST_H

#include "harness.h"

namespace test {

inline uint64_t &seen_by_kernel() {
    static uint64_t number = 0;
    return number;
}

inline void takes_two_numbers(uint32_t first, uint64_t second) { seen_by_kernel() = first + second; }

inline void launches() {
    const uint64_t arguments[2] = {3, 4};
    for (const uint64_t bytes : {0, 8, 12, 16}) {
        seen_by_kernel() = 0;
        Outcome outcome{0, {}};
        const AscendHostBlock launch = block_of(0, 1, arguments, bytes, outcome);
        const int32_t code = ascend_host::run<&takes_two_numbers>(&launch, "takes_two_numbers");
        if (bytes == sizeof arguments) {
            EXPECT(code == 0 && seen_by_kernel() == 7, "%s", outcome.text);
            continue;
        }
        EXPECT(code == ascend_host::kTrapCode && seen_by_kernel() == 0, "%llu B: code %d",
               static_cast<unsigned long long>(bytes), code);
        EXPECT(strstr(outcome.text, "B of arguments: its 2 parameters take 16 B") != nullptr, "%s", outcome.text);
    }
}

}  // namespace test

#endif
