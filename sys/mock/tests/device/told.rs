//! What devices tell of themselves.

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use ascend_npu_sys::{
    aclCANNPackageName, aclCannAttr, aclDeviceInfo, aclError, aclplatformDevInfo, aclrtDevAttr, aclrtRunMode, aclrtUuid,
};

use crate::PARAM;
use crate::common::{ACL, check, on, refused};

#[test]
fn a_forced_reset_needs_no_count_and_is_once() {
    on(1);
    on(1);
    let reset = ACL.aclrtResetDeviceForce.unwrap();
    let (mut active, state) = (-1, ACL.aclrtGetPrimaryCtxState.unwrap());
    check(unsafe { state(1, null_mut(), &mut active) });
    assert_eq!(active, 1);
    check(unsafe { reset(1) });
    check(unsafe { state(1, null_mut(), &mut active) });
    assert_eq!(active, 0);
    refused(unsafe { reset(1) }, aclError::RT_CONTEXT_RELEASE_ERROR, "is reset already");
    assert_eq!(unsafe { (ACL.aclrtResetDevice)(1) }, aclError::RT_CONTEXT_RELEASE_ERROR);
    assert_eq!(unsafe { reset(99) }, aclError::RT_INVALID_DEVICEID);
    let mut flags = 0;
    assert_eq!(unsafe { state(1, &mut flags, &mut active) }, aclError::INVALID_PARAM);
}

#[test]
fn peers_are_enabled_one_way() {
    on(2);
    let mut value = -1;
    check(unsafe { (ACL.aclrtDeviceCanAccessPeer)(&mut value, 2, 3) });
    assert_eq!(value, 1);
    assert_eq!(unsafe { (ACL.aclrtDeviceCanAccessPeer)(&mut value, 2, 2) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclrtDeviceCanAccessPeer)(&mut value, 2, 99) }, aclError::RT_INVALID_DEVICEID);
    assert_eq!(unsafe { (ACL.aclrtDeviceEnablePeerAccess)(3, 1) }, aclError::FEATURE_UNSUPPORTED);
    assert_eq!(unsafe { (ACL.aclrtDeviceEnablePeerAccess)(2, 0) }, aclError::INVALID_PARAM);
    check(unsafe { (ACL.aclrtDeviceEnablePeerAccess)(3, 0) });
    let mut is_enabled = |from, to| {
        check(unsafe { ACL.aclrtDevicePeerAccessStatus.unwrap()(from, to, &mut value) });
        value == 1
    };
    assert!(is_enabled(2, 3));
    assert!(!is_enabled(3, 2));
    check(unsafe { (ACL.aclrtDeviceDisablePeerAccess)(3) });
    assert!(!is_enabled(2, 3));
    let mut link = 0;
    check(unsafe { ACL.aclrtGetDevicesTopo.unwrap()(2, 3, &mut link) });
    assert_eq!(link, 1, "HCCS");
}

#[test]
fn what_devices_have_is_told_by_three_calls_alike() {
    let attribute = |attribute| {
        let mut value = -1;
        let code = unsafe { ACL.aclrtGetDeviceInfo.unwrap()(0, attribute, &mut value) };
        if code == aclError::SUCCESS { Ok(value) } else { Err(code) }
    };
    let quantity = |quantity| {
        let mut value = -1;
        check(unsafe { ACL.aclGetDeviceCapability.unwrap()(0, quantity, &mut value) });
        value
    };
    let property = |property| {
        let mut value: [c_char; 32] = [0; 32];
        check(unsafe { ACL.aclplatformGetDeviceInfo.unwrap()(property, value.as_mut_ptr(), 32) });
        unsafe { CStr::from_ptr(value.as_ptr()) }.to_str().unwrap().to_owned()
    };
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_AICORE_CORE_NUM), Ok(20));
    assert_eq!(quantity(aclDeviceInfo::ACL_DEVICE_INFO_AI_CORE_NUM), 20);
    assert_eq!(property(aclplatformDevInfo::ACL_PLATFORM_AICORE_CNT), "20");
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_VECTOR_CORE_NUM), Ok(40));
    assert_eq!(quantity(aclDeviceInfo::ACL_DEVICE_INFO_VECTOR_CORE_NUM), 40);
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_L2_CACHE_SIZE), Ok(192 << 20));
    assert_eq!(quantity(aclDeviceInfo::ACL_DEVICE_INFO_L2_SIZE), 192 << 20);
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_NPU_ARCH), Ok(2201));
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE), Ok(192 << 10));
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_WARP_SIZE), Ok(0));
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_SUPER_POD_ID), Err(aclError::RT_FEATURE_NOT_SUPPORT));
    assert_eq!(attribute(aclrtDevAttr(999)), Err(PARAM));
    assert_eq!(property(aclplatformDevInfo::ACL_PLATFORM_SOC_VERSION), "Ascend910B3");
    let mut small: [c_char; 4] = [0; 4];
    let soc = aclplatformDevInfo::ACL_PLATFORM_SOC_VERSION;
    let code = unsafe { ACL.aclplatformGetDeviceInfo.unwrap()(soc, small.as_mut_ptr(), 4) };
    assert_eq!(code, aclError::INVALID_PARAM);
    let mut value = 0;
    assert_eq!(
        unsafe { ACL.aclrtGetDeviceInfo.unwrap()(99, aclrtDevAttr::ACL_DEV_ATTR_NPU_ARCH, &mut value) },
        PARAM,
        "here a wrong device is a wrong argument"
    );
}

