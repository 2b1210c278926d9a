//! The variables `ASCEND_*` and `HCCL_*` that steer the vendor's libraries, checked in one place.
//!
//! The libraries read them once, at the first call that needs one, and stop at the first that is wrong. Here all are
//! looked at, and everything that is wrong is told together.

use std::ffi::OsString;
use std::fmt;
use std::net::IpAddr;
use std::path::Path;

/// A variable whose value the library would refuse or misread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The variable.
    pub variable: &'static str,
    /// Its value.
    pub value: String,
    /// What it may be.
    pub expected: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={} is wrong: {}", self.variable, self.value, self.expected)
    }
}

/// Everything that is wrong in an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl std::error::Error for Problems {}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if place == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

/// What a variable may be.
enum Rule {
    /// An integer of a range.
    Number(i64, i64),
    /// An integer of a range that is a multiple of 4.
    Multiple4(i64, i64),
    /// One of these words, whatever the case.
    Word(&'static [&'static str]),
    /// A list of device ids, ascending, without blanks.
    Devices,
    /// An address.
    Address,
    /// A pattern of network cards.
    Cards,
    /// `auto`, or a list of ports and ranges of them.
    Ports,
    /// Settings of algorithms.
    Algorithms,
    /// Settings by level, each 0 or 1.
    Levels,
    /// Text of at most so many bytes.
    Text(usize),
    /// A file that exists.
    File,
    /// A directory that exists.
    Directory,
}

const SWITCH: Rule = Rule::Word(&["0", "1"]);
const BOOLEAN: Rule = Rule::Word(&["true", "false", "0", "1"]);

const RULES: &[(&str, Rule)] = &[
    ("ASCEND_RT_VISIBLE_DEVICES", Rule::Devices),
    ("ASCEND_DEVICE_ID", Rule::Number(0, 63)),
    ("ASCEND_OPP_PATH", Rule::Directory),
    ("ASCEND_GLOBAL_LOG_LEVEL", Rule::Number(0, 4)),
    ("ASCEND_GLOBAL_EVENT_ENABLE", SWITCH),
    ("ASCEND_SLOG_PRINT_TO_STDOUT", SWITCH),
    ("ASCEND_LOG_PRINT_TO_STDOUT", SWITCH),
    ("ASCEND_HOST_LOG_FILE_NUM", Rule::Number(1, 1000)),
    ("ASCEND_LOG_DEVICE_FLUSH_TIMEOUT", Rule::Number(0, 180_000)),
    ("ASCEND_LAUNCH_BLOCKING", SWITCH),
    ("HCCL_CONNECT_TIMEOUT", Rule::Number(120, 7200)),
    ("HCCL_EXEC_TIMEOUT", Rule::Number(0, 2_147_483_647)),
    ("HCCL_BUFFSIZE", Rule::Number(1, 4_294_967_295)),
    ("HCCL_DETERMINISTIC", Rule::Word(&["false", "true", "strict"])),
    ("HCCL_ALGO", Rule::Algorithms),
    (
        "HCCL_OP_EXPANSION_MODE",
        Rule::Word(&["HOST", "HOST_TS", "AI_CPU", "AICPU_TS", "AICPU_CacheDisable", "AIV", "CCU_MS", "CCU_SCHED"]),
    ),
    ("HCCL_IF_IP", Rule::Address),
    ("HCCL_SOCKET_IFNAME", Rule::Cards),
    ("HCCL_SOCKET_FAMILY", Rule::Word(&["AF_INET", "AF_INET6"])),
    ("HCCL_IF_BASE_PORT", Rule::Number(1024, 65_520)),
    ("HCCL_HOST_SOCKET_PORT_RANGE", Rule::Ports),
    ("HCCL_NPU_SOCKET_PORT_RANGE", Rule::Ports),
    ("HCCL_WHITELIST_DISABLE", SWITCH),
    ("HCCL_WHITELIST_FILE", Rule::File),
    ("HCCL_INTRA_ROCE_ENABLE", SWITCH),
    ("HCCL_INTRA_PCIE_ENABLE", SWITCH),
    ("HCCL_INTER_HCCS_DISABLE", BOOLEAN),
    ("HCCL_LOGIC_SUPERPOD_ID", Rule::Text(127)),
    ("HCCL_OP_RETRY_ENABLE", Rule::Levels),
    ("HCCL_RDMA_TC", Rule::Multiple4(0, 255)),
    ("HCCL_RDMA_SL", Rule::Number(0, 7)),
    ("HCCL_RDMA_TIMEOUT", Rule::Number(5, 24)),
    ("HCCL_RDMA_RETRY_CNT", Rule::Number(1, 7)),
    ("HCCL_RDMA_QPS_PER_CONNECTION", Rule::Number(1, 32)),
    ("HCCL_MULTI_QP_THRESHOLD", Rule::Number(1, 8192)),
    ("HCCL_ENTRY_LOG_ENABLE", SWITCH),
    ("HCCL_DIAGNOSE_ENABLE", SWITCH),
];

