/** Rules for names in Python, which cover the types of receivers, modules and exports. */

import { around, childOf, type LightNode } from "../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { meaningOfExpression, typeOfMeaning } from "./expression-meaning.ts";
import { hasLocalMember, localClass } from "./python-local-classes.ts";
import { bind, CLASSES, FUNCTIONS, isName, kindOf, roleOf } from "./python-names.ts";
import { namesInQuotedType } from "./python-quoted-types.ts";
import type { Meaning, NameResolver, ParsedFile, Type, UsesRules } from "./uses-rules.ts";

const ATTRIBUTE = { type: "attribute", object: "object", name: "attribute" };
const CLASS = /^class$/;
/** An annotation that leaves the type to the value. */
const QUALIFIER = /^(?:\w+\.)?(?:Final|ClassVar)$/;
/** The result of a function with `@contextmanager`, and the type that `with` binds. */
const CONTEXT = /^["']?(?:\w+\.)*(?:Async)?(?:Iterator|Generator)\[\s*([^,\]]+)/;

async function typeOf(
  node: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  if (depth > 12) return undefined;
  switch (node.type) {
    case "identifier":
      return await typeOfName(node, file, resolver, depth);
    case "parenthesized_expression":
    case "await":
      return node.children[0] && (await typeOf(node.children[0], file, resolver, depth + 1));
    case "attribute": {
      const [object, name] = [childOf(node, "object"), childOf(node, "attribute")];
      if (!object || !name) return undefined;
      const of = await typeOf(object, file, resolver, depth + 1);
      const text = file.textOf(name);
      if (of && "modules" in of) {
        const inner = of.modules.flatMap((path) => submodule(path, text, resolver));
        if (inner.length > 0) return { modules: inner };
      }
      const meant = of && (await resolver.memberOf(of, text, depth + 1));
      return await typeOfMeaning(meant, CLASS, resolver, depth);
    }
    case "call":
      return await typeOfCall(node, file, resolver, depth);
    case "string":
    case "list":
    case "dictionary":
    case "integer":
    case "concatenated_string":
    case "list_comprehension":
    case "set":
    case "tuple":
      return { declarations: [] };
    default:
      return undefined;
  }
}

async function typeOfCall(
  node: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  const called = childOf(node, "function");
  if (!called) return undefined;
  if (file.textOf(called) === "super") return await baseOf(node, file, resolver);
  const meant = await meaningOfExpression(called, ATTRIBUTE, file, resolver, depth);
  const [first] = meant ?? [];
  if (first?.kind === "class") return { declarations: meant ?? [] };
  const binding = called.type === "identifier" ? file.lookup(file.textOf(called), called) : undefined;
  if (binding?.by.type === "class_definition") return { declarations: classAt(binding.by, file, resolver) };
  return meant && first && /function|method/.test(first.kind)
    ? await resolver.typeOfDeclaration(meant, depth)
    : undefined;
}

/** `super()` is the base of the enclosing class. */
async function baseOf(node: LightNode, file: ParsedFile, resolver: NameResolver): Promise<Type | undefined> {
  const name = childOf(around(node, CLASSES), "name");
  const [own] = name ? resolver.declaredAt(file, name) : [];
  const bases = own ? basesOf(own) : [];
  const found = await Promise.all(bases.map((text) => resolver.owners({ text, file, at: file.root }, 1)));
  const known = found.filter((each) => each !== undefined).flat();
  return found.length > 0 && found.every((each) => each && each.length > 0) ? { declarations: known } : undefined;
}

async function typeOfName(
  node: LightNode,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  const text = file.textOf(node);
  const binding = file.lookup(text, node);
  if (!binding) return undefined;
  if (binding.import) {
    const { module, name } = binding.import;
    const modules = pythonModules(module, file.path, resolver);
    if (name === "*") return modules && { modules };
    const inner = modules?.flatMap((path) => submodule(path, name, resolver)) ?? [];
    const meant = await resolver.imported(file, binding.import);
    if (meant && meant.length > 0) return await typeOfMeaning(meant, CLASS, resolver, depth);
    return inner.length > 0 ? { modules: inner } : undefined;
  }
  const { by } = binding;
  if (by.type === "class_definition") return { declarations: classAt(by, file, resolver) };
  const isFirst = by.parent?.children[0] === by && by.parent.type === "parameters";
  const definition = around(by, FUNCTIONS);
  const owner = isFirst ? ownerOf(definition) : undefined;
  const type = childOf(by, "type");
  if (type && !QUALIFIER.test(file.textOf(type))) return { text: file.textOf(type), file, at: type };
  if (owner) {
    const declared = classAt(owner, file, resolver);
    return declared.length > 0 ? { declarations: declared } : undefined;
  }
  // A single assignment determines the type, but several may disagree.
  const all = file.scopeOf(binding.name).names.get(text) ?? [];
  const right = by.type === "assignment" && all.length === 1 ? childOf(by, "right") : undefined;
  if (right) return await typeOf(right, file, resolver, depth + 1);
  if (by.type === "as_pattern" && all.length === 1 && by.parent?.type === "with_item") {
    const value = by.children[0];
    const given = value && (await typeOf(value, file, resolver, depth + 1));
    const inner = given && "text" in given ? CONTEXT.exec(given.text)?.[1] : undefined;
    return given && "text" in given && inner !== undefined ? { ...given, text: inner } : given;
  }
  return undefined;
}

function classAt(node: LightNode, file: ParsedFile, resolver: NameResolver): IndexedDeclaration[] {
  const name = childOf(node, "name");
  const declared = name ? resolver.declaredAt(file, name) : [];
  return declared.length > 0 || !name ? declared : [localClass(node, name, file)];
}

/** Returns the class of a method, unless the method is static. */
function ownerOf(definition: LightNode | undefined): LightNode | undefined {
  const outer = definition?.parent?.type === "decorated_definition" ? definition.parent : definition;
  const isStatic =
    outer !== definition &&
    outer?.children.some(
      (each) =>
        each.type === "decorator" &&
        each.children[0]?.type === "identifier" &&
        each.end - each.start === "@staticmethod".length,
    );
  return outer?.parent?.parent?.type === "class_definition" && !isStatic ? outer.parent.parent : undefined;
}

function submodule(path: string, name: string, resolver: NameResolver): string[] {
  if (!/\/__init__\.pyi?$/.test(path)) return [];
  const folder = path.slice(0, path.lastIndexOf("/"));
  const files = ["py", "pyi"].flatMap((ending) => [
    `${folder}/${name}.${ending}`,
    `${folder}/${name}/__init__.${ending}`,
  ]);
  return files.filter((each) => resolver.has(each));
}

function pythonModules(written: string, from: string, resolver: NameResolver): readonly string[] | undefined {
  const dots = /^\.*/.exec(written)?.[0].length ?? 0;
  const path = written
    .slice(dots)
    .split(".")
    .filter((part) => part !== "")
    .join("/");
  const exists = (file: string) => resolver.has(file);
  const at = (folder: string) =>
    (path === ""
      ? [`${folder}/__init__.py`, `${folder}/__init__.pyi`]
      : [
          `${folder}/${path}.py`,
          `${folder}/${path}/__init__.py`,
          `${folder}/${path}.pyi`,
          `${folder}/${path}/__init__.pyi`,
        ]
    ).filter(exists);
  let folder = from.slice(0, from.lastIndexOf("/"));
  if (dots > 0) {
    for (let up = 1; up < dots; up++) folder = folder.slice(0, folder.lastIndexOf("/"));
    return at(folder);
  }
  for (let above = folder; above !== ""; above = above.slice(0, above.lastIndexOf("/"))) {
    // The root of imports is outside of all packages.
    if (exists(`${above}/__init__.py`)) continue;
    const found = [...at(above), ...at(`${above}/src`), ...at(`${above}/lib`)];
    if (found.length > 0) return found;
  }
  return [];
}

async function exportedAgain(
  file: ParsedFile,
  name: string,
  resolver: NameResolver,
  seen: Set<string>,
): Promise<Meaning> {
  const binding = file.top.names.get(name)?.find((each) => each.import);
  if (binding?.import && binding.import.name !== "*") {
    const modules = pythonModules(binding.import.module, file.path, resolver);
    return modules && (await resolver.exported(modules, binding.import.name, seen));
  }
  const found: IndexedDeclaration[] = [];
  for (const node of stars(file.root)) {
    const module = childOf(node, "module_name");
    const modules = module && pythonModules(file.textOf(module), file.path, resolver);
    found.push(...((modules && (await resolver.exported(modules, name, seen))) ?? []));
  }
  return found;
}

function stars(node: LightNode): LightNode[] {
  if (node.type === "import_from_statement")
    return node.children.some(({ type }) => type === "wildcard_import") ? [node] : [];
  return /^(?:module|if_statement|try_statement|block|else_clause|except_clause)$/.test(node.type)
    ? node.children.flatMap(stars)
    : [];
}

/**
 * A keyword in a call of a class is an attribute of it if the class has no constructor of its own, as with `@dataclass`.
 * Any other keyword is a parameter.
 */
async function meaningOfKeyword(name: LightNode, file: ParsedFile, resolver: NameResolver): Promise<Meaning> {
  const called = childOf(name.parent?.parent?.parent, "function");
  const meant = called && (await meaningOfExpression(called, ATTRIBUTE, file, resolver, 0));
  if (meant?.[0]?.kind !== "class") return [];
  const type: Type = { declarations: meant };
  for (const method of ["__init__", "__new__"]) {
    const own = await resolver.memberOf(type, method, 0);
    if (own && own.length > 0) return [];
  }
  const members = await resolver.memberOf(type, file.textOf(name), 0);
  return members?.filter(({ kind }) => kind === "property");
}

function basesOf(declaration: IndexedDeclaration): string[] {
  const written = /^class\s+\w+(?:\[.*?\])?\s*\((.*)\)$/s.exec(declaration.signature)?.[1] ?? "";
  return written
    .split(/,(?![^[(]*[\])])/)
    .map((each) => each.trim())
    .filter((each) => each !== "" && each !== "object" && !/^\w+\s*=/.test(each));
}

export const pythonUses: UsesRules = {
  names: new Set(["identifier", "string_content"]),
  isName,
  scopes: new Set([
    ...["function_definition", "class_definition", "lambda"],
    ...["list_comprehension", "dictionary_comprehension", "set_comprehension", "generator_expression"],
  ]),
  hidden: CLASSES,
  bind,
  roleOf,
  kindOf,
  typeOf,
  namesOfType(text) {
    const bare = text
      .trim()
      .replace(/["']/g, "")
      .replace(/^(?:\w+\.)?(?:Optional|Final|ClassVar|Annotated)\[(.*)\]$/s, "$1")
      .replace(/\s*\|\s*None$|^None\s*\|\s*/g, "");
    const generic = /^([\w.]+)\[.*\]$/s.exec(bare);
    const names = (generic?.[1] ?? bare).replace(/^(?:t|typing|te)\.(?=\w+$)/, "").split(".");
    if (
      /^(?:str|int|bool|bytes|float|list|dict|tuple|set|frozenset|object|Callable|Iterable|Iterator|Mapping|Sequence|List|Dict)$/.test(
        names[0] ?? "",
      )
    )
      return [];
    return names.every((name) => /^[\p{L}_]\w*$/u.test(name)) &&
      !/^(?:Any|Union|type|Type|cast|None)$/.test(names[0] ?? "") &&
      names.length < 3
      ? names
      : undefined;
  },
  typeOfDeclaration({ kind, signature }) {
    if (/function|method/.test(kind)) return /->\s*(.+)$/s.exec(signature)?.[1];
    const annotated = /^[\w.]+\s*:\s*([^=]+)/.exec(signature)?.[1]?.trim();
    if (annotated !== undefined && QUALIFIER.test(annotated)) return undefined;
    return annotated ?? /=\s*((?:[A-Z]\w*\.?)+)\(.*\)$/s.exec(signature)?.[1];
  },
  async typeOfDeclared(name, file, resolver, depth) {
    const assignment = around(name, new Set(["assignment"]));
    const right = assignment && childOf(assignment, "right");
    const isWhole = name.field === "left" || name.parent?.field === "left";
    return right && isWhole && depth < 12 ? await typeOf(right, file, resolver, depth + 1) : undefined;
  },
  basesOf,
  hasLocalMember,
  meaningOfKey: meaningOfKeyword,
  hiddenNames: namesInQuotedType,
  isSharedWithBases: ({ kind, signature }) => kind === "property" && /^\w+\.\w/.test(signature),
  isGlobal: ({ by }) => by.type === "global_statement",
  exportedAs(node, file) {
    const alias =
      node.field === "alias" || node.parent?.parent?.type !== "aliased_import"
        ? undefined
        : childOf(node.parent.parent, "alias");
    return alias ? [file.textOf(alias)] : [];
  },
  modulesOf: pythonModules,
  exportedAgain,
  isPackage: false,
};
