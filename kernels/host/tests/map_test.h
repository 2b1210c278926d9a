// The kernels that work place by place: accumulate, cast, scale, fill. Every length, offset and number of blocks that
// matters, against arithmetic in double.
#ifndef ASCEND_HOST_TESTS_MAP_TEST_H
#define ASCEND_HOST_TESTS_MAP_TEST_H

#include "../../accumulate/accumulate.cpp"
#include "../../cast/cast.cpp"
#include "../../fill/fill.cpp"
#include "../../scale/scale.cpp"

#include "slice.h"

namespace test {

// Calls `check(count, offset, blocks)` for tails, offsets, whole tiles of `tile` elements, and many blocks.
template <class Check>
void for_all_shapes(uint64_t tile, Check check) {
    for (const uint64_t count : {0, 1, 7, 8, 15, 16, 17, 31, 63, 64, 65, 255, 257}) {
        for (const uint64_t offset : {0, 1, 3, 16}) check(count, offset, 3u);
    }
    for (const uint64_t count : {tile, tile + 15, tile + 16, 2 * tile, 3 * tile + 1, 7 * tile}) {
        for (const uint32_t blocks : {1u, 2u, 40u}) check(count, uint64_t{3}, blocks);
    }
    check(uint64_t{100003}, uint64_t{1}, 40u);
}

struct Conversion {
    const char *name;
    Entry entry;
    Type source;
    Type target;
};

inline const std::vector<Conversion> &accumulations() {
    static const std::vector<Conversion> all = {
        {"accumulate_f32", ENTRY(accumulate_f32), Type::f32, Type::f32},
        {"accumulate_f16", ENTRY(accumulate_f16), Type::f16, Type::f32},
#if __NPU_ARCH__ == 2201
        {"accumulate_bf16", ENTRY(accumulate_bf16), Type::bf16, Type::f32},
#endif
    };
    return all;
}

inline const std::vector<Conversion> &conversions() {
    static const std::vector<Conversion> all = {
        {"cast_f32_f16", ENTRY(cast_f32_f16), Type::f32, Type::f16},
        {"cast_f16_f32", ENTRY(cast_f16_f32), Type::f16, Type::f32},
#if __NPU_ARCH__ == 2201
        {"cast_f32_bf16", ENTRY(cast_f32_bf16), Type::f32, Type::bf16},
        {"cast_bf16_f32", ENTRY(cast_bf16_f32), Type::bf16, Type::f32},
        {"cast_f16_bf16", ENTRY(cast_f16_bf16), Type::f16, Type::bf16},
        {"cast_bf16_f16", ENTRY(cast_bf16_f16), Type::bf16, Type::f16},
#endif
    };
    return all;
}

inline const std::vector<Conversion> &scalings() {
    static const std::vector<Conversion> all = {
        {"scale_f32", ENTRY(scale_f32), Type::f32, Type::f32},
        {"scale_f16", ENTRY(scale_f16), Type::f16, Type::f16},
#if __NPU_ARCH__ == 2201
        {"scale_bf16", ENTRY(scale_bf16), Type::bf16, Type::bf16},
#endif
    };
    return all;
}

inline uint64_t bits(const Slice &slice, Type type, uint64_t i) {
    return type == Type::f32 ? slice.at<uint32_t>()[i] : slice.at<uint16_t>()[i];
}

// The product in fp32 and the sum in fp32: two roundings of half an ulp of the larger.
inline void accumulate_shapes() {
    for (const Conversion &c : accumulations()) {
        for_all_shapes(3000, [&](uint64_t count, uint64_t offset, uint32_t blocks) {
            for (const float factor : {1.0f, 0.1f}) {
                Slice target(count, offset, 4), source(count, offset + 1, width_of(c.source));
                Random random(count + offset);
                std::vector<double> old(count);
                for (uint64_t i = 0; i < count; ++i) {
                    set(source, c.source, i, random.number() * 3);
                    set(target, Type::f32, i, random.number());
                    old[i] = get(target, Type::f32, i);
                }
                const Outcome outcome =
                    launch(c.entry, blocks, Arguments(target.at<void>(), source.at<void>(), count, factor));
                EXPECT(outcome.code == 0, "%s: %s", c.name, outcome.text);
                for (uint64_t i = 0; i < count; ++i) {
                    const double term = get(source, c.source, i) * static_cast<double>(factor);
                    const double wanted = old[i] + term, got = get(target, Type::f32, i);
                    const double largest = std::fmax(std::fabs(term), std::fmax(std::fabs(old[i]), std::fabs(wanted)));
                    EXPECT(std::fabs(got - wanted) <= ulp(largest), "%s n %llu element %llu: %a, not %a", c.name,
                           static_cast<unsigned long long>(count), static_cast<unsigned long long>(i), got, wanted);
                }
                EXPECT(target.intact() && source.intact(), "%s n %llu offset %llu blocks %u: bytes outside changed",
                       c.name, static_cast<unsigned long long>(count), static_cast<unsigned long long>(offset), blocks);
                add_to_digest(target.at<void>(), target.bytes);
            }
        });
    }
}

// Correctly rounded: the same bits as by the definition.
inline void cast_shapes() {
    for (const Conversion &c : conversions()) {
        for_all_shapes(10000, [&](uint64_t count, uint64_t offset, uint32_t blocks) {
            Slice target(count, offset + 1, width_of(c.target)), source(count, offset, width_of(c.source));
            Slice wanted(count, 0, width_of(c.target));
            Random random(count + offset);
            for (uint64_t i = 0; i < count; ++i) {
                set(source, c.source, i, random.number() * std::ldexp(1.0, static_cast<int>(i % 34) - 20));
                set(wanted, c.target, i, get(source, c.source, i));
            }
            const Outcome outcome = launch(c.entry, blocks, Arguments(target.at<void>(), source.at<void>(), count));
            EXPECT(outcome.code == 0, "%s: %s", c.name, outcome.text);
            for (uint64_t i = 0; i < count; ++i) {
                EXPECT(bits(target, c.target, i) == bits(wanted, c.target, i), "%s n %llu element %llu: %a, not %a",
                       c.name, static_cast<unsigned long long>(count), static_cast<unsigned long long>(i),
                       get(target, c.target, i), get(wanted, c.target, i));
            }
            EXPECT(target.intact() && source.intact(), "%s n %llu offset %llu blocks %u: bytes outside changed", c.name,
                   static_cast<unsigned long long>(count), static_cast<unsigned long long>(offset), blocks);
            add_to_digest(target.at<void>(), target.bytes);
        });
    }
}

// Every half and every bfloat16 through the kernel: widening is exact, infinities and NaNs included.
inline void cast_patterns() {
    constexpr uint64_t kAll = 65536;
    for (const Conversion &c : conversions()) {
        if (c.source == Type::f32 || c.target != Type::f32) continue;
        Slice target(kAll, 0, 4), source(kAll, 0, 2);
        for (uint64_t i = 0; i < kAll; ++i) source.at<uint16_t>()[i] = static_cast<uint16_t>(i);
        const Outcome outcome = launch(c.entry, 2, Arguments(target.at<void>(), source.at<void>(), kAll));
        EXPECT(outcome.code == 0, "%s: %s", c.name, outcome.text);
        for (uint64_t i = 0; i < kAll; ++i) {
            const double wanted = get(source, c.source, i), got = get(target, Type::f32, i);
            EXPECT(got == wanted || (std::isnan(got) && std::isnan(wanted)), "%s of 0x%04llx: %a, not %a", c.name,
                   static_cast<unsigned long long>(i), got, wanted);
        }
    }
}

// The product is formed in fp32 and rounded to the type: in a 16-bit type, half an ulp of it and a little more.
inline void scale_shapes() {
    for (const Conversion &c : scalings()) {
        for_all_shapes(6000, [&](uint64_t count, uint64_t offset, uint32_t blocks) {
            Slice data(count, offset, width_of(c.source)), wanted(count, 0, width_of(c.source));
            Random random(count + offset);
            const float factor = 0.3f;
            for (uint64_t i = 0; i < count; ++i) {
                set(data, c.source, i, random.number() * 8);
                set(wanted, c.source, i,
                    static_cast<double>(static_cast<float>(get(data, c.source, i) * static_cast<double>(factor))));
            }
            const Outcome outcome = launch(c.entry, blocks, Arguments(data.at<void>(), count, factor));
            EXPECT(outcome.code == 0, "%s: %s", c.name, outcome.text);
            for (uint64_t i = 0; i < count; ++i) {
                EXPECT(bits(data, c.source, i) == bits(wanted, c.source, i), "%s n %llu element %llu: %a, not %a",
                       c.name, static_cast<unsigned long long>(count), static_cast<unsigned long long>(i),
                       get(data, c.source, i), get(wanted, c.source, i));
            }
            EXPECT(data.intact(), "%s n %llu offset %llu blocks %u: bytes outside changed", c.name,
                   static_cast<unsigned long long>(count), static_cast<unsigned long long>(offset), blocks);
            add_to_digest(data.at<void>(), data.bytes);
        });
    }
}

inline void fill_shapes() {
    for_all_shapes(20000, [&](uint64_t count, uint64_t offset, uint32_t blocks) {
        Slice words(count, offset, 4), halves(count, offset, 2);
        const uint32_t word = 0x7fc0dead, half = 0xfc01;
        Outcome outcome = launch(ENTRY(fill_words), blocks, Arguments(words.at<void>(), count, word));
        EXPECT(outcome.code == 0, "fill_words: %s", outcome.text);
        outcome = launch(ENTRY(fill_halves), blocks, Arguments(halves.at<void>(), count, half));
        EXPECT(outcome.code == 0, "fill_halves: %s", outcome.text);
        for (uint64_t i = 0; i < count; ++i) {
            EXPECT(words.at<uint32_t>()[i] == word && halves.at<uint16_t>()[i] == half, "n %llu element %llu",
                   static_cast<unsigned long long>(count), static_cast<unsigned long long>(i));
        }
        EXPECT(words.intact() && halves.intact(), "n %llu offset %llu blocks %u: bytes outside changed",
               static_cast<unsigned long long>(count), static_cast<unsigned long long>(offset), blocks);
    });
}

// 64-bit counts and offsets: nothing has that much memory, so it is the plan that is looked at.
inline void tiles_cover_more_than_32_bits() {
    for (const uint64_t count : {uint64_t{2359332864}, (uint64_t{1} << 31) + 5, (uint64_t{1} << 33) + 17}) {
        constexpr uint32_t tile = common::Map<accumulate::Op<float>>::kTile;
        const common::Cut cut(count, tile);
        const uint64_t last = cut.Tiles() - 1;
        EXPECT(cut.Start(last) + cut.Length(last) == count, "the last tile ends at %llu, not %llu",
               static_cast<unsigned long long>(cut.Start(last) + cut.Length(last)),
               static_cast<unsigned long long>(count));
        EXPECT(cut.Length(last) >= 16 && cut.Length(last) < tile + 16 && cut.Length(0) == tile &&
                   cut.Start(last) == last * uint64_t{tile},
               "tiles of %llu", static_cast<unsigned long long>(count));
        // The blocks' parts are all tiles, each once, in order.
        uint64_t next = 0;
        for (uint32_t block = 0; block < 40; ++block) {
            Outcome outcome{0, {}};
            const AscendHostBlock one = block_of(block, 40, nullptr, 0, outcome);
            common::Range part{};
            ascend_host::run_block(&one, "parts", [&] { part = common::PartsOfBlock(cut.Tiles()); });
            EXPECT(part.first == next, "block %u begins with tile %llu", block,
                   static_cast<unsigned long long>(part.first));
            next = part.last;
        }
        EXPECT(next == cut.Tiles(), "%llu tiles are given out", static_cast<unsigned long long>(next));
        AscendC::GlobalTensor<float> tensor;
        tensor.SetGlobalBuffer(static_cast<float *>(nullptr), count);
        EXPECT(reinterpret_cast<uint64_t>(tensor[count - 1].GetPhyAddr()) == (count - 1) * 4, "byte offset");
    }
}

inline void maps() {
    accumulate_shapes();
    cast_shapes();
    cast_patterns();
    scale_shapes();
    fill_shapes();
    tiles_cover_more_than_32_bits();
}

}  // namespace test

#endif