/// The variables that are checked.
pub fn variables() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|(name, _)| *name)
}

/// Checks the environment of the process.
///
/// # Errors
/// Everything that is wrong.
pub fn validate() -> Result<(), Problems> {
    validate_variables(|name| std::env::var_os(name))
}

/// Checks the given variables; an unset or empty one is never wrong.
///
/// # Errors
/// Everything that is wrong.
pub fn validate_variables(get: impl Fn(&str) -> Option<OsString>) -> Result<(), Problems> {
    let get = |name: &str| {
        let value = get(name).filter(|value| !value.is_empty())?;
        Some(value.to_string_lossy().into_owned())
    };
    let mut problems = Vec::new();
    for (variable, rule) in RULES {
        if let Some(value) = get(variable)
            && let Some(expected) = rule.refuses(&value)
        {
            problems.push(Problem { variable, value, expected });
        }
    }
    let number = |name: &str| get(name).and_then(|value| value.parse::<i64>().ok());
    if let (Some(1), Some(1)) = (number("HCCL_INTRA_ROCE_ENABLE"), number("HCCL_INTRA_PCIE_ENABLE")) {
        let expected = "HCCL_INTRA_PCIE_ENABLE must be 0 where this is 1".to_owned();
        problems.push(Problem { variable: "HCCL_INTRA_ROCE_ENABLE", value: "1".to_owned(), expected });
    }
    if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
}

impl Rule {
    /// What is expected instead of a value, where it is wrong.
    fn refuses(&self, value: &str) -> Option<String> {
        let number = value.parse::<i64>().ok();
        let (good, expected) = match self {
            Self::Number(low, high) => {
                (number.is_some_and(|it| (*low..=*high).contains(&it)), format!("an integer from {low} to {high}"))
            }
            Self::Multiple4(low, high) => (
                number.is_some_and(|it| (*low..=*high).contains(&it) && it % 4 == 0),
                format!("a multiple of 4 from {low} to {high}"),
            ),
            Self::Word(words) => {
                (words.iter().any(|word| word.eq_ignore_ascii_case(value)), format!("one of {}", words.join(", ")))
            }
            Self::Devices => (ascending(value), "device ids, ascending, with commas and no blanks between, as 0,1,2".into()),
            Self::Address => (value.parse::<IpAddr>().is_ok(), "an IPv4 or IPv6 address".into()),
            Self::Cards => (cards(value), "names of network cards with commas between; ^, = or ^= before the first".into()),
            Self::Ports => (ports(value), "auto, or ports and ranges from 1 to 65535, as 60000,60050-60100".into()),
            Self::Algorithms => (
                algorithms(value),
                "level0:NA;level1:ALGORITHM;level2:ALGORITHM, also for each operation as allreduce=level0:NA;level1:ring".into(),
            ),
            Self::Levels => (levels(value), "L1:0 or L1:1, and the same for L2, with commas between".into()),
            Self::Text(bytes) => (value.len() <= *bytes, format!("at most {bytes} bytes")),
            Self::File => (Path::new(value).is_file(), "a file that exists".into()),
            Self::Directory => (Path::new(value).is_dir(), "a directory that exists".into()),
        };
        (!good).then_some(expected)
    }
}

/// The runtime stops reading at the first id that does not fit, and hides all devices after it.
fn ascending(value: &str) -> bool {
    let ids: Option<Vec<u32>> = value.split(',').map(|id| id.parse().ok()).collect();
    ids.is_some_and(|ids| ids.is_sorted_by(|a, b| a < b))
}

fn cards(value: &str) -> bool {
    let names = value.trim_start_matches('^').trim_start_matches('=');
    value.len() - names.len() <= 2 && names.split(',').all(|name| !name.is_empty() && !name.contains([' ', '^', '=']))
}

fn ports(value: &str) -> bool {
    let port = |text: &str| text.parse::<u16>().ok().filter(|port| *port > 0);
    value == "auto"
        || value.split(',').all(|part| match part.split_once('-') {
            Some((low, high)) => matches!((port(low), port(high)), (Some(low), Some(high)) if low <= high),
            None => port(part).is_some(),
        })
}

fn algorithms(value: &str) -> bool {
    const ALGORITHMS: [&str; 10] =
        ["NA", "ring", "H-D_R", "NHR", "NHR_V1", "NB", "AHC", "pipeline", "pairwise", "fullmesh"];
    let by_level = |text: &str| {
        text.split(';').all(|part| match part.split_once(':') {
            Some(("level0", algorithm)) => algorithm == "NA",
            Some(("level1" | "level2", algorithm)) => ALGORITHMS.contains(&algorithm),
            _ => false,
        })
    };
    by_level(value) || value.split('/').all(|part| part.split_once('=').is_some_and(|(_, levels)| by_level(levels)))
}

fn levels(value: &str) -> bool {
    value.split(',').all(|part| matches!(part.trim().split_once(':'), Some(("L0" | "L1" | "L2", "0" | "1"))))
}
