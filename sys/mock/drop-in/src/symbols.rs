//! `symbols`: what the software device does, refuses, or has not.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ascend_npu_mock::{Support, support};
use ascend_npu_sys::{Acl, Function, Hccl};
use object::{Object, ObjectSymbol};
use serde_json::{Value, json};

use crate::cli::Symbols;
use crate::output::{Refusal, print, table};

/// What becomes of a call of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum State {
    /// The software device does it
    Implemented,
    /// It is there, and answers that it is not supported
    Refused,
    /// It is not there: a program that is linked to it does not start
    Absent,
}

impl State {
    fn of(name: &str) -> Self {
        match support(name) {
            Some(Support::Implemented) => Self::Implemented,
            Some(Support::Refused) => Self::Refused,
            None => Self::Absent,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Implemented => "implemented",
            Self::Refused => "refused",
            Self::Absent => "absent",
        }
    }
}

struct Symbol {
    name: String,
    state: State,
    since: Option<&'static str>,
}

pub(crate) fn list(options: &Symbols) -> Result<(), Refusal> {
    let mut names = BTreeSet::new();
    if options.programs.is_empty() {
        names.extend(functions().map(|function| function.name.to_owned()));
        names.extend(operators().iter().map(|name| (*name).to_owned()));
    }
    for program in &options.programs {
        names.extend(linked(program)?);
    }
    let all: Vec<Symbol> = names.into_iter().map(symbol).collect();
    let count = |state| all.iter().filter(|symbol| symbol.state == state).count();
    let counts = [State::Implemented, State::Refused, State::Absent].map(|state| (state.text(), count(state)));
    let shown = all.iter().filter(|symbol| options.only.is_none_or(|only| only == symbol.state));
    if options.json {
        let symbols: Vec<Value> = shown
            .map(|symbol| json!({ "name": symbol.name, "state": symbol.state.text(), "since": symbol.since }))
            .collect();
        let counts: serde_json::Map<String, Value> =
            counts.iter().map(|(state, count)| ((*state).to_owned(), json!(count))).collect();
        return print(&format!("{:#}\n", json!({ "counts": counts, "symbols": symbols })));
    }
    let mut rows = vec![["function", "state", "since"].map(str::to_owned).to_vec()];
    rows.extend(shown.map(|symbol| {
        let since = symbol.since.map(|letter| format!("CANN {}", ascend_npu_sys::release(letter).unwrap_or(letter)));
        vec![symbol.name.clone(), symbol.state.text().to_owned(), since.unwrap_or_default()]
    }));
    let counts = counts.map(|(state, count)| format!("{count} {state}")).join(", ");
    print(&format!("{}{counts}\n", table(&rows)))
}

fn functions() -> impl Iterator<Item = &'static Function> {
    Acl::FUNCTIONS.iter().chain(Hccl::FUNCTIONS)
}

/// The functions of operators that are exported beside them.
fn operators() -> &'static [&'static str] {
    macro_rules! names {
        (fixed { $(fn $name:ident($($arguments:tt)*) $(-> $returned:ty)?;)* } variadic {}) => {
            &[$(stringify!($name)),*]
        };
    }
    ascend_npu_mock::for_each_operator_function!(names)
}

fn symbol(name: String) -> Symbol {
    let since = functions().find(|function| function.name == name).map(|function| function.since);
    Symbol { state: State::of(&name), since, name }
}

/// The functions of the vendor's that a program or library is linked to.
fn linked(program: &Path) -> Result<Vec<String>, Refusal> {
    let what = || format!("cannot read {}", program.display());
    let bytes = fs::read(program).map_err(|error| Refusal::because(what(), error))?;
    let file = object::File::parse(bytes.as_slice()).map_err(|error| Refusal::because(what(), error))?;
    let symbols = file.dynamic_symbols().chain(file.symbols()).filter(ObjectSymbol::is_undefined);
    let names = symbols.filter_map(|symbol| Some(symbol.name().ok()?.split('@').next()?.to_owned()));
    Ok(names.filter(|name| ["acl", "Hccl", "Msprof", "rt"].iter().any(|start| name.starts_with(start))).collect())
}
