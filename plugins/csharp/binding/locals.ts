/** Finds local names, which are variables, parameters, pattern and range variables, and local functions. */
import type { LookupScope, SemanticModel } from "../semantics/semantic-model.ts";
import type { TypeRef } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";

/** `node` is the identifier, and `declarator` the node with its type or value. */
export interface Local {
  node: SyntaxNode;
  declarator: SyntaxNode;
  /** The declaring type, for parameters of a primary constructor. */
  from?: LookupScope;
}

/** Nodes that open a scope. Names that are declared in the condition of an `if` belong to the block around it. */
const SCOPES = new Set(
  (
    "block switch_body switch_section switch_expression_arm for_statement foreach_statement using_statement fixed_statement while_statement " +
    "do_statement lock_statement catch_clause lambda_expression anonymous_method_expression local_function_statement query_expression " +
    "method_declaration constructor_declaration destructor_declaration operator_declaration conversion_operator_declaration " +
    "property_declaration indexer_declaration event_declaration accessor_declaration delegate_declaration field_declaration"
  ).split(" "),
);

const STATEMENT_DECLARATIONS = new Set([
  "local_declaration_statement",
  "for_statement",
  "using_statement",
  "fixed_statement",
]);

export class Locals {
  readonly #text: string;
  readonly #scopes = new Map<SyntaxNode, Map<string, Local>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the local that a simple name means, if there is one. */
  find(name: string, node: SyntaxNode): Local | undefined {
    for (let at: SyntaxNode | undefined = node; at; at = at.parent) {
      if (!SCOPES.has(at.type)) continue;
      const found = this.#namesIn(at).get(name);
      if (found) return found;
    }
    return undefined;
  }

  /** Returns true if this identifier is itself the declaration of a local. */
  declares(node: SyntaxNode): boolean {
    const name = this.#nameOf(node);
    for (let at: SyntaxNode | undefined = node; at; at = at.parent) {
      if (SCOPES.has(at.type) && this.#namesIn(at).get(name)?.node === node) return true;
      // The name of a local function belongs to the enclosing scope.
      if (at.type === "local_function_statement" && childOf(at, "name") === node) return true;
    }
    return isDeclarationName(node);
  }

  #namesIn(scope: SyntaxNode): Map<string, Local> {
    let names = this.#scopes.get(scope);
    if (!names) {
      names = new Map();
      for (const child of scope.children) {
        this.#collect(child, names);
        if (child.type === "switch_section") this.#declaredIn(child, names);
      }
      if (scope.type === "accessor_declaration") {
        const word = scope.children.find((child) => /^(?:set|init|add|remove)$/.test(child.type));
        if (word) names.set("value", { node: scope, declarator: scope });
      }
      this.#scopes.set(scope, names);
    }
    return names;
  }

  /** The sections of a switch share a scope, so a declaration in one is visible in all of them (C# §13.8.3). */
  #declaredIn(section: SyntaxNode, names: Map<string, Local>): void {
    for (const statement of section.children)
      if (/^(?:local_declaration|local_function|expression|if|return|throw|yield)_statement$/.test(statement.type))
        this.#collect(statement, names);
  }

  #collect(node: SyntaxNode, names: Map<string, Local>): void {
    if (node.type === "local_function_statement") {
      const name = childOf(node, "name");
      if (name) this.#add(name, node, names);
      return;
    }
    this.#introduce(node, names);
    if (SCOPES.has(node.type)) return;
    for (const child of node.children) this.#collect(child, names);
  }

  #introduce(node: SyntaxNode, names: Map<string, Local>): void {
    switch (node.type) {
      case "variable_declarator":
        if (!STATEMENT_DECLARATIONS.has(node.parent?.parent?.type ?? "")) return;
        // In `var (a, b) = pair`, the pattern is the first child, and `pair` doesn't declare anything.
        this.#add(childOf(node, "name") ?? identifier(node.children[0]), node, names);
        return;
      case "declaration_expression":
      case "declaration_pattern":
      case "recursive_pattern":
      case "list_pattern":
      case "catch_declaration":
      case "parameter":
      case "from_clause":
        this.#add(childOf(node, "name"), node, names);
        return;
      case "var_pattern":
      case "tuple_pattern":
      case "parenthesized_variable_designation":
        for (const child of node.children) if (child.type === "identifier") this.#add(child, node, names);
        return;
      case "implicit_parameter":
        this.#add(node, node, names);
        return;
      case "parameter_list":
        // `params` and its array type are direct children of the list.
        for (const child of node.children) if (child.field === "name") this.#add(child, node, names);
        return;
      case "let_clause":
      case "join_clause":
      case "join_into_clause":
        this.#add(
          node.children.find((child) => child.type === "identifier"),
          node,
          names,
        );
        return;
    }
    const { parent } = node;
    if (node.type === "identifier" && node.field === "left" && parent?.type === "foreach_statement")
      this.#add(node, parent, names);
    if (node.type === "identifier" && node.field === "parameters" && parent?.type === "lambda_expression")
      this.#add(node, parent, names);
    // `select … into x` has the element type of the previous clause.
    if (node.type === "into" && parent?.type === "query_expression") {
      const at = parent.children.indexOf(node);
      this.#add(parent.children[at + 1], parent.children[at - 1] ?? parent, names);
    }
  }

  #add(node: SyntaxNode | undefined, declarator: SyntaxNode, names: Map<string, Local>): void {
    if (!node || node.end <= node.start) return;
    const name = this.#nameOf(node);
    if (!names.has(name)) names.set(name, { node, declarator });
  }

  #nameOf(node: SyntaxNode): string {
    return this.#text.slice(node.start, node.end).replace(/^@/, "");
  }
}

