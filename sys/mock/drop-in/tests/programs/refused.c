/* What is not supported says so by code and by name, whatever the function returns. */
#include "acl/acl.h"
#include "check.h"
#include "hccl/hccl.h"

#include <string.h>

static void named(const char *function)
{
    const char *text = aclGetRecentErrMsg();
    REQUIRE(text != NULL);
    REQUIRE(strstr(text, function) != NULL);
}

int main(void)
{
    aclrtLabel label = NULL;
    CHECK(aclInit(NULL));
    REQUIRE(aclrtCreateLabel(&label) == 207000);
    named("aclrtCreateLabel");
    REQUIRE(acltdtDestroyQueue(0) == 200001);
    named("acltdtDestroyQueue");
    REQUIRE(HcclGroupStart() == HCCL_E_NOT_SUPPORT);
    named("HcclGroupStart");
    REQUIRE(acltdtCreateDataset() == NULL);
    named("acltdtCreateDataset");
    REQUIRE(acltdtGetDatasetSize(NULL) == 0);
    named("acltdtGetDatasetSize");
    /* Any number of arguments, of any kind: all are the caller's to take away again. */
    for (int i = 0; i < 3; ++i) {
        aclAppLog(ACL_INFO, __func__, __FILE__, __LINE__, "%d %s %f %f %ld %c %p", i, "text", 1.0, 2.0, 3L, 'c', (void *)&i);
    }
    CHECK(aclFinalize());
    return 0;
}
