/* Prints the milliseconds between two events with a fill of 64 MiB between them. */
#include <acl/acl.h>
#include <stdio.h>

#include "check.h"

#define BYTES ((size_t)64 << 20)

int main(void) {
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream;
    CHECK(aclrtCreateStream(&stream));
    aclrtEvent start, end;
    CHECK(aclrtCreateEvent(&start));
    CHECK(aclrtCreateEvent(&end));
    void *memory;
    CHECK(aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemsetAsync(memory, BYTES, 0, BYTES, stream));
    CHECK(aclrtRecordEvent(start, stream));
    CHECK(aclrtMemsetAsync(memory, BYTES, 1, BYTES, stream));
    CHECK(aclrtRecordEvent(end, stream));
    CHECK(aclrtSynchronizeStream(stream));
    float milliseconds;
    CHECK(aclrtEventElapsedTime(&milliseconds, start, end));
    printf("%.6f\n", milliseconds);
    CHECK(aclrtFree(memory));
    CHECK(aclrtDestroyEvent(start));
    CHECK(aclrtDestroyEvent(end));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
