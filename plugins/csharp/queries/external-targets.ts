/** Handles queries for external types and members, and the words that may refer to them. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { fullExternalName } from "../engine/external-names.ts";
import { type EngineType, fullNameOf } from "../engine/unity-names.ts";
import { type IndexedSymbol, TYPE_KINDS } from "../index/symbol-store.ts";
import { type FoundLibraryType, findLibraryTypes } from "../libraries/find-library-types.ts";
import type { LibraryShape } from "../libraries/shapes.ts";
import { enclosingNamespaces } from "../semantics/namespaces.ts";
import { fullName, packageTypeChain } from "../semantics/package-symbols.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { parseSymbolPath } from "../symbol-paths/parse-symbol-path.ts";
import { isBareName } from "../symbol-paths/resolve-path.ts";
import type { AnalysisSession } from "./analysis-session.ts";
import type { ReferenceQuery } from "./requests/requests.ts";

export interface ExternalTarget {
  name: string;
  /** For members, the full names of the declaring types. */
  owners?: string[];
  /** All namespaces that have a type with this name. */
  namespaces: string[];
  /** The kind of the target, and the source of this knowledge. */
  note: string;
}

/** Returns an engine type from the table of names, or the type of a package from its assemblies. */
export async function externalTarget(
  session: AnalysisSession,
  query: Pick<ReferenceQuery, "name" | "symbol" | "namespace" | "container">,
  context: WorkerContext,
): Promise<ExternalTarget | undefined> {
  const outer = parseSymbolPath(query.symbol).outer.map((segment) => segment.name);
  if (query.container === "" && outer.length === 0) return await externalType(session, query, context);
  const container = query.container || outer.join(".");
  const member = await session.withFiles(() => externalMemberTarget(session, { ...query, container }));
  if (member || query.container !== "") return member;
  // In `UnityEngine.MonoBehaviour`, everything except for the last word is the namespace.
  return await externalType(session, { ...query, namespace: container }, context);
}

async function externalType(
  session: AnalysisSession,
  { name, symbol, namespace }: Pick<ReferenceQuery, "name" | "symbol" | "namespace">,
  context: WorkerContext,
): Promise<ExternalTarget | undefined> {
  const { index, model } = session;
  const { arity } = parseSymbolPath(symbol).last;
  const isWanted = (type: EngineType) =>
    (namespace === "" || type.namespace === namespace) && (arity === undefined || type.arity === arity);
  const own = model.external.typesNamed(name).filter(isWanted);
  const engine = index.usesEngine ? (model.engine?.typesNamed(name) ?? []).filter(isWanted) : [];
  // It is in the engine's table, so the assemblies aren't needed.
  const packages = engine.length > 0 ? [] : await index.packages();
  const files = packages.flatMap((each) => each.libraries);
  const libraries =
    engine.length > 0
      ? []
      : (await findLibraryTypes(name, { folders: index.libraries(), files }, context)).filter(isWanted);
  const found = new Set(libraries.map(fullExternalName));
  const listed = own.filter((type) => !found.has(fullExternalName(type))).sort((a, b) => a.arity - b.arity);
  const [first] = [...listed, ...libraries];
  if (!first) return undefined;
  const notes = listed
    .slice(0, MAX_NAMED)
    .map((type) => `${shown(type)} is declared outside the sources, according to the names in ${type.source}`);
  for (const type of libraries.slice(0, MAX_NAMED))
    notes.push(`${shown(type)} has no source here: it is in ${index.display(type.library)}${memberList(type)}`);
  const others = Math.max(0, listed.length - MAX_NAMED) + Math.max(0, libraries.length - MAX_NAMED);
  if (others > 0) notes.push(`${others} more with that name: pass namespace`);
  const namespaces = [...new Set([...listed, ...libraries].map((type) => type.namespace))];
  return { name: first.name, namespaces, note: notes.join("; ") };
}

