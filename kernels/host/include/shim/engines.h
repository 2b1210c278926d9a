// The engines of a core: instructions that are issued and not yet executed.
//
// The checked build executes an instruction at a time that the device could choose, and not when it is called. By
// itself that changes nothing: an instruction waits for what its engine was told to wait for. Where a kernel lacks a
// flag or a barrier, though, the time shows: the reader finds what was there before. `late`, the usual choice, executes
// an instruction when somebody who has waited for it needs it, and of several that nothing orders the last one first.
// `early` is the order of the program. `shuffled` draws from a seed.
#ifndef ASCEND_HOST_SHIM_ENGINES_H
#define ASCEND_HOST_SHIM_ENGINES_H

#include <cstdint>
#include <deque>
#include <functional>
#include <utility>

#include "clock.h"

namespace ascend_host {

enum class Schedule : uint8_t { late, early, shuffled };

struct Options {
    Schedule schedule = Schedule::late;
    uint64_t seed = 1;
    // Off: an instruction that comes too early is executed all the same, and its result is poison. For tests.
    bool refuses_disorder = true;
    // The barrier of a block, counted from 0, that has no effect: to see that a kernel needs it. For tests.
    uint64_t ignored_barrier = UINT64_MAX;
    // Where not null, counts barriers.
    uint64_t *barriers = nullptr;
};

inline Options &options() {
    static Options chosen;
    return chosen;
}

struct Instruction {
    Pipe pipe = Pipe::vector;
    uint64_t number = 0;
    Clock needs;  // what must be executed before
    std::function<void()> work;
    bool is_done = false;
};

class Engines {
  public:
    explicit Engines(const Options &options) : schedule_(options.schedule), state_(options.seed * 2 + 1) {}

    void issue(Instruction &&instruction) {
        Queue &queue = of(instruction.pipe);
        if (queue.waiting.empty()) queue.first = instruction.number;
        const Pipe pipe = instruction.pipe;
        const uint64_t number = instruction.number;
        queue.waiting.push_back(std::move(instruction));
        if (schedule_ == Schedule::early) {
            run(pipe, number);
        } else if (schedule_ == Schedule::shuffled) {
            while (draw() % 2 == 0 && run_any()) {
            }
        }
        if (queue.waiting.size() > kMost) run_up_to(pipe, number - kMost / 2);
    }

    // The last instruction that was issued to an engine does more work.
    void extend(Pipe pipe, std::function<void()> more) {
        Queue &queue = of(pipe);
        if (queue.waiting.empty() || queue.waiting.back().is_done) {
            more();
            return;
        }
        Instruction &last = queue.waiting.back();
        last.work = [first = std::move(last.work), more = std::move(more)] {
            first();
            more();
        };
    }

    void run_all_of(const Clock &needs) {
        for (uint32_t i = 0; i < kPipes; ++i) run_up_to(static_cast<Pipe>(i), needs.done[i]);
    }

    void run_everything() {
        for (Queue &queue : queues_) {
            while (!queue.waiting.empty()) run_up_to(queue.waiting.back().pipe, queue.waiting.back().number);
        }
    }

    // After a fault: what has not happened does not happen any more.
    void drop_everything() {
        for (Queue &queue : queues_) queue.waiting.clear();
    }

  private:
    static constexpr uint64_t kMost = 256;  // instructions that wait: a bound for the depth of `run`

    struct Queue {
        uint64_t first = 0;  // number of the first that waits
        std::deque<Instruction> waiting;
    };

    Queue &of(Pipe pipe) { return queues_[static_cast<uint32_t>(pipe)]; }

    void run(Pipe pipe, uint64_t number) {
        Queue &queue = of(pipe);
        if (queue.waiting.empty() || number < queue.first || number >= queue.first + queue.waiting.size()) return;
        Instruction &instruction = queue.waiting[number - queue.first];
        if (instruction.is_done) return;
        instruction.is_done = true;
        const Clock needs = instruction.needs;
        const std::function<void()> work = std::move(instruction.work);
        run_all_of(needs);
        work();
        while (!queue.waiting.empty() && queue.waiting.front().is_done) {
            queue.waiting.pop_front();
            ++queue.first;
        }
    }

    // From the last to the first: nothing orders them but what each needs.
    void run_up_to(Pipe pipe, uint64_t number) {
        Queue &queue = of(pipe);
        if (queue.waiting.empty()) return;
        const uint64_t last = queue.first + queue.waiting.size() - 1;
        for (uint64_t at = number < last ? number : last; !queue.waiting.empty() && at >= queue.first; --at) {
            run(pipe, at);
            if (at == 0) break;
        }
    }

    bool run_any() {
        Queue &queue = queues_[draw() % kPipes];
        if (queue.waiting.empty()) return false;
        run(queue.waiting.front().pipe, queue.first + draw() % queue.waiting.size());
        return true;
    }

    uint32_t draw() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<uint32_t>(state_ >> 33);
    }

    Schedule schedule_;
    uint64_t state_;
    Queue queues_[kPipes];
};

}  // namespace ascend_host

#endif
