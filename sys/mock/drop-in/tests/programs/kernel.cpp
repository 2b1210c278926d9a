// A kernel from the image that the first argument names.
#include "acl/acl.h"
#include "check.h"

#include <fstream>
#include <iterator>
#include <vector>

int main(int argc, char **argv)
{
    constexpr uint64_t COUNT = 10007;
    const size_t bytes = COUNT * sizeof(float);
    REQUIRE(argc == 2);
    std::ifstream file(argv[1], std::ios::binary);
    const std::vector<char> image((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());

    aclrtBinHandle binary = nullptr;
    aclrtFuncHandle function = nullptr;
    aclrtArgsHandle arguments = nullptr;
    aclrtParamHandle parameter = nullptr;
    aclrtStream stream = nullptr;
    void *y = nullptr;
    void *x = nullptr;
    float a = 0.5F;
    uint64_t count = COUNT;
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    CHECK(aclrtMalloc(&y, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&x, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    std::vector<float> host(COUNT);
    for (uint64_t i = 0; i < COUNT; ++i) {
        host[i] = static_cast<float>(i);
    }
    CHECK(aclrtMemcpy(x, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(aclrtMemcpy(y, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));

    CHECK(aclrtBinaryLoadFromData(image.data(), image.size(), nullptr, &binary));
    REQUIRE(aclrtBinaryGetFunction(binary, "no_such_kernel", &function) == 507027);
    CHECK(aclrtBinaryGetFunction(binary, "axpy", &function));
    CHECK(aclrtKernelArgsInit(function, &arguments));
    CHECK(aclrtKernelArgsAppend(arguments, &y, sizeof(y), &parameter));
    CHECK(aclrtKernelArgsAppend(arguments, &x, sizeof(x), &parameter));
    CHECK(aclrtKernelArgsAppend(arguments, &a, sizeof(a), &parameter));
    CHECK(aclrtKernelArgsAppend(arguments, &count, sizeof(count), &parameter));
    CHECK(aclrtKernelArgsFinalize(arguments));
    CHECK(aclrtLaunchKernelWithConfig(function, 7, stream, nullptr, arguments, nullptr));
    CHECK(aclrtSynchronizeStream(stream));

    CHECK(aclrtMemcpy(host.data(), bytes, y, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (uint64_t i = 0; i < COUNT; ++i) {
        REQUIRE(host[i] == 1.5F * static_cast<float>(i));
    }
    CHECK(aclrtBinaryUnLoad(binary));
    CHECK(aclrtFree(x));
    CHECK(aclrtFree(y));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
