/** Rules for names in Go. */

import { childOf, type LightNode } from "../grammar/light-tree.ts";
import { meaningOfExpression, typeOfMeaning } from "./expression-meaning.ts";
import { goModules } from "./go-modules.ts";
import { resultsOf } from "./go-signatures.ts";
import { elementOf, isUnnamedStruct, unnamedField, unnamedMember } from "./go-types.ts";
import {
  bindName,
  type NameResolver,
  type ParsedFile,
  type Role,
  type Scope,
  type Type,
  type UseKind,
  type UsesRules,
} from "./uses-rules.ts";

const SELECTOR = { type: "selector_expression", object: "operand", name: "field" };
const TYPES = /^(?:struct|interface|type|class)$/;

function bind(node: LightNode, outer: Scope, inner: Scope, file: ParsedFile): void {
  const add = (name: LightNode, by: LightNode, from: number, scope = inner) => {
    if (/^(?:identifier|type_identifier|package_identifier)$/.test(name.type))
      bindName(scope, file.textOf(name), { name, by, from });
  };
  const named = () => node.children.filter(({ field }) => field === "name");
  switch (node.type) {
    case "import_spec":
      bindImport(node, file);
      return;
    case "parameter_declaration":
    case "variadic_parameter_declaration":
      // The name is only visible in the body, as in `func(config *config.Config)`.
      for (const name of named()) add(name, node, childOf(node.parent?.parent, "body")?.start ?? node.end);
      return;
    case "type_parameter_declaration":
      for (const name of named()) add(name, node, node.start);
      return;
    case "var_spec":
    case "const_spec":
    case "type_spec":
    case "type_alias":
      // Names of the package are in the index.
      if (outer !== file.top)
        for (const name of named()) add(name, node, node.type.startsWith("type") ? node.start : node.end, outer);
      return;
    case "short_var_declaration":
      for (const name of childOf(node, "left")?.children ?? []) add(name, node, node.end, outer);
      return;
    case "range_clause":
    case "receive_statement": {
      const left = childOf(node, "left");
      if (left && /:=/.test(file.text.slice(left.end, childOf(node, "right")?.start)))
        for (const name of left.children) add(name, node, node.end, outer);
      return;
    }
    case "type_switch_statement":
      // In `switch x := x.(type)`, the value still refers to the outer name.
      for (const name of childOf(node, "alias")?.children ?? [])
        add(name, node, childOf(node, "value")?.end ?? node.start);
      return;
  }
}

function bindImport(node: LightNode, file: ParsedFile): void {
  const path = childOf(node, "path");
  if (!path) return;
  const module = file.textOf(path).slice(1, -1);
  const alias = childOf(node, "name");
  const last =
    module
      .replace(/\/v\d+$/, "")
      .split("/")
      .at(-1) ?? module;
  // `gopkg.in/yaml.v3` is the package yaml, and `go-isatty` is the package isatty.
  const text = alias ? file.textOf(alias) : last.replace(/\.v\d+$/, "").replace(/^go-|-go$/, "");
  bindName(file.top, text, { name: alias ?? path, by: node, from: 0, import: { module, name: "*" } });
}

function roleOf(node: LightNode, file: ParsedFile): Role {
  const { parent } = node;
  if (parent?.type === "selector_expression" && node.field === "field") return memberRole(childOf(parent, "operand"));
  if (parent?.type === "qualified_type" && node.field === "name") return memberRole(childOf(parent, "package"));
  if (parent?.type === "package_clause" || node.type === "label_name") return { is: "none" };
  if (parent?.type === "literal_element" && parent.field === "key") {
    const literal = parent.parent?.parent?.parent;
    const type = literal?.type === "composite_literal" ? childOf(literal, "type") : undefined;
    if (type && /^(?:map|slice|array)_type$/.test(type.type)) return { is: "bare" };
    return type ? { is: "key", type } : { is: "key" };
  }
  if (node.type === "field_identifier") return { is: "none" };
  if (node.field === "name" && parent && /^(?:import_spec)$/.test(parent.type)) return { is: "none" };
  return file.text ? { is: "bare" } : { is: "none" };
}

function memberRole(object: LightNode | undefined): Role {
  return object ? { is: "member", object } : { is: "none" };
}

function kindOf(node: LightNode): UseKind {
  let at = node;
  while (
    at.parent &&
    (at.parent.type === "selector_expression" || at.parent.type === "qualified_type") &&
    at !== childOf(at.parent, "operand")
  )
    at = at.parent;
  const { parent } = at;
  if (parent?.type === "import_spec") return "import";
  if (parent?.type === "call_expression" && at.field === "function") return "call";
  if (node.type === "type_identifier" || parent?.type === "type_elem") return "type";
  if (/^(?:inc|dec)_statement$/.test(parent?.type ?? "")) return "write";
  if (parent?.type === "expression_list" && parent.field === "left") return "write";
  return parent?.type === "literal_element" && parent.field === "key" ? "write" : "read";
}

