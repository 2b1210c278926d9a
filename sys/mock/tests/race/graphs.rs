//! Graphs: what is captured from streams, and run.

use std::ptr::{null_mut, with_exposed_provenance_mut};

use ascend_npu_sys::{aclmdlRI, aclmdlRICaptureMode};

use crate::common::check;
use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        a_graph_reads_what_another_stream_writes,
        a_graph_runs_on_two_streams_at_once,
        a_captured_event_is_no_wait_outside,
    ],
    silent: [
        a_graph_waits_for_what_it_reads,
        a_graph_runs_twice_on_one_stream,
        a_graph_runs_on_two_streams_in_turn,
        what_is_captured_forks_and_joins,
    ],
}

#[derive(Clone, Copy)]
struct Graph(usize);

fn capture(stream: Stream, work: impl FnOnce()) -> Graph {
    let mut graph: aclmdlRI = null_mut();
    check(acl!(aclmdlRICaptureBegin(stream.handle(), aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED)));
    work();
    check(acl!(aclmdlRICaptureEnd(stream.handle(), &mut graph)));
    Graph(graph.expose_provenance())
}

impl Graph {
    fn handle(self) -> aclmdlRI {
        with_exposed_provenance_mut(self.0)
    }
}

/// Runs a graph; its operations come from here.
#[collapse_debuginfo(yes)]
macro_rules! run {
    ($graph:expr, $stream:expr) => {{
        let graph: Graph = $graph;
        let stream: Stream = $stream;
        check(acl!(aclmdlRIExecuteAsync(graph.handle(), stream.handle())));
        stream.operation("aclmdlRIExecuteAsync", file!(), line!())
    }};
}

fn a_graph_reads_what_another_stream_writes(p: &Program) {
    let (first, second, shared, to) = (stream(), stream(), memory(), memory());
    let graph = capture(second, || drop(copy!(second, to, shared)));
    let write = fill!(first, shared);
    let run = run!(graph, second).called("aclrtMemcpyAsync");
    p.race(write.writes(shared), run.reads(shared));
}

fn a_graph_waits_for_what_it_reads(_: &Program) {
    let (first, second, shared, to) = (stream(), stream(), memory(), memory());
    let graph = capture(second, || drop(copy!(second, to, shared)));
    fill!(first, shared);
    second.follow(first);
    run!(graph, second);
    first.follow(second);
    fill!(first, shared);
}

fn a_graph_runs_on_two_streams_at_once(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let graph = capture(first, || drop(fill!(first, shared)));
    let one = run!(graph, first).called("aclrtMemsetAsync");
    let other = run!(graph, second).called("aclrtMemsetAsync");
    p.race(one.writes(shared), other.writes(shared));
}

fn a_graph_runs_on_two_streams_in_turn(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let graph = capture(first, || drop(fill!(first, shared)));
    run!(graph, first);
    second.follow(first);
    run!(graph, second);
}

fn a_graph_runs_twice_on_one_stream(_: &Program) {
    let (stream, a, b) = (stream(), memory(), memory());
    let graph = capture(stream, || {
        fill!(stream, a);
        copy!(stream, b, a);
        copy!(stream, a, b);
    });
    run!(graph, stream);
    copy!(stream, b, a);
    run!(graph, stream);
}

/// Each run has events of its own.
fn what_is_captured_forks_and_joins(_: &Program) {
    let (first, second, shared, to) = (stream(), stream(), memory(), memory());
    let graph = capture(first, || {
        fill!(first, shared);
        second.follow(first);
        fill!(second, shared.half(0));
        fill!(first, shared.half(1));
        first.follow(second);
        copy!(first, to, shared);
    });
    run!(graph, first);
    run!(graph, first);
    fill!(first, shared);
}

fn a_captured_event_is_no_wait_outside(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let graph = capture(first, || {
        fill!(first, shared);
        first.record(event());
    });
    let run = run!(graph, first).called("aclrtMemsetAsync");
    // The graph has a record, of which the second stream knows nothing.
    let other = fill!(second, shared);
    p.race(run.writes(shared), other.writes(shared));
}
