//! What a graph is made of.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use ascend_npu_sys::aclError;

use super::label::Switch;
use crate::exec::{Body, Kind, Queue, Record, Task, Touch};
use crate::report::{Failure, Outcome};

/// One operation of a graph.
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) name: Cow<'static, str>,
    pub(super) touches: Vec<Touch>,
    pub(super) act: Act,
}

impl Node {
    /// A node that touches no memory.
    pub(super) fn new(kind: Kind, name: impl Into<Cow<'static, str>>, act: Act) -> Self {
        Self { kind, name: name.into(), touches: Vec::new(), act }
    }
}

/// What a node does.
pub(super) enum Act {
    Run(Arc<dyn Fn() -> Outcome + Send + Sync>),
    Parallel(u32, Arc<dyn Fn(u32) -> Outcome + Send + Sync>),
    /// A host function.
    Host(Arc<dyn Fn() + Send + Sync>),
    /// Something with what is outside of the graph, done when it is submitted to a queue.
    Outside(Arc<dyn Fn(&Queue) -> Outcome + Send + Sync>),
    Record(Arc<Record>),
    Wait(Arc<Record>),
    /// A place that jumps lead to.
    Label(u64),
    Switch(Arc<Switch>),
}

/// The nodes of one stream.
pub(super) struct Line {
    /// The queue they were captured from.
    pub(super) queue: u64,
    /// Whether they run from the start, and not only when a jump leads there.
    pub(super) is_head: bool,
    pub(super) nodes: Vec<Node>,
}

impl Line {
    fn new(queue: u64, is_head: bool) -> Self {
        Self { queue, is_head, nodes: Vec::new() }
    }
}

/// All nodes. The first line is that of the stream where the capture began.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) lines: Vec<Line>,
    /// Records that a stream of the capture waits for, and those that the first stream waits for.
    waited: HashSet<usize>,
    waited_by_first: bool,
    /// Whether the end of the tasks is marked, of a graph that is built.
    pub(super) is_ended: bool,
}

impl Nodes {
    /// Appends a task to the line of a queue.
    ///
    /// # Errors
    /// 207000 for what cannot run twice.
    pub(super) fn add(&mut self, queue: u64, task: Task) -> Outcome {
        let act = match task.body {
            Body::Again(run) => Act::Run(run),
            Body::Parallel { parts, run } => Act::Parallel(parts, run),
            Body::Host(run) => Act::Host(run),
            Body::Record(record) => Act::Record(record),
            Body::Wait(record) => {
                self.waited.insert(Arc::as_ptr(&record).addr());
                self.waited_by_first |= self.lines.first().is_some_and(|line| line.queue == queue);
                Act::Wait(record)
            }
            _ => {
                let text = format!("EE1016: {} cannot be captured", task.name);
                return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
            }
        };
        self.push(queue, Node { kind: task.kind, name: task.name, touches: task.touches, act });
        Ok(())
    }

    /// Appends what is done outside of the graph.
    pub(super) fn add_outside(
        &mut self,
        queue: u64,
        kind: Kind,
        name: &'static str,
        act: Arc<dyn Fn(&Queue) -> Outcome + Send + Sync>,
    ) {
        self.push(queue, Node::new(kind, name, Act::Outside(act)));
    }

    pub(super) fn push(&mut self, queue: u64, node: Node) {
        match self.lines.iter_mut().find(|line| line.queue == queue) {
            Some(line) => line.nodes.push(node),
            None => self.lines.push(Line { nodes: vec![node], ..Line::new(queue, true) }),
        }
    }

    /// Appends an empty line.
    pub(super) fn add_line(&mut self, queue: u64, is_head: bool) {
        self.lines.push(Line::new(queue, is_head));
    }

    /// Takes the line of a queue away.
    pub(super) fn remove_line(&mut self, queue: u64) {
        self.lines.retain(|line| line.queue != queue);
    }

    /// The line and the place in it of a label.
    pub(super) fn place_of(&self, label: u64) -> Option<(usize, usize)> {
        self.lines.iter().enumerate().find_map(|(place, line)| {
            let node = line.nodes.iter().position(|node| matches!(node.act, Act::Label(id) if id == label))?;
            Some((place, node))
        })
    }

    /// Whether every stream that joined was joined back: its last node is a record that another waits for, and the first stream
    /// waits for one.
    pub(super) fn is_joined(&self) -> bool {
        let mut others = self.lines.iter().skip(1).peekable();
        if others.peek().is_none() {
            return true;
        }
        let joined = |line: &Line| match line.nodes.last().map(|node| &node.act) {
            Some(Act::Record(record)) => self.waited.contains(&Arc::as_ptr(record).addr()),
            _ => false,
        };
        self.waited_by_first && others.all(joined)
    }

    /// All records of the graph.
    pub(super) fn records(&self) -> impl Iterator<Item = &Arc<Record>> {
        self.lines.iter().flat_map(|line| &line.nodes).filter_map(|node| match &node.act {
            Act::Record(record) => Some(record),
            _ => None,
        })
    }
}
