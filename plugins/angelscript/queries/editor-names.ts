/** Returns names in the format of the editor, for classes with their subclasses and for C++ declarations. */
import type { TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { answerError } from "../symbols/answer-error.ts";
import { findTypeUse, typeNotFound } from "../symbols/find-type.ts";

/** Throws NotFound if the class isn't declared. */
export function derivedNames(engine: Engine, name: string): string[] {
  const type = findTypeUse(engine, name.trim(), undefined)?.symbol ?? engine.table.unknownBase(name.trim());
  if (!type) throw typeNotFound(engine, name, undefined);
  const found = new Set<TypeSymbol>([type]);
  // The set `found` grows while we iterate over it.
  for (const each of found) for (const child of engine.table.derived(each)) found.add(child);
  return [...found].map((each) => each.name);
}

/** The argument for "go to source" in the editor. It is either a type, or a symbol with its type or namespace (`__Name`). */
export interface CppName {
  type: string;
  symbol: string;
}

/** Accepts `AActor`, `AActor.GetActorLocation` or `Math::Clamp`. Throws NotFound, or InvalidParams if a script declares it. */
export function cppName(engine: Engine, written: string): CppName {
  const name = written.trim();
  const type = name.includes(".") ? undefined : findTypeUse(engine, name, undefined)?.symbol;
  if (type) return inCpp(name, type.isScript, { type: "", symbol: type.name });
  const [, owner = "", member] = /^(.*?)(?:\.|::)([^.:]+)$/s.exec(name) ?? [];
  const ownerType = member === undefined || owner === "" ? undefined : findTypeUse(engine, owner, undefined)?.symbol;
  const methods = ownerType ? engine.lookup.members(ownerType, member as string) : [];
  const method = methods.find((each) => !each.place) ?? methods[0];
  if (method?.owner) {
    // The method may be declared in a base class.
    return inCpp(name, method.place !== undefined, { type: method.owner.name, symbol: method.name });
  }
  const functions = engine.table.namespaces.get(owner)?.member(member ?? name) ?? [];
  const global = functions.find((each) => !each.place) ?? functions[0];
  if (!global) throw typeNotFound(engine, name, undefined);
  return inCpp(name, global.place !== undefined, { type: `__${owner}`, symbol: global.name });
}

function inCpp(name: string, isScript: boolean, cpp: CppName): CppName {
  if (isScript)
    throw answerError("InvalidParams", `"${name}" is declared by a script, not in C++`, {
      hint: "angelscript_searchApi and angelscript_resolveSymbolAtPosition name the file",
    });
  return cpp;
}
