// Runs the entries of the adam image as the software device does: blocks of one launch on several threads at once,
// several launches at once, over ragged lengths and offsets, in memory that ends where it says. The result must be that
// of one thread, bit for bit.
//
// This is for the sanitizers (.ci/sanitizers): they see accesses outside of memory, and threads that meet. With `plant`
// as its argument the program has one fault of each kind, which they must see.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "../../adam/control_block.h"
#include "../../adam/image.cpp"

namespace {

constexpr uint32_t kThreads = 4;

// 1001 copies 16 elements at a time in: beyond an end it reads what the device's allocator adds.
constexpr uint64_t kPadding = __NPU_ARCH__ == 1001 ? 64 : 0;

// Device memory that ends where the kernels may read last, so that one byte beyond it is outside. The data begins
// `offset` bytes inside.
class Memory {
  public:
    Memory(uint64_t bytes, uint64_t offset) : bytes_(offset + bytes + kPadding), offset_(offset) {
        data_ = static_cast<uint8_t *>(malloc(bytes_ == 0 ? 1 : bytes_));
        memset(data_, 0, bytes_ == 0 ? 1 : bytes_);
    }
    ~Memory() { free(data_); }
    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;

    uint8_t *at() const { return data_ + offset_; }
    uint64_t base() const { return reinterpret_cast<uint64_t>(data_); }
    uint64_t bytes() const { return bytes_; }
    uint64_t size() const { return bytes_ - offset_ - kPadding; }

  private:
    uint8_t *data_;
    uint64_t bytes_;
    uint64_t offset_;
};

// A step of one entry over its own memory.
struct Step {
    const AscendHostKernel *kernel;
    uint64_t count;
    std::vector<std::unique_ptr<Memory>> memories;  // gradient, master, m, v, largest v, copy, control
    uint64_t args[18] = {};
    uint32_t overflow = 0;
    std::atomic<uint64_t> touched{0};
    std::atomic<int32_t> code{0};
    char message[512] = {};
    // Bytes that each memory is said to be longer than it is.
    uint64_t lie = 0;

    Step(const AscendHostKernel &of, uint64_t n, uint64_t offset, uint64_t seed) : kernel(&of), count(n) {
        // The name says the types: adam_<gradient>_<copy>, then what the moments are.
        const uint64_t gradient = strstr(of.name, "adam_f32") != nullptr ? 4 : 2;
        const bool has_copy = strstr(of.name, "_none") == nullptr;
        const uint64_t moment = strstr(of.name, "_state_bf16") != nullptr ? 2 : 4;
        const uint64_t widths[] = {gradient, 4, moment, moment, moment, 2};
        for (const uint64_t width : widths) memories.push_back(std::make_unique<Memory>(n * width, offset * width));
        memories.push_back(std::make_unique<Memory>(sizeof(ControlBlock), 0));
        uint64_t state = seed * 2 + 1;
        for (int which = 0; which < 5; ++which) {
            uint8_t *at = memories[static_cast<size_t>(which)]->at();
            for (uint64_t i = 0; i < n; ++i) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                // Numbers of the order of one: a sign and mantissa that are drawn, and a fixed exponent.
                const uint32_t drawn = static_cast<uint32_t>(state >> 32);
                const uint32_t sign = which < 3 ? 0x8000u : 0u;
                if (which == 0 && gradient == 2) {
                    const uint16_t value = static_cast<uint16_t>(0x3800u | (drawn & 0x83ffu));
                    memcpy(at + i * 2, &value, 2);
                } else if (which > 1 && moment == 2) {
                    const uint16_t value = static_cast<uint16_t>(0x3f00u | (drawn & (0x7fu | sign)));
                    memcpy(at + i * 2, &value, 2);
                } else {
                    const uint32_t value = 0x3f000000u | (drawn & (0x007fffffu | sign << 16));
                    memcpy(at + i * 4, &value, 4);
                }
            }
        }
        ControlBlock block{};
        block.gradient_scale = 1.0f;
        block.inverse_bias_correction1 = 1.5f;
        block.inverse_sqrt_bias_correction2 = 2.5f;
        block.step = 3;
        memcpy(memories[6]->at(), &block, sizeof block);
        for (size_t i = 0; i < 7; ++i) {
            if (i != 5 || has_copy) args[i] = reinterpret_cast<uint64_t>(memories[i]->at());
        }
        args[7] = n;
        const float numbers[] = {1e-3f, 0.9f, 0.1f, 0.999f, 0.001f, 1e-8f, 0.9999f, 0.0f};
        for (size_t i = 0; i < 8; ++i) memcpy(&args[8 + i], &numbers[i], sizeof(float));
    }

