//! Functions, constants and types as definitions of Gallina.

use crate::Refusal;
use crate::expression::{assigned, assigning, attributes, is_loose, mentions};
use crate::source::{Item, Kind, Program, is_compiled};
use crate::types::Type;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;

pub(crate) type Result<T> = std::result::Result<T, Refusal>;
pub(crate) type Key = (usize, String);

/// Words of Coq, and names that generated text relies on: a variable of Rust with such a name gets a `_` behind it.
const RESERVED: &[&str] = &[
    "at",
    "by",
    "cofix",
    "end",
    "exists",
    "fix",
    "forall",
    "fun",
    "in",
    "left",
    "match",
    "mod",
    "on",
    "open",
    "return",
    "right",
    "then",
    "using",
    "where",
    "with",
    "Prop",
    "Set",
    "Type",
    "O",
    "S",
    "I",
    "None",
    "Some",
    "true",
    "false",
    "nth",
    "fst",
    "snd",
    "negb",
    "andb",
    "orb",
    "xorb",
    "fold_left",
    "map",
    "get",
    "unwrap_or",
    "expect",
    "checked",
    "saturated",
    "for_range",
    "for_range_until",
    "fill",
    "entropy_source",
    "leading_zeros",
    "trailing_zeros",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i32",
    "i64",
    "i128",
    "f32",
    "f64",
    "bool",
    "list",
    "option",
];

pub(crate) fn mangled(name: &str) -> String {
    if RESERVED.contains(&name) { format!("{name}_") } else { name.into() }
}

/// The text as one argument: in parentheses unless it is one word or already in them.
pub(crate) fn atom(text: &str) -> String {
    let mut depth = 0_i32;
    let closes_early = text.char_indices().any(|(i, c)| {
        depth += i32::from(c == '(' || c == '[') - i32::from(c == ')' || c == ']');
        depth == 0 && i + 1 < text.len()
    });
    let whole = (text.starts_with('(') || text.starts_with('[')) && !closes_early;
    if whole || !text.contains([' ', '\n']) { text.into() } else { format!("({text})") }
}

pub(crate) fn indented(text: &str, by: usize) -> String {
    text.replace('\n', &format!("\n{}", " ".repeat(by)))
}

/// What a name means where text is translated.
#[derive(Clone)]
pub(crate) struct Scope {
    /// The file that is written, and the file whose imports hold.
    pub(crate) file: usize,
    pub(crate) text: usize,
    pub(crate) owner: Option<Type>,
    pub(crate) types: BTreeMap<String, Type>,
    /// The name in Rust, in Coq, and the type; the last of a name counts.
    pub(crate) variables: Vec<(String, String, Type)>,
}

impl Scope {
    pub(crate) fn variable(&self, name: &str) -> Option<&(String, String, Type)> {
        self.variables.iter().rev().find(|variable| variable.0 == name)
    }
}

/// The parameters of a function before its arguments, its arguments and its result.
pub(crate) struct Signature {
    pub(crate) scope: Scope,
    pub(crate) types: Vec<String>,
    /// A constant parameter, or (with the name of a type parameter) one constant of its trait.
    pub(crate) constants: Vec<(Option<String>, String, Type)>,
    pub(crate) arguments: Vec<(Option<syn::Pat>, Type)>,
    pub(crate) result: Type,
}

/// The type parameters that the fields of a struct use, the fields, and whether it is a newtype.
pub(crate) type Fields = (Vec<String>, Vec<(String, Type)>, bool);

pub(crate) struct Translator<'a> {
    pub(crate) program: &'a Program,
    definitions: BTreeMap<usize, Vec<String>>,
    uses: BTreeMap<usize, BTreeSet<usize>>,
    done: BTreeSet<Key>,
    begun: BTreeSet<Key>,
    fresh: usize,
}

