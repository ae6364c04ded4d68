/** Rules for names in Rust. */

import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { Meaning, NameResolver, ParsedFile, UsesRules } from "../uses-rules.ts";
import { RustEngine } from "./rust-engine.ts";
import type { RustEntity } from "./rust-model.ts";
import { bind, kindOf, literalInTokens, roleOf } from "./rust-names.ts";
import { fieldsOf } from "./rust-patterns.ts";

const USE = new Set(["use_declaration"]);
const LITERALS = new Set(["struct_expression", "struct_pattern"]);

export function rustUses(resolver: NameResolver): UsesRules {
  const engine = new RustEngine(resolver);
  const bare = async (file: ParsedFile, node: LightNode): Promise<Meaning> => {
    const isLast = !node.parent || !/^scoped_/.test(node.parent.type) || node.field !== "name";
    if (around(node, USE)) return declarationsOf(await engine.used(node, file));
    return declarationsOf(await engine.path(isLast || !node.parent ? node : node.parent, file, 0));
  };
  return {
    names: new Set(["identifier", "type_identifier", "field_identifier", "shorthand_field_identifier"]),
    scopes: new Set([
      ...["function_item", "closure_expression", "block", "match_arm", "for_expression", "if_expression", "mod_item"],
      ...["while_expression", "impl_item", "trait_item", "struct_item", "enum_item", "union_item", "type_item"],
      ...["function_signature_item"],
    ]),
    bind,
    roleOf,
    kindOf,
    meanings: {
      bare,
      imported: async () => undefined,
      async member(file, object, name) {
        const type = await engine.expression(object, file, 0);
        if (!type) return undefined;
        const access = name.parent?.type === "field_expression" ? name.parent : undefined;
        const called = access?.parent?.type === "generic_function" ? access.parent : access;
        const isCalled = called?.parent?.type === "call_expression" && called.field === "function";
        return await engine.member(type, file.textOf(name), 0, access ? (isCalled ? "method" : "field") : undefined);
      },
      async key(file, name) {
        const literal = around(name, LITERALS);
        const type = childOf(literal, "name") ?? childOf(literal, "type") ?? literalInTokens(name, file);
        return type && (await fieldsOf(type, file.textOf(name), file, 0, engine));
      },
      unbound: bare,
      implemented: (declaration) => engine.implemented(declaration),
      fits,
    },
    isPackage: false,
  };
}

function declarationsOf(entity: RustEntity | undefined): Meaning {
  if (!entity) return undefined;
  if (entity.is === "module") return entity.declaration ? [entity.declaration] : [];
  return entity.is === "declared" ? entity.declarations : [];
}

const TYPES = /^(?:struct|enum|union|interface|type|module|enumMember)$/;

/** A macro can only be used with `!`, a type in types and paths, and a module in paths. */
function fits({ kind }: IndexedDeclaration, name: LightNode, file: ParsedFile): boolean {
  if (around(name, USE)) return true;
  const isInPath = file.text.startsWith("::", name.end);
  if (kind === "module") return isInPath || name.parent?.type === "mod_item";
  if (/^(?:function|method|constant|variable)$/.test(kind) && isInPath && !file.text.startsWith("::<", name.end))
    return false;
  if (kind === "macro") return name.parent?.type !== "field_expression";
  if (name.type === "type_identifier" && name.parent?.type !== "struct_expression") return TYPES.test(kind);
  return true;
}
