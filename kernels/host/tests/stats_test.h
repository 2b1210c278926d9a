// `stats` against sums in double, and against itself with other numbers of blocks.
#ifndef ASCEND_HOST_TESTS_STATS_TEST_H
#define ASCEND_HOST_TESTS_STATS_TEST_H

#include "../../stats/stats.cpp"

#include "slice.h"

namespace test {

struct StatsVariant {
    const char *name;
    Entry entry;
    Type type;
};

inline const std::vector<StatsVariant> &stats_variants() {
    static const std::vector<StatsVariant> all = {
        {"stats_f32", ENTRY(stats_f32), Type::f32},
        {"stats_f16", ENTRY(stats_f16), Type::f16},
#if __NPU_ARCH__ == 2201
        {"stats_bf16", ENTRY(stats_bf16), Type::bf16},
#endif
    };
    return all;
}

// What a launch of both passes gives.
struct Stats {
    StatsBlock block;
    std::vector<float> largest;
};

inline Stats run_stats(const StatsVariant &variant, const Slice &gradient, uint64_t count,
                       const std::vector<uint64_t> &ends, uint32_t blocks, const void *status = nullptr) {
    Slice table(ends.size(), 0, 8), block(1, 0, sizeof(StatsBlock));
    Slice largest((ends.size() + 7) / 8 * 8, 0, 4);
    Slice workspace((2 * stats::kMaxChunks + ends.size()) * stats::kSlotWords, 0, 4);
    if (!ends.empty()) memcpy(table.at<void>(), ends.data(), table.bytes);
    const uint64_t segments = ends.size();
    Outcome outcome = launch(variant.entry, blocks,
                             Arguments(gradient.at<void>(), table.at<void>(), workspace.at<void>(), count, segments));
    EXPECT(outcome.code == 0, "%s: %s", variant.name, outcome.text);
    outcome = launch(ENTRY(stats_combine), 1,
                     Arguments(block.at<void>(), largest.at<void>(), workspace.at<void>(), table.at<void>(), segments,
                               count, status));
    EXPECT(outcome.code == 0, "stats_combine: %s", outcome.text);
    EXPECT(block.intact() && largest.intact() && workspace.intact() && table.intact() && gradient.intact(),
           "%s n %llu: bytes outside changed", variant.name, static_cast<unsigned long long>(count));
    Stats stats;
    memcpy(&stats.block, block.at<void>(), sizeof stats.block);
    stats.largest.assign(largest.at<float>(), largest.at<float>() + ends.size());
    return stats;
}

inline double squares_of(const StatsBlock &block) {
    return (static_cast<double>(block.sum) + static_cast<double>(block.sum_rest)) * std::ldexp(1.0, 2 * block.exponent);
}

// A tile is added up in 13 levels, each element squared before: 14 roundings of half an ulp, and what is added to them
// by putting tiles together is far below one.
constexpr double kSquaresUlps = 8;

inline void check_stats(const StatsVariant &variant, const Slice &gradient, uint64_t count,
                        const std::vector<uint64_t> &ends, uint32_t blocks) {
    const Stats stats = run_stats(variant, gradient, count, ends, blocks);
    double largest = 0;
    long double squares = 0;
    for (uint64_t i = 0; i < count; ++i) {
        const double value = std::fabs(get(gradient, variant.type, i));
        largest = std::fmax(largest, value);
        squares += static_cast<long double>(value) * static_cast<long double>(value);
    }
    const double wanted = static_cast<double>(squares), got = squares_of(stats.block);
    EXPECT(stats.block.non_finite == 0 && static_cast<double>(stats.block.largest) == largest,
           "%s n %llu: not finite %d, largest %a, not %a", variant.name, static_cast<unsigned long long>(count),
           stats.block.non_finite, static_cast<double>(stats.block.largest), largest);
    EXPECT(std::fabs(got - wanted) <= kSquaresUlps * std::ldexp(wanted, -24), "%s n %llu: squares %.9g, not %.9g",
           variant.name, static_cast<unsigned long long>(count), got, wanted);
    const float in_one = static_cast<float>(got);
    EXPECT(stats.block.squares == in_one || std::fabs(static_cast<double>(stats.block.squares) - got) <= ulp(got),
           "%s n %llu: squares in one number %a, not %a", variant.name, static_cast<unsigned long long>(count),
           static_cast<double>(stats.block.squares), static_cast<double>(in_one));
    uint64_t start = 0;
    for (uint64_t segment = 0; segment < ends.size(); ++segment) {
        double of_segment = 0;
        for (; start < ends[segment]; ++start) {
            of_segment = std::fmax(of_segment, std::fabs(get(gradient, variant.type, start)));
        }
        EXPECT(static_cast<double>(stats.largest[segment]) == of_segment, "%s n %llu segment %llu of %zu: %a, not %a",
               variant.name, static_cast<unsigned long long>(count), static_cast<unsigned long long>(segment),
               ends.size(), static_cast<double>(stats.largest[segment]), of_segment);
    }
    add_to_digest(&stats.block, sizeof stats.block);
    // The tests of both architectures must agree on what both can compute.
    if (variant.type != Type::bf16) {
        add_to_shared_digest(&stats.block, sizeof stats.block);
        add_to_shared_digest(stats.largest.data(), stats.largest.size() * sizeof(float));
    }
}

// Segments of all kinds: empty ones, single elements, some that end with a tile or a chunk, and long ones.
inline std::vector<uint64_t> segments_of(uint64_t count, uint64_t seed) {
    Random random(seed);
    std::vector<uint64_t> ends;
    for (uint64_t end = 0; end < count;) {
        const uint64_t lengths[] = {0, 1, 5, 8, 16, 100, 1000, stats::kTile, 3 * stats::kTile};
        end += lengths[random.bits() % 9];
        if (random.bits() % 8 == 0) end = (end + stats::kTile - 1) / stats::kTile * stats::kTile;
        ends.push_back(end < count ? end : count);
    }
    ends.push_back(count);
    return ends;
}

inline void stats_shapes() {
    const uint64_t tile = stats::kTile;
    const uint64_t counts[] = {0,
                               1,
                               7,
                               8,
                               15,
                               16,
                               17,
                               31,
                               63,
                               64,
                               65,
                               255,
                               257,
                               tile - 1,
                               tile,
                               tile + 1,
                               3 * tile + 7,
                               7 * tile,
                               300 * tile + 5,
                               1000003};
    for (const StatsVariant &variant : stats_variants()) {
        for (const uint64_t count : counts) {
            for (const uint64_t offset : {0, 1, 3, 16}) {
                if (count > tile && offset != 3) continue;
                Slice gradient(count, offset, width_of(variant.type));
                Random random(count + offset);
                for (uint64_t i = 0; i < count; ++i) {
                    set(gradient, variant.type, i, random.number() * std::ldexp(1.0, static_cast<int>(i / 1000 % 8)));
                }
                check_stats(variant, gradient, count, {}, 40);
                check_stats(variant, gradient, count, segments_of(count, count), 3);
            }
        }
    }
}

inline void stats_of_any_number_of_blocks() {
    for (const StatsVariant &variant : stats_variants()) {
        const uint64_t count = 250 * uint64_t{stats::kTile} + 3;
        Slice gradient(count, 1, width_of(variant.type));
        Random random(1);
        for (uint64_t i = 0; i < count; ++i) set(gradient, variant.type, i, random.number());
        const std::vector<uint64_t> ends = segments_of(count, 2);
        const Stats one = run_stats(variant, gradient, count, ends, 1);
        for (const uint32_t blocks : {3u, 40u, 1000u}) {
            const Stats other = run_stats(variant, gradient, count, ends, blocks);
            EXPECT(memcmp(&one.block, &other.block, sizeof one.block) == 0 && one.largest == other.largest,
                   "%s: %u blocks give other bits than one", variant.name, blocks);
        }
    }
}

// Squares far beyond the largest fp32 number and far below the smallest.
inline void stats_neither_overflow_nor_vanish() {
    for (const StatsVariant &variant : stats_variants()) {
        if (variant.type == Type::f16) continue;
        for (const double size : {3e38, 1e30, 1.0, 1e-25, 1.2e-38}) {
            const uint64_t count = 20005;
            Slice gradient(count, 0, width_of(variant.type));
            Random random(7);
            for (uint64_t i = 0; i < count; ++i) set(gradient, variant.type, i, random.number() * size);
            check_stats(variant, gradient, count, {}, 2);
        }
        {  // Both at once: what is small counts for nothing, and does no harm.
            const uint64_t count = 3 * uint64_t{stats::kTile};
            Slice gradient(count, 0, width_of(variant.type));
            for (uint64_t i = 0; i < count; ++i) {
                set(gradient, variant.type, i, i < stats::kTile ? 1e-30 : i < 2 * stats::kTile ? 2e38 : 1.0);
            }
            check_stats(variant, gradient, count, {}, 2);
        }
    }
}

// One element that is not finite, anywhere, is seen: by its bits where results may be infinite, else by the status of
// the device.
inline void stats_see_what_is_not_finite() {
    for (const StatsVariant &variant : stats_variants()) {
        const uint64_t count = 2 * uint64_t{stats::kTile} + 37;
        for (const uint64_t place : {uint64_t{0}, uint64_t{1}, uint64_t{100}, uint64_t{stats::kTile} - 1,
                                     uint64_t{stats::kTile}, count - 21, count - 5, count - 1}) {
            for (const double value : {static_cast<double>(INFINITY), static_cast<double>(-INFINITY), std::nan("")}) {
                Slice gradient(count, 3, width_of(variant.type)), status(16, 0, 4);
                Random random(place);
                for (uint64_t i = 0; i < count; ++i) set(gradient, variant.type, i, random.number());
                if (std::isnan(value)) {
                    if (variant.type == Type::f32) gradient.at<uint32_t>()[place] = 0x7fc00000;
                    if (variant.type == Type::f16) gradient.at<uint16_t>()[place] = 0x7e01;
                    if (variant.type == Type::bf16) gradient.at<uint16_t>()[place] = 0xffc1;
                } else {
                    set(gradient, variant.type, place, value);
                }
                overflow() = 0;
                Stats stats = run_stats(variant, gradient, count, {count}, 2);
                if (saturating() && stats.block.non_finite == 0) {
                    // The runtime would now write the status, and the second pass read it.
                    memset(status.at<void>(), 0, status.bytes);
                    status.at<uint32_t>()[0] = overflow();
                    stats = run_stats(variant, gradient, count, {count}, 2, status.at<void>());
                }
                EXPECT(stats.block.non_finite == 1, "%s: %f at %llu is not seen", variant.name, value,
                       static_cast<unsigned long long>(place));
            }
        }
        // A status that tells of nothing.
        Slice gradient(100, 0, width_of(variant.type)), status(16, 0, 4);
        for (uint64_t i = 0; i < 100; ++i) set(gradient, variant.type, i, 1);
        memset(status.at<void>(), 0, status.bytes);
        EXPECT(run_stats(variant, gradient, 100, {}, 2, status.at<void>()).block.non_finite == 0, "%s", variant.name);
        status.at<uint32_t>()[0] = 1;
        EXPECT(run_stats(variant, gradient, 100, {}, 2, status.at<void>()).block.non_finite == 1, "%s", variant.name);
    }
    overflow() = 0;
}

// A value that stands in the last element only, at every length of the tail.
inline void stats_see_the_last_element() {
    for (const StatsVariant &variant : stats_variants()) {
        for (const uint64_t count : {1, 7, 8, 15, 16, 17, 31, 63, 64, 65, 255, 257, 1000003}) {
            Slice gradient(count, 1, width_of(variant.type));
            memset(gradient.at<void>(), 0, gradient.bytes);
            set(gradient, variant.type, count - 1, -3);
            const Stats stats = run_stats(variant, gradient, count, {count - 1, count}, 3);
            EXPECT(stats.block.largest == 3.0f && stats.block.squares == 9.0f && stats.largest[0] == 0.0f &&
                       stats.largest[1] == 3.0f,
                   "%s n %llu", variant.name, static_cast<unsigned long long>(count));
        }
    }
}

inline void stats_tests() {
    stats_shapes();
    stats_of_any_number_of_blocks();
    stats_neither_overflow_nor_vanish();
    stats_see_what_is_not_finite();
    stats_see_the_last_element();
}

}  // namespace test

#endif
