// The core of the fast build: instructions go on a list and are executed late, in strips. It takes a kernel to be
// right.
#ifndef ASCEND_HOST_SHIM_FAST_CORE_H
#define ASCEND_HOST_SHIM_FAST_CORE_H

#include <cstdint>
#include <cstring>

#include "call.h"
#include "global_memory.h"
#include "rows.h"
#include "run_list.h"
#include "whole.h"

namespace ascend_host {

class FastCore {
  public:
    struct Carried {};  // what a flag carries: nothing, steps keep the order of the program

    FastCore(const Buffers &, uint8_t *, const AscendHostBlock &) {}

    void execute(const Call &, StripLoop loop, const Operand &dst, const Operand &a, const Operand &b, uint32_t count,
                 uint32_t scalar, StepKind kind) {
        run_list_.append(loop, dst, a, b, count, scalar, kind);
    }
    void execute_more(StripLoop loop, const Operand &dst, uint32_t count) {
        run_list_.append(loop, dst, {}, {}, count, 0, StepKind::accumulate);
    }

    void execute_rows(const Call &, const RowCopy &copy) {
        run_list_.flush();
        copy.run();
    }

    void execute_whole(const Call &, const Whole &whole) {
        run_list_.flush();
        whole.loop(whole);
    }

    void touch_local(const char *, GlobalAccess, const uint8_t *, uint64_t) { run_list_.flush(); }
    void touch_global(const char *, GlobalAccess, const uint8_t *, uint64_t) { run_list_.flush(); }

    void planned(uint8_t *base, uint64_t bytes) {
        run_list_.flush();
        poison(base, bytes);
    }
    void forget_plan() { run_list_.flush(); }
    void given(uint8_t *, uint64_t) {}
    void freed(AscendC::HardEvent, uint8_t *base, uint64_t bytes) { run_list_.forget(base, bytes); }
    // A stored tile is a good moment to execute: its steps belong together, and the next tile brings new ones.
    void tile_is_over() { run_list_.flush(); }

    Carried set_flag(AscendC::HardEvent) { return {}; }
    void wait_flag(AscendC::HardEvent, const Carried &) {}
    void barrier(Pipe) {}
    void barrier_of_all() {}
    void clean_cache(const void *) {}
    void clean_whole_cache() {}

    void begin(const char *) {}
    void finish() { run_list_.flush(); }
    void check_end() {}
    void meet_other_blocks() {}
    void abandon() {}

  private:
    RunList run_list_;
};

}  // namespace ascend_host

#endif
