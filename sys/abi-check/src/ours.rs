//! Our own declarations, as the committed bindings list them.

use std::path::{Path, PathBuf};

use ascend_npu_sys::{Acl, Function, Hccl};
use syn::{Fields, ImplItem, Item, Type};

use crate::Result;

/// Everything that is declared, by its C name.
#[derive(Debug, Default)]
pub struct Ours {
    /// The directory of our headers.
    pub include: PathBuf,
    /// Functions with their letters.
    pub functions: Vec<Function>,
    /// Constants made by `#define`.
    pub constants: Vec<String>,
    /// Enumerations with the names of their values.
    pub enumerations: Vec<(String, Vec<String>)>,
    /// Structs and unions whose fields are known, with them.
    pub structs: Vec<(String, Vec<Field>)>,
    /// Structs that are only ever pointed to.
    pub opaque: Vec<String>,
    /// Other names for types: handles and callbacks.
    pub aliases: Vec<String>,
}

/// A field, or a field of a nameless struct or union within.
#[derive(Clone, Debug)]
pub struct Field {
    /// The way to it, as `message.tensorInfo`.
    pub path: String,
    /// Whether its type can be compared: it has a name and a size.
    pub typed: bool,
}

impl Ours {
    /// Reads the committed bindings.
    ///
    /// # Errors
    /// When they are not what the generator of the bindings writes.
    pub fn read() -> Result<Self> {
        let file = syn::parse_file(include_str!("../../src/bindings/types.rs"))?;
        let mut ours = Self {
            include: Path::new(env!("CARGO_MANIFEST_DIR")).join("../include").canonicalize()?,
            functions: [Acl::FUNCTIONS, Hccl::FUNCTIONS].concat(),
            ..Self::default()
        };
        for item in &file.items {
            match item {
                Item::Const(item) => ours.constants.push(item.ident.to_string()),
                Item::Type(item) if item.ident != FLEXIBLE => ours.aliases.push(item.ident.to_string()),
                Item::Impl(block) if block.trait_.is_none() => ours.enumeration(block),
                Item::Struct(item) => ours.composite(&item.ident.to_string(), &item.fields, &file.items),
                Item::Union(item) => {
                    ours.composite(&item.ident.to_string(), &Fields::Named(item.fields.clone()), &file.items);
                }
                _ => {}
            }
        }
        Ok(ours)
    }

    fn enumeration(&mut self, block: &syn::ItemImpl) {
        let values = block.items.iter().filter_map(|item| match item {
            ImplItem::Const(item) => Some(item.ident.to_string()),
            _ => None,
        });
        self.enumerations.push((type_name(&block.self_ty), values.collect()));
    }

    fn composite(&mut self, name: &str, fields: &Fields, items: &[Item]) {
        if name.contains(NESTED) {
            return;
        }
        match fields {
            // A newtype: an enumeration, or `aclError`, which is an alias in C.
            Fields::Unnamed(_) if !self.enumerations.iter().any(|(known, _)| known == name) => {
                self.aliases.push(name.to_owned());
            }
            Fields::Named(fields) if fields.named.iter().any(|field| is(field, "_unused")) => {
                self.opaque.push(name.to_owned());
            }
            Fields::Named(fields) => {
                let mut found = Vec::new();
                collect(fields, "", items, &mut found);
                self.structs.push((name.to_owned(), found));
            }
            _ => {}
        }
    }
}

const FLEXIBLE: &str = "__IncompleteArrayField";
const NESTED: &str = "__bindgen_ty_";
const NAMELESS: &str = "__bindgen_anon_";

fn is(field: &syn::Field, name: &str) -> bool {
    field.ident.as_ref().is_some_and(|ident| ident == name)
}

fn collect(fields: &syn::FieldsNamed, prefix: &str, items: &[Item], found: &mut Vec<Field>) {
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        // `type` is a word of Rust, so bindgen writes `type_`.
        let name = ident.to_string();
        let name = name.strip_suffix('_').unwrap_or(&name);
        let kind = type_name(&field.ty);
        let path = if name.starts_with(NAMELESS) { prefix.to_owned() } else { format!("{prefix}{name}") };
        let nested = kind.contains(NESTED);
        if !name.starts_with(NAMELESS) {
            found.push(Field { path: path.clone(), typed: !nested && kind != FLEXIBLE });
        }
        if nested && let Some(inner) = fields_of(&kind, items) {
            let prefix = if path == prefix { path } else { format!("{path}.") };
            collect(inner, &prefix, items, found);
        }
    }
}

fn fields_of<'a>(name: &str, items: &'a [Item]) -> Option<&'a syn::FieldsNamed> {
    items.iter().find_map(|item| match item {
        Item::Struct(item) if item.ident == name => match &item.fields {
            Fields::Named(fields) => Some(fields),
            _ => None,
        },
        Item::Union(item) if item.ident == name => Some(&item.fields),
        _ => None,
    })
}

fn type_name(kind: &Type) -> String {
    match kind {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default(),
        _ => String::new(),
    }
}
