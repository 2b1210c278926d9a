//! Sizes and offsets of the structs, as the vendor's 64-bit libraries have them. The same on x86_64 and aarch64.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop at what it did not expect")]

use core::ffi::{c_char, c_int, c_uint};
use core::mem::{align_of, offset_of, size_of};

use ascend_npu_sys::*;

// Constants, so that checking the crate for another target checks them there.
macro_rules! layout {
    ($($name:ident $size:literal/$align:literal $($field:ident @ $offset:literal),*;)*) => {
        $(const _: () = assert!(size_of::<$name>() == $size && align_of::<$name>() == $align, stringify!($name));
        $(const _: () = assert!(offset_of!($name, $field) == $offset, concat!(stringify!($name), ".", stringify!($field)));)*)*
    };
}

#[test]
fn structs_of_acl() {
    layout! {
        aclrtMallocAttribute 12/4 attr @ 0, value @ 4;
        aclrtMallocConfig 16/8 attrs @ 0, numAttrs @ 8;
        aclrtMemLocation 8/4 id @ 0, type_ @ 4;
        aclrtMemManagedLocation 8/4 type_ @ 0, id @ 4;
        aclrtPtrAttributes 28/4 location @ 0, pageSize @ 8, rsv @ 12;
        aclrtPhysicalMemProp 32/8 handleType @ 0, allocationType @ 4, memAttr @ 8, location @ 12, reserve @ 24;
        aclrtMemAccessDesc 24/4 flags @ 0, location @ 4, rsv @ 12;
        aclrtMemcpyBatchAttr 32/4 dstLoc @ 0, srcLoc @ 8, rsv @ 16;
        aclrtStreamAttrValue 16/8 failureMode @ 0, reserve @ 0;
        aclrtStreamConfigHandle 32/8 workptr @ 0, workSize @ 8, flag @ 16, priority @ 24;
        aclrtUtilizationInfo 24/8 cubeUtilization @ 0, vectorUtilization @ 4, aicpuUtilization @ 8, memoryUtilization @ 12,
            utilizationExtend @ 16;
        aclrtMemUsageInfo 112/8 name @ 0, curMemSize @ 32, memPeakSize @ 40, reserved @ 48;
        aclrtMemUceInfo 128/8 addr @ 0, len @ 8, reserved @ 16;
        aclrtErrorInfo 2576/8 tryRepair @ 0, hasDetail @ 1, errorType @ 4, detail @ 8;
        aclrtLaunchKernelAttr 20/4 id @ 0, value @ 4;
        aclrtLaunchKernelCfg 16/8 attrs @ 0, numAttrs @ 8;
        aclrtPlaceHolderInfo 8/4 addrOffset @ 0, dataOffset @ 4;
        aclrtBinaryLoadOption 20/4 type_ @ 0, value @ 4;
        aclrtBinaryLoadOptions 16/8 options @ 0, numOpt @ 8;
        aclmdlRITaskParams 200/8 type_ @ 0, taskGrp @ 16, opInfoPtr @ 24, opInfoSize @ 32, rsv1 @ 40;
        aclmdlRIKernelTaskParams 88/8 args @ 16, isHostArgs @ 24, argsSize @ 32, numBlocks @ 40;
        aclCANNPackageVersion 512/1 version @ 0, majorVersion @ 128, minorVersion @ 192, releaseVersion @ 256,
            patchVersion @ 320;
        aclrtCntNotifyWaitInfo 16/4 mode @ 0, value @ 4, timeout @ 8, isClear @ 12;
        aclrtCntNotifyRecordInfo 8/4 mode @ 0, value @ 4;
        aclrtRandomNumTaskInfo 104/8 randomNumFuncParaInfo @ 4, randomParaAddr @ 40, randomResultAddr @ 48,
            randomCounterAddr @ 56, randomSeed @ 64, randomNum @ 80, rsv @ 96;
        aclrtMemPoolProps 56/8 allocType @ 0, handleType @ 4, location @ 8, maxSize @ 16, reserved @ 24;
        aclrtUuid 16/1 bytes @ 0;
        aclrtIpcEventHandle 64/1 reserved @ 0;
        aclrtMemFabricHandle 128/1 data @ 0;
        aclrtSnapShotBackupArgs 64/4 backupFlags @ 0, reserved @ 4;
        aclrtSnapShotRestoreArgs 64/4 restoreFlags @ 0, reserved @ 4;
        aclrtTaskUpdateInfo 48/8 id @ 0, val @ 8;
        aclmdlRICondTaskParams 24/8 handle @ 0, type_ @ 8, size @ 12, modelRIArray @ 16;
        aclrtServerPid 24/8 sdid @ 0, pid @ 8, num @ 16;
        aclrtBarrierTaskInfo 56/8 barrierNum @ 0, cmoInfo @ 8;
        dim3 12/4 x @ 0, y @ 4, z @ 8;
        aclprofTensor 48/4 shape @ 16;
        aclprofTensorInfo 48/8 stream @ 32, tensors @ 40;
        aclprofEventAttributes 16/8 version @ 0, size @ 2, messageType @ 4, message @ 8;
    }
}

