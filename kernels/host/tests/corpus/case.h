// The corpus: small kernels with one fault each, and beside each the message that refuses it.
//
// A kernel of the corpus is two: called with `faulty` it has the fault, and without it is right and must pass. Both
// differ in the one line that matters, so a refusal cannot be for something else. The right ones are run in every order
// that the engines could take and must give the same bits in each, in both builds.
#ifndef ASCEND_HOST_TESTS_CORPUS_CASE_H
#define ASCEND_HOST_TESTS_CORPUS_CASE_H

#include <vector>

#include "../harness.h"

namespace corpus {

using namespace AscendC;

using Kernel = void (*)(GM_ADDR in, GM_ADDR out, bool faulty);

// Which build finds the fault. `order` faults are the checked build's, and they also show in the results when they are
// not refused.
enum class By : uint8_t { always, checked, order };

constexpr uint32_t kElements = 1024;  // floats of `in` and of `out`

struct Case {
    const char *name;
    By by;
    uint32_t architecture;  // 0: both
    uint32_t blocks;
    const char *message;  // parts of it in their order, with "..." between
    Kernel kernel;
};

inline std::vector<Case> &cases() {
    static std::vector<Case> all;
    return all;
}

#define CORPUS_CASE(name, by, architecture, blocks, message)                                                         \
    void name(GM_ADDR in, GM_ADDR out, bool faulty);                                                                 \
    static const bool name##_is_known = (cases().push_back({#name, by, architecture, blocks, message, name}), true); \
    void name([[maybe_unused]] GM_ADDR in, [[maybe_unused]] GM_ADDR out, [[maybe_unused]] bool faulty)

// A fault that both builds find, one that the checked build finds, one of order.
#define ALWAYS(name, message) CORPUS_CASE(name, By::always, 0, 1, message)
#define CHECKED(name, message) CORPUS_CASE(name, By::checked, 0, 1, message)
#define ORDER(name, message) CORPUS_CASE(name, By::order, 0, 1, message)

// What most kernels are made of.
struct Parts {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    TBuf<TPosition::VECCALC> temp;
    GlobalTensor<float> from;
    GlobalTensor<float> to;

    Parts(GM_ADDR in_address, GM_ADDR out_address, uint32_t bytes = 1024) {
        pipe.InitBuffer(in, 2, bytes);
        pipe.InitBuffer(out, 2, bytes);
        pipe.InitBuffer(temp, 2 * bytes);
        from.SetGlobalBuffer((__gm__ float *)in_address, kElements);
        to.SetGlobalBuffer((__gm__ float *)out_address, kElements);
    }

    LocalTensor<float> load(uint32_t count, uint32_t start = 0) {
        LocalTensor<float> tensor = in.AllocTensor<float>();
        DataCopy(tensor, from[start], count);
        in.EnQue(tensor);
        return in.DeQue<float>();
    }

    // The result leaves the core.
    void store(LocalTensor<float> &tensor, uint32_t count, uint32_t start = 0) {
        out.EnQue(tensor);
        tensor = out.DeQue<float>();
        DataCopy(to[start], tensor, count);
        out.FreeTensor(tensor);
    }
};

template <HardEvent event>
inline void pass(int32_t id = 0) {
    SetFlag<event>(id);
    WaitFlag<event>(id);
}

}  // namespace corpus

#endif
