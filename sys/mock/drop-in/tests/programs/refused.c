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
    CHECK(aclFinalize());
    return 0;
}