/** Returns a note if an external type also has this name. This only applies to queries that are a simple name. */
export function externalNamesakes(
  { model }: AnalysisSession,
  { name, symbol, container, namespace }: Pick<ReferenceQuery, "name" | "symbol" | "container" | "namespace">,
  declared: readonly IndexedSymbol[],
): string | undefined {
  const isBare = isBareName(parseSymbolPath(symbol)) && container === "" && namespace === "";
  if (!isBare || !declared.every(({ kind }) => TYPE_KINDS.has(kind))) return undefined;
  const own = new Set(declared.map((each) => each.namespace));
  const others = model.external.typesNamed(name).filter((type) => !own.has(type.namespace));
  const names = [...new Set(others.map((type) => `${type.namespace}.${type.name}`))].slice(0, MAX_NAMED);
  return names.length === 0
    ? undefined
    : `To find uses of ${names.join(", ")}, declared outside the sources, pass that full name`;
}

/** Returns the member of an engine type (from the table) or of a package's type (from its assembly). */
function externalMemberTarget(
  { index, model }: AnalysisSession,
  { name, namespace, container }: Pick<ReferenceQuery, "name" | "namespace" | "container">,
): ExternalTarget | undefined {
  const parts = container.split(/[/.+]/);
  const type = (parts.at(-1) ?? "").replace(/[<`].*$/, "");
  const space = namespace || parts.slice(0, -1).join(".");
  const isWanted = (each: { namespace: string }) =>
    space === "" || each.namespace === space || each.namespace.endsWith(`.${space}`);
  const engine = index.usesEngine ? (model.engine?.ownersOf(type, name) ?? []).filter(isWanted) : [];
  const above = (each: LibraryShape) => [...packageTypeChain(model, selfOf(each))].map(({ shape }) => shape);
  const shapes = (model.packages?.ofFiles(type) ?? []).filter(isWanted).flatMap((each) => {
    const has = above(each).find(({ members }) => members.has(name));
    return has ? [has] : [];
  });
  const owners = [...new Set([...engine.slice(0, 1).map(fullNameOf), ...shapes.map(fullName)])];
  if (owners.length === 0) return undefined;
  const of =
    engine.length > 0
      ? `, according to the names in Unity ${model.engine?.version ?? ""}`
      : ", according to a package's assembly";
  const namespaces = [...new Set([...engine, ...shapes].map((each) => each.namespace))];
  const note = `${owners.map((owner) => `${owner}.${name}`).join(", ")} has no source here${of}`;
  return { name, owners, namespaces, note };
}

function selfOf({ namespace, name, arity }: LibraryShape): TypeRef {
  return { is: "external", namespace, name, args: Array.from({ length: arity }, () => UNKNOWN) };
}

/** Maximum number of types to list in a note. */
const MAX_NAMED = 3;
/** Maximum number of public members to list. */
const MAX_MEMBERS = 12;

function memberList({ members }: FoundLibraryType): string {
  const names = [...members.keys()];
  if (names.length === 0) return "";
  return ` (${names.slice(0, MAX_MEMBERS).join(" ")}${names.length > MAX_MEMBERS ? " …" : ""})`;
}

function shown(type: EngineType): string {
  return `${type.kind} ${fullExternalName(type)}`;
}

/** Returns how a word can refer to a type in these namespaces: by a qualified name, through the imports, or not at all. */
export function namespaceReach(
  file: SourceFile,
  index: number,
  offset: number,
  { name, namespaces }: Pick<ExternalTarget, "name" | "namespaces">,
): "written" | "imported" | "no" {
  const before = file.text.slice(Math.max(0, offset - 300), offset).replace(/@$/, "");
  const qualifier = /(?:[\p{L}_][\p{L}\p{N}_]*\s*(?:\.|::)\s*)+$/u
    .exec(before)?.[0]
    .replace(/\s+|global::/g, "")
    .replace(/\.$/, "");
  if (qualifier && namespaces.some((each) => each === qualifier || each.endsWith(`.${qualifier}`))) return "written";
  const enclosing = enclosingNamespaces({ file, index });
  const isReached = (namespace: string) =>
    enclosing.includes(namespace) ||
    file.imports.some(({ target, alias, isStatic }) => {
      const plain = target.replace(/^global::/, "");
      if (alias !== "" || isStatic) return plain === `${namespace}.${name}` || plain.startsWith(`${namespace}.`);
      return plain === namespace || enclosing.some((outer) => outer !== "" && namespace === `${outer}.${plain}`);
    });
  return namespaces.some(isReached) ? "imported" : "no";
}
