//! The variables `HCCL_*`, read once, at the first call that makes a communicator.

use std::sync::OnceLock;

use ascend_npu_sys::environment::{Problem, validate_variables};
use ascend_npu_sys::{HcclResult, environment};

use super::check::{Generation, generation};
use crate::report::{Failure, Outcome};

static CHECKED: OnceLock<Outcome> = OnceLock::new();

/// Fails when any variable is wrong, and tells all that are.
pub(super) fn check() -> Outcome {
    CHECKED.get_or_init(|| check_variables(&|name| std::env::var(name).ok(), generation(crate::device::soc()))).clone()
}

fn check_variables(get: &dyn Fn(&str) -> Option<String>, generation: Generation) -> Outcome {
    let mut problems = match validate_variables(|name| get(name).map(Into::into)) {
        Err(environment::Problems(problems)) => problems,
        Ok(()) => Vec::new(),
    };
    // The others are the runtime's, and a wrong mode is the default one.
    problems.retain(|problem| problem.variable.starts_with("HCCL_") && problem.variable != "HCCL_OP_EXPANSION_MODE");
    problems.extend(of_generation(get, generation));
    if problems.is_empty() {
        return Ok(());
    }
    let line = |problem: &Problem| {
        let Problem { variable, value, expected } = problem;
        format!("EI0001: Value {value} for environment variable {variable} is invalid. Expected value: {expected}")
    };
    let text = problems.iter().map(line).collect::<Vec<_>>().join("\n");
    Err(Failure::hccl(HcclResult::HCCL_E_PARA, text))
}

/// What is allowed on some devices only.
fn of_generation(get: &dyn Fn(&str) -> Option<String>, generation: Generation) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut refuse = |variable, wrong: &dyn Fn(&str) -> bool, expected: &str| {
        if let Some(value) = get(variable).filter(|value| wrong(value)) {
            problems.push(Problem { variable, value, expected: expected.to_owned() });
        }
    };
    let beyond = |limit: i64| move |value: &str| value.parse::<i64>().is_ok_and(|value| value > limit);
    if generation == Generation::First {
        let wrong = |value: &str| value.parse::<i64>().is_ok_and(|value| value == 0 || value > 17_340);
        refuse("HCCL_EXEC_TIMEOUT", &wrong, "1 to 17340 on this device");
        refuse("HCCL_DETERMINISTIC", &|value| !value.eq_ignore_ascii_case("false"), "false on this device");
    } else {
        refuse("HCCL_RDMA_TIMEOUT", &beyond(20), "5 to 20 on this device");
    }
    problems
}

/// A whole number of a variable.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.trim().parse().ok()
}

/// HCCL_CONNECT_TIMEOUT in seconds.
pub(super) fn connect_timeout() -> u64 {
    number("HCCL_CONNECT_TIMEOUT").unwrap_or(120)
}

/// HCCL_EXEC_TIMEOUT in seconds; 0 is for ever.
pub(super) fn exec_timeout() -> Option<u64> {
    number("HCCL_EXEC_TIMEOUT")
}

/// HCCL_DETERMINISTIC, if it is set.
pub(super) fn deterministic() -> Option<u8> {
    let value = std::env::var("HCCL_DETERMINISTIC").ok()?;
    Some(match value.to_ascii_lowercase().as_str() {
        "true" => 1,
        "strict" => 2,
        _ => 0,
    })
}

/// The ports at which a root may listen, in the order in which it tries them, and the variable that says so.
pub(super) fn ports() -> (Vec<u16>, &'static str) {
    let range = "HCCL_HOST_SOCKET_PORT_RANGE";
    if let Some(ports) = std::env::var(range).ok().and_then(|text| listed(&text)) {
        return (ports, range);
    }
    let base = number("HCCL_IF_BASE_PORT").and_then(|port| u16::try_from(port).ok()).unwrap_or(60_000);
    ((0..32).filter_map(|offset| base.checked_add(offset)).collect(), "HCCL_IF_BASE_PORT")
}

/// The ports of a list of ports and ranges; `None` for `auto`, which leaves the choice open.
fn listed(text: &str) -> Option<Vec<u16>> {
    let mut ports = Vec::new();
    for part in text.split(',') {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        ports.extend(low.trim().parse::<u16>().ok()?..=high.trim().parse().ok()?);
    }
    Some(ports)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(variables: &[(&str, &str)], generation: Generation) -> String {
        let get = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        check_variables(&get, generation).err().map(|failure| failure.text).unwrap_or_default()
    }

    #[test]
    fn all_wrong_variables_are_told_together() {
        let wrong =
            [("HCCL_CONNECT_TIMEOUT", "5"), ("HCCL_BUFFSIZE", "0"), ("HCCL_RDMA_TC", "131"), ("HCCL_RDMA_SL", "2")];
        let text = text(&wrong, Generation::B);
        assert_eq!(text.matches("EI0001: Value").count(), 3, "{text}");
        for (variable, value) in &wrong[..3] {
            assert!(text.contains(&format!("Value {value} for environment variable {variable} is invalid")), "{text}");
        }
    }

    #[test]
    fn what_is_allowed_depends_on_the_device() {
        for (variable, value, first, other) in [
            ("HCCL_RDMA_TIMEOUT", "22", true, false),
            ("HCCL_EXEC_TIMEOUT", "0", false, true),
            ("HCCL_EXEC_TIMEOUT", "17341", false, true),
            ("HCCL_DETERMINISTIC", "true", false, true),
            ("HCCL_DETERMINISTIC", "sometimes", false, false),
            ("HCCL_OP_EXPANSION_MODE", "nonsense", true, true),
            ("ASCEND_DEVICE_ID", "nonsense", true, true),
        ] {
            let variables = [(variable, value)];
            assert_eq!(text(&variables, Generation::First).is_empty(), first, "{variable}={value}");
            assert_eq!(text(&variables, Generation::B).is_empty(), other, "{variable}={value}");
        }
    }

    #[test]
    fn port_lists_have_single_ports_and_ranges() {
        assert_eq!(listed("60000,60050-60052"), Some(vec![60_000, 60_050, 60_051, 60_052]));
        assert_eq!(listed("auto"), None);
    }
}