async function typeOf(
  node: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  if (depth > 12) return undefined;
  const of = (field: string) => childOf(node, field);
  const written = (type: LightNode | undefined): Type | undefined =>
    type && { text: file.textOf(type), file, at: type };
  switch (node.type) {
    case "identifier":
    case "package_identifier":
    case "type_identifier":
      return await typeOfName(node, file, resolver, depth);
    case "parenthesized_expression":
    case "unary_expression":
    case "index_expression":
    case "slice_expression": {
      const inner = of("operand") ?? node.children[0];
      const type = inner && (await typeOf(inner, file, resolver, depth + 1));
      return node.type === "index_expression" ? elementOf(type) : type;
    }
    case "composite_literal":
    case "type_assertion_expression":
    case "type_conversion_expression":
      return written(of("type"));
    case "selector_expression": {
      const meant = await meaningOfExpression(node, SELECTOR, file, resolver, depth);
      if (meant?.length === 0) return await outsideType(node, file, resolver, depth);
      return await typeOfMeaning(meant, TYPES, resolver, depth);
    }
    case "call_expression":
      return await typeOfCall(node, file, resolver, depth);
    case "interpreted_string_literal":
    case "raw_string_literal":
    case "int_literal":
      return { declarations: [] };
    default:
      return undefined;
  }
}

async function typeOfName(
  node: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  const text = file.textOf(node);
  const binding = file.lookup(text, node);
  if (binding?.import) {
    const modules = await goModules(binding.import.module, file.path, resolver);
    return modules && { modules };
  }
  if (!binding) {
    const meant = await resolver.bare(file, node);
    return await typeOfMeaning(meant, TYPES, resolver, depth);
  }
  const { by, name } = binding;
  const type = childOf(by, "type");
  if (by.type === "type_spec" || by.type === "type_parameter_declaration") return undefined;
  if (type && by.type !== "type_switch_statement") {
    const text = file.textOf(type);
    return { text: by.type === "variadic_parameter_declaration" ? `[]${text}` : text, file, at: type };
  }
  if (by.type === "type_switch_statement") return typeOfCase(node, file);
  if (by.type === "short_var_declaration" || by.type === "var_spec")
    return await typeOfValue(by, name, file, resolver, depth);
  if (by.type === "range_clause" && childOf(by, "left")?.children[1] === name) {
    const right = childOf(by, "right");
    return elementOf(right && (await typeOf(right, file, resolver, depth + 1)));
  }
  return undefined;
}

/** In a clause with a single type, the alias of a type switch has that type. */
function typeOfCase(node: LightNode, file: ParsedFile): Type | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type !== "type_case") continue;
    const types = at.children.filter(({ field }) => field === "type");
    return types.length === 1 && types[0] ? { text: file.textOf(types[0]), file, at: types[0] } : undefined;
  }
  return undefined;
}

async function typeOfValue(
  by: LightNode,
  name: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  const names =
    by.type === "var_spec"
      ? by.children.filter(({ field }) => field === "name")
      : (childOf(by, "left")?.children ?? []);
  const values = (childOf(by, "right") ?? childOf(by, "value"))?.children ?? [];
  const at = names.indexOf(name);
  const value = values.length === names.length ? values[at] : values[0];
  if (!value) return undefined;
  if (values.length === names.length) return await typeOf(value, file, resolver, depth + 1);
  if (value.type !== "call_expression") return at === 0 ? await typeOf(value, file, resolver, depth + 1) : undefined;
  return await typeOfCall(value, file, resolver, depth, at);
}

async function typeOfCall(
  node: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
  result = 0,
): Promise<Type | undefined> {
  const called = childOf(node, "function");
  if (!called) return undefined;
  const [first] = childOf(node, "arguments")?.children ?? [];
  const text = file.textOf(called);
  if ((text === "new" || text === "make") && first && !file.lookup(text, called))
    return { text: file.textOf(first), file, at: first };
  if (text === "append" && first) return await typeOf(first, file, resolver, depth + 1);
  const meant = await meaningOfExpression(called, SELECTOR, file, resolver, depth);
  if (meant?.length === 0) {
    const type = await outsideType(called, file, resolver, depth);
    if (!type || !("text" in type)) return type;
    // The field of a struct without a name contains a function.
    const returned = type.text.startsWith("func") ? resultsOf(type.text)[result] : undefined;
    return returned === undefined ? undefined : { ...type, text: returned };
  }
  const [declaration] = meant ?? [];
  if (!declaration || meant?.length !== 1) return undefined;
  if (TYPES.test(declaration.kind)) return { declarations: [declaration] };
  const home = await resolver.file(declaration.path);
  const type = resultsOf(declaration.signature)[result];
  return home && type !== undefined ? { text: type, file: home, at: home.root } : undefined;
}