impl<'a> Translator<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        let (definitions, uses) = (BTreeMap::new(), BTreeMap::new());
        Self { program, definitions, uses, done: BTreeSet::new(), begun: BTreeSet::new(), fresh: 0 }
    }

    pub(crate) fn root(&mut self, path: &str, name: &str) -> Result<()> {
        let missing =
            || Refusal { file: path.into(), line: 0, construct: name.into(), why: "is not there".into() };
        let file = self.program.files.iter().position(|file| file.path == path).ok_or_else(missing)?;
        let key = (file, name.to_owned());
        if !self.program.items.contains_key(&key) {
            return Err(missing());
        }
        self.define(&key)
    }

    pub(crate) fn finish(self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for (file, definitions) in &self.definitions {
            let source = &self.program.files[*file];
            let mut text = format!(
                "(* Generated from crates/finite/src/{} by\n   cargo run -p kdelta-translate; a test compares. Do not edit. \
                 proofs/TRANSLATION.md says how to read it. *)\nFrom Coq Require Import ZArith List.\n\
                 From Flocq Require Import IEEE754.Bits.\nFrom Kdelta Require Import Machine.\n",
                source.path
            );
            for other in self.uses.get(file).into_iter().flatten() {
                text += &format!("From Kdelta Require {}.\n", self.program.files[*other].coq);
            }
            text += "Import ListNotations.\n\nLocal Open Scope Z_scope.\n";
            for definition in definitions {
                text += &format!("\n{definition}\n");
            }
            files.insert(format!("proofs/coq/{}.v", source.coq), text);
        }
        files
    }

    pub(crate) fn refuse<T>(&self, scope: &Scope, at: &(impl Spanned + ToTokens), why: &str) -> Result<T> {
        Err(self.program.refusal(scope.text, at, why))
    }

    /// A refusal of an item as a whole.
    fn unnamed(&self, key: &Key, why: &str) -> Refusal {
        Refusal {
            file: self.program.files[key.0].path.clone(),
            line: 0,
            construct: key.1.clone(),
            why: why.into(),
        }
    }

    pub(crate) fn item(&self, key: &Key) -> &'a Item {
        &self.program.items[key]
    }

    /// `Unit64_from_parts`; a method with the name of a field is `Grid_get_log2`, as the field is `Grid_log2`.
    fn plain_name(&self, key: &Key) -> String {
        if let (Some((owner, method)), Some(Kind::Function(..))) =
            (key.1.split_once("::"), self.program.items.get(key).map(|item| &item.kind))
        {
            if let Ok((_, fields, false)) = self.fields(&(key.0, owner.into())) {
                if fields.iter().any(|field| field.0 == method) {
                    return format!("{owner}_get_{method}");
                }
            }
        }
        key.1.replace("::", "_")
    }

    /// The name of an item in Coq, seen from `from`.
    pub(crate) fn name(&mut self, from: usize, key: &Key) -> String {
        let name = self.plain_name(key);
        if key.0 == from {
            return name;
        }
        self.uses.entry(from).or_default().insert(key.0);
        format!("{}.{name}", self.program.files[key.0].coq)
    }

    // ---- types

    pub(crate) fn resolve(&self, scope: &Scope, ty: &syn::Type) -> Result<Type> {
        match ty {
            syn::Type::Path(path) => self.resolve_path(scope, &path.path),
            syn::Type::Tuple(tuple) => {
                Ok(Type::Tuple(tuple.elems.iter().map(|ty| self.resolve(scope, ty)).collect::<Result<_>>()?))
            }
            syn::Type::Array(array) => Ok(Type::Array(Box::new(self.resolve(scope, &array.elem)?))),
            syn::Type::Slice(slice) => Ok(Type::Array(Box::new(self.resolve(scope, &slice.elem)?))),
            syn::Type::Reference(reference) if reference.mutability.is_none() => {
                self.resolve(scope, &reference.elem)
            }
            syn::Type::Reference(reference) => match self.resolve(scope, &reference.elem)? {
                Type::Entropy => Ok(Type::Entropy),
                _ => self.refuse(scope, ty, "is a type without a rule"),
            },
            syn::Type::Paren(paren) => self.resolve(scope, &paren.elem),
            syn::Type::ImplTrait(bounds) => {
                // impl Fn(A) -> B
                if let Some(syn::TypeParamBound::Trait(bound)) = bounds.bounds.first() {
                    if let Some(syn::PathArguments::Parenthesized(f)) = bound
                        .path
                        .segments
                        .last()
                        .filter(|last| last.ident == "Fn")
                        .map(|last| &last.arguments)
                    {
                        let from =
                            f.inputs.iter().map(|ty| self.resolve(scope, ty)).collect::<Result<_>>()?;
                        if let syn::ReturnType::Type(_, to) = &f.output {
                            return Ok(Type::Function(from, Box::new(self.resolve(scope, to)?)));
                        }
                    }
                }
                self.refuse(scope, ty, "is a type without a rule")
            }
            _ => self.refuse(scope, ty, "is a type without a rule"),
        }
    }

    pub(crate) fn resolve_path(&self, scope: &Scope, path: &syn::Path) -> Result<Type> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let last = names.last().cloned().unwrap_or_default();
        if let [name] = names.as_slice() {
            if let Some(ty) = Type::primitive(name).or_else(|| scope.types.get(name).cloned()) {
                return Ok(ty);
            }
            if let Some(owner) = scope.owner.as_ref().filter(|_| name == "Self") {
                return Ok(owner.clone());
            }
        }
        if let ([first, name], Some(owner)) = (names.as_slice(), &scope.owner) {
            let alias =
                owner.owner().and_then(|owner| self.program.member(owner, name)).map(|key| self.item(&key));
            if let (Some(Item { kind: Kind::Alias(ty), .. }), "Self") = (alias, first.as_str()) {
                return self.resolve(scope, ty);
            }
        }
        let mut arguments = Vec::new();
        if let Some(syn::PathArguments::AngleBracketed(all)) =
            path.segments.last().map(|last| &last.arguments)
        {
            for argument in &all.args {
                match argument {
                    syn::GenericArgument::Type(syn::Type::Path(ty))
                        if last != "Result" || arguments.is_empty() =>
                    {
                        let constant = ty.path.get_ident().and_then(|name| scope.variable(&name.to_string()));
                        arguments.push(match constant {
                            Some(variable) => Type::Value(variable.1.clone()),
                            None => self.resolve_path(scope, &ty.path)?,
                        });
                    }
                    syn::GenericArgument::Type(ty) if last != "Result" || arguments.is_empty() => {
                        arguments.push(self.resolve(scope, ty)?);
                    }
                    syn::GenericArgument::Const(syn::Expr::Lit(value)) => {
                        arguments.push(Type::Value(value.to_token_stream().to_string()));
                    }
                    _ => {}
                }
            }
        }
        match (last.as_str(), arguments.as_slice()) {
            ("Option" | "Result", [of]) => return Ok(Type::Option(Box::new(of.clone()))),
            ("PhantomData", _) => return Ok(Type::Phantom),
            _ => {}
        }
        match self.program.find(scope.text, &names) {
            Some(key) if matches!(self.item(&key).kind, Kind::Struct(..) | Kind::Enum(..)) => {
                Ok(Type::Named(key.0, key.1, arguments))
            }
            _ => self.refuse(scope, path, "is a type without a rule"),
        }
    }

    /// The scope of the text of an item with these generics: type parameters, and constant parameters as variables.
    pub(crate) fn enter(&self, item: &Item, generics: &[&syn::Generics]) -> Result<Signature> {
        let scope = Scope {
            file: item.file,
            text: item.written_in,
            owner: None,
            types: BTreeMap::new(),
            variables: Vec::new(),
        };
        let result = Type::Tuple(Vec::new());
        let mut signature =
            Signature { scope, types: Vec::new(), constants: Vec::new(), arguments: Vec::new(), result };
        for parameter in generics.iter().flat_map(|generics| &generics.params) {
            match parameter {
                syn::GenericParam::Const(constant) => {
                    let name = constant.ident.to_string();
                    let ty = self.resolve(&signature.scope, &constant.ty)?;
                    signature.scope.variables.push((name.clone(), mangled(&name), ty.clone()));
                    signature.constants.push((None, name, ty));
                }
                syn::GenericParam::Type(parameter) => {
                    let name = parameter.ident.to_string();
                    if is_entropy(parameter) {
                        signature.scope.types.insert(name, Type::Entropy);
                        continue;
                    }
                    signature.scope.types.insert(name.clone(), Type::Parameter(name.clone()));
                    let constants = self.constants_of(&signature.scope, parameter)?;
                    if constants.is_empty() {
                        signature.types.push(name.clone());
                    }
                    for (constant, ty) in constants {
                        let rust = format!("{name}::{constant}");
                        signature.scope.variables.push((rust, format!("{name}_{constant}"), ty.clone()));
                        signature.constants.push((Some(name.clone()), constant, ty));
                    }
                }
                syn::GenericParam::Lifetime(_) => {}
            }
        }
        if let Some(owner) = &item.owner {
            signature.scope.owner =
                Some(self.resolve(&Scope { text: item.file, ..signature.scope.clone() }, owner)?);
        }
        Ok(signature)
    }

    /// The constants of a trait of the sources that a type parameter must have, if the trait has nothing else.
    fn constants_of(&self, scope: &Scope, parameter: &syn::TypeParam) -> Result<Vec<(String, Type)>> {
        let mut constants = Vec::new();
        for bound in &parameter.bounds {
            let syn::TypeParamBound::Trait(bound) = bound else { continue };
            let path: Vec<_> = bound.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let Some(key) = self.program.find(scope.text, &path) else { continue };
            let Kind::Trait(items) = &self.item(&key).kind else { continue };
            if items.iter().all(|item| matches!(item, syn::TraitItem::Const(_))) {
                for item in items {
                    if let syn::TraitItem::Const(constant) = item {
                        constants.push((constant.ident.to_string(), self.resolve(scope, &constant.ty)?));
                    }
                }
            }
        }
        Ok(constants)
    }

    pub(crate) fn signature(&self, key: &Key) -> Result<Signature> {
        let item = self.item(key);
        let Kind::Function(function, _) = &item.kind else {
            return Err(self.unnamed(key, "is no function"));
        };
        let mut signature = self.enter(item, &[&item.owner_generics, &function.generics])?;
        for input in &function.inputs {
            let argument = match input {
                syn::FnArg::Receiver(receiver) => match &signature.scope.owner {
                    Some(owner) if receiver.mutability.is_none() => (None, owner.clone()),
                    _ => return self.refuse(&signature.scope, input, "is a receiver without a rule"),
                },
                syn::FnArg::Typed(typed) => {
                    (Some((*typed.pat).clone()), self.resolve(&signature.scope, &typed.ty)?)
                }
            };
            signature.arguments.push(argument);
        }
        if let syn::ReturnType::Type(_, ty) = &function.output {
            signature.result = self.resolve(&signature.scope, ty)?;
        }
        Ok(signature)
    }

    /// The type parameters that the fields of a struct use, and its fields, those of no content left out.
    pub(crate) fn fields(&self, key: &Key) -> Result<Fields> {
        let item = self.program.items.get(key).ok_or_else(|| self.unnamed(key, "is no struct"))?;
        let Kind::Struct(generics, fields) = &item.kind else {
            return Err(self.unnamed(key, "is no struct"));
        };
        let signature = self.enter(item, &[generics])?;
        let mut all = Vec::new();
        for (number, field) in fields.iter().enumerate() {
            let ty = self.resolve(&signature.scope, &field.ty)?;
            if ty != Type::Phantom {
                all.push((field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string), ty));
            }
        }
        let used = |name: &String| all.iter().any(|(_, ty)| ty.mentions(name));
        let types = signature.types.iter().filter(|name| used(name)).cloned().collect();
        Ok((types, all, matches!(fields, syn::Fields::Unnamed(fields) if fields.unnamed.len() == 1)))
    }

    /// The type of Coq that a type of Rust is.
    pub(crate) fn coq_type(&mut self, from: usize, ty: &Type) -> Result<String> {
        Ok(match ty {
            Type::Bool => "bool".into(),
            Type::Integer(_) => "Z".into(),
            Type::Float(name) => (*name).into(),
            Type::Entropy => "entropy_source".into(),
            Type::Parameter(name) => name.clone(),
            Type::Tuple(types) => {
                let all = types.iter().map(|ty| self.coq_type(from, ty)).collect::<Result<Vec<_>>>()?;
                format!("({})%type", all.join(" * "))
            }
            Type::Array(of) => format!("list {}", atom(&self.coq_type(from, of)?)),
            Type::Option(of) => format!("option {}", atom(&self.coq_type(from, of)?)),
            Type::Function(arguments, result) => {
                let mut text = String::new();
                for argument in arguments {
                    text += &format!("{} -> ", self.coq_type(from, argument)?);
                }
                text + &self.coq_type(from, result)?
            }
            Type::Value(_) | Type::Phantom => String::new(),
            Type::Named(file, name, arguments) => {
                let key = (*file, name.clone());
                let (generics, used) = match &self.item(&key).kind {
                    Kind::Struct(generics, _) => {
                        let (used, fields, newtype) = self.fields(&key)?;
                        if newtype {
                            return self.coq_type(from, &fields[0].1);
                        }
                        (generics, used)
                    }
                    Kind::Enum(generics, _) => (
                        generics,
                        generics.type_params().map(|parameter| parameter.ident.to_string()).collect(),
                    ),
                    _ => return Err(self.unnamed(&key, "is no type")),
                };
                self.define(&key)?;
                let mut text = self.name(from, &key);
                for (parameter, argument) in generics.params.iter().zip(arguments) {
                    if let syn::GenericParam::Type(parameter) = parameter {
                        if used.contains(&parameter.ident.to_string()) {
                            text += &format!(" {}", atom(&self.coq_type(from, argument)?));
                        }
                    }
                }
                text
            }
        })
    }

    // ---- definitions

    pub(crate) fn define(&mut self, key: &Key) -> Result<()> {
        if self.done.contains(key) {
            return Ok(());
        }
        let item = self.item(key);
        if !self.begun.insert(key.clone()) {
            return Err(self.unnamed(key, "calls itself"));
        }
        let name = self.plain_name(key);
        let outer = std::mem::take(&mut self.fresh);
        let text = match &item.kind {
            Kind::Function(function, body) => self.function(key, &name, function, body)?,
            Kind::Constant(ty, value) => {
                let signature = self.enter(item, &[&item.owner_generics])?;
                let scope = signature.scope;
                let ty = self.resolve(&scope, ty)?;
                let (value, _) = self.expression(&scope, value, Some(&ty))?;
                let binders: String = signature.constants.iter().map(binder).collect();
                format!(
                    "Definition {name}{binders} : {} :=\n  {}.",
                    self.coq_type(item.file, &ty)?,
                    indented(&value, 2)
                )
            }
            Kind::Struct(..) => {
                let (types, fields, _) = self.fields(key)?;
                let mut all = Vec::new();
                for (field, ty) in &fields {
                    all.push(format!("{name}_{field} : {}", self.coq_type(item.file, ty)?));
                }
                let parameters: String = types.iter().map(|ty| format!(" ({ty} : Type)")).collect();
                let mut text = format!("Record {name}{parameters} := Build_{name} {{ {} }}.", all.join("; "));
                if !types.is_empty() {
                    let implicit: String = types.iter().map(|ty| format!(" {{{ty}}}")).collect();
                    text += &format!("\nArguments Build_{name}{implicit}.");
                    for (field, _) in &fields {
                        text += &format!("\nArguments {name}_{field}{implicit}.");
                    }
                }
                text
            }
            Kind::Enum(generics, variants) => {
                let scope = self.enter(item, &[generics])?.scope;
                let types: Vec<_> =
                    generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
                let (mut text, mut implicit) = (String::new(), String::new());
                for variant in variants {
                    text += &format!(" | {name}_{}", variant.ident);
                    for (number, field) in variant.fields.iter().enumerate() {
                        let ty = self.resolve(&scope, &field.ty)?;
                        text += &format!(" (x{number} : {})", self.coq_type(item.file, &ty)?);
                    }
                    if !types.is_empty() {
                        let all: String = types.iter().map(|ty| format!(" {{{ty}}}")).collect();
                        implicit += &format!("\nArguments {name}_{}{all}.", variant.ident);
                    }
                }
                let parameters: String = types.iter().map(|ty| format!(" ({ty} : Type)")).collect();
                format!("Inductive {name}{parameters} :={text}.{implicit}")
            }
            Kind::Trait(_) | Kind::Alias(_) => return Err(self.unnamed(key, "is no value")),
        };
        self.fresh = outer;
        self.definitions.entry(item.file).or_default().push(text);
        self.done.insert(key.clone());
        Ok(())
    }

    fn function(
        &mut self,
        key: &Key,
        name: &str,
        function: &syn::Signature,
        body: &syn::Block,
    ) -> Result<String> {
        let Signature { mut scope, types, constants, arguments, result } = self.signature(key)?;
        if let Some(part) = &function.unsafety {
            return self.refuse(&scope, part, "has no rule");
        }
        let mut text = format!("Definition {name}");
        text.extend(types.iter().map(|ty| format!(" {{{ty} : Type}}")));
        text.extend(constants.iter().map(binder));
        let mut lines = Vec::new();
        for (pattern, ty) in arguments {
            let variable = match &pattern {
                None => "self".to_owned(),
                Some(syn::Pat::Ident(ident)) => ident.ident.to_string(),
                Some(syn::Pat::Wild(_)) => "_".to_owned(),
                Some(_) => self.fresh("argument"),
            };
            let coq = mangled(&variable);
            text += &format!(" ({coq} : {})", self.coq_type(scope.file, &ty)?);
            match pattern {
                Some(pattern) if !matches!(pattern, syn::Pat::Ident(_) | syn::Pat::Wild(_)) => {
                    self.bind(&mut scope, &pattern, &ty, coq, &mut lines)?;
                }
                _ => scope.variables.push((variable, coq, ty)),
            }
        }
        let (value, found) = self.body(&scope, &body.stmts, &result)?;
        if found != result {
            return self.refuse(
                &scope,
                function,
                "does not give the type that it promises, as far as the rules tell",
            );
        }
        lines.push(value);
        Ok(format!(
            "{text} : {} :=\n  {}.",
            self.coq_type(scope.file, &result)?,
            indented(&lines.join("\n"), 2)
        ))
    }

    pub(crate) fn fresh(&mut self, name: &str) -> String {
        self.fresh += 1;
        format!("{name}_{}", self.fresh)
    }

    // ---- statements

    /// The statements of a function: a block, after choices of the form `if c { return e; }`.
    fn body(&mut self, scope: &Scope, statements: &[syn::Stmt], result: &Type) -> Result<(String, Type)> {
        let Some(((condition, early), rest)) =
            statements.split_first().and_then(|(first, rest)| Some((early_return(first)?, rest)))
        else {
            return self.block(scope, statements, Some(result));
        };
        let (test, _) = self.expression(scope, condition, Some(&Type::Bool))?;
        let (yes, ty) = self.expression(scope, early, Some(result))?;
        if ty != *result {
            return self.refuse(scope, early, "is not what the function gives, as far as the rules tell");
        }
        let (no, ty) = self.body(scope, rest, result)?;
        Ok((format!("if {test} then {} else\n{no}", atom(&yes)), ty))
    }

    pub(crate) fn block(
        &mut self,
        scope: &Scope,
        statements: &[syn::Stmt],
        expected: Option<&Type>,
    ) -> Result<(String, Type)> {
        let mut scope = scope.clone();
        let mut lines = Vec::new();
        let mut result = None;
        let mut statements_left = statements.iter();
        while let Some(statement) = statements_left.next() {
            if result.is_some() {
                return self.refuse(&scope, statement, "stands behind the value of its block");
            }
            if let Some((bytes, length)) = zeros(statement) {
                // let mut bytes = [0; n]; source.fill(&mut bytes)?;
                let filling = statements_left.next().and_then(filling);
                let source = filling
                    .filter(|(_, filled)| *filled == bytes)
                    .and_then(|(source, _)| scope.variable(&source.to_string()).cloned());
                let Some((_, source, Type::Entropy)) = source else {
                    return self.refuse(&scope, statement, "is not filled from a source of entropy at once");
                };
                let name = bytes.to_string();
                let coq = mangled(&name);
                lines.push(format!("let '({coq}, {source}) := fill {length} {source} in"));
                scope.variables.push((name, coq, Type::Array(Box::new(Type::Integer("u8")))));
                continue;
            }
            match statement {
                syn::Stmt::Local(local) if !is_compiled(&local.attrs) => {}
                syn::Stmt::Local(local) => self.local(&mut scope, local, &mut lines)?,
                syn::Stmt::Item(syn::Item::Const(constant)) => {
                    let ty = self.resolve(&scope, &constant.ty)?;
                    let (value, _) = self.expression(&scope, &constant.expr, Some(&ty))?;
                    let name = constant.ident.to_string();
                    lines.push(format!("let {} := {} in", mangled(&name), indented(&value, 2)));
                    scope.variables.push((name.clone(), mangled(&name), ty));
                }
                syn::Stmt::Macro(call) if !is_compiled(&call.attrs) => {}
                syn::Stmt::Expr(expression, semicolon) => {
                    if !is_compiled(attributes(expression)) {
                    } else if semicolon.is_none()
                        && !matches!(expression, syn::Expr::While(_) | syn::Expr::ForLoop(_))
                    {
                        result = Some(self.expression(&scope, expression, expected)?);
                    } else {
                        self.effect(&mut scope, expression, &mut lines)?;
                    }
                }
                _ => return self.refuse(&scope, statement, "is a statement without a rule"),
            }
        }
        let Some((value, ty)) = result else {
            let last = statements.last().map(ToTokens::to_token_stream).unwrap_or_default();
            return self.refuse(&scope, &last, "ends a block that should have a value");
        };
        lines.push(value);
        Ok((lines.join("\n"), ty))
    }

    fn local(&mut self, scope: &mut Scope, local: &syn::Local, lines: &mut Vec<String>) -> Result<()> {
        // let () = CHECKED_BY_THE_COMPILER;
        if matches!(&local.pat, syn::Pat::Tuple(tuple) if tuple.elems.is_empty()) {
            return Ok(());
        }
        let Some(syn::LocalInit { expr, diverge: None, .. }) = &local.init else {
            return self.refuse(scope, local, "has no value, or another way out");
        };
        let (pattern, expected) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(self.resolve(scope, &typed.ty)?)),
            pattern => (pattern, None),
        };
        let (value, ty) = self.expression(scope, expr, expected.as_ref())?;
        self.bind(scope, pattern, &ty, value, lines)
    }

    /// let pattern := value, in front of what follows.
    fn bind(
        &mut self,
        scope: &mut Scope,
        pattern: &syn::Pat,
        ty: &Type,
        value: String,
        lines: &mut Vec<String>,
    ) -> Result<()> {
        let mut after = Vec::new();
        let left = self.pattern(scope, pattern, ty, &mut after)?;
        if left != value {
            let quote = if left.starts_with('(') { "'" } else { "" };
            lines.push(format!("let {quote}{left} := {} in", indented(&value, 2)));
        }
        lines.append(&mut after);
        Ok(())
    }

    /// A pattern of Coq; arrays are taken apart by the lines `after` it.
    pub(crate) fn pattern(
        &mut self,
        scope: &mut Scope,
        pattern: &syn::Pat,
        ty: &Type,
        after: &mut Vec<String>,
    ) -> Result<String> {
        match (pattern, ty) {
            (syn::Pat::Wild(_), _) => Ok("_".into()),
            (syn::Pat::Ident(ident), _) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                let name = ident.ident.to_string();
                scope.variables.push((name.clone(), mangled(&name), ty.clone()));
                Ok(mangled(&name))
            }
            (syn::Pat::Type(typed), _) => self.pattern(scope, &typed.pat, ty, after),
            (syn::Pat::Paren(paren), _) => self.pattern(scope, &paren.pat, ty, after),
            (syn::Pat::Tuple(tuple), Type::Tuple(types)) if tuple.elems.len() == types.len() => {
                let mut parts = Vec::new();
                for (part, ty) in tuple.elems.iter().zip(types) {
                    parts.push(self.pattern(scope, part, ty, after)?);
                }
                Ok(format!("({})", parts.join(", ")))
            }
            (syn::Pat::Slice(slice), Type::Array(of)) => {
                let array = self.fresh("array");
                for (number, part) in slice.elems.iter().enumerate() {
                    let mut inner = Vec::new();
                    let left = self.pattern(scope, part, of, &mut inner)?;
                    if left != "_" {
                        let zero = self.zero(scope, part, of)?;
                        after.push(format!("let {left} := nth {number} {array} {zero} in"));
                    }
                    after.append(&mut inner);
                }
                Ok(array)
            }
            (syn::Pat::Struct(written), Type::Named(file, name, arguments)) => {
                let key = (*file, name.clone());
                self.define(&key)?;
                let fields = self.typed_fields(&key, arguments)?;
                let mut parts = Vec::new();
                for (field, ty) in fields {
                    let same =
                        |member: &syn::Member| matches!(member, syn::Member::Named(ident) if *ident == field);
                    parts.push(match written.fields.iter().find(|part| same(&part.member)) {
                        Some(part) => self.pattern(scope, &part.pat, &ty, after)?,
                        None if written.rest.is_some() => "_".into(),
                        None => return self.refuse(scope, pattern, "leaves out a field"),
                    });
                }
                let build = self.name(scope.file, &(key.0, format!("Build_{}", key.1)));
                Ok(format!("({build} {})", parts.join(" ")))
            }
            _ => self.refuse(scope, pattern, "is a pattern without a rule"),
        }
    }

    pub(crate) fn typed_fields(&self, key: &Key, arguments: &[Type]) -> Result<Vec<(String, Type)>> {
        let Kind::Struct(generics, _) = &self.item(key).kind else { return Ok(Vec::new()) };
        let names = generics.params.iter().map(|parameter| match parameter {
            syn::GenericParam::Type(parameter) => parameter.ident.to_string(),
            syn::GenericParam::Const(parameter) => parameter.ident.to_string(),
            syn::GenericParam::Lifetime(parameter) => parameter.lifetime.to_string(),
        });
        let found: BTreeMap<_, _> = names.zip(arguments.iter().cloned()).collect();
        Ok(self.fields(key)?.1.into_iter().map(|(name, ty)| (name, ty.substituted(&found))).collect())
    }

    pub(crate) fn zero(&self, scope: &Scope, at: &(impl Spanned + ToTokens), ty: &Type) -> Result<String> {
        match ty {
            Type::Bool => Ok("false".into()),
            Type::Integer(_) => Ok("0".into()),
            Type::Float(name) => Ok(format!("zero_{name}")),
            _ => self.refuse(scope, at, "is taken out of an array of neither numbers nor truth values"),
        }
    }

    /// An assignment, a loop, or a check of the compiler's.
    fn effect(&mut self, scope: &mut Scope, expression: &syn::Expr, lines: &mut Vec<String>) -> Result<()> {
        match expression {
            syn::Expr::Const(_) => Ok(()),
            syn::Expr::Assign(assignment) => {
                let (targets, ty) = self.targets(scope, &assignment.left)?;
                let (value, _) = self.expression(scope, &assignment.right, Some(&ty))?;
                let quote = if targets.starts_with('(') { "'" } else { "" };
                lines.push(format!("let {quote}{targets} := {} in", indented(&value, 2)));
                Ok(())
            }
            syn::Expr::Binary(binary) if assigning(&binary.op).is_some() => {
                let (target, ty) = self.targets(scope, &binary.left)?;
                let whole = syn::Expr::Binary(syn::ExprBinary {
                    op: assigning(&binary.op).unwrap_or(binary.op),
                    ..binary.clone()
                });
                let (value, _) = self.expression(scope, &whole, Some(&ty))?;
                lines.push(format!("let {target} := {value} in"));
                Ok(())
            }
            syn::Expr::While(repeated) => {
                // while k <= END { …; k += 1; }
                let shape = "is no loop `while k <= end { …; k += 1; }`";
                let (syn::Expr::Binary(test), Some((step, body))) =
                    (&*repeated.cond, repeated.body.stmts.split_last())
                else {
                    return self.refuse(scope, &repeated.cond, shape);
                };
                let counter = test.left.to_token_stream().to_string();
                let inclusive = matches!(test.op, syn::BinOp::Le(_));
                let Some((_, coq, ty)) = scope.variable(&counter).cloned() else {
                    return self.refuse(scope, &repeated.cond, shape);
                };
                if !(inclusive || matches!(test.op, syn::BinOp::Lt(_)))
                    || step.to_token_stream().to_string() != format!("{counter} += 1 ;")
                {
                    return self.refuse(scope, &repeated.cond, shape);
                }
                let (end, _) = self.expression(scope, &test.right, Some(&ty))?;
                if assigned(body).iter().any(|name| *name == counter || mentions(&test.right, name)) {
                    return self.refuse(scope, &repeated.cond, shape);
                }
                self.repeated(scope, (&counter, ty), &coq, &end, inclusive, body, lines)?;
                // Behind the loop the counter has no rule.
                scope.variables.retain(|variable| variable.0 != counter);
                Ok(())
            }
            syn::Expr::ForLoop(repeated) => {
                let (syn::Expr::Range(range), counter) = (&*repeated.expr, &*repeated.pat) else {
                    return self.refuse(scope, &repeated.expr, "is no range that a loop may run over");
                };
                let counter = match counter {
                    syn::Pat::Ident(counter) => counter.ident.to_string(),
                    syn::Pat::Wild(_) => "_".to_owned(),
                    _ => return self.refuse(scope, counter, "is a pattern without a rule"),
                };
                let (Some(start), Some(end)) = (&range.start, &range.end) else {
                    return self.refuse(scope, range, "is a range without an end");
                };
                let first = if is_loose(start) { end } else { start };
                let (_, ty) = self.expression(scope, first, None)?;
                let (start, _) = self.expression(scope, start, Some(&ty))?;
                let (end, _) = self.expression(scope, end, Some(&ty))?;
                let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
                self.repeated(scope, (&counter, ty), &start, &end, inclusive, &repeated.body.stmts, lines)
            }
            _ => self.refuse(scope, expression, "is a statement without a rule"),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "all that a loop is made of")]
    fn repeated(
        &mut self,
        scope: &mut Scope,
        (counter, ty): (&str, Type),
        start: &str,
        end: &str,
        inclusive: bool,
        body: &[syn::Stmt],
        lines: &mut Vec<String>,
    ) -> Result<()> {
        let names = assigned(body);
        let state: Vec<_> =
            names.iter().filter_map(|name| scope.variable(name).map(|variable| variable.1.clone())).collect();
        let types: Vec<_> =
            names.iter().filter_map(|name| scope.variable(name).map(|variable| variable.2.clone())).collect();
        let (tuple, quote) = match state.as_slice() {
            [one] => (one.clone(), ""),
            all => (format!("({})", all.join(", ")), "'"),
        };
        let mut inside = scope.clone();
        inside.variables.push((counter.into(), mangled(counter), ty));
        let mut statements = body.to_vec();
        let stop = statements.pop_if(|last| stopping(last).is_some());
        let written: Vec<syn::Ident> = names.iter().filter_map(|name| syn::parse_str(name).ok()).collect();
        let result: syn::Expr = match written.as_slice() {
            [one] => syn::parse_quote!(#one),
            all => syn::parse_quote!((#(#all),*)),
        };
        let mut expected = if types.len() == 1 { types[0].clone() } else { Type::Tuple(types) };
        let mut result = result;
        if let Some(condition) = stop.as_ref().and_then(stopping) {
            // The state and whether the loop ends.
            result = syn::parse_quote!((#result, #condition));
            expected = Type::Tuple(vec![expected, Type::Bool]);
        }
        statements.push(syn::Stmt::Expr(result, None));
        let until = if stop.is_some() { "_until" } else { "" };
        let (value, _) = self.block(&inside, &statements, Some(&expected))?;
        let end = if inclusive { format!("({end} + 1)") } else { atom(end) };
        lines.push(format!(
            "let {quote}{tuple} := for_range{until} {} {end} (fun {} {quote}{tuple} =>\n    {}) {tuple} in",
            atom(start),
            mangled(counter),
            indented(&value, 4)
        ));
        Ok(())
    }

    /// The variables that an assignment sets, and their type.
    fn targets(&self, scope: &Scope, left: &syn::Expr) -> Result<(String, Type)> {
        match left {
            syn::Expr::Path(path) => {
                match path.path.get_ident().and_then(|name| scope.variable(&name.to_string())) {
                    Some((_, coq, ty)) => Ok((coq.clone(), ty.clone())),
                    None => self.refuse(scope, left, "is no variable"),
                }
            }
            syn::Expr::Tuple(tuple) => {
                let parts =
                    tuple.elems.iter().map(|part| self.targets(scope, part)).collect::<Result<Vec<_>>>()?;
                let (names, types): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
                Ok((format!("({})", names.join(", ")), Type::Tuple(types)))
            }
            _ => self.refuse(scope, left, "is no variable"),
        }
    }
}

/// Whether a type parameter is a source of entropy.
fn is_entropy(parameter: &syn::TypeParam) -> bool {
    parameter.bounds.iter().any(|bound| {
        matches!(bound, syn::TypeParamBound::Trait(bound) if bound.path.segments.last().is_some_and(|last| last.ident == "Entropy"))
    })
}

/// c and e of `if c { return e; }`.
fn early_return(statement: &syn::Stmt) -> Option<(&syn::Expr, &syn::Expr)> {
    let syn::Stmt::Expr(syn::Expr::If(choice), _) = statement else { return None };
    match choice.then_branch.stmts.as_slice() {
        [syn::Stmt::Expr(syn::Expr::Return(early), Some(_))]
            if choice.else_branch.is_none() && is_compiled(&choice.attrs) =>
        {
            Some((&choice.cond, early.expr.as_deref()?))
        }
        _ => None,
    }
}

/// c of `if c { break; }`.
fn stopping(statement: &syn::Stmt) -> Option<syn::Expr> {
    let syn::Stmt::Expr(syn::Expr::If(choice), _) = statement else { return None };
    match choice.then_branch.stmts.as_slice() {
        [syn::Stmt::Expr(syn::Expr::Break(leave), Some(_))]
            if choice.else_branch.is_none()
                && is_compiled(&choice.attrs)
                && leave.label.is_none()
                && leave.expr.is_none() =>
        {
            Some((*choice.cond).clone())
        }
        _ => None,
    }
}

/// The name and the length of `let mut bytes = [0; n];`.
fn zeros(statement: &syn::Stmt) -> Option<(&syn::Ident, &syn::LitInt)> {
    let syn::Stmt::Local(local) = statement else { return None };
    let syn::Pat::Ident(syn::PatIdent { mutability: Some(_), ident, .. }) = &local.pat else { return None };
    let Some(syn::LocalInit { expr, diverge: None, .. }) = &local.init else { return None };
    match &**expr {
        syn::Expr::Repeat(repeated) => match (&*repeated.expr, &*repeated.len) {
            (
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(zero), .. }),
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }),
            ) if zero.base10_digits() == "0" => Some((ident, length)),
            _ => None,
        },
        _ => None,
    }
}

/// The source and the bytes of `source.fill(&mut bytes)?;`.
pub(crate) fn filling(statement: &syn::Stmt) -> Option<(&syn::Ident, &syn::Ident)> {
    let syn::Stmt::Expr(syn::Expr::Try(tried), Some(_)) = statement else { return None };
    let syn::Expr::MethodCall(call) = &*tried.expr else { return None };
    let (syn::Expr::Path(source), Some(syn::Expr::Reference(bytes)), 1) =
        (&*call.receiver, call.args.first(), call.args.len())
    else {
        return None;
    };
    let syn::Expr::Path(filled) = &*bytes.expr else { return None };
    (call.method == "fill" && bytes.mutability.is_some())
        .then(|| Some((source.path.get_ident()?, filled.path.get_ident()?)))?
}

/// The binder of a constant parameter.
fn binder((owner, name, ty): &(Option<String>, String, Type)) -> String {
    let kind = if *ty == Type::Bool { "bool" } else { "Z" };
    let prefix = owner.as_ref().map(|owner| format!("{owner}_")).unwrap_or_default();
    format!(" ({} : {kind})", mangled(&format!("{prefix}{name}")))
}
