// The table of kernels in a host image, and the way from a block's packed arguments to the call of its entry.
//
// A kernel's image file includes the kernel's source and this header, and lists the entries:
//
//     ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(adam_f32_none), ASCEND_HOST_KERNEL(adam_f16_none))
//
// Number, sizes and order of the parameters come from the entry's type, so the table cannot disagree with the source.
#ifndef ASCEND_HOST_SHIM_IMAGE_H
#define ASCEND_HOST_SHIM_IMAGE_H

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <tuple>
#include <utility>

#include "block.h"
#include "queue.h"

namespace ascend_host {

template <class... Parameters>
struct Signature {
    using Entry = void (*)(Parameters...);
    static constexpr uint32_t count = sizeof...(Parameters);
    static constexpr uint32_t bytes[count + 1] = {sizeof(Parameters)..., 0};
    static constexpr uint32_t packed_bytes = (0u + ... + ((static_cast<uint32_t>(sizeof(Parameters)) + 7u) / 8u * 8u));

    static void call(Entry entry, const void *args) {
        const uint8_t *at = static_cast<const uint8_t *>(args);
        // Braces fix the order: parameters are taken from left to right.
        std::tuple<Parameters...> values{take<Parameters>(at)...};
        std::apply(entry, values);
    }

  private:
    template <class T>
    static T take(const uint8_t *&at) {
        T value;
        memcpy(&value, at, sizeof value);
        at += (sizeof value + 7) / 8 * 8;
        return value;
    }
};

template <class... Parameters>
Signature<Parameters...> signature_of(void (*)(Parameters...));

inline int32_t report(const AscendHostBlock *launch, const char *kernel, int32_t code, const char *text) {
    if (launch->message == nullptr || launch->message_bytes == 0) return code;
    char tile[32] = "";
    if (block().buffers().tile() >= 0)
        snprintf(tile, sizeof tile, ", tile %lld", static_cast<long long>(block().buffers().tile()));
    snprintf(launch->message, launch->message_bytes, "kernel %s, block %u of %u%s: %s", kernel, launch->block,
             launch->block_count, tile, text);
    return code;
}

// Runs one block: from the launch to 0 or a code, and nothing thrown across the boundary.
template <class Body>
inline int32_t run_block(const AscendHostBlock *launch, const char *kernel, Body body) {
    Block state(*launch);
    Block::current() = &state;
    AscendC::TPipe::current() = nullptr;
    state.core().begin(kernel);
    int32_t code = 0;
    try {
        body();
        state.core().finish();
        state.check_end();
        state.core().meet_other_blocks();
    } catch (const Fault &fault) {
        code = report(launch, kernel, fault.code, fault.text);
    } catch (...) {
        code = report(launch, kernel, kTrapCode, "the kernel threw an exception of its own");
    }
    if (code != 0) state.core().abandon();
    state.memory().tell_touches();
    Block::current() = nullptr;
    return code;
}

template <auto entry>
inline int32_t run(const AscendHostBlock *launch, const char *kernel) {
    using Parameters = decltype(signature_of(entry));
    return run_block(launch, kernel, [launch] {
        if (launch->args_bytes < Parameters::packed_bytes) {
            trap("launched with %llu B of arguments: its %u parameters take %u B",
                 static_cast<unsigned long long>(launch->args_bytes), Parameters::count, Parameters::packed_bytes);
        }
        Parameters::call(entry, launch->args);
    });
}

}  // namespace ascend_host

#define ASCEND_HOST_KERNEL(entry)                                                                                      \
    AscendHostKernel {                                                                                                 \
#entry,                                                                                                        \
            [](const AscendHostBlock                                                                                   \
                   *launch) { return ::ascend_host::run<&entry>(launch, #entry); },                                    \
                                                                                 decltype(::ascend_host::signature_of( \
                                                                                     &entry))::count,                  \
                                                                                 decltype(::ascend_host::signature_of( \
                                                                                     &entry))::bytes                   \
    }

#define ASCEND_HOST_IMAGE(...)                                                                             \
    static const AscendHostKernel ascend_host_kernels[] = {__VA_ARGS__};                                   \
    extern "C" __attribute__((visibility("default")))                                                      \
    const AscendHostImage ascend_host_image = {ASCEND_HOST_IMAGE_ABI,                                      \
                                               __NPU_ARCH__,                                               \
                                               ::ascend_host::kChecked ? "checked" : "fast",               \
                                               1u,                                                         \
                                               sizeof ascend_host_kernels / sizeof ascend_host_kernels[0], \
                                               ascend_host_kernels};

#endif
