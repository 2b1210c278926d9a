/* Devices, streams, copies and events. */
#include "acl/acl.h"
#include "check.h"

#include <string.h>

enum { COUNT = 100003 };

int main(void)
{
    uint32_t devices = 0;
    aclrtStream first = NULL, second = NULL;
    aclrtEvent copied = NULL;
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    uint32_t *in = NULL, *out = NULL;
    void *from = NULL, *to = NULL;
    size_t bytes = COUNT * sizeof(uint32_t), free_before = 0, free_after = 0, total = 0;

    CHECK(aclInit(NULL));
    CHECK(aclrtGetDeviceCount(&devices));
    CHECK(aclrtSetDevice((int32_t)devices - 1));
    CHECK(aclrtGetMemInfo(ACL_HBM_MEM, &free_before, &total));
    CHECK(aclrtCreateStream(&first));
    CHECK(aclrtCreateStream(&second));
    CHECK(aclrtCreateEventExWithFlag(&copied, ACL_EVENT_SYNC));
    CHECK(aclrtMallocHost((void **)&in, bytes));
    CHECK(aclrtMallocHost((void **)&out, bytes));
    CHECK(aclrtMalloc(&from, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&to, bytes, ACL_MEM_MALLOC_NORMAL_ONLY));
    for (uint32_t i = 0; i < COUNT; ++i) {
        in[i] = i * 2654435761u;
    }
    memset(out, 0, bytes);

    /* One stream fills, the other waits for it and reads: without the wait the order would be anyone's. */
    CHECK(aclrtMemcpyAsync(from, bytes, in, bytes, ACL_MEMCPY_HOST_TO_DEVICE, first));
    CHECK(aclrtMemcpyAsync(to, bytes, from, bytes, ACL_MEMCPY_DEVICE_TO_DEVICE, first));
    CHECK(aclrtRecordEvent(copied, first));
    CHECK(aclrtStreamWaitEvent(second, copied));
    CHECK(aclrtMemcpyAsync(out, bytes, to, bytes, ACL_MEMCPY_DEVICE_TO_HOST, second));
    CHECK(aclrtSynchronizeStream(second));
    CHECK(aclrtQueryEventStatus(copied, &status));
    REQUIRE(status == ACL_EVENT_RECORDED_STATUS_COMPLETE);
    REQUIRE(memcmp(in, out, bytes) == 0);

    /* A refusal has a code and a text that says what was asked; reading the text takes it away. */
    REQUIRE(aclrtSetDevice((int32_t)devices) == 107001);
    REQUIRE(strstr(aclGetRecentErrMsg(), "aclrtSetDevice") != NULL);
    REQUIRE(aclGetRecentErrMsg() == NULL);

    CHECK(aclrtFree(from));
    CHECK(aclrtFree(to));
    CHECK(aclrtFreeHost(in));
    CHECK(aclrtFreeHost(out));
    CHECK(aclrtDestroyEvent(copied));
    CHECK(aclrtDestroyStream(first));
    CHECK(aclrtDestroyStream(second));
    CHECK(aclrtGetMemInfo(ACL_HBM_MEM, &free_after, &total));
    REQUIRE(free_before == free_after);
    CHECK(aclrtResetDevice((int32_t)devices - 1));
    CHECK(aclFinalize());
    printf("%u devices %s %zu\n", devices, aclrtGetSocName(), total);
    return 0;
}
