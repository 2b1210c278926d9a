/* Two ranks, a process each, which make a mistake that only both together make. */
#include <acl/acl.h>
#include <hccl/hccl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { COUNT = 1024, BYTES = COUNT * 4 };

static void run(int rank, int to, int from, const char *mistake)
{
    HcclRootInfo root;
    HcclComm comm;
    aclrtStream stream;
    void *memory;
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(rank));
    if (rank == 0) {
        CHECK(HcclGetRootInfo(&root));
        REQUIRE(write(to, &root, sizeof root) == sizeof root);
    } else {
        REQUIRE(read(from, &root, sizeof root) == sizeof root);
    }
    CHECK(HcclCommInitRootInfo(2, &root, (uint32_t)rank, &comm));
    CHECK(aclrtCreateStream(&stream));
    CHECK(aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemset(memory, BYTES, 1, BYTES));
    if (strcmp(mistake, "circle") == 0) {
        HcclRecv(memory, COUNT, HCCL_DATA_TYPE_FP32, (uint32_t)(1 - rank), comm, stream); /* both receive */
    } else if (strcmp(mistake, "counts") == 0 && rank == 1) {
        HcclAllReduce(memory, memory, COUNT / 2, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, stream); /* half of it */
    } else {
        HcclAllReduce(memory, memory, COUNT, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, stream); /* all of it */
    }
    aclrtSynchronizeStream(stream);
    CHECK(HcclCommDestroy(comm));
    CHECK(aclrtFree(memory));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(rank));
    CHECK(aclFinalize());
}

int main(int argc, char **argv)
{
    const char *mistake = argc > 1 ? argv[1] : "none";
    int ends[2], status = 0;
    REQUIRE(pipe(ends) == 0);
    pid_t child = fork();
    REQUIRE(child >= 0);
    run(child == 0, ends[1], ends[0], mistake);
    if (child == 0) return 0;
    REQUIRE(waitpid(child, &status, 0) == child && status == 0);
    return 7;
}
