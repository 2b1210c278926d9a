// What the blocks of one launch touch of global memory: they run at any time, and nothing orders them.
//
// A byte that one block writes and another reads or writes has no certain value. What a block wrote through the scalar
// unit counts in lines of 64 bytes, because that is what leaves its cache. Blocks are told apart by their index and
// launches by the address of their arguments, which all blocks of a launch share while it runs.
#ifndef ASCEND_HOST_SHIM_LAUNCHES_H
#define ASCEND_HOST_SHIM_LAUNCHES_H

#include <algorithm>
#include <cstdint>
#include <list>
#include <mutex>
#include <vector>

#include "fault.h"

namespace ascend_host {

struct Stretch {
    uint64_t begin;
    uint64_t end;
};

class Stretches {
  public:
    void add(uint64_t begin, uint64_t end) {
        if (begin >= end) return;
        if (!list_.empty() && list_.back().end == begin) {
            list_.back().end = end;
            return;
        }
        list_.push_back({begin, end});
    }

    // Brings them in order and puts neighbours together.
    void finish() {
        std::sort(list_.begin(), list_.end(), [](const Stretch &a, const Stretch &b) { return a.begin < b.begin; });
        size_t kept = 0;
        for (size_t i = 1; i < list_.size(); ++i) {
            if (list_[i].begin <= list_[kept].end) {
                list_[kept].end = std::max(list_[kept].end, list_[i].end);
            } else {
                list_[++kept] = list_[i];
            }
        }
        if (!list_.empty()) list_.resize(kept + 1);
    }

    // The first bytes that both have, or none.
    bool meets(const Stretches &other, Stretch &common) const {
        size_t i = 0, k = 0;
        while (i < list_.size() && k < other.list_.size()) {
            const uint64_t begin = std::max(list_[i].begin, other.list_[k].begin);
            const uint64_t end = std::min(list_[i].end, other.list_[k].end);
            if (begin < end) {
                common = {begin, end};
                return true;
            }
            list_[i].end < other.list_[k].end ? ++i : ++k;
        }
        return false;
    }

  private:
    std::vector<Stretch> list_;
};

struct Footprint {
    uint32_t block = 0;
    Stretches reads;
    Stretches writes;
    Stretches adds;   // by copies that add
    Stretches lines;  // of 64 bytes, that leave the cache of the scalar unit
};

class Launches {
  public:
    static Launches &all() {
        static Launches launches;
        return launches;
    }

    void begin(const void *args, const char *kernel, uint32_t blocks, uint32_t block) {
        if (blocks < 2) return;
        const std::lock_guard<std::mutex> guard(mutex_);
        Launch *known = find(args, kernel, blocks);
        // A block that has run before: this is another launch, and the last one did not come to its end.
        if (known != nullptr && known->begun[block]) {
            launches_.remove_if([&](const Launch &launch) { return &launch == known; });
            known = nullptr;
        }
        if (known == nullptr) {
            if (launches_.size() == kKept) launches_.pop_front();
            launches_.push_back({args, kernel, blocks, std::vector<bool>(blocks), {}});
            known = &launches_.back();
        }
        known->begun[block] = true;
    }

    // A block has ended. Faults where it met another; a block that faulted itself is only counted.
    void end(const void *args, const char *kernel, uint32_t blocks, Footprint &&footprint, bool well) {
        if (blocks < 2) return;
        footprint.reads.finish();
        footprint.writes.finish();
        footprint.adds.finish();
        footprint.lines.finish();
        const std::lock_guard<std::mutex> guard(mutex_);
        Launch *known = find(args, kernel, blocks);
        if (known == nullptr) return;
        known->ended.push_back(std::move(footprint));
        std::list<Launch> over;  // after its last block, a launch is forgotten when this is
        if (known->ended.size() == blocks) {
            const auto at = std::find_if(launches_.begin(), launches_.end(),
                                         [&](const Launch &launch) { return &launch == known; });
            over.splice(over.end(), launches_, at);
        }
        if (!well) return;
        const Footprint &mine = known->ended.back();
        for (size_t i = 0; i + 1 < known->ended.size(); ++i) {
            const Footprint &other = known->ended[i];
            meet(mine, mine.writes, "writes", other, other.writes, "writes");
            meet(mine, mine.writes, "writes", other, other.reads, "reads");
            meet(mine, mine.reads, "reads", other, other.writes, "writes");
            meet(mine, mine.adds, "adds to", other, other.writes, "writes");
            meet(mine, mine.adds, "adds to", other, other.reads, "reads");
            meet(mine, mine.writes, "writes", other, other.adds, "adds to");
            meet(mine, mine.reads, "reads", other, other.adds, "adds to");
            meet(mine, mine.lines, "writes a line of 64 B with", other, other.adds, "adds to");
            meet(mine, mine.adds, "adds to", other, other.lines, "writes a line of 64 B with");
            meet(mine, mine.lines, "writes a line of 64 B with", other, other.lines, "writes with its scalar unit");
            meet(mine, mine.lines, "writes a line of 64 B with", other, other.writes, "writes");
            meet(mine, mine.writes, "writes", other, other.lines, "writes a line of 64 B with");
        }
    }

  private:
    struct Launch {
        const void *args;
        const char *kernel;
        uint32_t blocks;
        std::vector<bool> begun;
        std::vector<Footprint> ended;
    };

    static constexpr size_t kKept = 64;

    Launch *find(const void *args, const char *kernel, uint32_t blocks) {
        for (Launch &launch : launches_) {
            if (launch.args == args && launch.kernel == kernel && launch.blocks == blocks) return &launch;
        }
        return nullptr;
    }

    static void meet(const Footprint &mine, const Stretches &one, const char *does, const Footprint &other,
                     const Stretches &two, const char *did) {
        Stretch common;
        if (!one.meets(two, common)) return;
        exception("block %u %s %llu B at global address 0x%llx that block %u %s: nothing orders the blocks of a launch",
                  mine.block, does, static_cast<unsigned long long>(common.end - common.begin),
                  static_cast<unsigned long long>(common.begin), other.block, did);
    }

    std::mutex mutex_;
    std::list<Launch> launches_;
};

}  // namespace ascend_host

#endif
