// The state of memory, byte by byte: whether anything is in it, and which instruction touched it last.
//
// Kernels touch whole tiles, so bytes with one state are kept as one run. There is one shadow for the unified buffer
// and one for what a block touches of global memory, where only the order counts.
#ifndef ASCEND_HOST_SHIM_SHADOW_H
#define ASCEND_HOST_SHIM_SHADOW_H

#include <cstdint>
#include <iterator>
#include <map>

#include "clock.h"

namespace ascend_host {

enum class Life : uint8_t {
    outside,    // no buffer is here
    unwritten,  // a buffer, and nothing has been written to it since it was given out
    leftover,   // what a reduction leaves in its work tensor
    filler,     // what a padded copy leaves between the end of a row and the end of its last 32 bytes
    written,
};

// Who touched a byte last.
struct Cell {
    Life life = Life::outside;
    Pipe writer_pipe = Pipe::scalar;
    uint64_t writer = 0;  // number of the instruction, 0: nobody
    const char *writer_name = nullptr;
    Clock readers;  // the last one of each engine since the last write
    const char *reader_names[kPipes] = {};

    bool equals(const Cell &other) const {
        bool same = life == other.life && writer_pipe == other.writer_pipe && writer == other.writer;
        for (uint32_t i = 0; i < kPipes; ++i) same = same && readers.done[i] == other.readers.done[i];
        return same;
    }
};

// What an instruction may not do to the bytes it touches.
struct Conflict {
    enum Kind : uint8_t {
        none,
        read_too_early,
        overwrites_unread,
        overwrites_unwritten,
        nothing_there,
        leftover,
        filler,
        outside
    };
    Kind kind = none;
    Pipe other = Pipe::scalar;
    const char *other_name = nullptr;
    uint64_t begin = 0;
    uint64_t end = 0;
};

class Shadow {
  public:
    // `lives` is how bytes start that nobody has mentioned.
    explicit Shadow(Life lives) : lives_(lives) {}

    // Whether an instruction of `pipe` that is issued now may read or write the bytes.
    Conflict examine(const Clocks &clocks, Pipe pipe, bool writes, uint64_t begin, uint64_t end) {
        Conflict found;
        for_each(begin, end, [&](uint64_t from, uint64_t to, Cell &cell) {
            if (found.kind == Conflict::none) found = examine_cell(clocks, pipe, writes, cell);
            if (found.kind != Conflict::none && found.end == 0) {
                found.begin = from;
                found.end = to;
            }
        });
        return found;
    }

    void read(Pipe pipe, uint64_t number, const char *name, uint64_t begin, uint64_t end) {
        for_each(begin, end, [&](uint64_t, uint64_t, Cell &cell) {
            cell.readers.of(pipe) = number;
            cell.reader_names[static_cast<uint32_t>(pipe)] = name;
        });
    }

    void write(Pipe pipe, uint64_t number, const char *name, uint64_t begin, uint64_t end, Life life = Life::written) {
        Cell cell;
        cell.life = life;
        cell.writer_pipe = pipe;
        cell.writer = number;
        cell.writer_name = name;
        replace(begin, end, cell);
    }

    // The bytes begin or end a life; who touched them last still counts.
    void set_life(uint64_t begin, uint64_t end, Life life) {
        for_each(begin, end, [&](uint64_t, uint64_t, Cell &cell) { cell.life = life; });
    }

    // All that was done to the bytes, as a clock.
    Clock touched(uint64_t begin, uint64_t end) {
        Clock all;
        for_each(begin, end, [&](uint64_t, uint64_t, Cell &cell) {
            all.join(cell.readers);
            if (cell.writer > all.of(cell.writer_pipe)) all.of(cell.writer_pipe) = cell.writer;
        });
        return all;
    }

    void clear() { runs_.clear(); }

    // Forgets what every engine knows to be done, so that neighbours become one run again.
    void settle(const Clock &settled) {
        if (runs_.size() < grown_) return;
        for (auto at = runs_.begin(); at != runs_.end();) {
            Cell &cell = at->second.cell;
            if (cell.writer <= settled.of(cell.writer_pipe)) {
                cell.writer = 0;
                cell.writer_pipe = Pipe::scalar;
            }
            for (uint32_t i = 0; i < kPipes; ++i) {
                if (cell.readers.done[i] <= settled.done[i]) cell.readers.done[i] = 0;
            }
            if (at != runs_.begin()) {
                const auto before = std::prev(at);
                if (before->second.end == at->first && before->second.cell.equals(cell)) {
                    before->second.end = at->second.end;
                    at = runs_.erase(at);
                    continue;
                }
            }
            ++at;
        }
        grown_ = runs_.size() * 2 + 256;
    }

  private:
    struct Run {
        uint64_t end;
        Cell cell;
    };
    using Runs = std::map<uint64_t, Run>;

    static Conflict examine_cell(const Clocks &clocks, Pipe pipe, bool writes, const Cell &cell) {
        if (cell.life == Life::outside) return {Conflict::outside};
        if (!writes) {
            if (cell.writer != 0 && !clocks.knows(pipe, cell.writer_pipe, cell.writer))
                return {Conflict::read_too_early, cell.writer_pipe, cell.writer_name};
            if (cell.life == Life::unwritten) return {Conflict::nothing_there};
            if (cell.life == Life::leftover) return {Conflict::leftover};
            if (cell.life == Life::filler) return {Conflict::filler};
            return {};
        }
        for (uint32_t i = 0; i < kPipes; ++i) {
            const Pipe reader = static_cast<Pipe>(i);
            if (cell.readers.done[i] != 0 && !clocks.knows(pipe, reader, cell.readers.done[i]))
                return {Conflict::overwrites_unread, reader, cell.reader_names[i]};
        }
        if (cell.writer != 0 && !clocks.knows(pipe, cell.writer_pipe, cell.writer))
            return {Conflict::overwrites_unwritten, cell.writer_pipe, cell.writer_name};
        return {};
    }

    // Makes a run begin at `at`, if one holds it.
    void cut(uint64_t at) {
        auto after = runs_.upper_bound(at);
        if (after == runs_.begin()) return;
        const auto holds = std::prev(after);
        if (holds->first == at || holds->second.end <= at) return;
        runs_.emplace_hint(after, at, Run{holds->second.end, holds->second.cell});
        holds->second.end = at;
    }

    // Calls with each run in the range; what has no run yet gets one.
    template <class Call>
    void for_each(uint64_t begin, uint64_t end, Call call) {
        if (begin >= end) return;
        cut(begin);
        cut(end);
        uint64_t at = begin;
        auto run = runs_.lower_bound(begin);
        while (at < end) {
            if (run == runs_.end() || run->first > at) {
                const uint64_t until = run == runs_.end() || run->first > end ? end : run->first;
                Cell cell;
                cell.life = lives_;
                run = runs_.emplace_hint(run, at, Run{until, cell});
            }
            call(run->first, run->second.end, run->second.cell);
            at = run->second.end;
            ++run;
        }
    }

    void replace(uint64_t begin, uint64_t end, const Cell &cell) {
        if (begin >= end) return;
        cut(begin);
        cut(end);
        auto first = runs_.lower_bound(begin);
        auto past = first;
        while (past != runs_.end() && past->first < end) ++past;
        runs_.erase(first, past);
        runs_.emplace(begin, Run{end, cell});
    }

    Life lives_;
    size_t grown_ = 256;
    Runs runs_;
};

}  // namespace ascend_host

#endif
