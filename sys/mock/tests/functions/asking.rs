//! What devices tell of themselves.

use std::ptr::null_mut;

use ascend_npu_sys::{aclError, aclplatformDevInfo, aclrtDevFeatureType, aclrtUtilizationInfo};

use crate::support::*;

#[test]
fn features_of_a_device_are_told_one_by_one() {
    let ask = |device, feature| {
        let mut value = 9;
        (call!(aclrtGetDeviceCapability(device, aclrtDevFeatureType(feature), &mut value)), value)
    };
    assert_eq!(ask(3, 1), (OK, 1));
    assert_eq!(ask(3, 21), (OK, 0));
    assert_eq!(ask(3, 2).0, aclError::RT_PARAM_INVALID);
    assert_eq!(ask(999, 1).0, aclError::RT_INVALID_DEVICEID);
    let update = aclrtDevFeatureType::ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV;
    assert_eq!(call!(aclrtGetDeviceCapability(3, update, null_mut())), aclError::INVALID_PARAM);
}

#[test]
fn a_device_is_used_while_a_stream_of_it_has_work() {
    on(73);
    let ask = || {
        let mut found: aclrtUtilizationInfo = unsafe { std::mem::zeroed() };
        check(call!(aclrtGetDeviceUtilizationRate(73, &mut found)));
        (found.cubeUtilization, found.vectorUtilization, found.memoryUtilization)
    };
    assert_eq!(ask(), (0, 0, -1));
    let queue = stream();
    let gate = Gate::close(queue);
    assert_eq!(ask(), (100, 100, -1));
    gate.open();
    check(synchronize(queue));
    assert_eq!(ask(), (0, 0, -1));
    let mut found: aclrtUtilizationInfo = unsafe { std::mem::zeroed() };
    assert_eq!(call!(aclrtGetDeviceUtilizationRate(999, &mut found)), aclError::RT_INVALID_DEVICEID);
    assert_eq!(call!(aclrtGetDeviceUtilizationRate(73, null_mut())), aclError::INVALID_PARAM);
    found.utilizationExtend = (&raw mut found).cast();
    assert_eq!(call!(aclrtGetDeviceUtilizationRate(73, &mut found)), aclError::INVALID_PARAM, "reserved");
}

#[test]
fn the_clock_is_that_of_the_part() {
    let mut text = [0; 32];
    let frequency = aclplatformDevInfo::ACL_PLATFORM_CUBE_FREQ;
    check(call!(aclplatformGetDeviceInfo(frequency, text.as_mut_ptr(), 32)));
    let text: String = text.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte as u8)).collect();
    assert_eq!(text, "1800");
}
