// The core of the checked build: each instruction is held against all that is known of the memory it touches, and then
// executed at a time that the device could choose.
#ifndef ASCEND_HOST_SHIM_CHECKED_CORE_H
#define ASCEND_HOST_SHIM_CHECKED_CORE_H

#include <cstdint>
#include <utility>

#include "call.h"
#include "data_cache.h"
#include "global_memory.h"
#include "launches.h"
#include "rows.h"
#include "strip.h"
#include "tracker.h"
#include "whole.h"

namespace ascend_host {

class CheckedCore {
  public:
    using Carried = Clock;

    CheckedCore(const Buffers &buffers, uint8_t *unified_buffer, const AscendHostBlock &launch)
        : launch_(launch), tracker_(buffers, unified_buffer, launch.block) {}

    // ---- instructions

    void execute(const Call &call, StripLoop loop, const Operand &dst, const Operand &a, const Operand &b,
                 uint32_t count, uint32_t scalar, StepKind kind) {
        const Step step{loop, dst, a, b, count, scalar, kind == StepKind::copy, adds_to_result(kind)};
        const auto bytes = [&](const Operand &operand) { return static_cast<uint64_t>(operand.width) * step.count; };
        Issue issue = tracker_.begin(call);
        for (const Operand *operand : {&step.a, &step.b}) {
            if (operand->width != 0) tracker_.reads(issue, operand->base, bytes(*operand));
        }
        if (step.accumulates) tracker_.reads(issue, step.dst.base, bytes(step.dst));
        tracker_.writes(issue, step.dst.base, bytes(step.dst));
        for (const Operand *operand : {&step.a, &step.b}) {
            if (operand->width != 0) tracker_.note_read(issue, operand->base, bytes(*operand));
        }
        if (kind == StepKind::add_to_memory) {
            tracker_.note_add(issue, step.dst.base, bytes(step.dst));
        } else {
            tracker_.note_write(issue, step.dst.base, bytes(step.dst));
        }
        if (issue.comes_too_early) {
            tracker_.issue(issue, [step, length = bytes(step.dst)] { poison(step.dst.base, length); });
        } else {
            tracker_.issue(issue, [step] { step.loop(step, 0, step.count); });
        }
    }

    // The last vector instruction does more, in place.
    void execute_more(StripLoop loop, const Operand &dst, uint32_t count) {
        const Step step{loop, dst, {}, {}, count, 0, false, true};
        tracker_.extend(Pipe::vector, [step] { step.loop(step, 0, step.count); });
    }

    void execute_rows(const Call &call, const RowCopy &copy) {
        Issue issue = tracker_.begin(call);
        for (uint64_t i = 0; i < copy.rows; ++i) {
            tracker_.reads(issue, copy.src + i * copy.src_pitch, copy.bytes);
            tracker_.writes(issue, copy.dst + i * copy.dst_pitch, copy.whole());
        }
        for (uint64_t i = 0; i < copy.rows; ++i) {
            tracker_.note_read(issue, copy.src + i * copy.src_pitch, copy.bytes);
            note_row(issue, copy, copy.dst + i * copy.dst_pitch);
        }
        if (issue.comes_too_early) {
            tracker_.issue(issue, [copy] { copy.poison(); });
        } else {
            tracker_.issue(issue, [copy] { copy.run(); });
        }
    }

    void execute_whole(const Call &call, const Whole &whole) {
        Issue issue = tracker_.begin(call);
        tracker_.reads(issue, whole.src, whole.src_bytes);
        tracker_.reads(issue, whole.src1, whole.src1_bytes);
        tracker_.reads(issue, whole.bits, whole.bits_bytes);
        tracker_.writes(issue, whole.work, whole.work_bytes);
        tracker_.writes(issue, whole.dst, whole.dst_bytes);
        tracker_.note_read(issue, whole.src, whole.src_bytes);
        tracker_.note_read(issue, whole.src1, whole.src1_bytes);
        tracker_.note_read(issue, whole.bits, whole.bits_bytes);
        tracker_.note_write(issue, whole.work, whole.work_bytes, Life::leftover);
        // After the work, for it may lie there.
        tracker_.note_write(issue, whole.dst, whole.dst_bytes);
        if (issue.comes_too_early) {
            tracker_.issue(issue, [whole] {
                poison(whole.work, whole.work_bytes);
                poison(whole.dst, whole.dst_bytes);
            });
        } else {
            tracker_.issue(issue, [whole] { whole.loop(whole); });
        }
    }

