//! The port at which a root listens.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, Weak};

use ascend_npu_sys::HcclResult;

use super::environment;
use super::handshake::{Address, Listener, at_port};
use super::sync::lock;
use crate::control;
use crate::process::interfaces;
use crate::report::{Failure, Outcome};

/// The listener of this process: all its handshakes share one, so that a process takes one port.
static LISTENER: Mutex<Weak<Listener>> = Mutex::new(Weak::new());

/// Listens at the first port that is free of those that the environment allows.
pub(super) fn listen(function: &str) -> Outcome<Arc<Listener>> {
    let mut known = lock(&LISTENER);
    let usable = |listener: &Arc<Listener>| match listener.address {
        Address::Port(address) => !control::port_is_taken(address.port()),
        Address::Name(_) => false,
    };
    if let Some(listener) = known.upgrade().filter(usable) {
        return Ok(listener);
    }
    let ip = host(function)?;
    let (ports, _) = environment::ports();
    for port in ports.iter().filter(|port| !control::port_is_taken(**port)) {
        match at_port(ip, *port) {
            Ok(listener) => {
                let listener = Arc::new(listener);
                *known = Arc::downgrade(&listener);
                return Ok(listener);
            }
            // Another job has it.
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) => {
                let text = format!("EI0019: {function} cannot listen at port {port} of {ip}: {error}");
                return Err(Failure::hccl(HcclResult::HCCL_E_UNAVAIL, text));
            }
        }
    }
    Err(taken(function, &ip.to_string()))
}

/// The first port that no rule of the software device takes.
pub(super) fn free(function: &str) -> Outcome<u16> {
    let port = environment::ports().0.into_iter().find(|port| !control::port_is_taken(*port));
    port.ok_or_else(|| taken(function, "127.0.0.1"))
}

fn taken(function: &str, ip: &str) -> Failure {
    let (ports, variable) = environment::ports();
    let range = match (ports.first(), ports.last()) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none".to_owned(),
    };
    let text = format!(
        "EI0019: {function} cannot listen on {ip}: the ports {range} of {variable} are all in use, by another job on this host \
         perhaps; set HCCL_IF_BASE_PORT or HCCL_HOST_SOCKET_PORT_RANGE to free ones"
    );
    Failure::hccl(HcclResult::HCCL_E_UNAVAIL, text)
}

/// The address of this host: HCCL_IF_IP, else that of the interface that HCCL_SOCKET_IFNAME chooses, else the loopback, for all
/// devices are on this machine.
fn host(function: &str) -> Outcome<IpAddr> {
    let wrong = |text: String| Failure::hccl(HcclResult::HCCL_E_PARA, format!("EI0001: {function}: {text}"));
    if let Ok(text) = std::env::var("HCCL_IF_IP") {
        let ip = text.trim().parse();
        return ip.map_err(|_| wrong(format!("HCCL_IF_IP is `{text}`, which is no address")));
    }
    let Ok(wanted) = std::env::var("HCCL_SOCKET_IFNAME") else { return Ok(Ipv4Addr::LOCALHOST.into()) };
    let all = interfaces::all();
    let found = choose(&wanted, &all);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        wrong(format!(
            "HCCL_SOCKET_IFNAME is `{wanted}`, and no interface of this host fits: it has {}",
            names.join(", ")
        ))
    })
}

/// The address of the first interface that a rule fits: `eth` a prefix, `=eth0` a name; after `^` those that do not.
fn choose(wanted: &str, all: &[(String, IpAddr)]) -> Option<IpAddr> {
    let (not, list) = wanted.strip_prefix('^').map_or((false, wanted), |list| (true, list));
    let (exact, list) = list.strip_prefix('=').map_or((false, list), |list| (true, list));
    let fits = |name: &str, rule: &str| if exact { name == rule } else { name.starts_with(rule) };
    let rules: Vec<&str> = list.split(',').map(str::trim).collect();
    let found = if not {
        all.iter().find(|(name, _)| !rules.iter().any(|rule| fits(name, rule)))
    } else {
        rules.iter().find_map(|rule| all.iter().find(|(name, _)| fits(name, rule)))
    };
    found.map(|(_, ip)| *ip)
}

/// The interface of an address, as names of communicators tell it.
pub(super) fn interface(ip: IpAddr) -> String {
    if ip.is_loopback() {
        return "lo".to_owned();
    }
    interfaces::all().into_iter().find(|(_, other)| *other == ip).map_or_else(|| "host".to_owned(), |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interface_is_the_first_that_a_rule_fits() {
        let all = [("lo", 1), ("eth0", 2), ("eth1", 3), ("docker0", 4)]
            .map(|(name, last)| (name.to_owned(), IpAddr::from([10, 0, 0, last])));
        let last = |wanted: &str| match choose(wanted, &all) {
            Some(IpAddr::V4(ip)) => ip.octets()[3],
            _ => 0,
        };
        assert_eq!([last("eth"), last("=eth1"), last("=eth"), last("docker,eth")], [2, 3, 0, 4]);
        assert_eq!([last("^lo"), last("^=lo,eth0"), last("^l,e,d")], [2, 3, 0]);
    }
}
