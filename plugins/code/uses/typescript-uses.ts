/** How names work in TypeScript and JavaScript: types of receivers, modules, exports. */
import type { IndexedDeclaration } from "../index/index-part.ts";
import { meaningOfExpression, typeOfMeaning } from "./expression-meaning.ts";
import { around, childOf, type LightNode } from "./light-tree.ts";
import { bind, CLASSES, FUNCTIONS, kindOf, moduleOf, roleOf, THIS_OWNERS } from "./typescript-names.ts";
import type { Meaning, NameResolver, ParsedFile, Type, UsesRules } from "./uses-rules.ts";

const MEMBER = { type: "member_expression", object: "object", name: "property" };
const TYPES = /^(?:class|enum|namespace)$/;

async function typeOf(
  node: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  if (depth > 12) return undefined;
  switch (node.type) {
    case "this":
      return typeOfThis(node, file, resolver);
    case "identifier":
    case "type_identifier":
      return await typeOfName(node, file, resolver, depth);
    case "parenthesized_expression":
    case "non_null_expression":
      return node.children[0] && (await typeOf(node.children[0], file, resolver, depth + 1));
    case "as_expression":
    case "satisfies_expression": {
      const type = node.children[1];
      return type && file.textOf(type) !== "const" ? { text: file.textOf(type), file, at: type } : undefined;
    }
    case "new_expression": {
      const made = childOf(node, "constructor");
      const meant = made && (await meaningOfExpression(made, MEMBER, file, resolver, depth));
      return meant && meant.length > 0 ? { declarations: meant } : undefined;
    }
    case "member_expression": {
      const meant = await meaningOfExpression(node, MEMBER, file, resolver, depth);
      return await typeOfMeaning(meant, TYPES, resolver, depth);
    }
    case "call_expression": {
      const called = childOf(node, "function");
      const meant = called && (await meaningOfExpression(called, MEMBER, file, resolver, depth));
      const [first] = meant ?? [];
      // The result of an overload depends on its arguments.
      return meant?.length === 1 && first && /function|method|constant|property/.test(first.kind)
        ? await resultOf(first, resolver)
        : undefined;
    }
    case "string":
    case "template_string":
    case "array":
    case "number":
    case "regex":
      return { declarations: [] };
    default:
      return undefined;
  }
}

function typeOfThis(node: LightNode, file: ParsedFile, resolver: NameResolver): Type | undefined {
  const owner = around(node, THIS_OWNERS);
  const name = owner && CLASSES.has(owner.type) ? childOf(owner, "name") : undefined;
  const declared = name ? resolver.declaredAt(file, name) : [];
  return declared.length > 0 ? { declarations: declared } : undefined;
}

async function typeOfName(
  node: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  const binding = file.lookup(file.textOf(node), node);
  if (!binding) return undefined;
  if (binding.import?.name === "*") {
    const modules = typescriptModules(binding.import.module, file.path, resolver);
    return modules && { modules };
  }
  if (binding.import) {
    const meant = await resolver.imported(file, binding.import);
    return await typeOfMeaning(meant, TYPES, resolver, depth);
  }
  const { by, name } = binding;
  if (CLASSES.has(by.type) || /^(?:enum_declaration|internal_module)$/.test(by.type)) {
    const declarations = resolver.declaredAt(file, name);
    return declarations.length > 0 ? { declarations } : undefined;
  }
  // A name out of a pattern has a part of the type.
  if (childOf(by, "name") !== name && childOf(by, "pattern") !== name) return undefined;
  const type = childOf(by, "type")?.children[0];
  if (type) return { text: file.textOf(type), file, at: type };
  const value = childOf(by, "value");
  return value ? await typeOf(value, file, resolver, depth + 1) : undefined;
}

async function resultOf(declaration: IndexedDeclaration, resolver: NameResolver): Promise<Type | undefined> {
  const file = await resolver.file(declaration.path);
  const text = /\)\s*:\s*([\w$.]+(?:<.*>)?(?:\[\])?)$/s.exec(declaration.signature)?.[1];
  return file && text !== undefined && /function|method/.test(declaration.kind)
    ? { text, file, at: file.root }
    : undefined;
}

