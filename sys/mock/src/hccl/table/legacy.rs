//! The form without a version that the first 910 knew: the order of the devices gives the ranks.

use ascend_npu_sys::HcclResult;

use super::Row;
use super::field::Field;
use crate::hccl::check::Generation;
use crate::report::Outcome;

const TEXT_BYTES: usize = 127;

pub(super) fn rows(root: &Field, generation: Generation) -> Outcome<Vec<Row>> {
    let list = root.get("group_list")?;
    if generation != Generation::First {
        return Err(list.refuse(
            HcclResult::HCCL_E_NOT_SUPPORT,
            "tables with group_list are for the first Ascend 910; use version 1.0",
        ));
    }
    let status = root.get("status")?;
    if status.text(TEXT_BYTES)? != "completed" {
        return Err(status.refuse(HcclResult::HCCL_E_UNAVAIL, "the table is ready when it is \"completed\""));
    }
    let groups = list.list()?;
    root.get("group_count")?.count_of(&groups, "group_list")?;
    let mut rows = Vec::new();
    for group in &groups {
        group.get("group_name")?.text(TEXT_BYTES)?;
        let instances = group.get("instance_list")?;
        let instances = instances.list()?;
        group.get("instance_count")?.count_of(&instances, "instance_list")?;
        let mut devices = Vec::new();
        for instance in &instances {
            let server = instance.get("server_id")?.text(TEXT_BYTES)?;
            for device in instance.get("devices")?.list()? {
                rows.push(Row {
                    rank: u32::try_from(rows.len()).unwrap_or(u32::MAX),
                    server: server.to_owned(),
                    device: device.get("device_id")?.number(0..=i64::from(i32::MAX))?,
                    ip: Some(device.get("device_ip")?.address()?),
                    place: device.place.clone(),
                    ..Row::default()
                });
                devices.push(device);
            }
        }
        group.get("device_count")?.count_of(&devices, "the list of devices")?;
    }
    Ok(rows)
}
