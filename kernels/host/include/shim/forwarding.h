// Taking copies out of a list of steps.
//
// On the device a tile must be copied to the unified buffer to be computed with. On the host both sides are memory, and most
// copies only move bytes that the next instruction could have read where they were. Two rewrites, each on a region of the
// unified buffer whose tensor has been freed, so that nobody can tell what is in it:
//
// - Copied in, then read: the readers read global memory instead, up to the region's next write, and the copy goes away.
// - Written, then copied out: the instructions work in global memory instead, and the copy goes away.
//
// When the second is legal needs care, as the old values of a parameter usually come from the place the new ones go to. The
// first instruction that writes the region must overwrite it without having read it, must be as long as every other, and must be
// the last to read the destination (at the same element, which is harmless) - by the first rewrite it often is the reader.
#ifndef ASCEND_HOST_SHIM_FORWARDING_H
#define ASCEND_HOST_SHIM_FORWARDING_H

#include <cstdint>
#include <initializer_list>

#include "strip.h"

namespace ascend_host {

constexpr uint32_t kMaxSteps = 48;
constexpr uint32_t kMaxRegions = 32;
constexpr int32_t kNever = kMaxSteps;  // an index past every step

// Memory that steps touch, always from its first byte and with elements of one width. Regions of a list are disjoint as soon
// as one of them is written.
struct Region {
    uintptr_t begin;
    uintptr_t end;
    uint32_t width;
    bool written;
    bool dead;  // its content is not needed after the list
};

// What the steps do with one region, by index of the step, and what becomes of it.
struct RegionUse {
    int32_t first_write;
    int32_t second_write;
    int32_t last_write;
    int32_t first_read;
    int32_t last_read;
    int32_t copy_out;       // the step that copies the region elsewhere
    uint32_t longest;       // elements
    bool copied_out_twice;
    int32_t source_until;   // steps up to this one read `source` instead
    Operand source;
    bool replaced;          // all steps use `target` instead
    Operand target;
};

constexpr RegionUse kUnused = {kNever, kNever, -1, kNever, -1, -1, 0, false, -1, {}, false, {}};

// What the steps read from global memory that they once copied in.
struct Sources {
    uint32_t count = 0;
    Operand operands[8];
};

inline void use_for_reading(RegionUse &use, int32_t index) {
    if (index < use.first_read) use.first_read = index;
    if (index > use.last_read) use.last_read = index;
}

inline void count_reader(RegionUse *uses, const Step &step, const Operand &operand, int32_t index) {
    if (operand.region == kNoRegion) return;
    RegionUse &use = uses[operand.region];
    use_for_reading(use, index);
    if (step.count > use.longest) use.longest = step.count;
    if (step.is_copy) {
        use.copied_out_twice = use.copy_out >= 0;
        use.copy_out = index;
    }
}

inline void count_uses(RegionUse *uses, const Step *steps, uint32_t step_count) {
    for (uint32_t i = 0; i < step_count; ++i) {
        const Step &step = steps[i];
        const int32_t index = static_cast<int32_t>(i);
        count_reader(uses, step, step.a, index);
        count_reader(uses, step, step.b, index);
        RegionUse &use = uses[step.dst.region];
        if (step.accumulates) use_for_reading(use, index);
        if (use.last_write < 0) {
            use.first_write = index;
        } else if (use.second_write == kNever) {
            use.second_write = index;
        }
        use.last_write = index;
        if (step.count > use.longest) use.longest = step.count;
    }
}

// Copied in, then read: the copy that is not needed, or kNever.
inline int32_t copy_in_to_drop(RegionUse *uses, RegionUse &use, const Step *steps) {
    if (use.first_write == kNever || use.first_read < use.first_write) return kNever;
    const Step &copy = steps[use.first_write];
    if (!copy.is_copy || copy.count < use.longest) return kNever;
    const int32_t end = use.second_write;  // this step still reads the copied value, unless it adds to it in place
    if (end != kNever && steps[end].accumulates) return kNever;
    // A write that is too short leaves elements that only the copy puts in place.
    if (end != kNever && use.last_read > end && steps[end].count < use.longest) return kNever;
    const int32_t last = end < use.last_read ? end : use.last_read;
    RegionUse &source = uses[copy.a.region];
    if (source.first_write < last) return kNever;
    use_for_reading(source, last);
    use.source_until = last;
    use.source = copy.a;
    return use.first_write;
}

// Written, then copied out: the copy that is not needed, or kNever.
inline int32_t copy_out_to_drop(const RegionUse *uses, RegionUse &use, const Step *steps) {
    if (use.copy_out < 0 || use.copied_out_twice || use.first_write == kNever) return kNever;
    const Step &first = steps[use.first_write];
    const Step &copy = steps[use.copy_out];
    const RegionUse &target = uses[copy.dst.region];
    const bool starts_fresh = !first.is_copy && !first.accumulates && use.first_read > use.first_write;
    const bool ends_with_copy = use.last_write < use.copy_out && use.last_read == use.copy_out;
    const bool same_length = first.count == use.longest && copy.count == use.longest;
    const bool target_free = target.first_write == use.copy_out && target.last_write == use.copy_out &&
                             target.last_read <= use.first_write;
    if (!(starts_fresh && ends_with_copy && same_length && target_free)) return kNever;
    use.replaced = true;
    use.target = copy.dst;
    return use.copy_out;
}

inline void redirect(const RegionUse *uses, Operand &operand, int32_t index, bool reads) {
    if (operand.region == kNoRegion) return;
    const RegionUse &use = uses[operand.region];
    if (reads && index <= use.source_until) {
        operand = use.source;
    } else if (use.replaced) {
        operand = use.target;
    }
}

// Rewrites the steps in place and returns how many are left.
inline uint32_t forward_copies(Step *steps, uint32_t step_count, const Region *regions, uint32_t region_count,
                               Sources &sources) {
    RegionUse uses[kMaxRegions];  // set up as far as there are regions: this runs once for each tile
    for (uint32_t r = 0; r < region_count; ++r) uses[r] = kUnused;
    count_uses(uses, steps, step_count);

    uint64_t dropped = 0;
    for (uint32_t r = 0; r < region_count; ++r) {
        if (!regions[r].dead) continue;
        const int32_t copy = copy_in_to_drop(uses, uses[r], steps);
        if (copy == kNever) continue;
        dropped |= uint64_t{1} << copy;
        if (sources.count < 8) sources.operands[sources.count++] = steps[copy].a;
    }
    for (uint32_t r = 0; r < region_count; ++r) {
        if (!regions[r].dead) continue;
        const int32_t copy = copy_out_to_drop(uses, uses[r], steps);
        if (copy != kNever) dropped |= uint64_t{1} << copy;
    }

    uint32_t left = 0;
    for (uint32_t i = 0; i < step_count; ++i) {
        if (dropped >> i & 1) continue;
        Step &step = steps[left];
        if (left != i) step = steps[i];
        ++left;
        redirect(uses, step.a, static_cast<int32_t>(i), true);
        redirect(uses, step.b, static_cast<int32_t>(i), true);
        redirect(uses, step.dst, static_cast<int32_t>(i), false);
    }
    return left;
}

static_assert(kMaxSteps <= 64, "a step has a bit");

}  // namespace ascend_host

#endif
