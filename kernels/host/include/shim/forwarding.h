// Taking copies out of a list of steps.
//
// On the device a tile must be copied to the unified buffer to be computed with. On the host both sides are memory, and
// most copies only move bytes that the next instruction could have read where they were. Two rewrites, each on a region
// of the unified buffer whose tensor has been freed, so that nobody can tell what is in it:
//
// - Copied in, then read: the readers read global memory instead, up to the region's next write, and the copy goes
//   away.
// - Written, then copied out: the instructions work in global memory instead, and the copy goes away.
//
// When the second is legal needs care, as the old values of a parameter usually come from the place the new ones go to.
// The first instruction that writes the region must overwrite it without having read it, must be as long as every
// other, and must be the last to read the destination (at the same element, which is harmless) - by the first rewrite
// it often is the reader.
#ifndef ASCEND_HOST_SHIM_FORWARDING_H
#define ASCEND_HOST_SHIM_FORWARDING_H

#include <cstdint>
#include <initializer_list>

#include "strip.h"

namespace ascend_host {

constexpr uint32_t kMaxSteps = 48;
constexpr uint32_t kMaxRegions = 32;
constexpr int32_t kNever = kMaxSteps;  // an index past every step

// Memory that steps touch, always from its first byte and with elements of one width; what they do with it, by index of
// the step; and what becomes of it. Regions of a list are disjoint as soon as one of them is written.
struct Region {
    uintptr_t begin;
    uintptr_t end;
    uint32_t width;
    bool written;
    bool dead;  // its content is not needed after the list

    bool copied_out_twice;
    bool replaced;         // all steps use `target` instead
    int32_t source_until;  // steps up to this one read `source` instead
    int32_t first_write;
    int32_t second_write;
    int32_t last_write;
    int32_t first_read;
    int32_t last_read;
    int32_t copy_out;  // the step that copies the region elsewhere
    uint32_t longest;  // elements
    Operand source;
    Operand target;

    void start(uintptr_t first, uintptr_t past, uint32_t element_bytes) {
        begin = first;
        end = past;
        width = element_bytes;
        written = dead = copied_out_twice = replaced = false;
        first_write = second_write = first_read = kNever;
        source_until = last_write = last_read = copy_out = -1;
        longest = 0;
    }

    void read_by(int32_t index, const Step &step) {
        if (first_read == kNever) first_read = index;
        last_read = index;
        if (step.count > longest) longest = step.count;
    }

    void copied_by(int32_t index) {
        copied_out_twice = copy_out >= 0;
        copy_out = index;
    }

    void written_by(int32_t index, const Step &step) {
        if (first_write == kNever) {
            first_write = index;
        } else if (second_write == kNever) {
            second_write = index;
        }
        last_write = index;
        if (step.count > longest) longest = step.count;
    }
};

// What the steps read from and write to global memory that they once copied in and out.
struct Streams {
    uint32_t count = 0;
    Operand operands[8];

    void add(const Operand &operand) {
        for (uint32_t i = 0; i < count; ++i) {
            if (operands[i].base == operand.base) return;  // what is updated in place
        }
        if (count < 8) operands[count++] = operand;
    }
};

// Copied in, then read: the copy that is not needed, or kNever.
inline int32_t copy_in_to_drop(Region *regions, Region &region, const Step *steps) {
    if (region.first_write == kNever || region.first_read < region.first_write) return kNever;
    const Step &copy = steps[region.first_write];
    if (!copy.is_copy || copy.count < region.longest) return kNever;
    const int32_t end = region.second_write;  // this step still reads the copied value, unless it adds to it in place
    if (end != kNever && steps[end].accumulates) return kNever;
    // A write that is too short leaves elements that only the copy puts in place.
    if (end != kNever && region.last_read > end && steps[end].count < region.longest) return kNever;
    const int32_t last = end < region.last_read ? end : region.last_read;
    Region &source = regions[copy.a.region];
    if (source.first_write < last) return kNever;
    if (last > source.last_read) source.last_read = last;
    region.source_until = last;
    region.source = copy.a;
    return region.first_write;
}

// Written, then copied out: the copy that is not needed, or kNever.
inline int32_t copy_out_to_drop(const Region *regions, Region &region, const Step *steps) {
    if (region.copy_out < 0 || region.copied_out_twice || region.first_write == kNever) return kNever;
    const Step &first = steps[region.first_write];
    const Step &copy = steps[region.copy_out];
    const Region &target = regions[copy.dst.region];
    const bool starts_fresh = !first.is_copy && !first.accumulates && region.first_read > region.first_write;
    const bool ends_with_copy = region.last_write < region.copy_out && region.last_read == region.copy_out;
    const bool same_length = first.count == region.longest && copy.count == region.longest;
    const bool target_free = target.first_write == region.copy_out && target.last_write == region.copy_out &&
                             target.last_read <= region.first_write;
    if (!(starts_fresh && ends_with_copy && same_length && target_free)) return kNever;
    region.replaced = true;
    region.target = copy.dst;
    return region.copy_out;
}

inline void redirect(const Region *regions, Operand &operand, int32_t index, bool reads) {
    if (operand.region == kNoRegion) return;
    const Region &region = regions[operand.region];
    if (reads && index <= region.source_until) {
        operand = region.source;
    } else if (region.replaced) {
        operand = region.target;
    }
}

// Rewrites the operands of the steps; a set bit of the result is a step that is not needed any more.
inline uint64_t forward_copies(Step *steps, uint32_t step_count, Region *regions, uint32_t region_count,
                               Streams &streams) {
    uint64_t dropped = 0;
    for (uint32_t r = 0; r < region_count; ++r) {
        if (!regions[r].dead) continue;
        const int32_t copy = copy_in_to_drop(regions, regions[r], steps);
        if (copy == kNever) continue;
        dropped |= uint64_t{1} << copy;
        streams.add(steps[copy].a);
    }
    for (uint32_t r = 0; r < region_count; ++r) {
        if (!regions[r].dead) continue;
        const int32_t copy = copy_out_to_drop(regions, regions[r], steps);
        if (copy == kNever) continue;
        dropped |= uint64_t{1} << copy;
        streams.add(regions[r].target);
    }
    if (dropped == 0) return 0;
    for (uint32_t i = 0; i < step_count; ++i) {
        redirect(regions, steps[i].a, static_cast<int32_t>(i), true);
        redirect(regions, steps[i].b, static_cast<int32_t>(i), true);
        redirect(regions, steps[i].dst, static_cast<int32_t>(i), false);
    }
    return dropped;
}

static_assert(kMaxSteps <= 64, "a step has a bit");

}  // namespace ascend_host

#endif
