/* ACL: start, end and versions. */
#ifndef ASCEND_NPU_ACL_INIT_H
#define ASCEND_NPU_ACL_INIT_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_PKG_VERSION_MAX_SIZE 128
#define ACL_PKG_VERSION_PARTS_MAX_SIZE 64

/** Components that aclInit and aclFinalize call. */
typedef enum {
    ACL_REG_TYPE_ACL_MODEL = 0,
    ACL_REG_TYPE_ACL_OP_EXECUTOR = 1,
    ACL_REG_TYPE_ACL_OP_CBLAS = 2,
    ACL_REG_TYPE_ACL_OP_COMPILER = 3,
    ACL_REG_TYPE_ACL_TDT_CHANNEL = 4,
    ACL_REG_TYPE_ACL_TDT_QUEUE = 5,
    ACL_REG_TYPE_ACL_DVPP = 6,
    ACL_REG_TYPE_ACL_RETR = 7,
    ACL_REG_TYPE_OTHER = 0xffff
} aclRegisterCallbackType;

/** Called by aclInit with the text of its configuration. */
typedef aclError (*aclInitCallbackFunc)(const char *configStr, size_t len, void *userData);

/** Called by aclFinalize. */
typedef aclError (*aclFinalizeCallbackFunc)(void *userData);

/** Packages of a toolkit. */
typedef enum {
    ACL_PKG_NAME_CANN = 0,
    ACL_PKG_NAME_RUNTIME = 1,
    ACL_PKG_NAME_COMPILER = 2,
    ACL_PKG_NAME_HCCL = 3,
    ACL_PKG_NAME_TOOLKIT = 4,
    ACL_PKG_NAME_OPP = 5,
    ACL_PKG_NAME_OPP_KERNEL = 6,
    ACL_PKG_NAME_DRIVER = 7
} aclCANNPackageName;

/** The version of a package, whole and in parts. */
typedef struct {
    char version[128];
    char majorVersion[64];
    char minorVersion[64];
    char releaseVersion[64];
    char patchVersion[64];
    char reserved[128];
} aclCANNPackageVersion;

/** Starts ACL for this process, with a JSON configuration file or NULL. Counted: a second call returns 100002. Blocks.
 * @since a */
aclError aclInit(const char *configPath);
/** Ends ACL for this process, whatever the count; nothing of ACL may be called afterwards. Blocks.
 * @since a */
aclError aclFinalize(void);
/** Gives back one aclInit and ends ACL at zero; writes the count that is left. Blocks at zero.
 * @since f */
aclError aclFinalizeReference(uint64_t *refCount);
/** Registers a function that aclInit calls for one component.
 * @since f */
aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc, void *userData);
/** Registers a function that aclFinalize calls for one component.
 * @since f */
aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc, void *userData);
/** Takes back aclInitCallbackRegister.
 * @since f */
aclError aclInitCallbackUnRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc);
/** Takes back aclFinalizeCallbackRegister.
 * @since f */
aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc);
/** The version of the ACL interface, not of the toolkit.
 * @since a */
aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion);
/** The version strings of an installed package.
 * @since d */
aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion *version);
/** The version of an installed package as text; the caller gives 128 bytes.
 * @since f */
aclError aclsysGetVersionStr(char *pkgName, char *versionStr);
/** The version of an installed package as one number that grows with the version.
 * @since f */
aclError aclsysGetVersionNum(char *pkgName, int32_t *versionNum);

ASCEND_NPU_END

#endif