#[test]
fn features_of_the_toolkit_are_listed() {
    let (mut list, mut length) = (null(), 0);
    check(unsafe { ACL.aclGetCannAttributeList.unwrap()(&mut list, &mut length) });
    let list = unsafe { std::slice::from_raw_parts(list, length) };
    for &feature in list {
        let mut has = -1;
        check(unsafe { ACL.aclGetCannAttribute.unwrap()(feature, &mut has) });
        assert_eq!(has, 1);
    }
    let mut has = -1;
    assert_eq!(unsafe { ACL.aclGetCannAttribute.unwrap()(aclCannAttr(9), &mut has) }, aclError::INVALID_PARAM);
}

#[test]
fn versions_are_told_whole_in_parts_and_as_a_number() {
    // Without a toolkit in the environment the interface's own version is told.
    let mut number = 0;
    let name = CString::new("runtime").unwrap();
    check(unsafe { ACL.aclsysGetVersionNum.unwrap()(name.as_ptr().cast_mut(), &mut number) });
    let mut whole: [c_char; 128] = [0; 128];
    check(unsafe { ACL.aclsysGetVersionStr.unwrap()(name.as_ptr().cast_mut(), whole.as_mut_ptr()) });
    let mut version = unsafe { std::mem::zeroed() };
    check(unsafe { ACL.aclsysGetCANNVersion.unwrap()(aclCANNPackageName::ACL_PKG_NAME_CANN, &mut version) });
    let part = |part: &[c_char]| unsafe { CStr::from_ptr(part.as_ptr()) }.to_str().unwrap().parse::<i32>().unwrap();
    let [major, minor, release] =
        [part(&version.majorVersion), part(&version.minorVersion), part(&version.releaseVersion)];
    assert_eq!(number, major * 10_000_000 + minor * 100_000 + release * 1_000);
    assert_eq!(whole, version.version);
    let code = unsafe { ACL.aclsysGetCANNVersion.unwrap()(aclCANNPackageName(55), &mut version) };
    assert_eq!(code, aclError::INVALID_PARAM);
    let outside = CString::new("../../etc").unwrap();
    let code = unsafe { ACL.aclsysGetVersionNum.unwrap()(outside.as_ptr().cast_mut(), &mut number) };
    assert_eq!(code, aclError::INVALID_PARAM);
}

#[test]
fn code_for_the_same_architecture_runs() {
    let runs = |soc: &str| {
        let (soc, mut can) = (CString::new(soc).unwrap(), -1);
        match unsafe { ACL.aclrtCheckArchCompatibility.unwrap()(soc.as_ptr(), &mut can) } {
            aclError::SUCCESS => Ok(can == 1),
            code => Err(code),
        }
    };
    assert_eq!(runs("Ascend910B1"), Ok(true));
    assert_eq!(runs("Ascend910_9391"), Ok(true));
    assert_eq!(runs("Ascend910A"), Ok(false));
    assert_eq!(runs("Ascend310P3"), Ok(false));
    assert_eq!(runs("Ascend1"), Err(PARAM));
}

#[test]
fn devices_have_names_of_their_own() {
    let uuid = |device| {
        let mut uuid = aclrtUuid { bytes: [0; 16] };
        check(unsafe { ACL.aclrtDeviceGetUuid.unwrap()(device, &mut uuid) });
        uuid.bytes
    };
    assert_ne!(uuid(0), uuid(1));
    let mut bus: [c_char; 32] = [0; 32];
    check(unsafe { ACL.aclrtDeviceGetPCIBusId.unwrap()(5, bus.as_mut_ptr(), 32) });
    let mut device = -1;
    check(unsafe { ACL.aclrtDeviceGetByPCIBusId.unwrap()(bus.as_ptr(), &mut device) });
    assert_eq!(device, 5);
    let mut process = 0;
    check(unsafe { ACL.aclrtDeviceGetBareTgid.unwrap()(&mut process) });
    assert_eq!(u32::try_from(process).unwrap(), std::process::id());
    let mut mode = aclrtRunMode::ACL_DEVICE;
    check(unsafe { (ACL.aclrtGetRunMode)(&mut mode) });
    assert_eq!(mode, aclrtRunMode::ACL_HOST);
    for of in [ACL.aclrtGetLogicDevIdByUserDevId, ACL.aclrtGetPhyDevIdByLogicDevId] {
        check(unsafe { of.unwrap()(6, &mut device) });
        assert_eq!(device, 6);
        assert_eq!(unsafe { of.unwrap()(99, &mut device) }, aclError::RT_INVALID_DEVICEID);
    }
}
