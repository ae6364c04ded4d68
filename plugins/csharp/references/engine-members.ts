/** What members of Unity's own types give, in files that use them and where no source says it. */
import type { Binder, Value } from "./binder.ts";
import { foreignMember, OBJECT_MEMBERS } from "./foreign.ts";
import { baseClass } from "./member-lookup.ts";
import type { Model, TypeSymbol } from "./model.ts";
import { external, parseTypeText, type TypeRef, UNKNOWN } from "./type-refs.ts";

/** A member of a type outside the workspace. */
export function memberOutside(binder: Binder, type: TypeRef, name: string): Value {
  return told(engineMember(binder, type, name), name) ?? { is: "foreign", type: foreignMember(type, name), name };
}

/** A member that a type has from a base outside the workspace. */
export function aboveOutside(binder: Binder, type: TypeRef, name: string): Value {
  const base = type.is === "type" ? externalBase(binder.model, type.type) : undefined;
  return (
    told(engineMember(binder, base, name), name) ?? {
      is: "foreign",
      type: OBJECT_MEMBERS.get(name) ?? external(name),
      name,
    }
  );
}

/** A member that a class around inherits from the engine's class above it: `transform` in a component. */
export function inheritedOutside(binder: Binder, name: string): Value | undefined {
  for (const type of binder.around) {
    const found = told(engineMember(binder, externalBase(binder.model, type), name), name);
    if (found) return found;
  }
  return undefined;
}

function told(type: TypeRef | undefined, name: string): Value | undefined {
  return type && { is: "foreign", type, name, told: true };
}

/** Undefined where the table does not tell. */
function engineMember(binder: Binder, type: TypeRef | undefined, name: string): TypeRef | undefined {
  const { engine } = binder.model;
  if (!engine || type?.is !== "external" || type.args.length > 0 || !usesEngine(binder)) return undefined;
  const given = engine.memberType(type.name, name);
  return given === undefined ? undefined : engineType(given);
}

/** The first class above a type that is not of the workspace. */
function externalBase(model: Model, type: TypeSymbol): TypeRef | undefined {
  const seen = new Set<string>();
  let at: TypeRef | undefined = { is: "type", type, args: [] };
  while (at?.is === "type" && !seen.has(at.type.key)) {
    seen.add(at.type.key);
    at = baseClass(model, at.type);
  }
  return at?.is === "external" ? at : undefined;
}

function usesEngine({ file }: Binder): boolean {
  return file.imports.some(({ target }) => /^(?:global::)?Unity(?:Engine|Editor)(?:$|\.)/.test(target));
}

/** A type that the table writes: all that it names is outside the workspace. */
function engineType(text: string): TypeRef {
  const written = parseTypeText(text);
  const last = written?.segments.at(-1);
  if (!written || !last) return UNKNOWN;
  let type: TypeRef = external(last.name, last.args.map(engineType));
  for (const suffix of written.suffixes) {
    if (suffix === "[]") type = { is: "array", element: type };
    else if (suffix === "?") type = external("Nullable", [type]);
    else return UNKNOWN;
  }
  return type;
}
