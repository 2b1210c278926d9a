// What the tests of the shim share: device memory, launches, expectations, and an independent idea of 16-bit floats.
#ifndef ASCEND_HOST_TESTS_HARNESS_H
#define ASCEND_HOST_TESTS_HARNESS_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "kernel_operator.h"
#include "shim/image.h"

namespace test {

inline int &failures() {
    static int count = 0;
    return count;
}

#define EXPECT(condition, ...)                                     \
    do {                                                           \
        if (!(condition) && ++::test::failures() <= 40) {          \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__);                                   \
            printf("\n");                                          \
        }                                                          \
    } while (0)

// Results of every test, in one number: the checked and the fast build must agree on it.
inline uint64_t &digest() {
    static uint64_t value = 0xcbf29ce484222325u;
    return value;
}

inline void add_to_digest(const void *data, size_t bytes) {
    const uint8_t *at = static_cast<const uint8_t *>(data);
    for (size_t i = 0; i < bytes; ++i) digest() = (digest() ^ at[i]) * 0x100000001b3u;
}

// ---- device memory

struct Allocation {
    uint64_t base;
    uint64_t bytes;  // padding included
};

inline std::vector<Allocation> &ledger() {
    static std::vector<Allocation> allocations;
    return allocations;
}

inline int32_t find(const void *, uint64_t address, uint64_t *base, uint64_t *bytes) {
    for (const Allocation &allocation : ledger()) {
        if (address < allocation.base || address >= allocation.base + allocation.bytes) continue;
        *base = allocation.base;
        *bytes = allocation.bytes;
        return 1;
    }
    return 0;
}

// Device memory of `bytes` bytes: starts on 512 B and is padded by 512 B, as the device's allocator does.
class Memory {
  public:
    explicit Memory(uint64_t bytes) : bytes_(bytes), total_((bytes + 1023) / 512 * 512) {
        data_ = static_cast<uint8_t *>(aligned_alloc(512, total_));
        memset(data_, 0xa5, total_);
        ledger().push_back({reinterpret_cast<uint64_t>(data_), total_});
    }
    ~Memory() {
        for (size_t i = 0; i < ledger().size(); ++i) {
            if (ledger()[i].base != reinterpret_cast<uint64_t>(data_)) continue;
            ledger().erase(ledger().begin() + static_cast<std::ptrdiff_t>(i));
            break;
        }
        free(data_);
    }
    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;

    uint8_t *data() const { return data_; }
    uint64_t bytes() const { return bytes_; }
    uint64_t total() const { return total_; }
    template <class T>
    T *as(uint64_t byte = 0) const {
        return reinterpret_cast<T *>(data_ + byte);
    }

  private:
    uint64_t bytes_;
    uint64_t total_;
    uint8_t *data_;
};

// ---- launches

struct Outcome {
    int32_t code;
    char text[512];
};

// The mode of the launches that follow, and whether one of them overflowed in it.
inline uint32_t &saturates() {
    static uint32_t mode = 0;
    return mode;
}

inline uint32_t &overflow() {
    static uint32_t status = 0;
    return status;
}

inline bool saturating() { return ascend_host::kAlwaysSaturates || saturates() != 0; }

inline AscendHostBlock block_of(uint32_t block, uint32_t blocks, const void *args, uint64_t args_bytes,
                                Outcome &outcome) {
    return {args,         args_bytes,          block,       blocks,     {nullptr, find, nullptr},
            outcome.text, sizeof outcome.text, saturates(), &overflow()};
}

// Runs `body` as a kernel of one block.
template <class Body>
Outcome run(Body body, const char *name = "test_kernel") {
    Outcome outcome{0, {}};
    const AscendHostBlock launch = block_of(0, 1, nullptr, 0, outcome);
    outcome.code = ascend_host::run_block(&launch, name, body);
    return outcome;
}

template <class Body>
void allow(const char *what, Body body) {
    const Outcome outcome = run(body);
    EXPECT(outcome.code == 0, "%s is refused: %s", what, outcome.text);
}

// The kernel must fault, and the message must contain each of the words.
template <class Body>
void refuse(const char *what, std::initializer_list<const char *> words, Body body) {
    const Outcome outcome = run(body);
    EXPECT(outcome.code == ascend_host::kExceptionCode || outcome.code == ascend_host::kTrapCode,
           "%s is not refused (code %d)", what, outcome.code);
    EXPECT(outcome.code == 0 || strstr(outcome.text, "kernel test_kernel, block 0 of 1: "), "%s: message: %s", what,
           outcome.text);
    for (const char *word : words) {
        EXPECT(outcome.code == 0 || strstr(outcome.text, word), "%s: no `%s` in: %s", what, word, outcome.text);
    }
}

