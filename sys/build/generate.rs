//! Bindings from our own headers: `types.rs` (types and constants, as bindgen makes them), `table.rs` (the table of
//! function pointers, made from the prototypes) and `functions.rs` (a macro that lists the prototypes).
//!
//! A prototype's comment carries `@since L`, the letter of the oldest header set that has the function. Letters `a` and `b`
//! are the oldest supported toolkit: a library without one of those is refused. All others become `Option`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, panic};

use quote::{format_ident, quote};
use syn::{ForeignItem, ForeignItemFn, Item, Lit, Meta, ReturnType, Type};

const FLEXIBLE: &str = "__IncompleteArrayField";
const REQUIRED: [&str; 2] = ["a", "b"];

pub fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed=include");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-env-changed=LIBCLANG_PATH");
    // Without libclang bindgen panics. The feature must still build there, so the committed bindings stand in.
    match panic::catch_unwind(|| bindgen_output(&root.join("include"))) {
        Ok(source) => {
            write(&source, &out);
            fs::write(out.join("fresh"), "").expect("OUT_DIR is writable");
        }
        Err(_) => {
            let _ = fs::remove_file(out.join("fresh"));
            println!(
                "cargo:warning=libclang is not usable, so the committed bindings are built (install libclang-dev, or set LIBCLANG_PATH)"
            );
            for name in ["types.rs", "table.rs", "functions.rs"] {
                fs::copy(root.join("src/bindings").join(name), out.join(name))
                    .expect("the committed bindings are readable");
            }
        }
    }
}

fn bindgen_output(include: &Path) -> String {
    bindgen::Builder::default()
        .header(include.join("ascend.h").display().to_string())
        .clang_arg("-fparse-all-comments")
        .allowlist_file(format!("{}/.*", include.display()))
        .default_enum_style(bindgen::EnumVariation::NewType { is_bitfield: false, is_global: false })
        .new_type_alias("aclError")
        .prepend_enum_name(false)
        .derive_eq(true)
        .derive_hash(true)
        .layout_tests(false)
        .use_core()
        .ctypes_prefix("core::ffi")
        .formatter(bindgen::Formatter::None)
        .generate()
        .expect("our own headers parse")
        .to_string()
}

