// An all-reduce over threads, one a device, with data that differs by rank and place.
#include "acl/acl.h"
#include "check.h"
#include "hccl/hccl.h"

#include <thread>
#include <vector>

namespace {
constexpr uint64_t COUNT = 4099;

void run(uint32_t size, uint32_t rank, const HcclRootInfo &root)
{
    const size_t bytes = COUNT * sizeof(int32_t);
    HcclComm comm = nullptr;
    aclrtStream stream = nullptr;
    void *send = nullptr;
    void *receive = nullptr;
    CHECK(aclrtSetDevice(static_cast<int32_t>(rank)));
    CHECK(HcclCommInitRootInfo(size, &root, rank, &comm));
    CHECK(aclrtCreateStream(&stream));
    CHECK(aclrtMalloc(&send, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&receive, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    std::vector<int32_t> data(COUNT);
    for (uint64_t i = 0; i < COUNT; ++i) {
        data[i] = static_cast<int32_t>(i * (rank + 1));
    }
    CHECK(aclrtMemcpy(send, bytes, data.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(HcclAllReduce(send, receive, COUNT, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comm, stream));
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclrtMemcpy(data.data(), bytes, receive, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (uint64_t i = 0; i < COUNT; ++i) {
        REQUIRE(data[i] == static_cast<int32_t>(i * size * (size + 1) / 2));
    }
    CHECK(HcclCommDestroy(comm));
    CHECK(aclrtFree(send));
    CHECK(aclrtFree(receive));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(static_cast<int32_t>(rank)));
}
}

int main()
{
    uint32_t size = 0;
    HcclRootInfo root;
    CHECK(aclInit(nullptr));
    CHECK(aclrtGetDeviceCount(&size));
    CHECK(aclrtSetDevice(0));
    CHECK(HcclGetRootInfo(&root));
    std::vector<std::thread> ranks;
    for (uint32_t rank = 0; rank < size; ++rank) {
        ranks.emplace_back([=, &root] { run(size, rank, root); });
    }
    for (auto &rank : ranks) {
        rank.join();
    }
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    printf("%u ranks\n", size);
    return 0;
}
