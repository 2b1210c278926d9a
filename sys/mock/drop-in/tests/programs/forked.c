/* A child that was forked after the runtime had started gets an error from every call at once; one that was forked before starts
 * it for itself. Neither disturbs its parent. */
#include <acl/acl.h>
#include <hccl/hccl.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { BYTES = 4096 };

static void work(void)
{
    aclrtStream stream;
    void *memory;
    unsigned char host[BYTES];
    CHECK(aclrtCreateStream(&stream));
    CHECK(aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemsetAsync(memory, BYTES, 5, BYTES, stream));
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclrtMemcpy(host, BYTES, memory, BYTES, ACL_MEMCPY_DEVICE_TO_HOST));
    REQUIRE(host[0] == 5 && host[BYTES - 1] == 5);
    CHECK(aclrtFree(memory));
    CHECK(aclrtDestroyStream(stream));
}

static int child_is_well(pid_t child)
{
    int status = 0;
    REQUIRE(child > 0);
    REQUIRE(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void *busy(void *stop)
{
    CHECK(aclrtSetDevice(0));
    while (!__atomic_load_n((int *)stop, __ATOMIC_ACQUIRE)) work();
    return NULL;
}

/* All kinds of calls, with what the parent has made. */
static void refused(aclrtStream stream, void *memory)
{
    HcclRootInfo root;
    aclrtStream another = NULL;
    void *more = NULL;
    uint32_t count = 0;
    REQUIRE(aclInit(NULL) == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    const char *text = aclGetRecentErrMsg();
    REQUIRE(text != NULL && strstr(text, "[aclInit]") && strstr(text, "forked"));
    REQUIRE(aclGetRecentErrMsg() == NULL);
    REQUIRE(aclrtSetDevice(0) == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    REQUIRE(aclrtGetDeviceCount(&count) == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    REQUIRE(aclrtCreateStream(&another) == ACL_ERROR_RT_DRV_INTERNAL_ERROR && another == NULL);
    REQUIRE(aclrtMalloc(&more, BYTES, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_ERROR_RT_DRV_INTERNAL_ERROR && more == NULL);
    REQUIRE(aclrtMemsetAsync(memory, BYTES, 1, BYTES, stream) == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    REQUIRE(aclrtSynchronizeStream(stream) == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    REQUIRE(aclrtFree(memory) == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    REQUIRE(aclrtDestroyStream(stream) == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    REQUIRE(aclrtResetDevice(0) == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    REQUIRE(aclFinalize() == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
    REQUIRE(HcclGetRootInfo(&root) == HCCL_E_RUNTIME);
    aclDataBuffer *buffer = aclCreateDataBuffer(more, 0); /* of the host alone */
    REQUIRE(buffer != NULL && aclDestroyDataBuffer(buffer) == ACL_ERROR_RT_DRV_INTERNAL_ERROR);
}

int main(void)
{
    /* The library is loaded, and was asked for its version: a child is free to start it. */
    int32_t major, minor, patch;
    CHECK(aclrtGetVersion(&major, &minor, &patch));
    pid_t early = fork();
    if (early == 0) {
        CHECK(aclInit(NULL));
        CHECK(aclrtSetDevice(0));
        work();
        CHECK(aclrtResetDevice(0));
        CHECK(aclFinalize());
        return 0;
    }
    REQUIRE(child_is_well(early));

    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream;
    void *memory;
    CHECK(aclrtCreateStream(&stream));
    CHECK(aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemsetAsync(memory, BYTES, 9, BYTES, stream));
    int stop = 0;
    pthread_t thread; /* holds whatever lock it may while children are made */
    REQUIRE(pthread_create(&thread, NULL, busy, &stop) == 0);
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(20); /* a child that hangs is not well */
            refused(stream, memory);
            exit(0); /* with all that was registered for the end */
        }
        REQUIRE(child_is_well(child));
        work();
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    REQUIRE(pthread_join(thread, NULL) == 0);

    unsigned char host[BYTES];
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclrtMemcpy(host, BYTES, memory, BYTES, ACL_MEMCPY_DEVICE_TO_HOST));
    REQUIRE(host[0] == 9 && host[BYTES - 1] == 9);
    CHECK(aclrtFree(memory));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    puts("20 children");
    return 0;
}
