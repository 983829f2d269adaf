//! The sources as items with names: what is compiled, and where a name of one file points to.

use crate::Refusal;
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::spanned::Spanned;

/// One file of Rust.
pub(crate) struct File {
    pub(crate) path: String,
    /// The name of its file of Coq.
    pub(crate) coq: String,
    /// Its module: `ln/table.rs` is `["ln", "table"]`.
    module: Vec<String>,
    imports: BTreeMap<String, Vec<String>>,
}

/// Something with a name: `low_u32`, `Unit64::from_parts`, `f64::scaled`, `Floating::minus_ln::f64`.
#[derive(Clone)]
pub(crate) struct Item {
    pub(crate) file: usize,
    /// The file whose imports its text uses: another one only for the default method of a trait.
    pub(crate) written_in: usize,
    pub(crate) owner: Option<syn::Type>,
    pub(crate) owner_generics: syn::Generics,
    pub(crate) kind: Kind,
}

#[derive(Clone)]
pub(crate) enum Kind {
    Function(Box<syn::Signature>, syn::Block),
    Constant(syn::Type, Box<syn::Expr>),
    Struct(syn::Generics, syn::Fields),
    Enum(syn::Generics, Vec<syn::Variant>),
    Trait(Vec<syn::TraitItem>),
    /// The type that an impl gives to a name of its trait.
    Alias(syn::Type),
}

/// All files, and all items that an ordinary build compiles.
pub(crate) struct Program {
    pub(crate) files: Vec<File>,
    pub(crate) items: BTreeMap<(usize, String), Item>,
}

/// Whether an ordinary build keeps what has these attributes: no verifier, no test, no feature.
pub(crate) fn is_compiled(attributes: &[syn::Attribute]) -> bool {
    attributes
        .iter()
        .filter(|a| a.path().is_ident("cfg"))
        .all(|a| a.parse_args().is_ok_and(|cfg| holds(&cfg)))
}

fn holds(cfg: &syn::Meta) -> bool {
    let inner = |list: &syn::MetaList| {
        let parser = syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
        list.parse_args_with(parser).map(|all| all.iter().map(holds).collect::<Vec<_>>()).unwrap_or_default()
    };
    match cfg {
        syn::Meta::List(list) if list.path.is_ident("not") => !inner(list).contains(&true),
        syn::Meta::List(list) if list.path.is_ident("any") => inner(list).contains(&true),
        syn::Meta::List(list) if list.path.is_ident("all") => !inner(list).contains(&false),
        _ => false,
    }
}

/// The last name of the path of a type: `Floating` of `Floating<P, R>`.
pub(crate) fn type_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

impl Program {
    /// Reads the texts of crates/finite/src, each by its path below that.
    pub(crate) fn read(texts: &BTreeMap<String, String>) -> Result<Self, Refusal> {
        let mut program = Self { files: Vec::new(), items: BTreeMap::new() };
        let mut trait_impls = Vec::new();
        for (number, (path, text)) in texts.iter().enumerate() {
            let parsed = syn::parse_file(text).map_err(|error| Refusal {
                file: path.clone(),
                line: error.span().start().line,
                construct: error.to_string(),
                why: "is no Rust".into(),
            })?;
            let mut module: Vec<String> = path.trim_end_matches(".rs").split('/').map(String::from).collect();
            let stem = module.last().cloned().unwrap_or_default();
            if stem == "mod" || stem == "lib" {
                module.pop();
            }
            let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
            let coq = format!("Source{}", stem.split('_').map(capital).collect::<String>());
            let imports = BTreeMap::new();
            program.files.push(File { path: path.clone(), coq, module, imports });
            for item in parsed.items {
                program.add(number, item, &mut trait_impls);
            }
        }
        // A method that a trait has and an impl does not write.
        for (number, block) in trait_impls {
            let Some((_, of, _)) = &block.trait_ else { continue };
            let found = of.segments.last().and_then(|last| program.find(number, &[last.ident.to_string()]));
            let Some((origin, name)) = found else { continue };
            let Some(Item { kind: Kind::Trait(methods), .. }) = program.items.get(&(origin, name)).cloned()
            else {
                continue;
            };
            for method in methods {
                let syn::TraitItem::Fn(syn::TraitItemFn { sig, default: Some(body), .. }) = method else {
                    continue;
                };
                let key = (number, member(&block, &sig.ident));
                program.items.entry(key).or_insert_with(|| Item {
                    file: number,
                    written_in: origin,
                    owner: Some((*block.self_ty).clone()),
                    owner_generics: block.generics.clone(),
                    kind: Kind::Function(Box::new(sig), body),
                });
            }
        }
        Ok(program)
    }

