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
    aclmdlRI graph = NULL;
    CHECK(aclInit(NULL));
    REQUIRE(aclmdlRIAbort(graph) == 207000);
    named("aclmdlRIAbort");
    REQUIRE(aclprofModelUnSubscribe(0) == 200001);
    named("aclprofModelUnSubscribe");
    REQUIRE(HcclGroupStart() == HCCL_E_NOT_SUPPORT);
    named("HcclGroupStart");
    REQUIRE(aclprofCreateSubscribeConfig(0, ACL_AICORE_NONE, NULL) == NULL);
    named("aclprofCreateSubscribeConfig");
    REQUIRE(aclprofGetModelId(NULL, 0, 0) == 0);
    named("aclprofGetModelId");
    CHECK(aclFinalize());
    return 0;
}
