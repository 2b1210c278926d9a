// What the checked build follows while a block runs: the order of its instructions, the state of each byte they touch,
// and the instructions that are issued and not yet executed.
//
// An instruction passes through in four steps: `begin` gives it its number, `reads` and `writes` hold what it touches
// against the shadow, `issue` hands its work to the engines. The order is judged when the instruction is issued, from
// the clocks alone, so a finding does not depend on when anything is executed.
#ifndef ASCEND_HOST_SHIM_TRACKER_H
#define ASCEND_HOST_SHIM_TRACKER_H

#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>

#include "buffers.h"
#include "call.h"
#include "clock.h"
#include "data_cache.h"
#include "engines.h"
#include "launches.h"
#include "shadow.h"

namespace ascend_host {

// An instruction that is being issued.
struct Issue {
    const char *name = nullptr;
    Pipe pipe = Pipe::vector;
    uint64_t number = 0;
    bool comes_too_early = false;
};

class Tracker {
  public:
    Tracker(const Buffers &buffers, uint8_t *unified_buffer, uint32_t block)
        : buffers_(buffers), base_(unified_buffer), engines_(options()), options_(options()) {
        footprint_.block = block;
    }

    // ---- instructions

    Issue begin(const Call &call) { return {call.name, call.pipe, clocks_.issue(call.pipe), false}; }

    // All that an instruction touches is examined before any of it is noted: it may overwrite what it reads.
    void reads(Issue &issue, const uint8_t *base, uint64_t bytes) { examine(issue, base, bytes, false); }
    void writes(Issue &issue, const uint8_t *base, uint64_t bytes) { examine(issue, base, bytes, true); }

    void note_read(const Issue &issue, const uint8_t *base, uint64_t bytes) {
        const uint64_t begin = reinterpret_cast<uint64_t>(base);
        shadow_of(base).read(issue.pipe, issue.number, issue.name, begin, begin + bytes);
        if (!is_local(base)) footprint_.reads.add(begin, begin + bytes);
    }

    void note_write(const Issue &issue, const uint8_t *base, uint64_t bytes, Life life = Life::written) {
        const uint64_t begin = reinterpret_cast<uint64_t>(base);
        shadow_of(base).write(issue.pipe, issue.number, issue.name, begin, begin + bytes, life);
        if (is_local(base)) return;
        footprint_.writes.add(begin, begin + bytes);
        if (issue.pipe == Pipe::mte3) cache_.overwritten(begin, begin + bytes);
    }

    // A copy that adds: other blocks may add to the same bytes.
    void note_add(const Issue &issue, const uint8_t *base, uint64_t bytes) {
        const uint64_t begin = reinterpret_cast<uint64_t>(base);
        global_.write(issue.pipe, issue.number, issue.name, begin, begin + bytes);
        footprint_.adds.add(begin, begin + bytes);
        cache_.overwritten(begin, begin + bytes);
    }

    void issue(const Issue &issue, std::function<void()> work) {
        Instruction instruction;
        instruction.pipe = issue.pipe;
        instruction.number = issue.number;
        instruction.needs = clocks_.known_by(issue.pipe);
        instruction.work = std::move(work);
        engines_.issue(std::move(instruction));
        const Clock settled = clocks_.settled();
        local_.settle(settled);
        global_.settle(settled);
    }

    void extend(Pipe pipe, std::function<void()> more) { engines_.extend(pipe, std::move(more)); }

    // All that the scalar unit has waited for.
    void catch_up_with_scalar() { engines_.run_all_of(clocks_.known_by(Pipe::scalar)); }

    DataCache &cache() { return cache_; }

    // The scalar unit's cache sends whole lines.
    void wrote_line(uint64_t address) {
        const uint64_t line = address / DataCache::kLine * DataCache::kLine;
        footprint_.lines.add(line, line + DataCache::kLine);
    }

    // ---- flags and barriers

    Clock set_flag(AscendC::HardEvent event) { return clocks_.set(source_of(event)); }
    void wait_flag(AscendC::HardEvent event, const Clock &carried) { clocks_.wait(target_of(event), carried); }
    void barrier(Pipe pipe) { clocks_.barrier(pipe); }