const ENDINGS = ["", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

function typescriptModules(written: string, from: string, resolver: NameResolver): readonly string[] | undefined {
  // A package may be one of the workspace: only its manifest says.
  if (!written.startsWith(".")) return written.startsWith("node:") ? [] : undefined;
  const parts = from.slice(0, from.lastIndexOf("/")).split("/");
  for (const part of written.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  const path = parts.join("/");
  const bare = path.replace(/\.([mc]?)jsx?$/, "");
  const candidates = [path, bare].flatMap((base) => [
    ...ENDINGS.map((ending) => base + ending),
    ...ENDINGS.slice(1).map((ending) => `${base}/index${ending}`),
  ]);
  const found = candidates.find((each) => resolver.has(each));
  return found === undefined ? [] : [found];
}

async function exportedAgain(
  file: ParsedFile,
  name: string,
  resolver: NameResolver,
  seen: Set<string>,
): Promise<Meaning> {
  const found: IndexedDeclaration[] = [];
  let isKnown = true;
  const take = (meant: Meaning) => {
    if (meant) found.push(...meant);
    else isKnown = false;
  };
  for (const statement of file.root.children) {
    if (statement.type !== "export_statement") continue;
    const module = moduleOf(statement, file);
    const modules = module === undefined ? undefined : typescriptModules(module, file.path, resolver);
    const clause = statement.children.find(({ type }) => type === "export_clause");
    if (!clause && module !== undefined && !statement.children.some(({ type }) => type === "namespace_export")) {
      take(name === "default" ? [] : modules && (await resolver.exported(modules, name, seen)));
    }
    for (const each of clause?.children ?? []) {
      const own = childOf(each, "name");
      const shown = childOf(each, "alias") ?? own;
      if (!own || !shown || file.textOf(shown) !== name) continue;
      take(
        module === undefined
          ? await resolver.bare(file, own)
          : modules && (await resolver.exported(modules, file.textOf(own), seen)),
      );
    }
    if (name === "default" && !clause && module === undefined) {
      const value = childOf(statement, "value") ?? childOf(statement, "declaration");
      const own = value?.type === "identifier" ? value : childOf(value, "name");
      if (own && /^export\s+default\b/.test(file.text.slice(statement.start, statement.start + 40)))
        take(await resolver.bare(file, own));
    }
  }
  return found.length > 0 || isKnown ? found : undefined;
}

export const typescriptUses: UsesRules = {
  names: new Set([
    ...["identifier", "property_identifier", "private_property_identifier", "type_identifier", "statement_identifier"],
    ...["shorthand_property_identifier", "shorthand_property_identifier_pattern"],
  ]),
  scopes: new Set([
    ...FUNCTIONS,
    ...CLASSES,
    ...["statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body", "interface_declaration"],
    ...[
      "type_alias_declaration",
      "function_signature",
      "method_signature",
      "abstract_method_signature",
      "call_signature",
    ],
    ...["construct_signature", "function_type", "constructor_type", "conditional_type", "index_signature"],
  ]),
  bind,
  roleOf,
  kindOf,
  typeOf,
  namesOfType(text) {
    const bare = text
      .trim()
      .replace(/^readonly\s+/, "")
      .replace(/\s*\|\s*(?:null|undefined)\b/g, "");
    if (
      /^(?:string|number|boolean|bigint|symbol|void|null|undefined|RegExp|Date)$|\[\]$|^(?:Array|Map|Set|WeakMap|Record|ReadonlyArray)</.test(
        bare,
      )
    )
      return [];
    const names = /^([\p{L}_$][\w$]*)(?:\.([\p{L}_$][\w$]*))?(?:<.*>)?$/su.exec(bare);
    if (
      !names?.[1] ||
      /^(?:any|unknown|never|object|this|Promise|Partial|Readonly|Omit|Pick|Required|NonNullable|ReturnType|InstanceType|typeof|keyof)$/.test(
        names[1],
      )
    )
      return undefined;
    return names[2] === undefined ? [names[1]] : [names[1], names[2]];
  },
  typeOfDeclaration({ kind, signature }) {
    if (kind === "property" || kind === "constant" || kind === "variable") {
      const written =
        /^(?:(?:public|private|protected|readonly|static|declare|override|abstract|const|let|var)\s+)*[#\w$]+[?!]?\s*:\s*([\w$.]+(?:<[^=]*>)?(?:\[\])?)(?:\s*=|$)/s.exec(
          signature,
        );
      return written?.[1] ?? /=\s*new\s+([\w$.]+)\b/.exec(signature)?.[1];
    }
    return undefined;
  },
  async typeOfDeclared(name, file, resolver, depth) {
    if (name.field !== "name" || !name.parent) return undefined;
    const type = childOf(name.parent, "type")?.children[0];
    if (type) return { text: file.textOf(type), file, at: type };
    const value = childOf(name.parent, "value");
    return value ? await typeOf(value, file, resolver, depth + 1) : undefined;
  },
  basesOf(declaration) {
    const { kind, signature } = declaration;
    if (kind === "type" || kind === "namespace") return ["unknown.Base"];
    const plain = withoutArguments(signature);
    const bases = /\bextends\s+([\w$., ]+?)(?:\s+implements\b|$)/.exec(plain)?.[1];
    // A mixin or a call is not to be known.
    if (bases === undefined) return /\bextends\b/.test(plain) ? ["unknown.Base"] : [];
    return bases.split(",").map((each) => each.trim());
  },
  modulesOf: typescriptModules,
  exportedAs(node, file) {
    const alias =
      node.parent?.type === "export_specifier" && node.field === "name" ? childOf(node.parent, "alias") : undefined;
    return alias && file.textOf(alias);
  },
  // Types of JSDoc.
  namesInComments: /(?<=@\w+\s+)\{[^}\n]*\}|\{@link[^}\n]*\}/g,
  exportedAgain,
  isPackage: false,
};

/** Without type arguments, whatever is nested in them. */
function withoutArguments(signature: string): string {
  let depth = 0;
  let plain = "";
  for (const letter of signature.replaceAll("=>", "")) {
    if (letter === "<") depth++;
    else if (letter === ">") depth--;
    else if (depth === 0) plain += letter;
  }
  return plain;
}
