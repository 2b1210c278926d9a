//! Routes between queues, and lists and queries of them.

use ascend_npu_sys::{
    ACL_TDT_QUEUE_ROUTE_BIND, ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL, ACL_TDT_QUEUE_ROUTE_UNBIND, aclError,
    acltdtQueueRouteQueryMode as Mode,
};

use crate::report::{Failure, Outcome};

/// What became of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Unbound,
    Bound,
    Abnormal,
}

impl Status {
    pub(super) fn number(self) -> i32 {
        let number = match self {
            Self::Unbound => ACL_TDT_QUEUE_ROUTE_UNBIND,
            Self::Bound => ACL_TDT_QUEUE_ROUTE_BIND,
            Self::Abnormal => ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL,
        };
        number.cast_signed()
    }
}

/// What is put into one queue goes on to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) status: Status,
}

/// Which routes are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Query {
    pub(super) mode: Option<u32>,
    pub(super) from: Option<u32>,
    pub(super) to: Option<u32>,
}

impl Query {
    /// Those of the routes that are asked for.
    ///
    /// # Errors
    /// 100000 when the query does not say all that its mode needs.
    pub(super) fn of(self, routes: Vec<Route>) -> Outcome<Vec<Route>> {
        let refuse = |text: &str| Err(Failure::acl(aclError::INVALID_PARAM, format!("EH0001: {text}")));
        let Some(mode) = self.mode else { return refuse("the query has no mode: set it first") };
        let (by_source, by_target) = match Mode(mode) {
            Mode::ACL_TDT_QUEUE_ROUTE_QUERY_SRC => (true, false),
            Mode::ACL_TDT_QUEUE_ROUTE_QUERY_DST => (false, true),
            Mode::ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST => (true, true),
            // A route that could not be bound is not kept.
            Mode::ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL => return Ok(Vec::new()),
            other => return refuse(&format!("{} is no mode of a query of routes", other.0)),
        };
        if by_source && self.from.is_none() {
            return refuse("the query has no source: set it first");
        }
        if by_target && self.to.is_none() {
            return refuse("the query has no destination: set it first");
        }
        let asked =
            |route: &Route| (!by_source || self.from == Some(route.from)) && (!by_target || self.to == Some(route.to));
        Ok(routes.into_iter().filter(asked).collect())
    }
}
