#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.

use super::super::profile::profile_of;
use super::*;

fn collective(kind: Kind, bytes: u64, ranks: u32) -> Collective {
    Collective { kind, bytes, devices: (0..ranks).collect(), deterministic: false, buffer: 200 * MIB }
}

fn milliseconds(soc: &str, collective: &Collective) -> f64 {
    duration(profile_of(soc).unwrap(), collective) as f64 / 1e6
}

/// Of a device of a full mesh.
fn on_mesh(kind: Kind, bytes: u64, ranks: u32) -> f64 {
    milliseconds("Ascend910B3", &collective(kind, bytes, ranks))
}

#[track_caller]
fn near(found: f64, wanted: f64) {
    assert!((found / wanted - 1.0).abs() < 0.05, "{found} ms is not within 5 % of {wanted} ms");
}

/// The time without the pipeline.
fn serial(bytes: u64, ranks: u32) -> f64 {
    let profile = profile_of("Ascend910B3").unwrap();
    let collective = collective(Kind::AllReduce, bytes, ranks);
    let stages = stages(profile, &collective.devices);
    let work = Work { profile, stages: &stages, collective: &collective, bytes: bytes as f64 };
    let (last, inner) = stages.split_last().unwrap();
    work.nested(last, inner, Part::AllReduce) / 1e3
}

#[test]
fn an_all_reduce_in_one_server_takes_two_passes_over_all_links() {
    near(on_mesh(Kind::AllReduce, 256 * MIB, 8), 3.67);
    // Fewer ranks use fewer links.
    near(on_mesh(Kind::AllReduce, 256 * MIB, 4), 2.0 * 3.67);
    near(on_mesh(Kind::AllReduce, 256 * MIB, 2), 4.0 * 3.67);
}

#[test]
fn an_all_reduce_over_eight_servers_is_pipelined() {
    near(on_mesh(Kind::AllReduce, 256 * MIB, 64), 3.7);
    near(serial(256 * MIB, 64), 6.7);
}

#[test]
fn an_all_reduce_of_small_pieces_is_not_pipelined() {
    near(on_mesh(Kind::AllReduce, 256 * MIB, 1024), 3.67 + 3.33 + 0.14);
}

#[test]
fn a_gather_over_eight_servers_is_pipelined_and_saves_what_the_network_would_carry() {
    near(on_mesh(Kind::AllGather, 64 * 32 * MIB, 64), 14.7);
    let profile = profile_of("Ascend910B3").unwrap();
    let gather = collective(Kind::AllGather, 64 * 32 * MIB, 64);
    let stages = stages(profile, &gather.devices);
    let work = Work { profile, stages: &stages, collective: &gather, bytes: gather.bytes as f64 };
    near(work.spread() / 1e3, 94.0 + 1.83);
}

#[test]
fn the_cheapest_algorithm_is_chosen_by_its_steps() {
    let profile = profile_of("Ascend910B3").unwrap();
    let network = |members| Stage { level: &profile.levels[1], members };
    assert_eq!(steps::cheapest(&network(2), Part::AllReduce, 1e6), Algorithm::Ring);
    assert_eq!(steps::cheapest(&network(128), Part::AllReduce, 1e6), Algorithm::Tree);
    assert_eq!(steps::cheapest(&network(96), Part::AllReduce, 1e6), Algorithm::Tree);
}

#[test]
fn the_first_generation_halves_among_powers_of_two_and_else_goes_round() {
    let profile = profile_of("Ascend910A").unwrap();
    for (servers, wanted) in [(4, Algorithm::Halving), (6, Algorithm::Ring)] {
        let sum = collective(Kind::AllReduce, MIB, 8 * servers);
        let stages = stages(profile, &sum.devices);
        let work = Work { profile, stages: &stages, collective: &sum, bytes: 1e6 };
        assert_eq!(work.algorithm(&stages[2], Part::AllReduce, 1e6), wanted);
    }
}

#[test]
fn dies_of_a_package_are_nearer_than_nodes() {
    let time = |devices: Vec<u32>| {
        let sum = Collective { devices, ..collective(Kind::AllReduce, 64 * MIB, 0) };
        milliseconds("Ascend910_9391", &sum)
    };
    let (package, node, pods) = (time(vec![0, 1]), time(vec![0, 2]), time(vec![0, 768]));
    // 64 MiB at 204, at 137.2 and at 20 GB/s.
    near(package, 0.329);
    near(node, 0.495);
    near(pods, 3.375);
}

#[test]
fn more_bytes_take_longer() {
    let kinds = [
        Kind::AllReduce,
        Kind::AllGather,
        Kind::ReduceScatter,
        Kind::Broadcast,
        Kind::Reduce,
        Kind::Scatter,
        Kind::AllToAll,
        Kind::Send,
        Kind::Barrier,
    ];
    for kind in kinds {
        for soc in ["Ascend910A", "Ascend910B3", "Ascend910_9391"] {
            let time = |bytes| milliseconds(soc, &collective(kind, bytes, 16));
            assert!(time(0) > 0.0 && time(0) <= time(4 * MIB) && time(4 * MIB) < time(128 * MIB), "{kind:?} {soc}");
        }
    }
}
