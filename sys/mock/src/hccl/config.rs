//! HcclCommConfig: of any size and version, as programs were built against headers of several years.
#![allow(unsafe_code)] // Reads the struct of a C caller.

use std::ffi::c_char;

use ascend_npu_sys::{
    HCCL_COMM_CONFIG_MAGIC_WORD, HCCL_COMM_CONFIG_VERSION, HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET, HcclCommConfig,
};

use super::check::para;
use super::communicator::Options;
use super::determinism;
use crate::report::Outcome;

const NOT_SET: u32 = u32::MAX;

/// Size, magic and version, at the beginning of every version of the struct.
const HEADER: usize = 24;

/// Copies what the caller's struct has; what it has not keeps its default.
///
/// # Safety
/// `config` must point to a struct of the size that its header gives.
unsafe fn copy(config: *const HcclCommConfig) -> (HcclCommConfig, usize) {
    let mut copy = HcclCommConfig::new();
    let to = (&raw mut copy).cast::<u8>();
    let from = config.cast::<u8>();
    // SAFETY: every version of the struct begins with its size, 8 bytes; the pointer may be unaligned.
    let size = unsafe { from.cast::<usize>().read_unaligned() };
    let bytes = size.clamp(HEADER, size_of::<HcclCommConfig>());
    // SAFETY: the caller's struct has its size, ours at least as much, and all fields of ours take any bytes.
    unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) };
    (copy, size)
}

/// Reads a configuration.
///
/// # Safety
/// `config` must point to a struct of the size that its header gives.
pub(super) unsafe fn read(function: &str, config: *const HcclCommConfig) -> Outcome<Options> {
    // SAFETY: as above.
    let (config, size) = unsafe { copy(config) };
    let word = |first: usize| {
        let bytes = config.reserved.iter().skip(first).take(4).map(|byte| *byte as u8);
        bytes.rev().fold(0_u32, |word, byte| word << 8 | u32::from(byte))
    };
    let (magic, version) = (word(8), word(12));
    if magic != HCCL_COMM_CONFIG_MAGIC_WORD {
        let wanted = HCCL_COMM_CONFIG_MAGIC_WORD;
        return Err(para(format!(
            "{function} got a config with the magic word {magic:#x} instead of {wanted:#x}; HcclCommConfigInit sets it"
        )));
    }
    let ours = size_of::<HcclCommConfig>();
    if size != ours {
        crate::control::report(format!(
            "{function}: the config is of {size} bytes, this library's of {ours}; the shorter counts"
        ));
    }
    if version != HCCL_COMM_CONFIG_VERSION {
        let known = HCCL_COMM_CONFIG_VERSION;
        crate::control::report(format!(
            "{function}: the config is of version {version}, this library's of {known}; fields of newer ones are not read"
        ));
    }
    options(function, &config, version)
}

fn options(function: &str, config: &HcclCommConfig, version: u32) -> Outcome<Options> {
    let refuse = |field: &str, value: &dyn std::fmt::Display, allowed: &str| {
        Err(para(format!("{function} got {field} {value}; {allowed}")))
    };
    let mut options = Options::default();
    if version >= 1 {
        match config.hcclBufferSize {
            0 => return refuse("hcclBufferSize", &0, "it is in MiB and above 0"),
            NOT_SET => {}
            mib => options.buffer_mib = Some(mib.into()),
        }
        if config.hcclDeterministic != NOT_SET {
            options.deterministic = Some(determinism::wanted(function, config.hcclDeterministic.into())?);
        }
    }
    if version >= 2 {
        options.name = text(function, "hcclCommName", &config.hcclCommName)?;
    }
    if version >= 3 {
        text(function, "hcclUdi", &config.hcclUdi)?;
    }
    if version >= 5 {
        let (class, level) = (config.hcclRdmaTrafficClass, config.hcclRdmaServiceLevel);
        if class != NOT_SET && (class > 255 || class % 4 != 0) {
            return refuse("hcclRdmaTrafficClass", &class, "it is 0 to 255 and a multiple of 4");
        }
        if level != NOT_SET && level > 7 {
            return refuse("hcclRdmaServiceLevel", &level, "it is 0 to 7");
        }
    }
    if version >= 7 && config.aclGraphZeroCopyEnable > 1 {
        return refuse("aclGraphZeroCopyEnable", &config.aclGraphZeroCopyEnable, "it is 0 or 1");
    }
    if version >= 8 {
        match config.hcclExecTimeOut {
            HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET => {}
            seconds => match u64::try_from(seconds) {
                Ok(seconds) => options.exec_timeout = Some(seconds),
                Err(_) => {
                    return refuse(
                        "hcclExecTimeOut",
                        &seconds,
                        "it is in seconds; 0 is for ever, -1 the environment's",
                    );
                }
            },
        }
    }
    if version >= 9 {
        options.buffer_name = text(function, "hcclBufferName", &config.hcclBufferName)?;
    }
    if version >= 10 {
        options.window_gib = Some(config.hcclSymWinMaxMemSizePerRank);
    }
    Ok(options)
}

/// A text of a field; `None` for an empty one.
fn text(function: &str, field: &str, chars: &[c_char]) -> Outcome<Option<String>> {
    let bytes: Vec<u8> = chars.iter().map(|char| *char as u8).take_while(|byte| *byte != 0).collect();
    if bytes.len() == chars.len() {
        let most = chars.len() - 1;
        return Err(para(format!("{function} got a {field} without an end; it has at most {most} bytes")));
    }
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}
