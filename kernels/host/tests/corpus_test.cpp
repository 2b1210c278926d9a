// Runs the corpus: every faulty kernel must be refused with its message, every right one must pass, in any order of the
// engines.
//
// One program is one build. It prints what went wrong, the counts, and a digest of the results of the right kernels;
// given a digest as its argument it also fails when its own differs.
#include <string>

#include "corpus/atomic.h"
#include "corpus/blocks.h"
#include "corpus/cache.h"
#include "corpus/case.h"
#include "corpus/compare.h"
#include "corpus/copies.h"
#include "corpus/flags.h"
#include "corpus/memory.h"
#include "corpus/modes.h"
#include "corpus/order.h"
#include "corpus/plan.h"
#include "corpus/queues.h"
#include "corpus/reduce.h"
#include "corpus/rows.h"
#include "corpus/vector.h"

namespace corpus {

using ascend_host::Options;
using ascend_host::options;
using ascend_host::Schedule;
using test::Memory;
using test::Outcome;

constexpr bool kChecks = ascend_host::kChecked;

struct Result {
    Outcome outcome{0, {}};
    std::vector<uint8_t> out;
};

Result launch(const Case &one, bool faulty) {
    Memory in(kElements * sizeof(float)), out(kElements * sizeof(float));
    for (uint32_t i = 0; i < in.total() / sizeof(float); ++i) in.as<float>()[i] = 0.25f * static_cast<float>(i) + 1.0f;
    memset(out.data(), 0, out.total());
    Result result;
    uint64_t arguments[2] = {};
    for (uint32_t block = 0; block < one.blocks && result.outcome.code == 0; ++block) {
        const AscendHostBlock launch = test::block_of(block, one.blocks, arguments, sizeof arguments, result.outcome);
        result.outcome.code =
            ascend_host::run_block(&launch, one.name, [&] { one.kernel(in.data(), out.data(), faulty); });
    }
    result.out.assign(out.data(), out.data() + out.total());
    return result;
}

// Whether the parts of `wanted`, which "..." separates, are in the text in their order.
bool says(const char *text, const char *wanted) {
    const std::string all = wanted;
    size_t begin = 0;
    while (true) {
        const size_t end = all.find(" ... ", begin);
        const std::string part = all.substr(begin, end == std::string::npos ? end : end - begin);
        text = strstr(text, part.c_str());
        if (text == nullptr) return false;
        text += part.size();
        if (end == std::string::npos) return true;
        begin = end + 5;
    }
}

std::vector<Options> schedules() {
    std::vector<Options> all = {{Schedule::early, 0, true}, {Schedule::late, 0, true}};
    for (uint64_t seed = 1; kChecks && seed <= 8; ++seed) all.push_back({Schedule::shuffled, seed, true});
    if (!kChecks) all.resize(1);
    return all;
}

bool passes(const Case &one, Result &first) {
    bool is_first = true;
    for (const Options &chosen : schedules()) {
        options() = chosen;
        Result result = launch(one, false);
        if (result.outcome.code != 0) {
            printf("%s: the right kernel is refused: %s\n", one.name, result.outcome.text);
            return false;
        }
        if (!is_first && result.out != first.out) {
            printf("%s: the right kernel has another result in another order\n", one.name);
            return false;
        }
        first = std::move(result);
        is_first = false;
    }
    test::add_to_digest(first.out.data(), first.out.size());
    return true;
}

bool is_refused(const Case &one) {
    options() = Options{};
    const Result result = launch(one, true);
    const int32_t code = result.outcome.code;
    const std::string prefix = std::string("kernel ") + one.name + ", block ";
    if (code != ascend_host::kExceptionCode && code != ascend_host::kTrapCode) {
        printf("%s: the faulty kernel is not refused (code %d)\n", one.name, code);
        return false;
    }
    if (strncmp(result.outcome.text, prefix.c_str(), prefix.size()) != 0 || !says(result.outcome.text, one.message)) {
        printf("%s: the faulty kernel is refused with: %s\n    and not with: %s\n", one.name, result.outcome.text,
               one.message);
        return false;
    }
    return true;
}

// Not refused, a fault of order gives other results than the right kernel has, in some order of the engines.
bool shows(const Case &one, const Result &right) {
    bool is_seen = false;
    for (Options chosen : schedules()) {
        chosen.refuses_disorder = false;
        options() = chosen;
        const Result result = launch(one, true);
        is_seen = is_seen || (result.outcome.code == 0 && result.out != right.out);
    }
    options() = Options{};
    if (!is_seen) printf("%s: the faulty kernel, let run, gives the right result in every order\n", one.name);
    return is_seen;
}

int run() {
    uint32_t right = 0, refused = 0, shown = 0, of_order = 0, faulty = 0, all = 0;
    for (const Case &one : cases()) {
        if (one.architecture != 0 && one.architecture != __NPU_ARCH__) continue;
        ++all;
        Result result;
        if (passes(one, result)) ++right;
        if (!kChecks && one.by != By::always) continue;
        ++faulty;
        if (is_refused(one)) ++refused;
        if (one.by != By::order) continue;
        ++of_order;
        if (shows(one, result)) ++shown;
    }
    printf("arch %d %s: %u of %u faulty kernels refused, %u of %u right ones pass, %u of %u faults of order show, ",
           __NPU_ARCH__, kChecks ? "checked" : "fast", refused, faulty, right, all, shown, of_order);
    return refused == faulty && right == all && shown == of_order ? 0 : 1;
}

}  // namespace corpus

int main(int count, char **arguments) {
    int failed = corpus::run();
    char digest[17];
    snprintf(digest, sizeof digest, "%016llx", static_cast<unsigned long long>(test::digest()));
    printf("digest %s\n", digest);
    if (count > 1 && strcmp(arguments[1], digest) != 0) {
        printf("the results differ from those of the other build: digest %s, not %s\n", digest, arguments[1]);
        failed = 1;
    }
    return failed;
}
