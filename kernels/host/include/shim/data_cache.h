// The cache through which the scalar unit sees global memory: 64 bytes a line, and nobody keeps it in step with the
// copies.
//
// What the scalar unit writes stays in the cache until `DataCacheCleanAndInvalid`, and what it has read once it reads
// from there again, whatever a copy has stored in between. The architecture 1001 has no such instruction.
#ifndef ASCEND_HOST_SHIM_DATA_CACHE_H
#define ASCEND_HOST_SHIM_DATA_CACHE_H

#include <cstdint>
#include <map>

#include "fault.h"

namespace ascend_host {

class DataCache {
  public:
    static constexpr uint64_t kLine = 64;

    void read(uint64_t address) {
        State &line = lines_.emplace(address / kLine, State::clean).first->second;
        if (line == State::stale) {
            exception(
                "GetValue at global address 0x%llx: its line of %u B is in the cache as it was before a copy stored to "
                "it%s",
                static_cast<unsigned long long>(address), static_cast<unsigned>(kLine),
                __NPU_ARCH__ == 1001 ? ", and this architecture cannot drop it"
                                     : "; DataCacheCleanAndInvalid comes first");
        }
    }

    void write(uint64_t address) { lines_[address / kLine] = State::dirty; }

    // A copy stored to global memory, and the cache does not know.
    void overwritten(uint64_t begin, uint64_t end) {
        for (auto at = lines_.lower_bound(begin / kLine); at != lines_.end() && at->first * kLine < end; ++at)
            at->second = State::stale;
    }

    // A copy reads or writes what the scalar unit has written and not sent on.
    void check_copy(const char *name, uint64_t begin, uint64_t end, bool writes) const {
        for (auto at = lines_.lower_bound(begin / kLine); at != lines_.end() && at->first * kLine < end; ++at) {
            if (at->second != State::dirty) continue;
            exception(
                "%s %s a line of %u B at global address 0x%llx that SetValue has written and that is still in the "
                "cache: "
                "DataCacheCleanAndInvalid comes first",
                name, writes ? "writes" : "reads", static_cast<unsigned>(kLine),
                static_cast<unsigned long long>(at->first * kLine));
        }
    }

    void clean(uint64_t address) { lines_.erase(address / kLine); }
    void clean_all() { lines_.clear(); }

    void check_end() const {
        for (const auto &line : lines_) {
            if (line.second != State::dirty) continue;
            trap(
                "the kernel ends with a line of %u B at global address 0x%llx that SetValue has written and "
                "DataCacheCleanAndInvalid has not sent to memory",
                static_cast<unsigned>(kLine), static_cast<unsigned long long>(line.first * kLine));
        }
    }

  private:
    enum class State : uint8_t { clean, dirty, stale };
    std::map<uint64_t, State> lines_;
};

}  // namespace ascend_host

#endif
