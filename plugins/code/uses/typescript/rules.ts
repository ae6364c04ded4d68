/** Rules for names in TypeScript and JavaScript. */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { Meaning, NameResolver, ParsedFile, UsesRules } from "../uses-rules.ts";
import { assignedMembers } from "./assigned-members.ts";
import { exportsAt, requiredKey, WHOLE } from "./commonjs.ts";
import { isLink, linkedMember, memberAroundLink } from "./doc-links.ts";
import { isInferred } from "./inferred-literals.ts";
import { bind, CLASSES, defaultsOf, FUNCTIONS, isIndex, kindOf, roleOf, specifierOf } from "./names.ts";
import { TypeScriptEngine } from "./type-engine.ts";
import { type Entity, NO_ENV } from "./type-model.ts";
import { fittingParts } from "./union-parts.ts";

const TYPES = /^(?:class|interface|type|enum|enumMember|namespace|module)$/;
const VALUES = /^(?:class|enum|enumMember|namespace|module|function|constant|variable|method|property|constructor)$/;
const EITHER = /^(?:import_specifier|export_specifier|export_statement|import_clause|nested_type_identifier)$/;
/** Declarations that can be types in JSDoc, including constructor functions. */
const IN_COMMENTS = /^(?:class|interface|type|enum|namespace|module|function)$/;

export function typescriptUses(resolver: NameResolver): UsesRules {
  const engine = new TypeScriptEngine(resolver);
  return {
    names: new Set([
      ...["identifier", "property_identifier", "private_property_identifier", "type_identifier"],
      ...["statement_identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"],
      "string_fragment",
    ]),
    isName: (node) => node.type !== "string_fragment" || isIndex(node),
    scopes: new Set([
      ...[
        ...FUNCTIONS,
        ...CLASSES,
        "statement_block",
        "for_statement",
        "for_in_statement",
        "catch_clause",
        "switch_body",
      ],
      ...["interface_declaration", "type_alias_declaration", "function_signature", "method_signature"],
      ...["abstract_method_signature", "call_signature", "construct_signature", "function_type", "constructor_type"],
      ...["conditional_type", "index_signature"],
    ]),
    bind,
    roleOf,
    kindOf,
    meanings: {
      imported: async (file, by) => declarationsOf(await engine.imported(by, file.path)),
      async member(file, object, name) {
        if (object.type === "identifier" && file.textOf(object) === "globalThis" && !file.lookup("globalThis", object))
          return await engine.exports.global(file.textOf(name));
        if (object.parent?.type === "comment") return await linkedMember(object, file.textOf(name), file, engine);
        const isWritten = object.parent?.type === "lookup_type";
        const assigned = isWritten ? undefined : await assignedMembers(object, file.textOf(name), file, engine);
        if (assigned) return assigned;
        const type = isWritten
          ? await engine.written(object, file, NO_ENV, 0)
          : await engine.expression(object, file, 0);
        const member = type && (await engine.member(type, file.textOf(name), 0));
        return member?.declarations;
      },
      key: (file, name) => meaningOfKey(name, file, engine),
      async isLikely(file, name) {
        const literal = (/^shorthand/.test(name.type) ? name : name.parent)?.parent;
        return literal?.type === "object" && (await isInferred(literal, file, engine));
      },
      unbound: async (file, name) => {
        const linked = await memberAroundLink(name, file, engine);
        return linked && linked.length > 0 ? linked : await engine.exports.global(file.textOf(name));
      },
      fits,
    },
    exportedAs,
    importWord: "require",
    isExportedKey: (node, file) => requiredKey(node, file) !== undefined || exportsAt(node, file).length > 0,
    // The JavaScript grammar has no node for `default`.
    hiddenNames: (node, file) =>
      (/^(?:im|ex)port_specifier$/.test(node.type) ? defaultsOf(node, file) : []).flatMap((each) => each ?? []),
    // A default export can be imported under any name, so search for the module's name.
    wordsOfImports: async (name, { path }) =>
      name === WHOLE || name === "default" ? await engine.wordsOfModule(path, name === WHOLE) : undefined,
    // Matches types and links in JSDoc, and parameters whose members it describes (`@param options.name`).
    namesInComments:
      /(?<=@\w+\s+)\{(?!@)[^}\n]*\}|(?<=\{@link\w*\s+)(?!\w+:)[\w$.#]+|(?<=@param\s+(?:\{[^}\n]*\}\s*)?\[?)([\w$]+)(?=\.|[^@]*@param\s+(?:\{[^}\n]*\}\s*)?\[?\1\.)/g,
    isPackage: false,
  };
}

function declarationsOf(entity: Entity | undefined): Meaning {
  return entity && ("modules" in entity ? [] : entity.declarations);
}

/** An expression does not refer to a type, and a type does not refer to a value. */
function fits({ kind }: IndexedDeclaration, name: LightNode, file: ParsedFile): boolean {
  if (EITHER.test(name.parent?.type ?? "") && name.field !== "name") return true;
  if (/^(?:import|export)_specifier$/.test(name.parent?.type ?? "")) return true;
  if (name.parent?.type === "comment")
    return isLink(name, file) || (isQueried(name, file) ? VALUES : IN_COMMENTS).test(kind);
  return (name.type === "type_identifier" ? TYPES : VALUES).test(kind);
}

/** Returns true for a name after `typeof`, which is a value even in a type. */
function isQueried(name: LightNode, file: ParsedFile): boolean {
  const before = file.text.slice(Math.max(name.parent?.start ?? 0, name.start - 200), name.start);
  return /\btypeof\s+(?:import\([^)\n]*\)\s*\.\s*)?(?:[\w$]+\s*\.\s*)*$/.test(before);
}

