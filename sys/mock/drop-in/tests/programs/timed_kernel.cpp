// Prints the milliseconds between two events with a launch between them, of a kernel from the image that the first argument names.
#include "acl/acl.h"
#include "check.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

int main(int argc, char **argv)
{
    constexpr uint64_t COUNT = (uint64_t{4} << 20) / sizeof(float);
    constexpr uint64_t LONGER = uint64_t{128} << 20;
    REQUIRE(argc == 2);
    std::ifstream file(argv[1], std::ios::binary);
    const std::vector<char> image((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());

    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    aclrtEvent start = nullptr;
    aclrtEvent end = nullptr;
    CHECK(aclrtCreateStream(&stream));
    CHECK(aclrtCreateEvent(&start));
    CHECK(aclrtCreateEvent(&end));
    struct {
        void *y;
        void *x;
        uint64_t a;
        uint64_t count;
    } arguments = {nullptr, nullptr, 0, COUNT};
    CHECK(aclrtMalloc(&arguments.y, COUNT * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&arguments.x, COUNT * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST));

    void *longer = nullptr;
    CHECK(aclrtMalloc(&longer, LONGER, ACL_MEM_MALLOC_HUGE_FIRST));

    aclrtBinHandle binary = nullptr;
    aclrtFuncHandle function = nullptr;
    CHECK(aclrtBinaryLoadFromData(image.data(), image.size(), nullptr, &binary));
    CHECK(aclrtBinaryGetFunction(binary, "axpy", &function));
    CHECK(aclrtMemsetAsync(arguments.y, COUNT * sizeof(float), 0, COUNT * sizeof(float), stream));
    CHECK(aclrtMemsetAsync(arguments.x, COUNT * sizeof(float), 0, COUNT * sizeof(float), stream));
    // It takes longer than the calls that follow, so that the stream does not wait for these.
    CHECK(aclrtMemsetAsync(longer, LONGER, 0, LONGER, stream));
    CHECK(aclrtRecordEvent(start, stream));
    CHECK(aclrtLaunchKernelWithHostArgs(function, 4, stream, nullptr, &arguments, sizeof(arguments), nullptr, 0));
    CHECK(aclrtRecordEvent(end, stream));
    CHECK(aclrtSynchronizeStream(stream));
    float milliseconds = 0;
    CHECK(aclrtEventElapsedTime(&milliseconds, start, end));
    std::printf("%.6f\n", milliseconds);
    CHECK(aclrtBinaryUnLoad(binary));
    CHECK(aclrtFree(longer));
    CHECK(aclrtFree(arguments.x));
    CHECK(aclrtFree(arguments.y));
    CHECK(aclrtDestroyEvent(start));
    CHECK(aclrtDestroyEvent(end));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