#[test]
fn structs_of_hccl() {
    layout! {
        HcclRootInfo 4108/1 internal @ 0;
        HcclSendRecvItem 32/8 sendRecvType @ 0, buf @ 8, count @ 16, dataType @ 24, remoteRank @ 28;
        HcclConfigValue 4/4 value @ 0;
        HcclCommConfig 2240/8 reserved @ 0, hcclBufferSize @ 24, hcclDeterministic @ 28, hcclCommName @ 32, hcclUdi @ 160,
            hcclOpExpansionMode @ 288, hcclRdmaTrafficClass @ 292, hcclRdmaServiceLevel @ 296, hcclWorldRankID @ 300,
            hcclJobID @ 304, aclGraphZeroCopyEnable @ 312, hcclExecTimeOut @ 316, hcclAlgo @ 320, hcclRetryEnable @ 1920,
            hcclRetryParams @ 1970, hcclBufferName @ 2098, hcclQos @ 2228, hcclSymWinMaxMemSizePerRank @ 2232;
    }
}

/// A value of a newer library must be a value here too: codes and enumerations are integers of C's size.
#[test]
fn codes_and_enumerations_hold_any_value() {
    assert_eq!(aclError(-7).0, -7);
    assert_eq!(HcclResult(999).0, 999);
    assert_eq!(aclrtStreamStatus(77).0, 77);
    let ored = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST.0 | aclrtMemMallocPolicy::ACL_MEM_TYPE_HIGH_BAND_WIDTH.0;
    assert_eq!(aclrtMemMallocPolicy(ored).0, 0x1000);
    assert_eq!((size_of::<aclError>(), size_of::<aclrtMemcpyKind>()), (size_of::<c_int>(), size_of::<c_uint>()));
    assert_eq!(aclDataType::ACL_DT_UNDEFINED.0, -1);
}

/// `char` is unsigned on aarch64: the types must be written with `c_char`, or they do not compile there.
#[test]
fn characters_are_those_of_the_platform() {
    let name: fn(&aclrtMemUsageInfo) -> &[c_char; 32] = |info| &info.name;
    let root: fn(&HcclRootInfo) -> &[c_char; 4108] = |info| &info.internal;
    let _ = (name, root);
    for (file, text) in
        [("types.rs", include_str!("../src/bindings/types.rs")), ("table.rs", include_str!("../src/bindings/table.rs"))]
    {
        for line in text.lines().filter(|line| line.contains("i8")) {
            // The only 8-bit integer of the vendor's that is no character.
            let only = line.contains("timeInfoSwitch: i8") || line.trim() == "_: i8,";
            assert!(only, "{file}: {line}");
        }
        assert!(!text.contains("*const u8") && !text.contains("*mut u8"), "{file}: text is c_char, data is c_void");
    }
}

/// Names of C kept in order, each once; required ones are those of the oldest toolkit.
#[test]
fn tables_list_every_function_once() {
    assert_eq!((Acl::FUNCTIONS.len(), Hccl::FUNCTIONS.len()), (511, 62));
    for functions in [Acl::FUNCTIONS, Hccl::FUNCTIONS] {
        assert!(functions.is_sorted_by(|a, b| a.name < b.name));
        for function in functions {
            assert!(("a"..="j").contains(&function.since), "{}: {}", function.name, function.since);
            assert_eq!(function.required, matches!(function.since, "a" | "b"), "{}", function.name);
        }
    }
}
