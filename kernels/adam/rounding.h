// Stochastic rounding: up with the probability of what is cut off, so that the mean of many roundings is the number.
//
// The randoms come from a counter, not from a state: those of a tile are a function of seed, step and tile, whatever
// block computes it. Philox gives each tile the factors A and B of a sequence, of which element j takes
// (A j + B) mod 4096, plus a fraction that the tile's elements share. A is odd, so the sequence takes every value once
// before it repeats, and B and the fraction are uniform: each random for itself is uniform, in steps finer than what is
// cut off. All numbers on the way are whole and below 2^24, so fp32 computes them exactly.
//
// A number t is rounded by adding random * (distance of its neighbours) away from 0 and cutting off the rest. A number
// that the type has stays what it is.
#ifndef ASCEND_NPU_ADAM_ROUNDING_H
#define ASCEND_NPU_ADAM_ROUNDING_H

#include "../common/scalar.h"

namespace adam {

using AscendC::LocalTensor;

// Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011).
struct Philox {
    uint32_t word[4];

    __aicore__ inline Philox(uint64_t key, uint64_t low, uint64_t high) {
        word[0] = static_cast<uint32_t>(low);
        word[1] = static_cast<uint32_t>(low >> 32);
        word[2] = static_cast<uint32_t>(high);
        word[3] = static_cast<uint32_t>(high >> 32);
        uint32_t first = static_cast<uint32_t>(key), second = static_cast<uint32_t>(key >> 32);
        for (int round = 0; round < 10; ++round) {
            const uint64_t a = static_cast<uint64_t>(word[0]) * 0xd2511f53u;
            const uint64_t b = static_cast<uint64_t>(word[2]) * 0xcd9e8d57u;
            const uint32_t next[4] = {static_cast<uint32_t>(b >> 32) ^ word[1] ^ first, static_cast<uint32_t>(b),
                                      static_cast<uint32_t>(a >> 32) ^ word[3] ^ second, static_cast<uint32_t>(a)};
            for (int i = 0; i < 4; ++i) {
                word[i] = next[i];
            }
            first += 0x9e3779b9u;
            second += 0xbb67ae85u;
        }
    }
};

#if __NPU_ARCH__ == 2201

// What differs between the two 16-bit types.
template <typename T>
struct Rounded;
template <>
struct Rounded<bfloat16_t> {
    static constexpr uint32_t kFractionBits = 4;   // 16 bits are cut off, 12 of a random are the element's
    static constexpr int32_t kNeighbours = -7;     // their distance is this power of two times that of the number
    static constexpr bool kHasSubnormals = false;  // none that fp32 has as normal numbers
};
template <>
struct Rounded<half> {
    static constexpr uint32_t kFractionBits = 1;  // 13 bits are cut off
    static constexpr int32_t kNeighbours = -10;
    static constexpr bool kHasSubnormals = true;
};

// Three arrays of fp32 that nobody needs any more, and the numbers from 0 to 63.
struct Scratch {
    LocalTensor<float> a;
    LocalTensor<float> b;
    LocalTensor<float> c;
    LocalTensor<float> series;
};

__aicore__ inline LocalTensor<uint16_t> Halves(const LocalTensor<float> &tensor) {
    return tensor.template ReinterpretCast<uint16_t>();
}

// b = value, with the bits of `mask` only. The mask is made in c.
__aicore__ inline void Masked(const Scratch &s, const LocalTensor<float> &value, uint32_t mask, int32_t lanes) {
    Duplicate(s.c.template ReinterpretCast<uint32_t>(), mask, lanes);
    AscendC::PipeBarrier<PIPE_V>();
    And(Halves(s.b), Halves(value), Halves(s.c), 2 * lanes);
    AscendC::PipeBarrier<PIPE_V>();
}

// a = randoms from 0 to below 4096.
__aicore__ inline void Randoms(const Scratch &s, uint32_t word, uint32_t fractionBits, int32_t lanes) {
    const float factor = static_cast<float>(static_cast<int32_t>((word & 0xfffu) | 1u));
    const float first = static_cast<float>(static_cast<int32_t>((word >> 12) & 0xfffu));
    const float fraction = static_cast<float>(static_cast<int32_t>((word >> 24) & ((1u << fractionBits) - 1))) *
                           common::PowerOfTwo(-static_cast<int32_t>(fractionBits));
    // factor * j + first: the first 64 from the series, then as many more as there are. The scratch was read just
    // before.
    AscendC::PipeBarrier<PIPE_V>();
    const int32_t series = lanes < 64 ? lanes : 64;
    Muls(s.a, s.series, factor, series);
    AscendC::PipeBarrier<PIPE_V>();
    Adds(s.a, s.a, first, series);
    AscendC::PipeBarrier<PIPE_V>();
    for (int32_t done = series; done < lanes; done *= 2) {
        const int32_t more = lanes - done < done ? lanes - done : done;
        Adds(s.a[done], s.a, factor * static_cast<float>(done), more);
        AscendC::PipeBarrier<PIPE_V>();
    }
    // Their rest by 4096.
    Muls(s.b, s.a, common::PowerOfTwo(-12), lanes);
    AscendC::PipeBarrier<PIPE_V>();
    Cast(s.c.template ReinterpretCast<int32_t>(), s.b, AscendC::RoundMode::CAST_FLOOR, lanes);
    AscendC::PipeBarrier<PIPE_V>();
    Cast(s.b, s.c.template ReinterpretCast<int32_t>(), AscendC::RoundMode::CAST_NONE, lanes);
    AscendC::PipeBarrier<PIPE_V>();
    Axpy(s.a, s.b, -4096.0f, lanes);
    AscendC::PipeBarrier<PIPE_V>();
    Adds(s.a, s.a, fraction, lanes);
    AscendC::PipeBarrier<PIPE_V>();
}

// target = value, rounded up or down.
template <typename T>
__aicore__ inline void RoundStochastically(const LocalTensor<T> &target, const LocalTensor<float> &value,
                                           const Scratch &s, uint32_t word, int32_t lanes) {
    using R = Rounded<T>;
    Randoms(s, word, R::kFractionBits, lanes);
    Muls(s.a, s.a, common::PowerOfTwo(R::kNeighbours - 12), lanes);
    if constexpr (R::kHasSubnormals) {
        Masked(s, value, 0x7f800000u, lanes);
        Maxs(s.b, s.b, common::PowerOfTwo(-14), lanes);
        AscendC::PipeBarrier<PIPE_V>();
        Mul(s.a, s.a, s.b, lanes);
        AscendC::PipeBarrier<PIPE_V>();
        Masked(s, value, 0x80000000u, lanes);
        Or(Halves(s.a), Halves(s.a), Halves(s.b), 2 * lanes);
    } else {
        Masked(s, value, 0xff800000u, lanes);
        Mul(s.a, s.a, s.b, lanes);
    }
    AscendC::PipeBarrier<PIPE_V>();
    Add(s.a, s.a, value, lanes);
    AscendC::PipeBarrier<PIPE_V>();
    Cast(target, s.a, AscendC::RoundMode::CAST_TRUNC, lanes);
}

#endif

}  // namespace adam

#endif
