//! Expressions as terms of Gallina.

use crate::function::{Key, Result, Scope, Translator, atom, filling, indented};
use crate::source::{Kind, is_compiled};
use crate::types::{Type, bits, ends, is_signed, widens};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, UnOp};

/// An expression and its type.
type Typed = (String, Type);

/// Whether a number has no type of its own.
pub(crate) fn is_loose(expression: &Expr) -> bool {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => number.suffix().is_empty(),
            syn::Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        Expr::Paren(paren) => is_loose(&paren.expr),
        Expr::Unary(unary) => is_loose(&unary.expr),
        Expr::Binary(binary) => {
            is_loose(&binary.left)
                && (matches!(binary.op, BinOp::Shl(_) | BinOp::Shr(_)) || is_loose(&binary.right))
        }
        _ => false,
    }
}

/// `+` of `+=`.
pub(crate) fn assigning(op: &BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::AddAssign(_) => BinOp::Add(Default::default()),
        BinOp::SubAssign(_) => BinOp::Sub(Default::default()),
        BinOp::MulAssign(_) => BinOp::Mul(Default::default()),
        BinOp::BitAndAssign(_) => BinOp::BitAnd(Default::default()),
        BinOp::BitOrAssign(_) => BinOp::BitOr(Default::default()),
        BinOp::BitXorAssign(_) => BinOp::BitXor(Default::default()),
        BinOp::ShlAssign(_) => BinOp::Shl(Default::default()),
        BinOp::ShrAssign(_) => BinOp::Shr(Default::default()),
        _ => return None,
    })
}

/// The variables that the statements of a block set from outside, each once.
pub(crate) fn assigned(statements: &[syn::Stmt]) -> Vec<String> {
    fn targets(left: &Expr, names: &mut Vec<String>) {
        match left {
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| targets(part, names)),
            other => names.push(other.to_token_stream().to_string()),
        }
    }
    let mut names = Vec::new();
    for statement in statements {
        names.extend(filling(statement).map(|(source, _)| source.to_string()));
        if let syn::Stmt::Expr(expression, _) = statement {
            match expression {
                _ if !is_compiled(attributes(expression)) => {}
                Expr::Assign(assignment) => targets(&assignment.left, &mut names),
                Expr::Binary(binary) if assigning(&binary.op).is_some() => targets(&binary.left, &mut names),
                Expr::While(inner) => names.extend(assigned(&inner.body.stmts)),
                Expr::ForLoop(inner) => names.extend(assigned(&inner.body.stmts)),
                _ => {}
            }
        }
    }
    let mut once: Vec<String> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}

pub(crate) fn mentions(expression: &Expr, name: &str) -> bool {
    expression.to_token_stream().into_iter().any(|token| token.to_string() == name)
}

pub(crate) fn attributes(expression: &Expr) -> &[syn::Attribute] {
    match expression {
        Expr::Block(block) => &block.attrs,
        Expr::If(choice) => &choice.attrs,
        Expr::Call(call) => &call.attrs,
        Expr::Macro(call) => &call.attrs,
        Expr::MethodCall(call) => &call.attrs,
        _ => &[],
    }
}

