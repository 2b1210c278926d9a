/* Operators of tensors as a framework has them: some linked, some looked up, all in whichever library it names. */
#include "acl/acl.h"
#include "check.h"

#include <dlfcn.h>
#include <string.h>

typedef struct aclTensor aclTensor;
typedef struct aclOpExecutor aclOpExecutor;
typedef struct aclTensorDesc aclTensorDesc;
typedef aclTensor *(*create_tensor)(const int64_t *, uint64_t, aclDataType, const int64_t *, int64_t, aclFormat,
                                    const int64_t *, uint64_t, void *);
typedef int (*first_step)(aclTensor *, uint64_t *, aclOpExecutor **);
typedef int (*second_step)(void *, uint64_t, aclOpExecutor *, aclrtStream);

aclTensorDesc *aclCreateTensorDesc(aclDataType type, int count, const int64_t *sizes, aclFormat format);
aclError aclopCompileAndExecute(const char *type, int inputs, const aclTensorDesc *const described[], const void *const from[],
                                int outputs, const aclTensorDesc *const made[], void *const to[], const void *attributes,
                                int engine, int compile, const char *path, aclrtStream stream);
int rtKernelLaunch(const void *function, uint32_t blocks, void *arguments, uint32_t size, void *description, void *stream);

static void *look_up(const char *library, const char *name)
{
    void *opened = dlopen(library, RTLD_LAZY);
    REQUIRE(opened != NULL);
    return dlsym(opened, name);
}

int main(void)
{
    float values[4] = {1, 2, 3, 4};
    const int64_t sizes[1] = {3};
    void *memory = NULL;
    uint64_t workspace = 1;
    aclOpExecutor *executor = NULL;
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtMalloc(&memory, sizeof values, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemcpy(memory, sizeof values, values, sizeof values, ACL_MEMCPY_HOST_TO_DEVICE));

    create_tensor create = (create_tensor)look_up("libnnopbase.so", "aclCreateTensor");
    first_step first = (first_step)look_up("libopapi.so", "aclnnInplaceOneGetWorkspaceSize");
    second_step second = (second_step)look_up("libopapi.so", "aclnnInplaceOne");
    aclTensor *tensor = create(sizes, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, sizes, 1, memory);
    REQUIRE(tensor != NULL);
    CHECK(first(tensor, &workspace, &executor));
    REQUIRE(workspace == 0);
    CHECK(second(NULL, 0, executor, NULL));
    CHECK(aclrtSynchronizeStream(NULL));
    CHECK(aclrtMemcpy(values, sizeof values, memory, sizeof values, ACL_MEMCPY_DEVICE_TO_HOST));
    REQUIRE(values[0] == 1 && values[1] == 1 && values[2] == 1 && values[3] == 4);
    REQUIRE(look_up("libopapi.so", "aclnnAdd") == NULL);

    const aclTensorDesc *described = aclCreateTensorDesc(ACL_FLOAT, 1, sizes, ACL_FORMAT_ND);
    REQUIRE(described != NULL);
    REQUIRE(aclopCompileAndExecute("Add", 1, &described, NULL, 0, NULL, NULL, NULL, 0, 0, NULL, NULL) == 200001);
    REQUIRE(strstr(aclGetRecentErrMsg(), "operator Add") != NULL);
    REQUIRE(rtKernelLaunch(NULL, 1, NULL, 0, NULL, NULL) == 207000);
    REQUIRE(strstr(aclGetRecentErrMsg(), "rtKernelLaunch") != NULL);
    CHECK(aclFinalize());
    return 0;
}
