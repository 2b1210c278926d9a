//! The configuration of a communicator with its defaults, which the vendor has only as an inline function of a header.

use core::ffi::c_char;

use crate::types::*;

impl HcclCommConfig {
    /// A configuration that changes nothing: what is not set is taken from the environment, or is the library's default.
    #[doc(alias = "HcclCommConfigInit")]
    pub fn new() -> Self {
        let mut header = [0_u8; HCCL_COMM_CONFIG_INFO_BYTES as usize];
        let size = size_of::<Self>().to_ne_bytes();
        let magic = HCCL_COMM_CONFIG_MAGIC_WORD.to_ne_bytes();
        let version = HCCL_COMM_CONFIG_VERSION.to_ne_bytes();
        for (to, from) in header.iter_mut().zip(size.into_iter().chain(magic).chain(version)) {
            *to = from;
        }
        Self {
            reserved: header.map(|byte| byte as c_char),
            hcclBufferSize: HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET,
            hcclDeterministic: HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET,
            hcclCommName: [0; 128],
            hcclUdi: [0; 128],
            hcclOpExpansionMode: HCCL_COMM_DEFAULT_OP_EXPANSION_MODE,
            hcclRdmaTrafficClass: HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET,
            hcclRdmaServiceLevel: HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET,
            hcclWorldRankID: 0,
            hcclJobID: 0,
            aclGraphZeroCopyEnable: 0,
            hcclExecTimeOut: HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET,
            hcclAlgo: [0; 1600],
            hcclRetryEnable: [0; 50],
            hcclRetryParams: [0; 128],
            hcclBufferName: [0; 128],
            hcclQos: HCCL_COMM_QOS_CONFIG_NOT_SET,
            hcclSymWinMaxMemSizePerRank: HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE.into(),
        }
    }
}

impl Default for HcclCommConfig {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_size_magic_and_version() {
        let config = HcclCommConfig::new();
        let header = config.reserved.map(|byte| byte as u8);
        let mut expected = 2240_u64.to_ne_bytes().to_vec();
        expected.extend(0xF0F0_F0F0_u32.to_ne_bytes());
        expected.extend(10_u32.to_ne_bytes());
        expected.extend(0_u64.to_ne_bytes());
        assert_eq!(header.as_slice(), expected);
        assert_eq!((config.hcclBufferSize, config.hcclExecTimeOut), (u32::MAX, -1));
    }
}
