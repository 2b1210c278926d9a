//! The kernels' sources are read for what the host would compile and the device's compiler would not.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of the kernels that the device's compiler sees.
fn device_sources() -> Vec<PathBuf> {
    let is_source = |path: &Path| {
        let is_code = path.extension().is_some_and(|extension| extension == "cpp" || extension == "h");
        // The list of entries is for the host.
        is_code && path.file_name().is_some_and(|name| name != "image.cpp")
    };
    let folders = std::fs::read_dir(root().join("kernels")).unwrap().map(|entry| entry.unwrap().path());
    let kernels = folders.filter(|path| path.is_dir() && !path.ends_with("host"));
    let files = kernels.flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    files.filter(|path| is_source(path)).collect()
}

/// A source without comments, strings and preprocessor lines.
fn code_of(source: &str) -> String {
    let mut text = String::new();
    let mut is_directive = false;
    for line in source.lines() {
        let code = line.split("//").next().unwrap();
        is_directive = is_directive || code.trim_start().starts_with('#');
        if !is_directive {
            text.push_str(code);
            text.push('\n');
        }
        is_directive = is_directive && code.trim_end().ends_with('\\');
    }
    text.split('"').step_by(2).collect()
}

/// What stands before each brace that opens a function: outside of functions, with a list of parameters.
fn function_heads(code: &str) -> Vec<String> {
    let (mut heads, mut head, mut inside) = (Vec::new(), String::new(), Vec::new());
    for letter in code.chars() {
        match letter {
            '{' => {
                let words: Vec<_> = head.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).collect();
                let keywords = ["namespace", "class", "struct", "enum", "union"];
                let is_scope = !head.contains('(') && keywords.iter().any(|word| words.contains(word));
                if inside.iter().all(|&is_scope| is_scope) && head.contains('(') {
                    heads.push(head.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                inside.push(is_scope);
                head.clear();
            }
            '}' => {
                inside.pop();
                head.clear();
            }
            ';' => head.clear(),
            _ => head.push(letter),
        }
    }
    heads
}

#[test]
fn kernels_include_the_vendors_header_and_their_own() {
    let sources = device_sources();
    assert!(!sources.is_empty());
    for path in sources {
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.trim_start().starts_with("#include")) {
            let name = line.split('"').nth(1).unwrap_or_else(|| panic!("{}: {line}", path.display()));
            let is_own = path.parent().unwrap().join(name).is_file();
            assert!(name == "kernel_operator.h" || is_own, "{}: {line}", path.display());
        }
    }
}

#[test]
fn kernels_use_nothing_that_only_the_host_has() {
    // The standard library, the shim itself, and what the device's compiler has not.
    const ABSENT: &[&str] = &[
        "std",
        "ascend_host",
        "host_base",
        "host_bytes",
        "host_ticket",
        "host_check_size",
        "throw",
        "try",
        "catch",
        "new",
        "malloc",
        "free",
        "virtual",
        "dynamic_cast",
        "typeid",
        "thread_local",
        "printf",
        "assert",
    ];
    for path in device_sources() {
        let text = code_of(&std::fs::read_to_string(&path).unwrap());
        for word in text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')) {
            assert!(!ABSENT.contains(&word), "{} uses `{word}`", path.display());
        }
    }
}

#[test]
fn every_function_of_a_kernel_is_for_the_device() {
    let mut functions = 0;
    for path in device_sources() {
        for head in function_heads(&code_of(&std::fs::read_to_string(&path).unwrap())) {
            functions += 1;
            assert!(head.contains("__aicore__"), "{}: `{head}` is not marked __aicore__", path.display());
        }
    }
    assert!(functions > 10, "only {functions} functions were found");
}

#[test]
fn a_function_that_is_not_for_the_device_is_found() {
    let code = "namespace k { template <class T> class C { public: template <class U> __aicore__ inline int F() const { if (x) { y(); } }\n\
                inline void G(int a) { for (;;) { } } }; struct S { int a = 1; }; constexpr int x[] = {1, 2}; }";
    let heads = function_heads(&code_of(code));
    assert_eq!(heads.len(), 2, "{heads:?}");
    assert!(heads[0].contains("__aicore__") && !heads[1].contains("__aicore__"), "{heads:?}");
}
