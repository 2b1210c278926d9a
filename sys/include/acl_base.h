/* ACL: types and calls that every other area needs: codes, handles, start and end, versions, error text. */
#ifndef ASCEND_NPU_ACL_BASE_H
#define ASCEND_NPU_ACL_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int aclError;

typedef void *aclrtContext;
typedef void *aclrtStream;
typedef void *aclrtEvent;
typedef void *aclrtBinHandle;
typedef void *aclrtFuncHandle;
typedef void *aclrtArgsHandle;
typedef void *aclrtParamHandle;

/** Starts ACL for this process, with a JSON configuration or NULL. Counted: a second call returns 100002.
 * @since a */
aclError aclInit(const char *configPath);
/** Ends ACL for this process, whatever the count.
 * @since a */
aclError aclFinalize(void);
/** The version of the ACL interface, not of the toolkit.
 * @since a */
aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion);
/** The SoC name of the devices, as `Ascend910B3`; NULL without a device.
 * @since b */
const char *aclrtGetSocName(void);
/** Takes and clears the newest error text of this thread; NULL when there is none. Dies with the thread's next call.
 * @since b */
const char *aclGetRecentErrMsg(void);

#ifdef __cplusplus
}
#endif

#endif
