/** Rules for declarations in C and C++. */
import type { SyntaxNode } from "../grammar/stored-node.ts";
import { Defines } from "./c-defines.ts";
import { listedNames, madeEnumerators, madeNames, staticNames } from "./c-macro-names.ts";
import type { Declaration } from "./file-outline.ts";
import { inside, longValue, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "./outline-builder.ts";

interface Name {
  name: SyntaxNode;
  text: string;
  /** The scopes in front of the name, as in `A::B`. */
  scopes: string[];
  isFunction: boolean;
}

const NAMES = new Set(["identifier", "field_identifier", "type_identifier", "namespace_identifier", "primitive_type"]);
const CLASSES: Readonly<Record<string, string>> = {
  struct_specifier: "struct",
  union_specifier: "struct",
  class_specifier: "class",
};
const LOCAL = /^(?:function|method|constructor)$/;
const SCOPES = /^(?:namespace|struct|class|function|method|constructor)$/;
const FILE: Scope = { containers: [], kind: "", names: new Set() };
const IN_CLASS = new Set(["struct", "class"]);
const MAX_DEPTH = 50;

/** Finds the name in a declarator. `*(*f)(int)` declares f, which is not a function, and `A::b()` declares b in A. */
function declared(declarator: SyntaxNode | null): Name | undefined {
  let node: SyntaxNode | null = declarator;
  let isFunction = false;
  const scopes: string[] = [];
  for (let depth = 0; node && depth < MAX_DEPTH; depth++) {
    if (NAMES.has(node.type)) return { name: node, text: node.text, scopes, isFunction };
    switch (node.type) {
      case "function_declarator":
        isFunction = true;
        node = node.childForFieldName("declarator");
        break;
      case "pointer_declarator":
      case "array_declarator":
        // The inner declarator decides, because a function may return a pointer to a function.
        isFunction = false;
        node = node.childForFieldName("declarator");
        break;
      case "qualified_identifier": {
        const scope = scopeName(node.childForFieldName("scope"));
        if (scope !== undefined) scopes.push(scope);
        node = node.childForFieldName("name");
        break;
      }
      case "template_function":
      case "template_method":
      case "template_type":
        node = node.childForFieldName("name");
        break;
      case "destructor_name":
        return { name: node, text: `~${node.namedChildren.at(-1)?.text ?? ""}`, scopes, isFunction: true };
      case "operator_name":
        return { name: node, text: operatorName(node.text), scopes, isFunction: true };
      case "operator_cast": {
        const parameters = node.childForFieldName("declarator");
        const end = parameters?.descendantsOfType("parameter_list")[0]?.startIndex ?? node.endIndex;
        return { name: node, text: operatorName(node.text.slice(0, end - node.startIndex)), scopes, isFunction: true };
      }
      default: {
        const next: SyntaxNode | null =
          node.childForFieldName("declarator") ??
          node.namedChildren.find(({ type }) => /declarator$|identifier$|_name$|_cast$/.test(type)) ??
          null;
        node = next;
      }
    }
  }
  return undefined;
}

function scopeName(scope: SyntaxNode | null): string | undefined {
  return scope?.type === "template_type" ? scope.childForFieldName("name")?.text : scope?.text;
}

/** Normalizes the name of an operator. `operator ==` becomes `operator==`, and `operator  bool` gets a single space. */
function operatorName(text: string): string {
  const said = text.replace(/\s+/g, " ").trim();
  return said
    .replace(/^operator (?=[^\w\s])/, "operator")
    .replace(/ ?(\(|\[) (?=[)\]])/, "$1")
    .replace(/^operator ([([])/, "operator$1");
}

function within(scope: Scope, scopes: readonly string[]): Scope {
  return scopes.reduce((each, name) => inside(each, name, "class"), scope);
}

function isConstant(node: SyntaxNode): boolean {
  return node.namedChildren.some(({ type, text }) => type === "type_qualifier" && /^const(?:expr|init)?$/.test(text));
}

/**
 * Declares the type that a declaration defines along with a variable, as in `struct A {…} a;`. `name` is used for an
 * anonymous type.
 */
function typeInside(
  node: SyntaxNode,
  scope: Scope,
  outline: OutlineBuilder,
  name: SyntaxNode | undefined,
  isTypedef: boolean,
): boolean {
  const type = node.childForFieldName("type");
  const body = type?.childForFieldName("body");
  if (!type || !body) return false;
  const own = type.childForFieldName("name");
  if (own) {
    typeRule(type, scope, outline);
    return false;
  }
  const kind = type.type === "enum_specifier" ? "enum" : (CLASSES[type.type] ?? "struct");
  if (name && isTypedef) {
    const inner = outline.declare(scope, { kind, name, text: name.text, whole: node, body });
    members(type, body, inner, outline);
    return true;
  }
  // The members of `struct {…} a` belong to a. If the struct has no name at all, they belong to the enclosing scope.
  members(type, body, name && kind !== "enum" ? inside(scope, name.text, kind) : scope, outline);
  return false;
}

function members(type: SyntaxNode, body: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  if (type.type === "enum_specifier") enumerators(body, scope, outline);
  else outline.walk(body, scope);
}

function enumerators(body: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  const made = madeEnumerators(definesOf(outline), body.startIndex + 1, body.endIndex - 1);
  if (!made) namedEnumerators(body, scope, outline);
  for (const { text, start, end } of made ?? []) {
    const name = { startIndex: start, text };
    outline.declare(scope, { kind: "enumMember", name, whole: { startIndex: start, endIndex: end } });
  }
}

function namedEnumerators(body: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  for (const child of body.namedChildren) {
    const name = child.type === "enumerator" ? child.childForFieldName("name") : null;
    if (name) outline.declare(scope, { kind: "enumMember", name, whole: child });
    else if (child.type.startsWith("preproc_") || child.isError) namedEnumerators(child, scope, outline);
  }
}

/** A class, struct, union or enum with its members. A forward declaration is not listed. */
const typeRule: Rule = (node, scope, outline) => {
  const body = node.childForFieldName("body");
  if (!body) return;
  const named = declared(node.childForFieldName("name"));
  const kind = node.type === "enum_specifier" ? "enum" : (CLASSES[node.type] ?? "class");
  if (!named) {
    members(node, body, scope, outline);
    return;
  }
  const { name, text, scopes } = named;
  members(node, body, outline.declare(within(scope, scopes), { kind, name, text, whole: node, body }), outline);
};

/** Variables, fields, prototypes and typedefs. */
const declaration: Rule = (node, scope, outline) => {
  const declarators = node.childrenForFieldName("declarator").filter((each) => each !== null);
  const names = declarators.map(declared);
  const isTypedef = node.type === "type_definition";
  const isNamed = typeInside(node, scope, outline, names[0]?.name, isTypedef);
  const body = node.childForFieldName("type")?.childForFieldName("body");
  for (const [at, named] of names.entries()) {
    const declarator = declarators[at];
    if (!named || !declarator || (isNamed && at === 0) || named.name.isMissing || isMacroCall(node, declarator))
      continue;
    // This is a deduction guide, such as `Box(T) -> Box<T>;`
    if (
      !node.childForFieldName("type") &&
      declarator.namedChildren.some((each) => each.type === "trailing_return_type")
    )
      continue;
    const kind = isTypedef ? "type" : kindOf(node, named, scope, outline);
    const { name, text, scopes } = named;
    const value = longValue(declarator.childForFieldName("value") ?? node.childForFieldName("default_value"));
    // `typedef struct A {…} A;` is a single symbol.
    const same = isTypedef && body ? declaredFrom(outline, node).find((each) => each.name === text) : undefined;
    if (same) same.isOverload = true;
    outline.declare(within(scope, scopes), {
      kind,
      name,
      text,
      whole: node,
      body: body ?? value,
      isOverload: same !== undefined,
    });
  }
};

/** Returns the declarations since the start of a node. */
function declaredFrom({ declarations, lines }: OutlineBuilder, node: SyntaxNode): Declaration[] {
  const { line } = lines.at(node.startIndex);
  const before = declarations.findLastIndex(({ startLine }) => startLine < line);
  return declarations.slice(before + 1);
}

function kindOf(node: SyntaxNode, { text, scopes, isFunction }: Name, scope: Scope, outline: OutlineBuilder): string {
  const owner = scopes.at(-1) ?? (IN_CLASS.has(scope.kind) ? scope.containers.at(-1) : undefined);
  if (isFunction) {
    if (owner === undefined || (scopes.length > 0 && outline.namespaces.has(owner))) return "function";
    return text === owner ? "constructor" : "method";
  }
  if (scopes.length === 0 && IN_CLASS.has(scope.kind)) return isConstant(node) && isStatic(node) ? "constant" : "field";
  return isConstant(node) ? "constant" : "variable";
}

function isStatic(node: SyntaxNode): boolean {
  return node.namedChildren.some(({ type, text }) => type === "storage_class_specifier" && text === "static");
}

/** The grammar reads `DEFINE_LIST(name);` as a variable in brackets. */
function isMacroCall(node: SyntaxNode, declarator: SyntaxNode): boolean {
  const type = node.childForFieldName("type");
  return (
    declarator.type === "parenthesized_declarator" &&
    declarator.firstNamedChild?.type !== "pointer_declarator" &&
    type?.type === "type_identifier"
  );
}

/** In GoogleTest, `TEST(suite, name) {` declares the class `suite_name_Test`. */
const TEST_MACRO = /^(?:TYPED_)?TEST(?:_F|_P|_CASE)?$/;

const definition: Rule = (node, scope, outline) => {
  typeInside(node, scope, outline, undefined, false);
  const declarator = node.childForFieldName("declarator");
  const named = declared(declarator);
  if (!named || named.name.isMissing) return;
  const body =
    node.childForFieldName("body") ?? node.namedChildren.find(({ type }) => type === "field_initializer_list");
  const { name, text, scopes } = named;
  const isBare = scopes.length === 0 && text !== scope.containers.at(-1);
  if (isBare && !node.childForFieldName("type") && /^[A-Z][A-Z0-9_]+$/.test(text)) {
    const [suite, test] = declarator?.descendantsOfType("parameter_declaration") ?? [];
    if (!suite || !test || !TEST_MACRO.test(text)) return;
    const said = `${suite.text}_${test.text}_Test`;
    outline.declare(scope, { kind: "class", name, text: said, whole: node, body });
    return;
  }
  outline.declare(within(scope, scopes), { kind: kindOf(node, named, scope, outline), name, text, whole: node, body });
  if (body?.hasError) outline.walk(body, scope, outline.column(node));
};

/** A friend function belongs to the namespace around the class. */
const friend: Rule = (node, scope, outline) => {
  const containers = IN_CLASS.has(scope.kind) ? scope.containers.slice(0, -1) : scope.containers;
  outline.walk(node, { ...scope, containers, kind: "" });
};

const namespace: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  const names = name?.type === "nested_namespace_specifier" ? name.namedChildren : name ? [name] : [];
  let inner: Scope = scope;
  for (const each of names) {
    if (each.type === "namespace_identifier")
      inner = outline.declare(inner, { kind: "namespace", name: each, whole: node, body });
  }
  outline.walk(body, inner);
};

const named =
  (kind: string): Rule =>
  (node, scope, outline) => {
    const name = node.childForFieldName("name");
    if (name) outline.declare(scope, { kind, name, whole: node });
  };

function definesOf(outline: OutlineBuilder): Defines {
  outline.defines ??= new Defines(outline.text);
  return outline.defines;
}

/** Macros can be declared anywhere, even in bodies and in branches that are hidden from the grammar. */
function macros(outline: OutlineBuilder): void {
  const defines = definesOf(outline);
  made(outline, defines);
  for (const { name, start, nameStart, bodyStart, end } of defines.all)
    outline.declare(FILE, {
      kind: "macro",
      name: { startIndex: nameStart, text: name },
      whole: { startIndex: start, endIndex: end },
      ...(end - start > 80 ? { body: { startIndex: bodyStart } } : {}),
    });
}

/** Declares what uses of macros make. */
function made(outline: OutlineBuilder, defines: Defines): void {
  const { declarations, lines } = outline;
  const places = new Set(declarations.map(({ nameLine, nameColumn }) => `${nameLine}:${nameColumn}`));
  const scopes = declarations.filter(({ kind }) => SCOPES.test(kind));
  const listed = declarations.length === 0 ? listedNames(defines) : [];
  const names = listed.length > 0 ? listed : [...madeNames(defines), ...staticNames(defines)];
  for (const { kind, name, start, end } of names) {
    const { line, column } = lines.at(name.start);
    // The grammar can take a macro without a semicolon for the beginning of the next function.
    const around = scopes.findLast(
      (each) => (LOCAL.test(each.kind) ? each.nameLine : each.startLine) <= line && line <= each.endLine,
    );
    // Names in a function are local.
    if (places.has(`${line}:${column}`) || LOCAL.test(around?.kind ?? "")) continue;
    const scope = around ? inside({ ...FILE, containers: around.containers }, around.name, around.kind) : FILE;
    const isMember = IN_CLASS.has(scope.kind);
    const member = kind === "function" ? "method" : kind === "variable" ? "field" : kind;
    outline.declare(scope, {
      kind: isMember ? member : kind,
      name: { startIndex: name.start, text: name.text },
      whole: { startIndex: start, endIndex: end },
    });
    const added = declarations.at(-1);
    if (added && SCOPES.test(added.kind)) scopes.push(added);
  }
}

export const cRules: OutlineRules = {
  rules: {
    function_definition: definition,
    declaration,
    type_definition: declaration,
    field_declaration: declaration,
    struct_specifier: typeRule,
    union_specifier: typeRule,
    class_specifier: typeRule,
    enum_specifier: typeRule,
    namespace_definition: namespace,
    namespace_alias_definition: named("namespace"),
    alias_declaration: named("type"),
    concept_definition: named("type"),
    friend_declaration: friend,
  },
  through: new Set([
    ...["linkage_specification", "declaration_list", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"],
    "preproc_elifdef",
  ]),
  wrappers: new Set(["template_declaration"]),
  prefixes: new Set(["attribute_declaration"]),
  comments: "slash",
  lexical: macros,
};