impl Translator<'_> {
    /// The term for an expression; `expected` types the numbers that have no type of their own.
    pub(crate) fn expression(
        &mut self,
        scope: &Scope,
        expression: &Expr,
        expected: Option<&Type>,
    ) -> Result<Typed> {
        match expression {
            Expr::Paren(paren) => self.expression(scope, &paren.expr, expected),
            Expr::Reference(reference) if reference.mutability.is_none() => {
                self.expression(scope, &reference.expr, expected)
            }
            Expr::Block(block) if block.label.is_none() => self.block(scope, &block.block.stmts, expected),
            Expr::Lit(literal) => self.literal(scope, &literal.lit, expected),
            Expr::Path(path) => self.path(scope, path, expected),
            Expr::Binary(binary) => self.binary(scope, binary, expected),
            Expr::Unary(unary) => self.unary(scope, unary, expected),
            Expr::Cast(cast) => {
                let target = self.resolve(scope, &cast.ty)?;
                let (value, ty) =
                    self.expression(scope, &cast.expr, is_loose(&cast.expr).then_some(&target))?;
                match conversion(&value, &ty, &target) {
                    Some(text) => Ok((text, target)),
                    None => self.refuse(scope, expression, "is a cast without a rule"),
                }
            }
            Expr::If(choice) => {
                let Some((_, otherwise)) = &choice.else_branch else {
                    return self.refuse(scope, expression, "has no else");
                };
                if matches!(&*choice.cond, Expr::Let(_)) {
                    return self.refuse(scope, &choice.cond, "is a condition without a rule");
                }
                let (test, _) = self.expression(scope, &choice.cond, Some(&Type::Bool))?;
                let (yes, ty) = self.block(scope, &choice.then_branch.stmts, expected)?;
                let (no, other) = self.expression(scope, otherwise, Some(&ty))?;
                if other != ty {
                    return self.refuse(scope, expression, "has two types, as far as the rules tell");
                }
                Ok((format!("if {test} then {} else {}", branch(&yes), branch(&no)), ty))
            }
            Expr::Tuple(tuple) => {
                let wanted = match expected {
                    Some(Type::Tuple(types)) if types.len() == tuple.elems.len() => {
                        types.iter().map(Some).collect()
                    }
                    _ => vec![None; tuple.elems.len()],
                };
                let (mut parts, mut types) = (Vec::new(), Vec::new());
                for (part, wanted) in tuple.elems.iter().zip(wanted) {
                    let (part, ty) = self.expression(scope, part, wanted)?;
                    parts.push(part);
                    types.push(ty);
                }
                Ok((format!("({})", parts.join(", ")), Type::Tuple(types)))
            }
            Expr::Array(array) => {
                let mut wanted = match expected {
                    Some(Type::Array(of)) => Some((**of).clone()),
                    _ => None,
                };
                let mut parts = Vec::new();
                for part in &array.elems {
                    let (part, ty) = self.expression(scope, part, wanted.as_ref())?;
                    parts.push(part);
                    wanted = wanted.or(Some(ty));
                }
                let Some(of) = wanted else {
                    return self.refuse(scope, expression, "is an array of unknown type");
                };
                let gap = if parts.len() > 8 { ";\n   " } else { "; " };
                Ok((format!("[{}]", parts.join(gap)), Type::Array(Box::new(of))))
            }
            Expr::Field(field) => self.field(scope, field),
            Expr::Struct(built) => self.built(scope, built, expected),
            Expr::Call(call) => self.call(scope, call, expected),
            Expr::MethodCall(call) => self.method(scope, call, expected),
            Expr::Match(choice) => self.choice(scope, choice, expected),
            Expr::Closure(closure) => {
                let (Some(Type::Function(from, to)), Some(syn::Pat::Ident(argument)), 1) =
                    (expected, closure.inputs.first(), closure.inputs.len())
                else {
                    return self.refuse(scope, expression, "is a closure without a rule");
                };
                let (name, mut inside) = (argument.ident.to_string(), scope.clone());
                let coq = crate::function::mangled(&name);
                inside.variables.push((name, coq.clone(), from[0].clone()));
                let (body, _) = self.expression(&inside, &closure.body, Some(to))?;
                Ok((
                    format!("(fun {coq} => {})", indented(&body, 2)),
                    Type::Function(from.clone(), to.clone()),
                ))
            }
            _ => self.refuse(scope, expression, "is an expression without a rule"),
        }
    }

    fn literal(&self, scope: &Scope, literal: &syn::Lit, expected: Option<&Type>) -> Result<Typed> {
        match literal {
            syn::Lit::Bool(value) => Ok((value.value.to_string(), Type::Bool)),
            syn::Lit::Int(number) => {
                let text = number.to_string().replace('_', "");
                let digits = text.strip_suffix(number.suffix()).unwrap_or(&text).to_owned();
                match Type::primitive(number.suffix()).as_ref().or(expected) {
                    Some(ty @ Type::Integer(_)) => Ok((digits, ty.clone())),
                    _ => self.refuse(scope, literal, "is a number of unknown type: write its type behind it"),
                }
            }
            syn::Lit::Float(number) => {
                let wrong = || self.program.refusal(scope.text, literal, "is no number of its type");
                let digits = number.base10_digits();
                match Type::primitive(number.suffix()).as_ref().or(expected) {
                    Some(ty @ Type::Float("f64")) => {
                        let value: f64 = digits.parse().map_err(|_| wrong())?;
                        Ok((format!("(b64_of_bits {:#x})", value.to_bits()), ty.clone()))
                    }
                    Some(ty @ Type::Float(_)) => {
                        let value: f32 = digits.parse().map_err(|_| wrong())?;
                        Ok((format!("(b32_of_bits {:#x})", value.to_bits()), ty.clone()))
                    }
                    _ => self.refuse(scope, literal, "is a number of unknown type: write its type behind it"),
                }
            }
            _ => self.refuse(scope, literal, "is a literal without a rule"),
        }
    }

    fn path(&mut self, scope: &Scope, path: &syn::ExprPath, expected: Option<&Type>) -> Result<Typed> {
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let Some((_, coq, ty)) = scope.variable(&names.join("::")) {
            return Ok((coq.clone(), ty.clone()));
        }
        if let [name] = names.as_slice() {
            if name == "None" {
                return self.refuse(scope, path, "is a None of unknown type");
            }
        }
        if let [owner, name] = names.as_slice() {
            if let Some(Type::Integer(integer)) = Type::primitive(owner) {
                let ty = Type::Integer(integer);
                match name.as_str() {
                    "MIN" => return Ok((ends(integer).0, ty)),
                    "MAX" => return Ok((ends(integer).1, ty)),
                    "BITS" => return Ok((bits(integer).to_string(), Type::Integer("u32"))),
                    _ => {}
                }
            }
        }
        let (key, owner) = self.reference(scope, &path.path)?;
        match &self.item(&key).kind {
            Kind::Constant(..) => {
                let item = self.item(&key);
                let signature = self.enter(item, &[&item.owner_generics])?;
                let Kind::Constant(ty, _) = &item.kind else {
                    return self.refuse(scope, path, "is no constant");
                };
                let ty = self.resolve(&signature.scope, ty)?;
                self.define(&key)?;
                let mut found = BTreeMap::new();
                if let (Some(own), Some(owner)) = (&signature.scope.owner, &owner) {
                    own.unify(owner, &mut found);
                }
                let arguments = self.constants(scope, path, &signature.constants, &found)?;
                let text = format!("{}{arguments}", self.name(scope.file, &key));
                Ok((if arguments.is_empty() { text } else { format!("({text})") }, ty.substituted(&found)))
            }
            Kind::Enum(..) => {
                let Some(Type::Named(_, name, _)) = &owner else {
                    return self.refuse(scope, path, "is no value");
                };
                let last = names.last().cloned().unwrap_or_default();
                let text = self.name(scope.file, &(key.0, format!("{name}_{last}")));
                let same =
                    |ty: &&Type| matches!(ty, Type::Named(file, other, _) if *file == key.0 && other == name);
                let ty = expected.filter(same).or(owner.as_ref()).cloned();
                Ok((text, ty.unwrap_or(Type::Phantom)))
            }
            _ => self.refuse(scope, path, "is no value"),
        }
    }

    /// The item that a path means, and the type whose member it is, if any. For a variant of an enum: the enum.
    fn reference(&mut self, scope: &Scope, path: &syn::Path) -> Result<(Key, Option<Type>)> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names[0] != "Self" {
            if let Some(key) = self.program.find(scope.text, &names) {
                let owner = match names.len() {
                    0 | 1 => None,
                    n => self.owner_of(scope, path, n - 1),
                };
                return Ok((key, owner));
            }
        }
        let Some(owner) =
            names.len().checked_sub(1).filter(|n| *n > 0).and_then(|n| self.owner_of(scope, path, n))
        else {
            return self.refuse(scope, path, "is nothing of the sources");
        };
        let last = &names[names.len() - 1];
        if let Type::Named(file, name, _) = &owner {
            if matches!(self.item(&(*file, name.clone())).kind, Kind::Enum(..))
                && last.starts_with(char::is_uppercase)
            {
                self.define(&(*file, name.clone()))?;
                return Ok(((*file, name.clone()), Some(owner)));
            }
        }
        match owner.owner().and_then(|name| self.program.member(name, last)) {
            Some(key) => Ok((key, Some(owner))),
            None => self.refuse(scope, path, "is nothing of the sources, or more than one thing"),
        }
    }

    fn owner_of(&self, scope: &Scope, path: &syn::Path, segments: usize) -> Option<Type> {
        let segments = path.segments.iter().take(segments).cloned().collect();
        self.resolve_path(scope, &syn::Path { leading_colon: None, segments }).ok()
    }

    fn binary(&mut self, scope: &Scope, binary: &syn::ExprBinary, expected: Option<&Type>) -> Result<Typed> {
        use BinOp as Op;
        let op = assigning(&binary.op).unwrap_or(binary.op);
        if matches!(op, Op::Shl(_) | Op::Shr(_)) {
            let (left, ty) = self.expression(scope, &binary.left, expected)?;
            let Type::Integer(name) = ty else {
                return self.refuse(scope, binary, "shifts what is no integer");
            };
            let amount = match &*binary.right {
                Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. })
                    if number.base10_parse::<u32>().is_ok_and(|number| number < bits(name)) =>
                {
                    number.base10_digits().to_owned()
                }
                right => {
                    let right = self.expression(scope, right, Some(&Type::Integer("u32")))?.0;
                    format!("({} mod {})", atom(&right), bits(name))
                }
            };
            let text = match op {
                Op::Shl(_) => format!("{name} (Z.shiftl {} {amount})", atom(&left)),
                _ => format!("Z.shiftr {} {amount}", atom(&left)),
            };
            return Ok((text, Type::Integer(name)));
        }
        let compares = matches!(op, Op::Lt(_) | Op::Le(_) | Op::Gt(_) | Op::Ge(_) | Op::Eq(_) | Op::Ne(_));
        let wanted = if compares { None } else { expected };
        let (left, right, ty) = if is_loose(&binary.left) && !is_loose(&binary.right) {
            let (right, ty) = self.expression(scope, &binary.right, wanted)?;
            let (left, other) = self.expression(scope, &binary.left, Some(&ty))?;
            (left, (right, ty), other)
        } else {
            let (left, ty) = self.expression(scope, &binary.left, wanted)?;
            let right = self.expression(scope, &binary.right, Some(&ty))?;
            (left, right, ty)
        };
        if right.1 != ty {
            return self.refuse(scope, binary, "joins two types");
        }
        let (a, b) = (atom(&left), atom(&right.0));
        let text = match (&ty, op) {
            (Type::Integer(name), Op::Add(_)) => format!("{name} ({a} + {b})"),
            (Type::Integer(name), Op::Sub(_)) => format!("{name} ({a} - {b})"),
            (Type::Integer(name), Op::Mul(_)) => format!("{name} ({a} * {b})"),
            (Type::Integer(_), Op::BitAnd(_)) => format!("Z.land {a} {b}"),
            (Type::Integer(_), Op::BitOr(_)) => format!("Z.lor {a} {b}"),
            (Type::Integer(_), Op::BitXor(_)) => format!("Z.lxor {a} {b}"),
            (Type::Integer(_), Op::Lt(_)) => format!("{a} <? {b}"),
            (Type::Integer(_), Op::Le(_)) => format!("{a} <=? {b}"),
            (Type::Integer(_), Op::Gt(_)) => format!("{b} <? {a}"),
            (Type::Integer(_), Op::Ge(_)) => format!("{b} <=? {a}"),
            (Type::Integer(_), Op::Eq(_)) => format!("{a} =? {b}"),
            (Type::Integer(_), Op::Ne(_)) => format!("negb ({a} =? {b})"),
            (Type::Float(name), Op::Add(_)) => format!("add_{name} {a} {b}"),
            (Type::Float(name), Op::Sub(_)) => format!("sub_{name} {a} {b}"),
            (Type::Float(name), Op::Mul(_)) => format!("mul_{name} {a} {b}"),
            (Type::Float(name), Op::Div(_)) => format!("div_{name} {a} {b}"),
            (Type::Float(name), Op::Lt(_)) => format!("lt_{name} {a} {b}"),
            (Type::Float(name), Op::Le(_)) => format!("le_{name} {a} {b}"),
            (Type::Float(name), Op::Gt(_)) => format!("lt_{name} {b} {a}"),
            (Type::Float(name), Op::Ge(_)) => format!("le_{name} {b} {a}"),
            (Type::Float(name), Op::Eq(_)) => format!("eq_{name} {a} {b}"),
            (Type::Float(name), Op::Ne(_)) => format!("negb (eq_{name} {a} {b})"),
            (Type::Bool, Op::And(_) | Op::BitAnd(_)) => format!("andb {a} {b}"),
            (Type::Bool, Op::Or(_) | Op::BitOr(_)) => format!("orb {a} {b}"),
            (Type::Bool, Op::BitXor(_) | Op::Ne(_)) => format!("xorb {a} {b}"),
            _ => return self.refuse(scope, binary, "is an operation without a rule"),
        };
        Ok((text, if compares { Type::Bool } else { ty }))
    }

    fn unary(&mut self, scope: &Scope, unary: &syn::ExprUnary, expected: Option<&Type>) -> Result<Typed> {
        let (value, ty) = self.expression(scope, &unary.expr, expected)?;
        let text = match (&unary.op, &ty) {
            (UnOp::Deref(_), _) => value,
            (UnOp::Not(_), Type::Bool) => format!("negb {}", atom(&value)),
            (UnOp::Not(_), Type::Integer(name)) if is_signed(name) => format!("Z.lnot {}", atom(&value)),
            (UnOp::Not(_), Type::Integer(name)) => format!("{name} (Z.lnot {})", atom(&value)),
            (UnOp::Neg(_), Type::Integer(name)) => format!("{name} (- {})", atom(&value)),
            (UnOp::Neg(_), Type::Float(name)) => format!("neg_{name} {}", atom(&value)),
            _ => return self.refuse(scope, unary, "is an operation without a rule"),
        };
        Ok((text, ty))
    }

    fn field(&mut self, scope: &Scope, field: &syn::ExprField) -> Result<Typed> {
        let (value, ty) = self.expression(scope, &field.base, None)?;
        let name = field.member.to_token_stream().to_string();
        match &ty {
            Type::Tuple(types) if types.len() == 2 && name == "0" => {
                Ok((format!("fst {}", atom(&value)), types[0].clone()))
            }
            Type::Tuple(types) if types.len() == 2 && name == "1" => {
                Ok((format!("snd {}", atom(&value)), types[1].clone()))
            }
            Type::Named(file, owner, arguments) => {
                let key = (*file, owner.clone());
                let newtype = self.fields(&key)?.2;
                let found = self.typed_fields(&key, arguments)?.into_iter().find(|field| field.0 == name);
                match found {
                    Some((_, ty)) if newtype => Ok((value, ty)),
                    Some((_, ty)) => {
                        self.define(&key)?;
                        let projection = self.name(scope.file, &(key.0, format!("{}_{name}", key.1)));
                        Ok((format!("{projection} {}", atom(&value)), ty))
                    }
                    None => self.refuse(scope, field, "is no field"),
                }
            }
            _ => self.refuse(scope, field, "is a field without a rule"),
        }
    }

    fn built(&mut self, scope: &Scope, built: &syn::ExprStruct, expected: Option<&Type>) -> Result<Typed> {
        let mut ty = self.resolve_path(scope, &built.path)?;
        // Type arguments that are not written are those of the type that is expected.
        if let (Type::Named(file, name, none), Some(wanted @ Type::Named(other, same, _))) = (&ty, expected) {
            if none.is_empty() && file == other && name == same {
                ty = wanted.clone();
            }
        }
        let Type::Named(file, name, mut arguments) = ty else {
            return self.refuse(scope, built, "is no struct");
        };
        let key = (file, name);
        self.define(&key)?;
        // ..other: its fields, where the text names none
        let rest = match &built.rest {
            None => None,
            Some(rest) => {
                let (other, ty) = self.expression(scope, rest, None)?;
                match ty {
                    Type::Named(file, name, of) if (file, &name) == (key.0, &key.1) && of == arguments => {
                        Some(other)
                    }
                    _ => return self.refuse(scope, rest, "is another type, as far as the rules tell"),
                }
            }
        };
        // A struct whose type parameter is not written gets it from the fields.
        let parameters = self.fields(&key)?.0;
        let mut found = BTreeMap::new();
        let mut parts = Vec::new();
        for (field, declared) in self.typed_fields(&key, &arguments)? {
            let same = |member: &syn::Member| matches!(member, syn::Member::Named(ident) if *ident == field);
            let Some(part) = built.fields.iter().find(|part| same(&part.member)) else {
                let Some(other) = &rest else { return self.refuse(scope, built, "leaves out a field") };
                let projection = self.name(scope.file, &(key.0, format!("{}_{field}", key.1)));
                parts.push(format!("({projection} {})", atom(other)));
                continue;
            };
            let declared = declared.substituted(&found);
            let open = parameters.iter().any(|name| declared.mentions(name));
            let wanted = (!open).then(|| declared.clone());
            let (value, actual) = self.expression(scope, &part.expr, wanted.as_ref())?;
            declared.unify(&actual, &mut found);
            if actual != declared.substituted(&found) {
                return self.refuse(scope, part, "has another type than its field, as far as the rules tell");
            }
            parts.push(atom(&value));
        }
        if arguments.is_empty() {
            arguments = parameters.iter().filter_map(|name| found.get(name).cloned()).collect();
        }
        let build = self.name(scope.file, &(key.0, format!("Build_{}", key.1)));
        Ok((format!("{build} {}", parts.join(" ")), Type::Named(key.0, key.1, arguments)))
    }

    fn choice(&mut self, scope: &Scope, choice: &syn::ExprMatch, expected: Option<&Type>) -> Result<Typed> {
        let (value, ty) = self.expression(scope, &choice.expr, None)?;
        let (mut text, mut result) = (format!("match {value} with"), expected.cloned());
        for arm in &choice.arms {
            let (mut inside, mut after) = (scope.clone(), Vec::new());
            let (path, parts) = match &arm.pat {
                syn::Pat::TupleStruct(tuple) => (tuple.path.clone(), tuple.elems.iter().collect::<Vec<_>>()),
                syn::Pat::Path(path) => (path.path.clone(), Vec::new()),
                syn::Pat::Ident(ident) => (ident.ident.clone().into(), Vec::new()),
                other => return self.refuse(scope, other, "is a case without a rule"),
            };
            let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            let (constructor, types) = match (&ty, name.as_str()) {
                (Type::Option(of), "Some" | "Ok") => ("Some".to_owned(), vec![(**of).clone()]),
                (Type::Option(_), "None" | "Err") => ("None".to_owned(), Vec::new()),
                (Type::Named(file, owner, _), _) => {
                    let types = self.variant(scope, &arm.pat, &ty, &name)?;
                    (self.name(scope.file, &(*file, format!("{owner}_{name}"))), types)
                }
                _ => return self.refuse(scope, &arm.pat, "is a case without a rule"),
            };
            if arm.guard.is_some() || (name != "Err" && parts.len() != types.len()) {
                return self.refuse(scope, &arm.pat, "is a case without a rule");
            }
            let mut left = constructor;
            for (part, ty) in parts.iter().zip(&types) {
                left += &format!(" {}", self.pattern(&mut inside, part, ty, &mut after)?);
            }
            let (body, ty) = self.expression(&inside, &arm.body, result.as_ref())?;
            after.push(body);
            text += &format!("\n  | {left} => {}", indented(&after.join("\n"), 4));
            if result.as_ref().is_some_and(|result| *result != ty) {
                return self.refuse(
                    scope,
                    &arm.body,
                    "has another type than its choice, as far as the rules tell",
                );
            }
            result = Some(ty);
        }
        match result {
            Some(ty) => Ok((format!("{text}\n  end"), ty)),
            None => self.refuse(scope, choice, "has no case"),
        }
    }

    /// The types of what a variant of an enum holds.
    fn variant(
        &self,
        scope: &Scope,
        at: &(impl Spanned + ToTokens),
        ty: &Type,
        name: &str,
    ) -> Result<Vec<Type>> {
        let Type::Named(file, owner, arguments) = ty else { return self.refuse(scope, at, "is no enum") };
        let item = self.item(&(*file, owner.clone()));
        let Kind::Enum(generics, variants) = &item.kind else { return self.refuse(scope, at, "is no enum") };
        let signature = self.enter(item, &[generics])?;
        let found = signature.types.iter().cloned().zip(arguments.iter().cloned()).collect();
        let Some(variant) = variants.iter().find(|variant| variant.ident == name) else {
            return self.refuse(scope, at, "is no variant");
        };
        let types = variant
            .fields
            .iter()
            .map(|field| Ok(self.resolve(&signature.scope, &field.ty)?.substituted(&found)));
        types.collect()
    }

    // ---- calls

    fn call(&mut self, scope: &Scope, call: &syn::ExprCall, expected: Option<&Type>) -> Result<Typed> {
        let Expr::Path(function) = &*call.func else {
            return self.refuse(scope, call, "is a call without a rule");
        };
        let path = &function.path;
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if let Some((_, coq, Type::Function(from, to))) = scope.variable(&names.join("::")).cloned() {
            let mut text = coq;
            for (argument, ty) in arguments.iter().zip(&from) {
                text += &format!(" {}", atom(&self.expression(scope, argument, Some(ty))?.0));
            }
            return Ok((text, *to));
        }
        let inner = |ty: Option<&Type>| match ty {
            Some(Type::Option(of)) => Some((**of).clone()),
            _ => None,
        };
        match (names.last().map_or("", String::as_str), arguments.as_slice()) {
            ("Some" | "Ok", [value]) if names.len() == 1 => {
                let (value, ty) = self.expression(scope, value, inner(expected).as_ref())?;
                return Ok((format!("Some {}", atom(&value)), Type::Option(Box::new(ty))));
            }
            ("Err", [_]) if names.len() == 1 => match expected {
                Some(ty @ Type::Option(_)) => return Ok(("None".into(), ty.clone())),
                _ => return self.refuse(scope, call, "is an error of unknown type"),
            },
            ("black_box", [value]) => return self.expression(scope, value, expected),
            _ => {}
        }
        // A newtype is what it holds.
        if let Ok(ty @ Type::Named(..)) = self.resolve_path(scope, path) {
            let Type::Named(file, name, types) = &ty else { return self.refuse(scope, call, "is no type") };
            let key = (*file, name.clone());
            if let (Kind::Struct(..), [value]) = (&self.item(&key).kind, arguments.as_slice()) {
                if self.fields(&key)?.2 {
                    let inside = self.typed_fields(&key, types)?.remove(0).1;
                    let (value, _) = self.expression(scope, value, Some(&inside))?;
                    return Ok((value, ty));
                }
            }
            return self.refuse(scope, call, "builds what is no newtype");
        }
        let owner = if names.len() > 1 { self.owner_of(scope, path, names.len() - 1) } else { None };
        if let (Some(owner), [value]) = (&owner, arguments.as_slice()) {
            if let Some(typed) = self.primitive_function(scope, owner, &names[names.len() - 1], value)? {
                return Ok(typed);
            }
        }
        let (key, owner) = self.reference(scope, path)?;
        if let Kind::Enum(generics, variants) = &self.item(&key).kind {
            let (variant, [value]) = (&names[names.len() - 1], arguments.as_slice()) else {
                return self.refuse(scope, call, "is a variant without a rule");
            };
            let scope_of = self.enter(self.item(&key), &[generics])?;
            let Some(declared) = variants
                .iter()
                .find(|known| known.ident == variant)
                .and_then(|known| known.fields.iter().next())
            else {
                return self.refuse(scope, call, "is no variant");
            };
            let declared = self.resolve(&scope_of.scope, &declared.ty)?;
            let (value, ty) = self.expression(scope, value, None)?;
            let mut found = BTreeMap::new();
            declared.unify(&ty, &mut found);
            let types = scope_of.types.iter().filter_map(|name| found.get(name).cloned()).collect();
            let text = self.name(scope.file, &(key.0, format!("{}_{variant}", key.1)));
            return Ok((format!("{text} {}", atom(&value)), Type::Named(key.0, key.1, types)));
        }
        let mut given = Vec::new();
        if let Some(syn::PathArguments::AngleBracketed(all)) =
            path.segments.last().map(|last| &last.arguments)
        {
            for argument in &all.args {
                given.push(match argument {
                    syn::GenericArgument::Type(syn::Type::Path(ty)) => {
                        self.path(
                            scope,
                            &syn::ExprPath { attrs: Vec::new(), qself: None, path: ty.path.clone() },
                            Some(&Type::Integer("u32")),
                        )?
                        .0
                    }
                    syn::GenericArgument::Const(value) => {
                        self.expression(scope, value, Some(&Type::Integer("u32")))?.0
                    }
                    other => return self.refuse(scope, other, "is an argument without a rule"),
                });
            }
        }
        self.apply(scope, call, &key, owner.as_ref(), &given, None, &arguments)
    }

    /// A function of the sources: its constant parameters, then its arguments.
    #[expect(clippy::too_many_arguments, reason = "all that a call is made of")]
    fn apply(
        &mut self,
        scope: &Scope,
        at: &(impl Spanned + ToTokens),
        key: &Key,
        owner: Option<&Type>,
        given: &[String],
        receiver: Option<Typed>,
        arguments: &[&Expr],
    ) -> Result<Typed> {
        let signature = self.signature(key)?;
        if signature.arguments.iter().any(|(_, ty)| *ty == Type::Entropy) {
            return self.refuse(scope, at, "is a call that reads on from a source, which has no rule");
        }
        let mut found = BTreeMap::new();
        if let (Some(own), Some(owner)) = (&signature.scope.owner, owner) {
            own.unify(owner, &mut found);
        }
        let own = signature.constants.iter().rev().take(given.len()).rev();
        for ((_, name, _), value) in own.zip(given) {
            found.insert(name.clone(), Type::Value(value.clone()));
        }
        let mut values = Vec::new();
        let mut declared = signature.arguments.iter().map(|argument| argument.1.clone());
        if let Some((value, _)) = receiver {
            declared.next();
            values.push(atom(&value));
        }
        let declared: Vec<Type> = declared.collect();
        if declared.len() != arguments.len() {
            return self.refuse(scope, at, "has another number of arguments");
        }
        for (argument, declared) in arguments.iter().zip(declared) {
            let open =
                signature.types.iter().any(|name| !found.contains_key(name) && declared.mentions(name));
            let wanted = declared.substituted(&found);
            let (value, ty) = self.expression(scope, argument, (!open).then_some(&wanted))?;
            if open {
                declared.unify(&ty, &mut found);
            } else if ty != wanted {
                return self.refuse(
                    scope,
                    argument,
                    "has another type than its parameter, as far as the rules tell",
                );
            }
            values.push(atom(&value));
        }
        self.define(key)?;
        let constants = self.constants(scope, at, &signature.constants, &found)?;
        let values: String = values.iter().map(|value| format!(" {value}")).collect();
        let text = format!("{}{constants}{values}", self.name(scope.file, key));
        Ok((text, signature.result.substituted(&found)))
    }

    /// The arguments for constant parameters.
    fn constants(
        &self,
        scope: &Scope,
        at: &(impl Spanned + ToTokens),
        parameters: &[(Option<String>, String, Type)],
        found: &BTreeMap<String, Type>,
    ) -> Result<String> {
        let mut text = String::new();
        for (owner, name, _) in parameters {
            let value = match owner {
                None => match found.get(name) {
                    Some(Type::Value(value)) => Some(value.clone()),
                    _ => None,
                },
                Some(owner) => match found.get(owner) {
                    Some(Type::Parameter(actual)) => {
                        scope.variable(&format!("{actual}::{name}")).map(|variable| variable.1.clone())
                    }
                    _ => None,
                },
            };
            match value {
                Some(value) => text += &format!(" {}", atom(&value)),
                None => return self.refuse(scope, at, &format!("leaves the constant {name} open")),
            }
        }
        Ok(text)
    }

    /// `f64::from_bits`, `u64::from`, `u32::try_from`.
    fn primitive_function(
        &mut self,
        scope: &Scope,
        owner: &Type,
        name: &str,
        value: &Expr,
    ) -> Result<Option<Typed>> {
        let text = match (owner, name) {
            (Type::Float(float), "from_bits") => {
                let integer = if *float == "f64" { Type::Integer("u64") } else { Type::Integer("u32") };
                let (value, _) = self.expression(scope, value, Some(&integer))?;
                format!("b{}_of_bits {}", &float[1..], atom(&value))
            }
            (Type::Integer(integer), "from_le_bytes") if !is_signed(integer) => {
                let (bytes, ty) = self.expression(scope, value, None)?;
                if ty != Type::Array(Box::new(Type::Integer("u8"))) {
                    return self.refuse(scope, value, "is no array of bytes");
                }
                format!("from_le_bytes {}", atom(&bytes))
            }
            (Type::Integer(_) | Type::Float(_), "from") => {
                let (text, ty) = self.expression(scope, value, None)?;
                match conversion(&text, &ty, owner) {
                    Some(text) => text,
                    None => return self.refuse(scope, value, "is a conversion without a rule"),
                }
            }
            (Type::Integer(integer), "try_from") => {
                let (text, ty) = self.expression(scope, value, None)?;
                if !matches!(ty, Type::Integer(_)) {
                    return self.refuse(scope, value, "is a conversion without a rule");
                }
                return Ok(Some((
                    format!("checked {integer} {}", atom(&text)),
                    Type::Option(Box::new(owner.clone())),
                )));
            }
            _ => return Ok(None),
        };
        Ok(Some((text, owner.clone())))
    }

    fn method(
        &mut self,
        scope: &Scope,
        call: &syn::ExprMethodCall,
        expected: Option<&Type>,
    ) -> Result<Typed> {
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        // The type of a receiver that is a bare number is that of the result.
        let wanted = is_loose(&call.receiver).then_some(expected).flatten();
        let (value, ty) = self.expression(scope, &call.receiver, wanted)?;
        let a = atom(&value);
        let same = |translator: &mut Self, argument: &Expr| -> Result<String> {
            Ok(atom(&translator.expression(scope, argument, Some(&ty))?.0))
        };
        let typed = match (&ty, name.as_str(), arguments.as_slice()) {
            (Type::Integer(integer), "wrapping_add", [b]) => {
                (format!("{integer} ({a} + {})", same(self, b)?), ty)
            }
            (Type::Integer(integer), "wrapping_sub", [b]) => {
                (format!("{integer} ({a} - {})", same(self, b)?), ty)
            }
            (Type::Integer(integer), "wrapping_mul", [b]) => {
                (format!("{integer} ({a} * {})", same(self, b)?), ty)
            }
            (Type::Integer(integer), "wrapping_neg", []) => (format!("{integer} (- {a})"), ty),
            (Type::Integer(integer), "saturating_add", [b]) => {
                let (low, high) = ends(integer);
                (format!("saturated {low} {high} ({a} + {})", same(self, b)?), ty)
            }
            (Type::Integer(integer), "saturating_sub", [b]) => {
                let (low, high) = ends(integer);
                (format!("saturated {low} {high} ({a} - {})", same(self, b)?), ty)
            }
            (Type::Integer(_), "min", [b]) => (format!("Z.min {a} {}", same(self, b)?), ty),
            (Type::Integer(_), "max", [b]) => (format!("Z.max {a} {}", same(self, b)?), ty),
            (Type::Integer(_), "clamp", [low, high]) => {
                let (low, high) = (same(self, low)?, same(self, high)?);
                (format!("Z.min (Z.max {a} {low}) {high}"), ty)
            }
            (Type::Integer(integer), "trailing_zeros" | "leading_zeros", []) if !is_signed(integer) => {
                (format!("{name} {} {a}", bits(integer)), Type::Integer("u32"))
            }
            (Type::Integer(integer), "cast_signed" | "cast_unsigned", []) => {
                let other = format!("{}{}", if name == "cast_signed" { 'i' } else { 'u' }, &integer[1..]);
                match Type::primitive(&other) {
                    Some(to @ Type::Integer(_)) => (format!("{other} {a}"), to),
                    _ => return self.refuse(scope, call, "is a conversion without a rule"),
                }
            }
            (Type::Float(float), "to_bits", []) => {
                let integer = if *float == "f64" { "u64" } else { "u32" };
                (format!("bits_of_b{} {a}", &float[1..]), Type::Integer(integer))
            }
            (Type::Integer(_), "into", []) => {
                match expected.and_then(|to| Some((conversion(&value, &ty, to)?, to.clone()))) {
                    Some(typed) => typed,
                    None => return self.refuse(scope, call, "is a conversion without a rule"),
                }
            }
            (Type::Array(of), "get", [index]) => {
                let (index, _) = self.expression(scope, index, Some(&Type::Integer("usize")))?;
                (format!("get {a} {}", atom(&index)), Type::Option(of.clone()))
            }
            (Type::Option(_), "copied", []) => (value, ty),
            (Type::Option(of), "expect", [_]) => {
                let zero = self.zero(scope, call, of)?;
                (format!("expect {a} {zero}"), (**of).clone())
            }
            (Type::Option(of), "unwrap_or", [otherwise]) => {
                let (otherwise, other) = self.expression(scope, otherwise, Some(of))?;
                if other != **of {
                    return self.refuse(scope, call, "has two types, as far as the rules tell");
                }
                (format!("unwrap_or {a} {}", atom(&otherwise)), (**of).clone())
            }
            _ => {
                let Some(key) = ty.owner().and_then(|owner| self.program.member(owner, &name)) else {
                    return self.refuse(scope, call, "is a method without a rule");
                };
                return self.apply(scope, call, &key, Some(&ty), &[], Some((value, ty.clone())), &arguments);
            }
        };
        Ok(typed)
    }
}

/// A branch of a choice.
fn branch(text: &str) -> String {
    if text.contains('\n') { format!("(\n    {})", indented(text, 4)) } else { atom(text) }
}

/// A value of one type as another: `as`, `from`, `into`.
fn conversion(value: &str, from: &Type, to: &Type) -> Option<String> {
    let a = atom(value);
    match (from, to) {
        (from, to) if from == to => Some(value.into()),
        (Type::Integer(from), Type::Integer(to)) if widens(from, to) => Some(value.into()),
        (Type::Integer(_), Type::Integer(to)) => Some(format!("{to} {a}")),
        (Type::Bool, Type::Integer(_)) => Some(format!("Z.b2z {a}")),
        (Type::Integer(_), Type::Float(to)) => Some(format!("{to}_of_integer {a}")),
        (Type::Float(from), Type::Float(to)) => Some(format!("{to}_of_{from} {a}")),
        (Type::Float("f64"), Type::Integer("i64")) => Some(format!("i64_of_f64 {a}")),
        _ => None,
    }
}
