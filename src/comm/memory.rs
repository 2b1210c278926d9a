//! The device memory that communicators take.

use super::group::Group;

/// What the communicators of a device take, and what one more was to take.
pub(super) fn describe(device: i32, wanted: u64) -> String {
    let mut held = Vec::new();
    let mut total = 0;
    for group in Group::all() {
        for member in group.members().iter().filter(|member| member.device_id == device) {
            total += member.buffer;
            held.push(format!("{} ({} MiB)", group.name(), member.buffer >> 20));
        }
    }
    let held = if held.is_empty() { "none".to_owned() } else { held.join(", ") };
    format!(
        "a communicator of {} MiB was to begin; communicators on device {device}: {held}, together {} MiB once all are in use",
        wanted >> 20,
        total >> 20
    )
}
