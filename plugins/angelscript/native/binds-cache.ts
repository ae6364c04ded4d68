/** Reads `Script/Binds.Cache` and `Binds.Cache.Headers`, which the editor writes for cooked builds. */
import { JigError } from "../../../core/host/plugin-api.ts";
import { assumedBase, engineBase } from "../database/assumed-base.ts";
import type { Declarers } from "../database/inferred-bases.ts";
import type { NativeLibrary } from "../database/symbol-table.ts";
import { TypeSymbol } from "../database/symbols.ts";
import { Names } from "../lexer/interned-names.ts";
import type { BindsCache, BoundMethod } from "./binds-layout.ts";
import { boundMethod, boundProperty } from "./bound-member.ts";
import { ByteReader } from "./byte-reader.ts";
import { headerTypes } from "./header-types.ts";

/** Maps Unreal paths to C++ headers. Throws ENCODING if the layout doesn't match. */
export function readHeaders(bytes: Uint8Array): Map<string, string> {
  const reader = new ByteReader(bytes);
  const headers = new Map<string, string>();
  for (let left = reader.count(8); left > 0; left--) headers.set(reader.string(), reader.string());
  if (reader.remaining > 0)
    throw new JigError("ENCODING", `Binds.Cache.Headers has ${reader.remaining} more bytes than its layout describes`);
  return headers;
}

/**
 * Maps the names in scripts to headers. `/Script/Engine.Actor` is found as `AActor`, by its last part without the prefix
 * letter.
 */
export function headersByName(headers: ReadonlyMap<string, string>): Map<string, string> {
  const byName = new Map<string, string>();
  for (const [path, header] of headers) byName.set(path.slice(path.lastIndexOf(".") + 1), header);
  return byName;
}

export function libraryOfBinds(cache: BindsCache, headers: ReadonlyMap<string, string>): NativeLibrary {
  const types = headerTypes(cache, headers);
  const mixins = new Map<string, BoundMethod[]>();
  const functions = new Map<string, BoundMethod[]>();
  const names = new Names();
  let floatIsFloat64 = false;
  for (const bound of cache.types)
    for (const method of bound.methods) {
      // Engines with both widths write `float32`, which means that `float` in a script has 64 bits.
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
        isBaseAssumed: engineBase(bound.name) === undefined,
        root: -1,
        ...(header ? { header } : {}),
        memberNames: (type) =>
          [
            ...bound.properties.flatMap(({ declaration, path, accessor }) => [declaration, path, accessor]),
            ...bound.methods.concat(mixins.get(type.name) ?? []).map(({ declaration }) => declaration),
          ].join(" "),
        members: (type) => [
          ...bound.properties.flatMap((property) => boundProperty(property, type, names) ?? []),
          ...bound.methods
            .filter((method) => !method.staticInUnreal)
            .concat(mixins.get(type.name) ?? [])
            .flatMap((method) => boundMethod(method, type, "", names) ?? []),
        ],
      }),
    );
  }
  const namespaces = new Map(
    [...functions].map(([namespace, list]) => [
      namespace,
      () => list.flatMap((method) => boundMethod(method, undefined, namespace, names) ?? []),
    ]),
  );
  return { types, namespaces, floatIsFloat64, declarers: declarersOf(cache) };
}

/** The declarations are parsed when they are first needed, because creating symbols for all of them would take far longer. */
function declarersOf(cache: BindsCache): Declarers {
  let byName: Map<string, string[]> | undefined;
  return (name) => {
    if (!byName) {
      byName = new Map();
      for (const type of cache.types)
        for (const { declaration, staticInUnreal } of type.methods) {
          const method = staticInUnreal ? undefined : /(\w+)\(/.exec(declaration)?.[1];
          if (method === undefined) continue;
          const list = byName.get(method);
          if (list) list.push(type.name);
          else byName.set(method, [type.name]);
        }
    }
    return byName.get(name) ?? [];
  };
}