    static int32_t find(const void *context, uint64_t address, uint64_t *base, uint64_t *bytes) {
        const Step *step = static_cast<const Step *>(context);
        for (const auto &memory : step->memories) {
            if (address < memory->base() || address >= memory->base() + memory->bytes()) continue;
            *base = memory->base();
            *bytes = memory->bytes() + step->lie;
            return 1;
        }
        return 0;
    }

    static void touch(const void *context, uint64_t, uint64_t bytes, int32_t) {
        Step *step = static_cast<Step *>(const_cast<void *>(context));
        step->touched.fetch_add(bytes, std::memory_order_relaxed);
    }

    void run(uint32_t block, uint32_t blocks, uint32_t saturates) {
        char text[512] = {};
        const AscendHostBlock launch = {args, sizeof args, block,     blocks,   {this, find, touch},
                                        text, sizeof text, saturates, &overflow};
        const int32_t result = kernel->run(&launch);
        int32_t none = 0;
        if (result != 0 && code.compare_exchange_strong(none, result)) memcpy(message, text, sizeof message);
    }
};

// Deals the blocks of some steps out to several threads, neighbours to different ones. Nothing orders the threads
// before they end, so that who touches what another does is seen whenever they do.
void run_all(const std::vector<Step *> &steps, uint32_t blocks, uint32_t saturates, uint32_t threads) {
    const uint32_t all = blocks * static_cast<uint32_t>(steps.size());
    std::vector<std::thread> pool;
    for (uint32_t i = 0; i < threads; ++i) {
        pool.emplace_back([&, i] {
            for (uint32_t part = i; part < all; part += threads) {
                steps[part / blocks]->run(part % blocks, blocks, saturates);
            }
        });
    }
    for (std::thread &thread : pool) thread.join();
}

int failures = 0;

void compare(const Step &got, const Step &wanted, const char *what) {
    bool same = got.code == 0 && wanted.code == 0 && (got.count == 0 || got.touched != 0);
    for (size_t i = 0; i < 6; ++i) {
        const uint64_t bytes = got.memories[i]->size();
        if (bytes != 0) same = same && memcmp(got.memories[i]->at(), wanted.memories[i]->at(), bytes) == 0;
    }
    if (same) return;
    ++failures;
    printf("%s of %s, %llu elements: code %d, %s\n", what, got.kernel->name, static_cast<unsigned long long>(got.count),
           got.code.load(), got.message);
}

void all_shapes() {
    for (uint32_t which = 0; which < ascend_host_image.kernel_count; ++which) {
        const AscendHostKernel &kernel = ascend_host_image.kernels[which];
        for (const uint64_t count : {0, 1, 7, 15, 16, 17, 31, 33, 255, 257, 4099, 20011, 65537}) {
            for (const uint64_t offset : {0, 1, 3, 16}) {
                for (const uint32_t blocks : {1u, 3u, 40u}) {
                    if (count > 5000 && (offset != 3 || blocks == 1)) continue;
                    // What amsgrad adds is seen in the small ones.
                    if (count > 300 && strstr(kernel.name, "_amsgrad") != nullptr) continue;
                    const uint32_t saturates = count % 2;
                    Step alone(kernel, count, offset, count), one(kernel, count, offset, count),
                        other(kernel, count, offset, count);
                    run_all({&alone}, blocks, saturates, 1);
                    run_all({&one, &other}, blocks, saturates, kThreads);
                    compare(one, alone, "a launch");
                    compare(other, alone, "the launch beside it");
                }
            }
        }
    }
}

// Two launches at once over the same memory; and a launch over memory that is shorter than it is said to be.
void plant() {
    const AscendHostKernel &kernel = ascend_host_image.kernels[0];
    Step step(kernel, 20011, 0, 1);
    run_all({&step, &step}, 3, 0, kThreads);
    Step liar(kernel, 4096, 0, 1);
    liar.lie = 4096;
    liar.args[7] = 4104 + kPadding / 4;
    run_all({&liar}, 1, 0, 1);
}

}  // namespace

int main(int count, char **arguments) {
    if (count > 1 && strcmp(arguments[1], "plant") == 0) {
        plant();
    } else {
        all_shapes();
    }
    printf("arch %d %s: %d failures\n", __NPU_ARCH__, ascend_host::kChecked ? "checked" : "fast", failures);
    return failures == 0 ? 0 : 1;
}
