// Executing instructions late and in strips: why the fast build is fast.
//
// A kernel works on tiles of about 12 KiB an operand. If each instruction ran over its whole tile, every operand of
// every instruction would come from the second-level cache. Instead, steps are appended to a list, and the list is
// executed strip by strip: all steps on elements 0..strip, then all of them on the next strip. A strip of every operand
// stays in the first-level cache, and because the copies from and to global memory are steps like the others, the CPU
// fetches the next strips while it computes. Before that, forwarding.h takes copies out of the list whose only purpose
// was to move a tile on and off the chip.
//
// This changes the order of execution, so it must not change results. All steps are elementwise: element i of a step
// touches only element i of its operands. Two steps may therefore be cut at the same element indices whenever each pair
// of operands of which one is written is either disjoint, or starts at the same byte with elements of the same width.
// The list keeps the regions that its steps touch; a step that would break the rule first makes the list execute. So do
// scalar accesses, anything that is not elementwise, the end of an output tensor's life, and the end of the block.
#ifndef ASCEND_HOST_SHIM_RUN_LIST_H
#define ASCEND_HOST_SHIM_RUN_LIST_H

#include <cstdint>

#include "fault.h"
#include "forwarding.h"
#include "strip.h"

namespace ascend_host {

class RunList {
  public:
    // Parameters and not a Step: a step put together in one place and copied to another would stall the CPU each time.
    void append(StripLoop loop, const Operand &dst, const Operand &a, const Operand &b, uint32_t count, uint32_t scalar,
                StepKind kind) {
        if (step_count_ == kMaxSteps || region_count_ + 3 > kMaxRegions) flush();
        Step &step = steps_[step_count_];
        step.loop = loop;
        step.count = count;
        step.scalar = scalar;
        step.is_copy = kind == StepKind::copy;
        step.accumulates = adds_to_result(kind);
        if (!note(dst, count, true, step.dst) || !note(a, count, false, step.a) || !note(b, count, false, step.b)) {
            if (step_count_ == 0) trap("an instruction whose operands overlap");
            flush();
            append(loop, dst, a, b, count, scalar, kind);
            return;
        }
        const int32_t index = static_cast<int32_t>(step_count_++);
        if (step.a.region != kNoRegion) regions_[step.a.region].read_by(index, step);
        if (step.b.region != kNoRegion) regions_[step.b.region].read_by(index, step);
        if (step.is_copy) regions_[step.a.region].copied_by(index);
        if (step.accumulates) regions_[step.dst.region].read_by(index, step);
        regions_[step.dst.region].written_by(index, step);
        if (count > longest_) longest_ = count;
    }

    // The content of these bytes of the unified buffer is not needed once the steps so far are done: their tensor was
    // freed.
    void forget(const uint8_t *base, uint32_t bytes) {
        const uintptr_t begin = reinterpret_cast<uintptr_t>(base);
        for (uint32_t i = 0; i < region_count_; ++i) {
            Region &region = regions_[i];
            if (begin <= region.begin && region.end <= begin + bytes) region.dead = true;
        }
    }

    void flush() {
        if (step_count_ == 0) return;
        Streams streams;
        const uint64_t dropped = forward_copies(steps_, step_count_, regions_, region_count_, streams);
        for (uint32_t begin = 0; begin < longest_; begin += kStrip) {
            Prefetch ahead(streams, begin + kStrip);
            for (uint32_t i = 0; i < step_count_; ++i) {
                const Step &step = steps_[i];
                if (begin >= step.count || (dropped >> i & 1) != 0) continue;
                const uint32_t rest = step.count - begin;
                step.loop(step, begin, begin + (rest < kStrip ? rest : kStrip));
                ahead.some();
            }
        }
        step_count_ = region_count_ = longest_ = 0;
    }

  private:
    // Asks the cache for the next strip of what is read from and written to global memory, a few lines after each step:
    // divisions and roots leave the load ports idle, and the CPU's own prefetcher loses its way at every page. Past the
    // end of a tile lies, as a rule, the next tile of the same block; a prefetch of anything else is harmless.
    class Prefetch {
      public:
        Prefetch(const Streams &streams, uint32_t begin) : streams_(streams), begin_(begin) {}

        void some() {
            for (uint32_t line = 0; line < kLines && stream_ < streams_.count; ++line) {
                const Operand &stream = streams_.operands[stream_];
                __builtin_prefetch(stream.base + static_cast<uint64_t>(begin_) * stream.width + offset_);
                offset_ += 64;
                if (offset_ < kStrip * stream.width) continue;
                offset_ = 0;
                ++stream_;
            }
        }

      private:
        static constexpr uint32_t kLines = 10;
        const Streams &streams_;
        const uint32_t begin_;
        uint32_t stream_ = 0;
        uint32_t offset_ = 0;
    };

    // Finds or adds the region of an operand, or says that its step cannot join the list.
    bool note(const Operand &operand, uint32_t count, bool writes, Operand &noted) {
        noted.base = operand.base;
        noted.width = operand.width;
        noted.region = kNoRegion;
        if (operand.width == 0) return true;
        const uintptr_t begin = reinterpret_cast<uintptr_t>(operand.base);
        const uintptr_t end = begin + static_cast<uintptr_t>(operand.width) * count;
        uint32_t at = 0;
        while (at < region_count_ && (regions_[at].begin != begin || regions_[at].width != operand.width)) ++at;
        const bool known = at < region_count_;
        if (known && regions_[at].dead) return false;  // a new life of this memory
        // A region keeps its distance from the others as long as it neither grows nor is written for the first time.
        if (!known || end > regions_[at].end || (writes && !regions_[at].written)) {
            for (uint32_t i = 0; i < region_count_; ++i) {
                const Region &region = regions_[i];
                if (i == at || end <= region.begin || region.end <= begin) continue;
                if (writes || region.written || region.dead) return false;
            }
            if (!known) regions_[region_count_++].start(begin, end, operand.width);
            if (end > regions_[at].end) regions_[at].end = end;
            regions_[at].written |= writes;
        }
        noted.region = static_cast<uint8_t>(at);
        return true;
    }

    uint32_t step_count_ = 0;
    uint32_t region_count_ = 0;
    uint32_t longest_ = 0;
    Step steps_[kMaxSteps];
    Region regions_[kMaxRegions];
};

}  // namespace ascend_host

#endif
