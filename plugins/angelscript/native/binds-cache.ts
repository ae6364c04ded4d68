/** `Script/Binds.Cache` and `Binds.Cache.Headers`, which the editor writes for cooked builds (facts/angelscript.md §2.4). */
import { JigError } from "../../../core/host/mod.ts";
import { assumedBase } from "../database/assumed-base.ts";
import { MemberSymbol, type NativeFacts, TypeSymbol } from "../database/symbols.ts";
import type { NativeLibrary } from "../database/table.ts";
import { tokenize } from "../lexer/lexer.ts";
import { Names } from "../lexer/names.ts";
import { Cursor } from "../parser/cursor.ts";
import { parseHead } from "../parser/head-parser.ts";
import { parseCallable } from "../parser/member-parser.ts";
import { Flag } from "../parser/syntax.ts";
import { parseType } from "../parser/type-parser.ts";
import type { BindsCache, BoundMethod, BoundProperty } from "./binds-layout.ts";
import { ByteReader } from "./byte-reader.ts";
import { isHidden } from "./debug-database.ts";

/** Unreal path to C++ header. Throws ENCODING unless the layout fits every byte. */
export function readHeaders(bytes: Uint8Array): Map<string, string> {
  const reader = new ByteReader(bytes);
  const headers = new Map<string, string>();
  for (let left = reader.count(8); left > 0; left--) headers.set(reader.string(), reader.string());
  if (reader.remaining > 0)
    throw new JigError("ENCODING", `Binds.Cache.Headers has ${reader.remaining} bytes more than its layout tells`);
  return headers;
}

/** Headers by script name: `AActor` of `/Script/Engine.Actor` by the last word of the path, prefix letter apart. */
export function headersByName(headers: ReadonlyMap<string, string>): Map<string, string> {
  const byName = new Map<string, string>();
  for (const [path, header] of headers) byName.set(path.slice(path.lastIndexOf(".") + 1), header);
  return byName;
}

export function libraryOfBinds(cache: BindsCache, headers: ReadonlyMap<string, string>): NativeLibrary {
  const types = new Map<string, TypeSymbol>();
  const mixins = new Map<string, BoundMethod[]>();
  const functions = new Map<string, BoundMethod[]>();
  const names = new Names();
  let floatIsFloat64 = false;
  for (const bound of cache.types)
    for (const method of bound.methods) {
      // Engines that know numbers of two widths spell them so, and scripts' `float` is the wide one.
      floatIsFloat64 ||= method.declaration.includes("float32");
      if (method.staticInUnreal) {
        const into = method.staticInScript ? functions : mixins;
        const list = into.get(method.target);
        if (list) list.push(method);
        else into.set(method.target, [method]);
      }
    }
  for (const bound of cache.types) {
    if (bound.name === "") continue;
    const header = headers.get(bound.path);
    types.set(
      bound.name,
      new TypeSymbol({
        kind: bound.isStruct ? "struct" : "class",
        name: bound.name,
        namespace: "",
        base: bound.isStruct ? "" : assumedBase(bound.name),
        isBaseAssumed: true,
        root: -1,
        ...(header ? { header } : {}),
        members: (type) => [
          ...bound.properties.flatMap((property) => propertyOf(property, type, names) ?? []),
          ...bound.methods
            .filter((method) => !method.staticInUnreal)
            .concat(mixins.get(type.name) ?? [])
            .flatMap((method) => methodOf(method, type, "", names) ?? []),
        ],
      }),
    );
  }
  const namespaces = new Map(
    [...functions].map(([namespace, list]) => [
      namespace,
      () => list.flatMap((method) => methodOf(method, undefined, namespace, names) ?? []),
    ]),
  );
  return { types, namespaces, floatIsFloat64 };
}

function propertyOf(property: BoundProperty, owner: TypeSymbol, names: Names): MemberSymbol | undefined {
  const parts = { kind: "property" as const, owner, namespace: "", native: {} };
  if (property.declaration === "") return new MemberSymbol({ ...parts, name: property.path, type: "bool" });
  try {
    const cursor = new Cursor(tokenize(property.declaration, names));
    const type = parseType(cursor).text;
    if (cursor.isName()) return new MemberSymbol({ ...parts, name: cursor.takeName().name, type });
    // Only a type: the engine made accessors, which scripts write as a property.
    const name = property.accessor || property.path;
    return name === "" ? undefined : new MemberSymbol({ ...parts, name, type: type.replace(/^const |&.*$/g, "") });
  } catch {
    return undefined;
  }
}

/** A declaration that we cannot read is left out: the file is the engine's, and one odd signature must not cost the rest. */
function methodOf(
  method: BoundMethod,
  owner: TypeSymbol | undefined,
  namespace: string,
  names: Names,
): MemberSymbol | undefined {
  try {
    const cursor = new Cursor(tokenize(`${method.declaration};`, names));
    const head = parseHead(cursor);
    const syntax = parseCallable(cursor, head, { kind: "file", name: "" }, parseType(cursor));
    const native: NativeFacts = {};
    if (!method.notProperty) native.accessor = true;
    if (method.outputArgument >= 0) native.outputArgument = method.outputArgument;
    const parameters = (syntax.parameters ?? []).map((parameter) => ({
      name: parameter.name?.name ?? "",
      type: parameter.type.text,
      value: parameter.defaultText,
    }));
    return new MemberSymbol({
      kind: owner ? "method" : "function",
      name: syntax.name.name,
      type: syntax.type?.text ?? "void",
      parameters: parameters.filter(({ name }, index) => index !== method.worldContext && !isHidden(name)),
      // All that is bound from reflection is a UFUNCTION.
      flags: syntax.flags | Flag.ufunction,
      owner,
      namespace,
      native,
    });
  } catch {
    return undefined;
  }
}
