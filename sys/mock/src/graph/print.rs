//! A graph as text: events of the trace format that browsers show.

use std::fmt::Write;

use ascend_npu_sys::{aclError, aclmdlRI};

use super::build::Act;
use super::model::{self, Graph};
use crate::report::{Failure, Outcome};

/// Writes a graph to a file.
pub(super) fn print(graph: aclmdlRI, path: &str, flags: u32) -> Outcome {
    let graph = model::ready(graph)?;
    if flags > 1 {
        let text = format!("EE1003: a graph is to be printed with flags {flags}: 0 and 1 can be");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    std::fs::write(path, json(&graph)).map_err(|error| {
        Failure::acl(
            aclError::RT_PARAM_INVALID,
            format!("EE1001: graph {} cannot be written to {path}: {error}", graph.id),
        )
    })
}

fn json(graph: &Graph) -> String {
    let mut text = "{\"traceEvents\":[".to_owned();
    let mut separator = "";
    for (stream, line) in graph.nodes().lines.iter().enumerate() {
        for (index, node) in line.nodes.iter().enumerate() {
            let kind = match &node.act {
                Act::Record(_) => "EVENT_RECORD".to_owned(),
                Act::Wait(_) => "EVENT_WAIT".to_owned(),
                Act::Label(_) => "LABEL_SET".to_owned(),
                Act::Switch(_) => "LABEL_SWITCH".to_owned(),
                Act::Run(_) | Act::Parallel(..) | Act::Host(_) | Act::Outside(_) => format!("{:?}", node.kind),
            };
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "{separator}\n{{\"name\":{:?},\"ph\":\"X\",\"pid\":{},\"tid\":{stream},\"ts\":{index},\"dur\":1,\"args\":{{\"model id\":{},\"stream id\":{},\"task id\":{index},\"task type\":{kind:?}}}}}",
                node.name, graph.id, graph.id, line.queue
            );
            separator = ",";
        }
    }
    text + "\n]}\n"
}
