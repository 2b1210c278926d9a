// Arrays in device memory with canaries on both sides, and launches of an entry on them.
#ifndef ASCEND_HOST_TESTS_SLICE_H
#define ASCEND_HOST_TESTS_SLICE_H

#include "harness.h"

namespace test {

// Results that must be the same on both architectures.
inline uint64_t &shared_digest() {
    static uint64_t value = 0xcbf29ce484222325u;
    return value;
}

inline void add_to_shared_digest(const void *data, size_t bytes) {
    const uint8_t *at = static_cast<const uint8_t *>(data);
    for (size_t i = 0; i < bytes; ++i) shared_digest() = (shared_digest() ^ at[i]) * 0x100000001b3u;
}

constexpr uint64_t kCanary = 64;  // bytes on both sides

// An array that starts `offset` elements into its memory, behind a canary, and has one behind it.
struct Slice {
    Memory memory;
    uint64_t first;
    uint64_t bytes;

    Slice(uint64_t count, uint64_t offset, uint64_t width)
        : memory(2 * kCanary + (offset + count) * width), first(kCanary + offset * width), bytes(count * width) {}

    template <class T>
    T *at() const {
        return memory.as<T>(first);
    }

    // Whether every byte outside the array is as it was when the memory was made.
    bool intact() const {
        for (uint64_t i = 0; i < memory.total(); ++i) {
            if ((i < first || i >= first + bytes) && memory.data()[i] != 0xa5) return false;
        }
        return true;
    }
};

// The arguments of a launch, packed as the runtime does.
class Arguments {
  public:
    template <class... Values>
    explicit Arguments(Values... values) {
        (append(values), ...);
    }
    const uint64_t *data() const { return words_.data(); }
    uint64_t bytes() const { return words_.size() * sizeof(uint64_t); }

  private:
    template <class T>
    void append(T value) {
        static_assert(sizeof value <= sizeof(uint64_t));
        uint64_t word = 0;
        memcpy(&word, &value, sizeof value);
        words_.push_back(word);
    }
    std::vector<uint64_t> words_;
};

using Entry = int32_t (*)(const AscendHostBlock *);

// The host's way into a kernel.
#define ENTRY(entry) [](const AscendHostBlock *block) { return ascend_host::run<&entry>(block, #entry); }

// All blocks, backwards: they may run in any order.
inline Outcome launch(Entry entry, uint32_t blocks, const Arguments &arguments) {
    Outcome outcome{0, {}};
    for (uint32_t index = blocks; index-- > 0 && outcome.code == 0;) {
        const AscendHostBlock one = block_of(index, blocks, arguments.data(), arguments.bytes(), outcome);
        outcome.code = entry(&one);
    }
    return outcome;
}

// ---- values of the element types

enum class Type { f32, f16, bf16 };

inline uint64_t width_of(Type type) { return type == Type::f32 ? 4 : 2; }

inline void set(const Slice &slice, Type type, uint64_t i, double value) {
    using AscendC::RoundMode;
    const float nearest = static_cast<float>(value);
    switch (type) {
        case Type::f32:
            slice.at<float>()[i] = nearest;
            break;
        case Type::f16:
            slice.at<uint16_t>()[i] = round_to(kHalf, RoundMode::CAST_RINT, nearest);
            break;
        case Type::bf16:
            slice.at<uint16_t>()[i] = round_to(kBfloat16, RoundMode::CAST_RINT, nearest);
            break;
    }
}

inline double get(const Slice &slice, Type type, uint64_t i) {
    if (type == Type::f32) return static_cast<double>(slice.at<float>()[i]);
    return value_of(type == Type::f16 ? kHalf : kBfloat16, slice.at<uint16_t>()[i]);
}

}  // namespace test

#endif