/** Packages of the standard library whose functions return types of their caller. */
const GENERIC = /^(?:slices|maps|iter|sync|sync\/atomic|reflect|cmp|container\/\w+|plugin|unique|weak)$/;

/**
 * Returns the type of a member that is not in the index: a field of a struct without a name, or a member of an external
 * value, which has no members in the workspace. Returns undefined if that is not certain.
 */
async function outsideType(
  selector: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  const operand = selector.type === "selector_expression" ? childOf(selector, "operand") : undefined;
  const type = operand && (await typeOf(operand, file, resolver, depth + 1));
  if (!type) return undefined;
  if ("modules" in type) {
    const path = file.lookup(file.textOf(operand), operand)?.import?.module ?? ".";
    return path.includes(".") || GENERIC.test(path) ? undefined : { declarations: [] };
  }
  if ("text" in type && isUnnamedStruct(type.text)) return unnamedField(type, childOf(selector, "field"));
  if ("text" in type && type.text.includes("[")) return undefined;
  return (await resolver.owners(type, depth + 1))?.length === 0 ? { declarations: [] } : undefined;
}

export const goUses: UsesRules = {
  names: new Set(["identifier", "field_identifier", "type_identifier", "package_identifier"]),
  scopes: new Set([
    ...["function_declaration", "method_declaration", "func_literal", "block", "if_statement", "for_statement"],
    ...["expression_switch_statement", "type_switch_statement", "expression_case", "type_case", "default_case"],
    ...["communication_case", "function_type", "method_elem", "type_spec"],
  ]),
  bind,
  roleOf,
  kindOf,
  typeOf,
  namesOfType(text) {
    const bare = text
      .trim()
      .replace(/^[*&]+/, "")
      .replace(/\[.*$/s, (rest) => (text.trim().startsWith("[") ? rest : ""));
    if (/^(?:\[|map\[|func\b|chan\b|<-|struct\b)/.test(bare)) return [];
    const names = /^(\w+)(?:\.(\w+))?$/.exec(bare);
    if (!names?.[1]) return undefined;
    if (/^(?:string|bool|error|byte|rune|any|u?int\d*|float\d+|complex\d+|uintptr)$/.test(names[1])) return [];
    return names[2] === undefined ? [names[1]] : [names[1], names[2]];
  },
  typeOfDeclaration({ kind, signature }) {
    if (kind === "field" || kind === "variable" || kind === "constant") {
      const declared = /^(?:[\p{L}\w]+(?:\s*,\s*[\p{L}\w]+)*\s+)([^=`"]+)/u.exec(signature);
      // The fields of a struct without a name are read from the tree.
      if (declared?.[1] && /\bstruct\b/.test(declared[1])) return undefined;
      if (declared?.[1]) return declared[1].trim();
      const made = /=\s*&?([\w.]+)\{/.exec(signature);
      if (made?.[1]) return made[1];
      return /^\*?[\w.]+$/.test(signature) && kind === "field" ? signature : undefined;
    }
    return undefined;
  },
  async typeOfDeclared(name, file, resolver, depth) {
    const written = childOf(name.parent, "type");
    if (written) return { text: file.textOf(written), file, at: written };
    return name.parent?.type === "var_spec" ? await typeOfValue(name.parent, name, file, resolver, depth) : undefined;
  },
  async memberOfText(type, name, resolver, depth) {
    return isUnnamedStruct(type.text) ? { meant: await unnamedMember(type, name, resolver, depth) } : undefined;
  },
  basesOf(declaration, file) {
    if (declaration.kind === "interface") return ["unknown.Interface"];
    if (declaration.kind === "type") return ["unknown.Type"];
    const offset = file.lines.offset(declaration.nameLine, declaration.column);
    const name = file.place(declaration.name, offset);
    const fields = childOf(name?.parent, "type")?.children[0]?.children ?? [];
    // A field without a name is an embedded type.
    return fields.flatMap((field) => {
      const type = field.type === "field_declaration" && !childOf(field, "name") ? childOf(field, "type") : undefined;
      return type ? [file.textOf(type)] : [];
    });
  },
  modulesOf: goModules,
  hasNamesAsKeys: true,
  isPackage: true,
};