function exportedAs(node: LightNode, file: ParsedFile): readonly string[] {
  const { parent } = node;
  const { alias } = parent?.type === "export_specifier" && node.field === "name" ? specifierOf(parent, file) : {};
  if (alias) return [file.textOf(alias)];
  const statement = parent?.type === "export_statement" ? parent : node.field === "name" ? parent?.parent : undefined;
  const isDefault =
    statement?.type === "export_statement" &&
    /^export\s+default\b|^export\s*=/.test(file.text.slice(statement.start, statement.start + 40));
  return isDefault ? ["default"] : exportsAt(node, file);
}

/**
 * A key in a literal is a member of the type that its context expects. A key in a pattern is a member of the
 * destructured value.
 */
async function meaningOfKey(name: LightNode, file: ParsedFile, engine: TypeScriptEngine): Promise<Meaning> {
  const text = file.textOf(name);
  const holder = /^shorthand/.test(name.type) ? name : name.parent;
  const outer = holder?.parent;
  if (!holder || !outer) return undefined;
  if (name.field === "name" && /^jsx_/.test(holder.type)) return elementsOf(text, engine);
  if (holder.type === "jsx_attribute") return await meaningOfAttribute(holder, text, file, engine);
  const pattern = outer.type === "object_assignment_pattern" ? outer.parent : outer;
  if (pattern?.type === "object_pattern") {
    const type = await engine.pattern(pattern, file);
    return (type && (await engine.member(type, text, 0)))?.declarations;
  }
  if (outer.type !== "object") return undefined;
  const wanted = await engine.wanted(outer, file, 0);
  if (wanted === "none") return [];
  if (!wanted) return undefined;
  const fitting = await fittingParts(wanted, outer, file, engine);
  return (fitting && (await engine.member(fitting, text, 0)))?.declarations;
}

/** A tag in lower case is an element of the browser, which a file of the workspace may declare. */
function elementsOf(tag: string, { resolver }: TypeScriptEngine): Meaning {
  return resolver.declared(tag).filter(({ containers }) => containers.at(-1) === "IntrinsicElements");
}

async function meaningOfAttribute(
  attribute: LightNode,
  text: string,
  file: ParsedFile,
  engine: TypeScriptEngine,
): Promise<Meaning> {
  const tag = attribute.parent && childOf(attribute.parent, "name");
  if (!tag || /^[a-z]/.test(file.textOf(tag))) return undefined;
  const type = await engine.expression(tag, file, 0);
  const props = type && (await engine.firstParameter(type));
  return (props && (await engine.member(props, text, 0)))?.declarations;
}