// ---- numbers

class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed * 2 + 1) {}
    uint32_t bits() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<uint32_t>(state_ >> 32);
    }
    // Between -1 and 1.
    double number() { return bits() / 2147483648.0 - 1.0; }

  private:
    uint64_t state_;
};

// A 16-bit binary format, described as a standard does: digits after the leading one, smallest and largest exponent.
struct Format {
    int digits;
    int smallest;
    int largest;
};
constexpr Format kHalf = {10, -14, 15};
constexpr Format kBfloat16 = {7, -126, 127};

inline double value_of(Format format, uint16_t bits) {
    const int exponent_bits = 15 - format.digits;
    const int exponent = (bits >> format.digits) & ((1 << exponent_bits) - 1);
    const int mantissa = bits & ((1 << format.digits) - 1);
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    if (exponent == (1 << exponent_bits) - 1) return mantissa != 0 ? std::nan("") : sign * INFINITY;
    if (exponent == 0) return sign * std::ldexp(mantissa, format.smallest - format.digits);
    return sign * std::ldexp(mantissa + (1 << format.digits), exponent + format.smallest - 1 - format.digits);
}

// A finite value in units of the last place it would have in the format: exact in double.
inline double in_units(Format format, double value, double *unit) {
    int exponent = 0;
    std::frexp(value, &exponent);
    exponent -= 1;
    if (value == 0 || exponent < format.smallest) exponent = format.smallest;
    *unit = std::ldexp(1.0, exponent - format.digits);
    return value / *unit;
}

inline double rounded(AscendC::RoundMode mode, double units) {
    using AscendC::RoundMode;
    switch (mode) {
        case RoundMode::CAST_FLOOR:
            return std::floor(units);
        case RoundMode::CAST_CEIL:
            return std::ceil(units);
        case RoundMode::CAST_ROUND:
            return std::round(units);
        case RoundMode::CAST_TRUNC:
            return std::trunc(units);
        case RoundMode::CAST_ODD: {
            const double cut = std::trunc(units);
            return cut == units || std::fmod(cut, 2.0) != 0 ? cut : cut + std::copysign(1.0, units);
        }
        default:
            return std::nearbyint(units);
    }
}

inline uint16_t bits_of(Format format, double value) {
    const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const uint16_t infinity = static_cast<uint16_t>(0x7fff >> format.digits << format.digits);
    const double magnitude = std::fabs(value);
    if (std::isinf(magnitude)) return sign | infinity;
    double unit = 0;
    const double units = in_units(format, magnitude, &unit);
    const double smallest_unit = std::ldexp(1.0, format.smallest - format.digits);
    if (units < (1 << format.digits)) return static_cast<uint16_t>(sign | static_cast<uint16_t>(units));
    const int exponent = static_cast<int>(std::lround(std::log2(unit / smallest_unit))) + 1;
    return static_cast<uint16_t>(sign | (exponent << format.digits) |
                                 (static_cast<uint16_t>(units) - (1 << format.digits)));
}

// A float rounded to a format in a mode, by the definition: in double, with the value counted in last places.
inline uint16_t round_to(Format format, AscendC::RoundMode mode, float value) {
    using AscendC::RoundMode;
    double unit = 0;
    const double units = in_units(format, value, &unit);
    const double result = rounded(mode, units) * unit;
    const double largest = std::ldexp(2.0 - std::ldexp(1.0, -format.digits), format.largest);
    if (std::fabs(result) > largest && !std::isinf(value)) {
        const bool to_infinity = mode == RoundMode::CAST_RINT || mode == RoundMode::CAST_NONE ||
                                 mode == RoundMode::CAST_ROUND || (mode == RoundMode::CAST_FLOOR && value < 0) ||
                                 (mode == RoundMode::CAST_CEIL && value > 0);
        return bits_of(format, std::copysign(to_infinity ? INFINITY : largest, value));
    }
    return bits_of(format, std::copysign(result, value));
}

// The distance between neighbouring floats around `value`.
inline double ulp(double value) {
    int exponent = 0;
    std::frexp(value, &exponent);
    return std::ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
}

}  // namespace test

#endif