    fn add(&mut self, file: usize, item: syn::Item, trait_impls: &mut Vec<(usize, syn::ItemImpl)>) {
        let plain = |kind| Item {
            file,
            written_in: file,
            owner: None,
            owner_generics: syn::Generics::default(),
            kind,
        };
        let (attributes, name, kind) = match item {
            syn::Item::Fn(f) => (f.attrs, f.sig.ident.clone(), Kind::Function(Box::new(f.sig), *f.block)),
            syn::Item::Const(c) => (c.attrs, c.ident, Kind::Constant(*c.ty, c.expr)),
            syn::Item::Static(s) => (s.attrs, s.ident, Kind::Constant(*s.ty, s.expr)),
            syn::Item::Struct(s) => (s.attrs, s.ident, Kind::Struct(s.generics, s.fields)),
            syn::Item::Enum(e) => {
                (e.attrs, e.ident, Kind::Enum(e.generics, e.variants.into_iter().collect()))
            }
            syn::Item::Trait(t) => (t.attrs, t.ident, Kind::Trait(t.items)),
            syn::Item::Use(import) => {
                if is_compiled(&import.attrs) {
                    self.import(file, &mut Vec::new(), &import.tree);
                }
                return;
            }
            syn::Item::Impl(block) => {
                if is_compiled(&block.attrs) {
                    for item in &block.items {
                        let (attributes, name, kind) = match item {
                            syn::ImplItem::Fn(f) => (
                                &f.attrs,
                                &f.sig.ident,
                                Kind::Function(Box::new(f.sig.clone()), f.block.clone()),
                            ),
                            syn::ImplItem::Const(c) => {
                                (&c.attrs, &c.ident, Kind::Constant(c.ty.clone(), Box::new(c.expr.clone())))
                            }
                            syn::ImplItem::Type(alias) => {
                                (&alias.attrs, &alias.ident, Kind::Alias(alias.ty.clone()))
                            }
                            _ => continue,
                        };
                        if is_compiled(attributes) {
                            let item = Item {
                                owner: Some((*block.self_ty).clone()),
                                owner_generics: block.generics.clone(),
                                ..plain(kind)
                            };
                            self.items.insert((file, member(&block, name)), item);
                        }
                    }
                    if block.trait_.is_some() {
                        trait_impls.push((file, block));
                    }
                }
                return;
            }
            _ => return,
        };
        if is_compiled(&attributes) {
            self.items.insert((file, name.to_string()), plain(kind));
        }
    }

    fn import(&mut self, file: usize, prefix: &mut Vec<String>, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.import(file, prefix, &path.tree);
                prefix.pop();
            }
            syn::UseTree::Name(name) => {
                let target = [prefix.as_slice(), &[name.ident.to_string()]].concat();
                self.files[file].imports.insert(name.ident.to_string(), target);
            }
            syn::UseTree::Rename(name) => {
                let target = [prefix.as_slice(), &[name.ident.to_string()]].concat();
                self.files[file].imports.insert(name.rename.to_string(), target);
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(file, prefix, tree)),
            syn::UseTree::Glob(_) => {}
        }
    }

    /// The item that a path means in a file.
    pub(crate) fn find(&self, file: usize, path: &[String]) -> Option<(usize, String)> {
        let [first, rest @ ..] = path else { return None };
        let here = (file, path.join("::"));
        if self.items.contains_key(&here) {
            return Some(here);
        }
        let source = &self.files[file];
        if let Some(target) = source.imports.get(first).filter(|target| target.as_slice() != path) {
            return self.find(file, &[target.as_slice(), rest].concat());
        }
        // An absolute module, then the rest inside of it.
        let start = match first.as_str() {
            "crate" => Vec::new(),
            "self" => source.module.clone(),
            "super" => source.module[..source.module.len().saturating_sub(1)].to_vec(),
            _ => [source.module.as_slice(), std::slice::from_ref(first)].concat(),
        };
        let full = [start.as_slice(), rest].concat();
        for cut in (start.len()..full.len()).rev() {
            let other =
                self.files.iter().position(|f| f.module == full[..cut]).filter(|other| *other != file);
            if let Some(found) = other.and_then(|other| self.find(other, &full[cut..])) {
                return Some(found);
            }
        }
        None
    }

    /// The only member of this name that a type of this name has.
    pub(crate) fn member(&self, owner: &str, name: &str) -> Option<(usize, String)> {
        let name = format!("{owner}::{name}");
        let mut found = self.items.keys().filter(|(_, key)| *key == name);
        let first = found.next()?;
        found.next().is_none().then(|| first.clone())
    }

    pub(crate) fn refusal(
        &self,
        file: usize,
        at: &(impl Spanned + ToTokens),
        why: impl Into<String>,
    ) -> Refusal {
        let construct = at.to_token_stream().to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Refusal {
            file: self.files[file].path.clone(),
            line: at.span().start().line,
            construct: construct.chars().take(120).collect(),
            why: why.into(),
        }
    }
}

/// `Floating::minus_ln::f64` of `impl Tail<f64> for Floating<..>`, `f64::scaled` of `impl Format for f64`.
fn member(block: &syn::ItemImpl, name: &syn::Ident) -> String {
    let owner = type_name(&block.self_ty).unwrap_or_default();
    let mut key = format!("{owner}::{name}");
    let of = block.trait_.as_ref().and_then(|(_, of, _)| of.segments.last());
    if let Some(syn::PathArguments::AngleBracketed(arguments)) = of.map(|last| &last.arguments) {
        for argument in &arguments.args {
            if let syn::GenericArgument::Type(ty) = argument {
                key += &format!("::{}", type_name(ty).unwrap_or_default());
            }
        }
    }
    key
}
