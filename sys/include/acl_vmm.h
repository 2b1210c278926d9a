/* ACL: virtual addresses and physical memory. */
#ifndef ASCEND_NPU_ACL_VMM_H
#define ASCEND_NPU_ACL_VMM_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_RT_VMM_EXPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x1UL
#define ACL_RT_MEM_LINK_IDX_0 0U
#define ACL_RT_MEM_LINK_IDX_1 1U

/** How physical memory is allocated; `reserve` must be 0. */
typedef struct {
    aclrtMemHandleType handleType;
    aclrtMemAllocationType allocationType;
    aclrtMemAttr memAttr;
    aclrtMemLocation location;
    uint64_t reserve;
} aclrtPhysicalMemProp;

/** How far a shareable handle reaches: this server, or others. */
typedef enum {
    ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT = 1,
    ACL_MEM_SHARE_HANDLE_TYPE_FABRIC = 2
} aclrtMemSharedHandleType;

/** A handle that reaches other servers. */
typedef struct {
    uint8_t data[128];
} aclrtMemFabricHandle;

/** Which unit of sizes is asked for. */
typedef enum {
    ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
    ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 0xffff
} aclrtMemGranularityOptions;

/** How memory may be used. */
typedef enum {
    ACL_RT_MEM_ACCESS_FLAGS_NONE = 0,
    ACL_RT_MEM_ACCESS_FLAGS_READ = 1,
    ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 3
} aclrtMemAccessFlags;

/** How a location may use memory. */
typedef struct {
    aclrtMemAccessFlags flags;
    aclrtMemLocation location;
    uint8_t rsv[12];
} aclrtMemAccessDesc;

/** Links between devices. */
typedef enum {
    ACL_RT_MEM_ACCESS_LINK_SIO = 0,
    ACL_RT_MEM_ACCESS_LINK_HCCS = 1,
    ACL_RT_MEM_ACCESS_UB_ONE_PORT_PATH = 2,
    ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH = 3
} aclrtMemLinkType;

/** Reserves virtual addresses without memory; `alignment` and `flags` 0, `expectPtr` NULL.
 * @since b */
aclError aclrtReserveMemAddress(void **virPtr, size_t size, size_t alignment, void *expectPtr, uint64_t flags);
/** Gives reserved addresses back; nothing may be mapped there.
 * @since b */
aclError aclrtReleaseMemAddress(void *virPtr);
/** Allocates physical memory without an address; `size` a multiple of the granularity.
 * @since b */
aclError aclrtMallocPhysical(aclrtDrvMemHandle *handle, size_t size, const aclrtPhysicalMemProp *prop, uint64_t flags);
/** Frees physical memory once nothing maps it.
 * @since b */
aclError aclrtFreePhysical(aclrtDrvMemHandle handle);
/** Maps physical memory at reserved addresses; `size` its whole size, `offset` and `flags` 0.
 * @since b */
aclError aclrtMapMem(void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags);
/** Unmaps what aclrtMapMem mapped at this address, without waiting for work that uses it.
 * @since b */
aclError aclrtUnmapMem(void *virPtr);
/** The unit of sizes of physical memory.
 * @since f */
aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp *prop, aclrtMemGranularityOptions option,
                                          size_t *granularity);
/** A number by which other processes of this server may import physical memory.
 * @since f */
aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType handleType, uint64_t flags,
                                         uint64_t *shareableHandle);
/** As aclrtMemExportToShareableHandle, for handles that may cross servers.
 * @since f */
aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle, uint64_t flags, aclrtMemSharedHandleType shareType,
                                           void *shareableHandle);
/** Imports physical memory that another process exported.
 * @since f */
aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId, aclrtDrvMemHandle *handle);
/** Imports physical memory that aclrtMemExportToShareableHandleV2 exported.
 * @since f */
aclError aclrtMemImportFromShareableHandleV2(void *shareableHandle, aclrtMemSharedHandleType shareType, uint64_t flags,
                                             aclrtDrvMemHandle *handle);
/** Lets the given processes import exported physical memory.
 * @since f */
aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t *pid, size_t pidNum);
/** Sets which locations may use mapped addresses.
 * @since f */
aclError aclrtMemSetAccess(void *virPtr, size_t size, aclrtMemAccessDesc *desc, size_t count);
/** How a location may use mapped addresses.
 * @since f */
aclError aclrtMemGetAccess(void *virPtr, aclrtMemLocation *location, uint64_t *flag);
/** The physical memory mapped at an address; it must be freed once more.
 * @since f */
aclError aclrtMemRetainAllocationHandle(void *virPtr, aclrtDrvMemHandle *handle);
/** How physical memory was allocated.
 * @since f */
aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle, aclrtPhysicalMemProp *prop);
/** As aclrtMapMem, with no access until aclrtMemSetAccess.
 * @since i */
aclError aclrtMemMapNoAccess(void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags);
/** As aclrtMemSetPidToShareableHandle, for handles of aclrtMemExportToShareableHandleV2.
 * @since f */
aclError aclrtMemSetPidToShareableHandleV2(void *shareableHandle, aclrtMemSharedHandleType shareType, int32_t *pid,
                                           size_t pidNum);
/** As aclrtReserveMemAddress, with all traffic through the L2 cache.
 * @since g */
aclError aclrtReserveMemAddressNoUCMemory(void **virPtr, size_t size, size_t alignment, void *expectPtr,
                                          uint64_t flags);
/** Maps device memory for a peer device at the same address.
 * @since g */
aclError aclrtMemP2PMap(void *devPtr, size_t size, int32_t dstDevId, uint64_t flags);
/** Maps device memory of a peer at addresses that use one given link.
 * @since h */
aclError aclrtMemMapSelectedLink(void *virPtrDst, size_t size, void *virPtrSrc, uint32_t linkIdx);
/** Advises which link later mappings of physical memory use.
 * @since j */
aclError aclrtMemMapSetLink(aclrtDrvMemHandle handle, aclrtMemLinkType adviceLink);

ASCEND_NPU_END

#endif