    void barrier_of_all() {
        clocks_.barrier_of_all();
        engines_.run_everything();
    }

    // ---- the lives of buffers

    // A buffer gets its place, or a tensor is given out: nothing is in it.
    void given(uint8_t *base, uint64_t bytes) {
        const uint64_t begin = reinterpret_cast<uint64_t>(base);
        local_.set_life(begin, begin + bytes, Life::unwritten);
    }

    // A tensor is freed. Its engine poisons it behind everything that uses it.
    void freed(AscendC::HardEvent event, uint8_t *base, uint64_t bytes) {
        const uint64_t begin = reinterpret_cast<uint64_t>(base);
        const Pipe pipe = source_of(event);
        Instruction last;
        last.pipe = pipe;
        last.number = clocks_.issue(pipe);
        last.needs = clocks_.known_by(pipe);
        last.needs.join(local_.touched(begin, begin + bytes));
        last.work = [base, bytes] { ascend_host::poison(base, bytes); };
        engines_.issue(std::move(last));
    }

    void forget_plan() {
        barrier_of_all();
        local_.clear();
    }

    // ---- the end

    void drop_everything() { engines_.drop_everything(); }
    Footprint &footprint() { return footprint_; }

  private:
    bool is_local(const uint8_t *base) const { return base >= base_ && base < base_ + kUnifiedBufferBytes; }
    Shadow &shadow_of(const uint8_t *base) { return is_local(base) ? local_ : global_; }

    void examine(Issue &issue, const uint8_t *base, uint64_t bytes, bool writes) {
        const uint64_t begin = reinterpret_cast<uint64_t>(base);
        const Conflict conflict = shadow_of(base).examine(clocks_, issue.pipe, writes, begin, begin + bytes);
        if (conflict.kind != Conflict::none) refuse(issue, conflict, writes);
        if (!is_local(base) && issue.pipe != Pipe::scalar) cache_.check_copy(issue.name, begin, begin + bytes, writes);
    }

    __attribute__((cold, noinline)) void refuse(Issue &issue, const Conflict &conflict, bool writes) {
        char bytes[160];
        const uint8_t *base = reinterpret_cast<const uint8_t *>(conflict.begin);
        if (is_local(base)) {
            buffers_.describe(bytes, sizeof bytes, base, conflict.end - conflict.begin);
        } else {
            snprintf(bytes, sizeof bytes, "%llu B of global memory at 0x%llx",
                     static_cast<unsigned long long>(conflict.end - conflict.begin),
                     static_cast<unsigned long long>(conflict.begin));
        }
        switch (conflict.kind) {
            case Conflict::nothing_there:
                exception("%s reads %s: nothing has written them", issue.name, bytes);
            case Conflict::leftover:
                exception("%s reads %s: a reduction has used them as its work tensor and leaves anything there",
                          issue.name, bytes);
            case Conflict::filler:
                exception("%s reads %s: DataCopyPad leaves anything there, behind the end of a row", issue.name, bytes);
            case Conflict::outside:
                exception("%s %s %s: no buffer is there", issue.name, writes ? "writes" : "reads", bytes);
            default:
                break;
        }
        if (!options_.refuses_disorder) {
            issue.comes_too_early = true;
            return;
        }
        char remedy[96];
        if (conflict.other == issue.pipe) {
            snprintf(remedy, sizeof remedy, "PipeBarrier<PIPE_%s>", ShortName(issue.pipe));
        } else {
            snprintf(remedy, sizeof remedy, "a flag %s_%s, or EnQue and DeQue,", ShortName(conflict.other),
                     ShortName(issue.pipe));
        }
        const char *state =
            conflict.kind == Conflict::overwrites_unread ? "may still be reading" : "may still be writing";
        exception("%s (%s) %s %s, which %s (%s) %s: %s must stand between them", issue.name, ShortName(issue.pipe),
                  writes ? "writes" : "reads", bytes, conflict.other_name, ShortName(conflict.other), state, remedy);
    }

    const Buffers &buffers_;
    uint8_t *base_;
    Clocks clocks_;
    Shadow local_{Life::outside};
    Shadow global_{Life::written};
    Engines engines_;
    DataCache cache_;
    Footprint footprint_;
    Options options_;
};

}  // namespace ascend_host

#endif
