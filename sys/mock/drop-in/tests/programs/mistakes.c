/* Makes the mistake that it is asked for, or none, and exits with 7. */
#include <acl/acl.h>
#include <hccl/hccl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

#define BYTES 4096

static void *synchronize(void *stream) {
    aclError code = aclrtSynchronizeStream(stream); /* the wait on the host */
    return (void *)(size_t)code;
}

static void *record_late(void *event) {
    sleep(2);
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtRecordEvent(event, NULL));
    return NULL;
}

/* A stream waits for an event that a thread records late, or nobody; a thread waits for the stream, and this one for that. */
static void wait_for_event(aclrtStream stream, int is_recorded) {
    aclrtEvent event;
    CHECK(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC));
    CHECK(aclrtStreamWaitEvent(stream, event)); /* the wait on the stream */
    pthread_t waiting, recording;
    REQUIRE(pthread_create(&waiting, NULL, synchronize, stream) == 0);
    if (is_recorded) REQUIRE(pthread_create(&recording, NULL, record_late, event) == 0);
    void *code;
    REQUIRE(pthread_join(waiting, &code) == 0);
    if (is_recorded) REQUIRE(pthread_join(recording, NULL) == 0);
    REQUIRE((code == NULL) == is_recorded);
    CHECK(aclrtDestroyEvent(event));
}

int main(int argc, char **argv) {
    const char *mistake = argc > 1 ? argv[1] : "none";
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    aclrtStream first, second;
    CHECK(aclrtCreateStream(&first));
    CHECK(aclrtCreateStream(&second));
    aclrtEvent written;
    CHECK(aclrtCreateEvent(&written));
    void *memory;
    CHECK(aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));

    CHECK(aclrtMemsetAsync(memory, BYTES, 1, BYTES, first)); /* the first write */
    if (strcmp(mistake, "race") != 0) {
        CHECK(aclrtRecordEvent(written, first));
        CHECK(aclrtStreamWaitEvent(second, written));
    }
    CHECK(aclrtMemsetAsync(memory, BYTES, 2, BYTES, second)); /* the second write */

    CHECK(aclrtSynchronizeStream(first));
    CHECK(aclrtSynchronizeStream(second));
    if (strcmp(mistake, "unwritten") == 0) {
        void *fresh;
        CHECK(aclrtMalloc(&fresh, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclrtMemcpy(memory, BYTES, fresh, BYTES, ACL_MEMCPY_DEVICE_TO_DEVICE));
        CHECK(aclrtFree(fresh));
    }
    if (strcmp(mistake, "deadlock") == 0) wait_for_event(first, 0);
    if (strcmp(mistake, "late") == 0) wait_for_event(first, 1);
    if (strcmp(mistake, "past") == 0) {
        aclrtMemset(memory, BYTES + 64, 0, BYTES + 64); /* past the end */
    }
    if (strcmp(mistake, "peek") == 0) {
        void *pinned;
        char early[BYTES], seen[BYTES];
        CHECK(aclrtMallocHost(&pinned, BYTES));
        CHECK(aclrtMemcpyAsync(pinned, BYTES, memory, BYTES, ACL_MEMCPY_DEVICE_TO_HOST, first));
        memcpy(early, pinned, BYTES); /* before the wait */
        CHECK(aclrtSynchronizeStream(first));
        memcpy(seen, pinned, BYTES);
        CHECK(aclrtFreeHost(pinned));
        volatile char kept = early[argc];
        (void)kept;
        if (seen[BYTES - 1] != 2) return 1;
    }
    CHECK(aclrtFree(memory));
    if (strcmp(mistake, "twice") == 0) {
        aclrtFree(memory); /* freed again */
    }
    if (strcmp(mistake, "stale") == 0) {
        aclrtMemset(memory, BYTES, 0, BYTES); /* used when freed */
    }
    if (strcmp(mistake, "leaks") == 0) {
        for (int i = 0; i < 3; ++i) CHECK(aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_HUGE_FIRST)); /* forgotten */
        aclrtStream third;
        CHECK(aclrtCreateStream(&third)); /* forgotten too */
    }
    if (strncmp(mistake, "group", 5) == 0) {
        int32_t devices[2] = {0, 1};
        HcclComm comms[2];
        CHECK(HcclCommInitAll(2, devices, comms)); /* forgotten in all */
        for (int i = 0; i < 2 && strcmp(mistake, "groups") == 0; ++i) {
            CHECK(aclrtSetDevice(devices[i]));
            CHECK(HcclCommDestroy(comms[i]));
        }
        CHECK(aclrtSetDevice(0));
    }
    if (strcmp(mistake, "exit") == 0) {
        CHECK(aclrtMallocHost(&memory, BYTES)); /* forgotten to the end */
        return 7;
    }
    CHECK(aclrtDestroyEvent(written));
    CHECK(aclrtDestroyStream(second));
    CHECK(aclrtDestroyStream(first));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 7;
}