    // The scalar unit does its work at once: what it has waited for must be executed.
    void touch_local(const char *name, GlobalAccess access, const uint8_t *base, uint64_t bytes) {
        Issue issue = tracker_.begin({name, Pipe::scalar});
        if (access == GlobalAccess::read) {
            tracker_.reads(issue, base, bytes);
            tracker_.note_read(issue, base, bytes);
        } else {
            tracker_.writes(issue, base, bytes);
            tracker_.note_write(issue, base, bytes);
        }
        tracker_.catch_up_with_scalar();
    }

    void touch_global(const char *name, GlobalAccess access, const uint8_t *base, uint64_t bytes) {
        touch_local(name, access, base, bytes);
        const uint64_t address = reinterpret_cast<uint64_t>(base);
        if (access == GlobalAccess::read) {
            tracker_.cache().read(address);
        } else {
            tracker_.cache().write(address);
            tracker_.wrote_line(address);
        }
    }

    // ---- the lives of buffers

    void planned(uint8_t *base, uint64_t bytes) {
        tracker_.given(base, bytes);
        poison(base, bytes);
    }
    void forget_plan() { tracker_.forget_plan(); }
    void given(uint8_t *base, uint64_t bytes) { tracker_.given(base, bytes); }
    void freed(AscendC::HardEvent event, uint8_t *base, uint64_t bytes) { tracker_.freed(event, base, bytes); }
    void tile_is_over() {}

    // ---- flags, barriers and the cache

    Clock set_flag(AscendC::HardEvent event) { return tracker_.set_flag(event); }
    void wait_flag(AscendC::HardEvent event, const Clock &carried) { tracker_.wait_flag(event, carried); }
    void barrier(Pipe pipe) {
        if (counts()) tracker_.barrier(pipe);
    }
    void barrier_of_all() {
        if (counts()) tracker_.barrier_of_all();
    }
    void clean_cache(const void *address) { tracker_.cache().clean(reinterpret_cast<uint64_t>(address)); }
    void clean_whole_cache() { tracker_.cache().clean_all(); }

    // ---- the whole block

    void begin(const char *kernel) {
        kernel_ = kernel;
        Launches::all().begin(launch_.args, kernel, launch_.block_count, launch_.block);
    }
    void finish() { tracker_.barrier_of_all(); }
    void check_end() { tracker_.cache().check_end(); }

    // The last act of a block that is well; faults where it met another block.
    void meet_other_blocks() { leave(true); }

    void abandon() {
        tracker_.drop_everything();
        if (!has_left_) leave(false);
    }

  private:
    bool counts() {
        if (options().barriers != nullptr) ++*options().barriers;
        return barriers_++ != options().ignored_barrier;
    }

    void note_row(const Issue &issue, const RowCopy &copy, const uint8_t *row) {
        const uint64_t filled = copy.left + copy.bytes + copy.right;
        const Life padding = copy.pads ? Life::written : Life::filler;
        tracker_.note_write(issue, row, copy.left, padding);
        tracker_.note_write(issue, row + copy.left, copy.bytes);
        tracker_.note_write(issue, row + copy.left + copy.bytes, copy.right, padding);
        if (filled < copy.whole()) tracker_.note_write(issue, row + filled, copy.whole() - filled, Life::filler);
    }

    void leave(bool well) {
        has_left_ = true;
        Launches::all().end(launch_.args, kernel_, launch_.block_count, std::move(tracker_.footprint()), well);
    }

    const AscendHostBlock &launch_;
    const char *kernel_ = "";
    bool has_left_ = false;
    uint64_t barriers_ = 0;
    Tracker tracker_;
};

}  // namespace ascend_host

#endif