function identifier(node: SyntaxNode | undefined): SyntaxNode | undefined {
  return node?.type === "identifier" ? node : undefined;
}

/** Returns true if the node is the name of a label, of a named argument, or of an element of a tuple or anonymous type. */
export function isDeclarationName(node: SyntaxNode): boolean {
  const { parent } = node;
  if (!parent) return false;
  const at = parent.children.indexOf(node);
  const next = parent.children[at + 1]?.type;
  switch (parent.type) {
    case "labeled_statement":
      return at === 0;
    case "goto_statement":
      return !parent.children.some(({ type }) => type === "case");
    case "argument":
      return next === ":";
    case "anonymous_object_creation_expression":
      return next === "=";
    case "tuple_element":
    case "parameter":
    case "type_parameter":
    case "implicit_parameter":
      return node.field === "name" || parent.type === "implicit_parameter";
    case "type_parameter_constraints_clause":
      return next === ":";
    default:
      return false;
  }
}

/** Returns the scope at a position, which includes the type parameters of enclosing local functions. */
export function scopeAt(model: SemanticModel, scope: LookupScope, node: SyntaxNode): LookupScope {
  let inner = scope;
  for (let at: SyntaxNode | undefined = node; at; at = at.parent) {
    const list = at.type === "local_function_statement" ? childOf(at, "type_parameters") : undefined;
    if (list) inner = within(model, inner, at, list);
  }
  return inner;
}

function within(model: SemanticModel, scope: LookupScope, local: SyntaxNode, list: SyntaxNode): LookupScope {
  const { text, path } = scope.file;
  const write = (node: SyntaxNode) => text.slice(node.start, node.end);
  const key = `${scope.locals?.key ?? ""}@${local.start}`;
  const types = new Map<string, TypeRef>(scope.locals?.types);
  const inner: LookupScope = { ...scope, locals: { key, types } };
  const bounds = new Map<string, TypeRef[]>();
  const values = valuesOf(local, write);
  list.children
    .filter(({ type }) => type === "type_parameter")
    .forEach((parameter, at) => {
      const name = write(childOf(parameter, "name") ?? parameter);
      const own: TypeRef[] = [];
      bounds.set(name, own);
      // The type parameter of an inner function hides it.
      if (!scope.locals?.types.has(name))
        types.set(name, { is: "parameter", name, id: `${path}${key}!${at}`, bounds: own, isValue: values.has(name) });
    });
  for (const clause of local.children) {
    if (clause.type !== "type_parameter_constraints_clause") continue;
    const of = constrained(clause);
    const own = of && bounds.get(write(of));
    for (const bound of clause.children) {
      const type = bound.type === "type_parameter_constraint" ? childOf(bound, "type") : undefined;
      if (type && own) own.push(model.resolveText(write(type), inner));
    }
  }
  return inner;
}

/** Returns the names of type parameters that have a struct constraint. */
function valuesOf(local: SyntaxNode, write: (node: SyntaxNode) => string): Set<string> {
  const clauses = local.children.filter(
    (clause) =>
      clause.type === "type_parameter_constraints_clause" &&
      clause.children.some((bound) => /^(?:struct|unmanaged)$/.test(write(bound))),
  );
  return new Set(clauses.flatMap((clause) => constrained(clause) ?? []).map(write));
}

function constrained(clause: SyntaxNode): SyntaxNode | undefined {
  return clause.children.find(({ type }) => type === "identifier");
}
