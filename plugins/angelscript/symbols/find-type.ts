/**
 * Finds a type by its exact name, by `Namespace::Name`, or as an instance of a template. If there isn't one, it suggests
 * similar names.
 */
import { asWritten, parseTypeText, type TypeUse } from "../binding/type-use.ts";
import { qualify, type TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { answerError } from "./answer-error.ts";
import { nearNames } from "./near-names.ts";
import type { Sources } from "./source-preview.ts";

export function findTypeUse(engine: Engine, name: string, namespace: string | undefined): TypeUse | undefined {
  const cut = parseTypeText(name);
  const scope = namespace ?? "";
  const symbol = findSymbol(engine, cut.name, scope, namespace !== undefined);
  if (!symbol) return undefined;
  const list = cut.arguments.flatMap((each) => engine.lookup.types.resolve(asWritten(each), scope, 0) ?? []);
  return { symbol, arguments: list };
}

function findSymbol(engine: Engine, name: string, namespace: string, exact: boolean): TypeSymbol | undefined {
  const named = engine.table.typesNamed(qualify(namespace, name))[0];
  if (named || exact || name.includes("::")) return named;
  // A name without a namespace works if only one type in all namespaces has it.
  const found: TypeSymbol[] = [];
  for (const type of engine.table.allTypes()) if (type.name === name) found.push(type);
  return found[0];
}

/** Returns the other declarations of a type's name. Each root can have its own. */
export function homonyms(engine: Engine, type: TypeSymbol, sources: Sources): { alsoDeclaredIn?: string[] } {
  const others = engine.table.typesNamed(type.qualifiedName).filter((each) => each !== type && each.isScript);
  const paths = others.flatMap((each) => each.places.map((place) => sources.display(place.file.path)));
  return paths.length > 0 ? { alsoDeclaredIn: paths } : {};
}

export function typeNotFound(engine: Engine, name: string, namespace: string | undefined): Error {
  const { table } = engine;
  const names = function* (): Generator<string> {
    for (const type of table.allTypes()) yield type.qualifiedName;
  };
  if (namespace && !table.namespaces.has(namespace)) {
    const near = nearNames(namespace, table.namespaces.keys());
    return answerError("NotFound", `There is no namespace "${namespace}"`, {
      ...(near.length > 0
        ? { hint: `Did you mean ${near.join(", ")}?`, details: { namespace, suggestions: near } }
        : {}),
    });
  }
  const wanted = qualify(namespace ?? "", name);
  const isNamespace = table.namespaces.has(wanted);
  const near = nearNames(wanted, names());
  return answerError("NotFound", `There is no type "${wanted}"`, {
    ...(isNamespace
      ? { hint: `"${wanted}" is a namespace: use angelscript_getTypeMembers, or search for "${wanted}::"` }
      : near.length > 0
        ? { hint: `Did you mean ${near.join(", ")}?` }
        : { hint: "Names are case-sensitive; angelscript_searchApi finds parts of names" }),
    details: { name, suggestions: near },
  });
}
