// What one engine of the core knows of the others: a clock for each.
//
// The engines run side by side. An instruction that the scalar unit has issued to an engine is done at some later time,
// and only a flag or a barrier makes that time known to anybody, the same engine included: the vector unit starts an
// instruction before the one in front of it has written its last element. So instructions are numbered for each engine,
// and a clock says up to which number of each engine everything is known to be done. `SetFlag` hands a clock over,
// `WaitFlag` takes it, `PipeBarrier` brings the clock of an engine up to its own last instruction. What an instruction
// reads or overwrites must be done by the clock of its engine.
#ifndef ASCEND_HOST_SHIM_CLOCK_H
#define ASCEND_HOST_SHIM_CLOCK_H

#include <cstdint>

#include "platform.h"

namespace ascend_host {

enum class Pipe : uint8_t { scalar, vector, mte2, mte3 };
constexpr uint32_t kPipes = 4;

constexpr const char *PipeName(Pipe pipe) {
    constexpr const char *names[] = {"the scalar unit", "the vector unit", "MTE2", "MTE3"};
    return names[static_cast<uint32_t>(pipe)];
}

// As the names of barriers and flags have it.
constexpr const char *ShortName(Pipe pipe) {
    constexpr const char *names[] = {"S", "V", "MTE2", "MTE3"};
    return names[static_cast<uint32_t>(pipe)];
}

constexpr Pipe source_of(AscendC::HardEvent event) {
    using E = AscendC::HardEvent;
    switch (event) {
        case E::MTE2_V:
        case E::MTE2_MTE3:
        case E::MTE2_S:
            return Pipe::mte2;
        case E::MTE3_V:
        case E::MTE3_MTE2:
        case E::MTE3_S:
            return Pipe::mte3;
        case E::S_V:
        case E::S_MTE2:
        case E::S_MTE3:
            return Pipe::scalar;
        default:
            return Pipe::vector;
    }
}

constexpr Pipe target_of(AscendC::HardEvent event) {
    using E = AscendC::HardEvent;
    switch (event) {
        case E::V_MTE2:
        case E::MTE3_MTE2:
        case E::S_MTE2:
            return Pipe::mte2;
        case E::V_MTE3:
        case E::MTE2_MTE3:
        case E::S_MTE3:
            return Pipe::mte3;
        case E::V_S:
        case E::MTE2_S:
        case E::MTE3_S:
            return Pipe::scalar;
        default:
            return Pipe::vector;
    }
}

struct Clock {
    uint64_t done[kPipes] = {};

    uint64_t &of(Pipe pipe) { return done[static_cast<uint32_t>(pipe)]; }
    uint64_t of(Pipe pipe) const { return done[static_cast<uint32_t>(pipe)]; }

    void join(const Clock &other) {
        for (uint32_t i = 0; i < kPipes; ++i) {
            if (other.done[i] > done[i]) done[i] = other.done[i];
        }
    }
};

class Clocks {
  public:
    // The number of the next instruction of an engine. The scalar unit issues it when all that it has waited for is
    // done.
    uint64_t issue(Pipe pipe) {
        known(pipe).join(known_by(Pipe::scalar));
        return ++last_.of(pipe);
    }

    // Whether an instruction of `pipe` that is issued now starts after number `of_other` of `other` is done.
    bool knows(Pipe pipe, Pipe other, uint64_t of_other) const {
        if (pipe == Pipe::scalar && other == Pipe::scalar) return true;  // the scalar unit does one thing at a time
        return known_by(pipe).of(other) >= of_other;
    }

    const Clock &known_by(Pipe pipe) const { return known_[static_cast<uint32_t>(pipe)]; }

    // The clock that a flag carries: its engine has finished everything in front of it.
    Clock set(Pipe from) {
        known(from).join(known_by(Pipe::scalar));
        Clock carried = known_by(from);
        carried.of(from) = last_.of(from);
        return carried;
    }

    void wait(Pipe to, const Clock &carried) { known(to).join(carried); }

    void barrier(Pipe pipe) {
        known(pipe).join(known_by(Pipe::scalar));
        known(pipe).of(pipe) = last_.of(pipe);
    }

    void barrier_of_all() {
        for (Clock &known : known_) known = last_;
    }

    // What every engine knows to be done: it orders nothing any more.
    Clock settled() const {
        Clock least = known_[0];
        for (const Clock &known : known_) {
            for (uint32_t i = 0; i < kPipes; ++i) {
                if (known.done[i] < least.done[i]) least.done[i] = known.done[i];
            }
        }
        return least;
    }

  private:
    Clock &known(Pipe pipe) { return known_[static_cast<uint32_t>(pipe)]; }

    Clock known_[kPipes];
    Clock last_;
};

}  // namespace ascend_host

#endif