fn write(source: &str, out: &Path) {
    let file = syn::parse_file(source).expect("bindgen writes Rust");
    let (mut types, mut functions) = (Vec::new(), BTreeMap::new());
    for item in file.items {
        match item {
            Item::ForeignMod(block) => {
                for item in block.items {
                    if let ForeignItem::Fn(function) = item {
                        functions.insert(function.sig.ident.to_string(), function);
                    }
                }
            }
            // An array of no fixed length at the end of a struct is `[T; 0]` here; bindgen's own type for it is not needed.
            Item::Struct(item) if item.ident == FLEXIBLE => {}
            Item::Impl(item) if names(&item, FLEXIBLE) => {}
            other => types.push(other),
        }
    }
    let (hccl, acl): (BTreeMap<_, _>, BTreeMap<_, _>) =
        functions.iter().partition(|(name, _)| name.starts_with("Hccl"));
    let signatures = functions.values().map(signature);
    let unsupported = functions.values().filter(|function| required(function)).map(unsupported);
    let acl = table("Acl", " The functions of the ACL runtime.", &acl);
    let hccl = table("Hccl", " The functions of HCCL.", &hccl);
    let table = quote! {
        /// The type of each function, under the function's own name.
        pub mod signature {
            use crate::types::*;
            #(#signatures)*
        }
        /// What stands for a required function that a source of symbols does not have: it answers that it is not supported.
        mod unsupported {
            use crate::types::*;
            #(#unsupported)*
        }
        #acl
        #hccl
    };
    let flexible = format_ident!("{FLEXIBLE}");
    let types = quote!(pub type #flexible<T> = [T; 0]; #(#types)*);
    let formatted = |tokens| prettyplease::unparse(&syn::parse2(tokens).expect("the generator writes Rust"));
    let files = [("types.rs", formatted(types)), ("table.rs", formatted(table)), ("functions.rs", each(&functions))];
    for (name, text) in files {
        let text = format!("// Made from sys/include by sys/build/generate.rs. Do not edit.\n\n{text}");
        fs::write(out.join(name), text).expect("OUT_DIR is writable");
    }
}

/// The macro that hands every prototype to another macro.
fn each(functions: &BTreeMap<String, ForeignItemFn>) -> String {
    let mut lists = [String::new(), String::new()];
    for function in functions.values() {
        let mut function = function.clone();
        let variadic = function.sig.variadic.is_some();
        function.attrs.clear();
        function.vis = syn::Visibility::Inherited;
        let text = prettyplease::unparse(&syn::parse_quote!(extern "C" { #function }));
        let lines = text.lines().filter(|line| line.starts_with(' '));
        lists[usize::from(variadic)].extend(lines.map(|line| format!("            {line}\n")));
    }
    let [fixed, variadic] = lists;
    format!(
        "/// Hands the prototype of every function to a macro, for what must be written once for each of them: those with a fixed
/// number of arguments in a block `fixed`, the others in a block `variadic`. The types are named as in this crate, so
/// that the macro needs `use ascend_npu_sys::*`.
#[macro_export]
macro_rules! for_each_function {{
    ($receiver:ident) => {{
        $receiver! {{
            fixed {{
{fixed}            }}
            variadic {{
{variadic}            }}
        }}
    }};
}}
"
    )
}

/// Whether the block implements something for the type of this name.
fn names(block: &syn::ItemImpl, name: &str) -> bool {
    match &*block.self_ty {
        Type::Path(kind) => kind.path.segments.last().is_some_and(|segment| segment.ident == name),
        _ => false,
    }
}

fn signature(function: &ForeignItemFn) -> proc_macro2::TokenStream {
    let name = &function.sig.ident;
    let inputs = function.sig.inputs.iter();
    let output = &function.sig.output;
    let variadic = function.sig.variadic.as_ref().map(|_| quote!(...));
    let doc = format!(" The type of `{name}`.");
    quote! {
        #[doc = #doc]
        pub type #name = unsafe extern "C" fn(#(#inputs,)* #variadic) #output;
    }
}

fn required(function: &ForeignItemFn) -> bool {
    REQUIRED.contains(&comment(function).1.as_str())
}

/// A function of the same type that does nothing and answers that it is not supported.
fn unsupported(function: &ForeignItemFn) -> proc_macro2::TokenStream {
    let name = &function.sig.ident;
    let kinds = function.sig.inputs.iter().map(|input| match input {
        syn::FnArg::Typed(input) => &input.ty,
        syn::FnArg::Receiver(_) => unreachable!("C functions have no receiver"),
    });
    let output = &function.sig.output;
    let answer = match output {
        ReturnType::Default => quote!(),
        ReturnType::Type(_, kind) => match &**kind {
            Type::Ptr(pointer) if pointer.mutability.is_some() => quote!(core::ptr::null_mut()),
            Type::Ptr(_) => quote!(core::ptr::null()),
            Type::Path(path) if path.path.is_ident("aclError") => quote!(aclError::API_NOT_SUPPORT),
            Type::Path(path) if path.path.is_ident("HcclResult") => quote!(HcclResult::HCCL_E_NOT_SUPPORT),
            Type::Path(path) if path.path.get_ident().is_some_and(|name| name.to_string().starts_with("acl")) => {
                let name = path.path.get_ident();
                if path.path.is_ident("aclFloat16") { quote!(0) } else { quote!(#name(0)) }
            }
            _ => quote!(Default::default()),
        },
    };
    if function.sig.variadic.is_some() {
        return quote! {
            pub const #name: super::signature::#name = {
                unsafe extern "C" fn nothing() #output { #answer }
                crate::load::variadic!(nothing, unsafe extern "C" fn() #output, super::signature::#name)
            };
        };
    }
    quote!(pub unsafe extern "C" fn #name(#(_: #kinds),*) #output { #answer })
}

fn table(name: &str, doc: &str, functions: &BTreeMap<&String, &ForeignItemFn>) -> proc_macro2::TokenStream {
    let name = format_ident!("{name}");
    let (mut fields, mut loads, mut listed, mut optional) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (symbol, function) in functions {
        let ident = &function.sig.ident;
        let (text, since) = comment(function);
        let required = required(function);
        let kind = if required { quote!(signature::#ident) } else { quote!(Option<signature::#ident>) };
        let absent = if required { "" } else { " `None` where the library is older than the function." };
        let text = format!(" {text}{absent}");
        if !required {
            optional.push(quote!(#symbol => self.#ident.is_some()));
        }
        fields.push(quote!(#[doc = #text] pub #ident: #kind));
        loads.push(if required {
            quote!(#ident: crate::load::required!(symbols, #symbol, signature::#ident, unsupported::#ident))
        } else {
            quote!(#ident: crate::load::optional!(symbols, #symbol, signature::#ident))
        });
        listed.push(quote!(Function { name: #symbol, since: #since, required: #required }));
    }
    let load_doc = format!(" Fills the table of {name} from a source of symbols.");
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug)]
        pub struct #name { #(#fields),* }

        impl #name {
            /// Every function of the table, by name.
            pub const FUNCTIONS: &'static [Function] = &[#(#listed),*];

            /// Whether the library has the function of this name; `false` for a name that is not of the table.
            pub fn has(&self, name: &str) -> bool {
                match name {
                    #(#optional,)*
                    _ => Self::FUNCTIONS.iter().any(|function| function.required && function.name == name),
                }
            }

            #[doc = #load_doc]
            ///
            /// # Safety
            /// Each address that `symbols` gives must be a function of the C type of that name, callable for as long as the
            /// table or a copy of it is used.
            ///
            /// # Errors
            /// The names of all required functions that are absent.
            pub unsafe fn load(symbols: &mut Symbols<'_>) -> Result<Self, MissingSymbols> {
                let table = Self { #(#loads),* };
                symbols.finish().map(|()| table)
            }
        }
    }
}

/// The comment of a prototype: its text, and the letter after `@since`.
fn comment(function: &ForeignItemFn) -> (String, String) {
    let name = &function.sig.ident;
    let doc: String = function
        .attrs
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                syn::Expr::Lit(literal) => match &literal.lit {
                    Lit::Str(text) => Some(text.value()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        })
        .collect();
    let (text, since) =
        doc.split_once("@since").unwrap_or_else(|| panic!("{name}: its comment must end with `@since LETTER`"));
    (text.split_whitespace().collect::<Vec<_>>().join(" "), since.trim().to_owned())
}
