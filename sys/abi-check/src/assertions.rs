//! The C++ file of static assertions.

use std::fmt::Write;

use crate::{Expectations, Ours, Vendor};

/// Gives each of our types the vendor's of the same name, and follows it through pointers, arrays and functions.
const THEIRS: &str = "\
template <class T> struct theirs { using type = T; };
template <class T> struct theirs<const T> { using type = const typename theirs<T>::type; };
template <class T> struct theirs<T *> { using type = typename theirs<T>::type *; };
template <class T, std::size_t N> struct theirs<T[N]> { using type = typename theirs<T>::type[N]; };
template <class R, class... A> struct theirs<R(A...)> { using type = typename theirs<R>::type(typename theirs<A>::type...); };
template <class R, class... A> struct theirs<R(A..., ...)> {
    using type = typename theirs<R>::type(typename theirs<A>::type..., ...);
};
template <class T, class U> constexpr bool same = std::is_same<typename theirs<T>::type, U>::value;
";

/// Writes the file, leaving out what the set lacks; gives the number of assertions beside it.
pub(crate) fn write(ours: &Ours, vendor: &Vendor, expected: &Expectations) -> (String, usize) {
    let mut file = Assertions { text: String::new(), count: 0 };
    let has = |name: &str| vendor.words.contains(name);
    file.line(
        "#include <cstddef>\n#include <type_traits>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>",
    );
    // Ours first, and their values taken at once: the vendor's macros of the same names must not reach them.
    file.line("#define ASCEND_NPU_BEGIN\n#define ASCEND_NPU_END\nnamespace ours {");
    file.line(&format!("#include \"{}\"\n}}", ours.include.join("ascend.h").display()));
    for name in &ours.constants {
        file.line(&format!("constexpr long long ours_{name} = static_cast<long long>({name});\n#undef {name}"));
    }
    for name in ours.enumerations.iter().flat_map(|(_, names)| names) {
        file.line(&format!("constexpr long long ours_{name} = static_cast<long long>(ours::{name});"));
    }
    file.line(&vendor.includes);
    file.line(THEIRS);
    let enumerations = ours.enumerations.iter().map(|(name, _)| name);
    let structs = ours.structs.iter().map(|(name, _)| name);
    for name in enumerations.chain(structs).chain(&ours.opaque).filter(|name| has(name)) {
        file.line(&format!("template <> struct theirs<ours::{name}> {{ using type = ::{name}; }};"));
    }
    for function in ours.functions.iter().filter(|function| has(function.name)) {
        let name = function.name;
        let not = if expected.prototypes.contains(name) { "!" } else { "" };
        file.assert(&format!("{not}same<decltype(ours::{name}), decltype(::{name})>"), name, "prototype");
    }
    for name in ours.aliases.iter().filter(|name| has(name)) {
        file.assert(&format!("same<ours::{name}, ::{name}>"), name, "type");
    }
    let value = |name: &str| expected.values.get(name).cloned().unwrap_or_else(|| format!("ours_{name}"));
    for name in ours.constants.iter().filter(|name| has(name)) {
        file.assert(&format!("{} == static_cast<long long>({name})", value(name)), name, "value");
    }
    for (kind, names) in ours.enumerations.iter().filter(|(kind, _)| has(kind)) {
        file.assert(&format!("sizeof(ours::{kind}) == sizeof(::{kind})"), kind, "size");
        // Through the type's name, for some are scoped in C++.
        for name in names.iter().filter(|name| has(name)) {
            file.assert(&format!("{} == static_cast<long long>(::{kind}::{name})", value(name)), name, "value");
        }
    }
    for (name, fields) in ours.structs.iter().filter(|(name, _)| has(name)) {
        let size = expected.sizes.get(name).cloned().unwrap_or_else(|| format!("sizeof(ours::{name})"));
        file.assert(&format!("{size} == sizeof(::{name})"), name, "size");
        file.assert(&format!("alignof(ours::{name}) == alignof(::{name})"), name, "alignment");
        for field in fields {
            let full = format!("{name}.{}", field.path);
            let path = &field.path;
            if expected.lacks.contains(&full) {
                let helper = format!("lacks_{name}_{}", path.replace('.', "_"));
                file.line(&format!("template <class T, class = void> struct {helper} : std::true_type {{}};"));
                let found = format!("std::void_t<decltype(static_cast<T *>(nullptr)->{path})>");
                file.line(&format!("template <class T> struct {helper}<T, {found}> : std::false_type {{}};"));
                file.assert(&format!("{helper}<::{name}>::value"), &full, "expected lack");
                continue;
            }
            file.assert(&format!("offsetof(ours::{name}, {path}) == offsetof(::{name}, {path})"), &full, "offset");
            if field.typed {
                let [a, b] =
                    ["ours::", "::"].map(|space| format!("decltype(static_cast<{space}{name} *>(nullptr)->{path})"));
                file.assert(&format!("same<{a}, {b}>"), &full, "type");
            }
        }
    }
    (file.text, file.count)
}

struct Assertions {
    text: String,
    count: usize,
}

impl Assertions {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn assert(&mut self, condition: &str, name: &str, what: &str) {
        self.count += 1;
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "static_assert({condition}, \"[{name}: {what}]\");");
    }
}
