/**
 * Finds symbols by names such as `AThing`, `AThing/Fire(int)`, `Math::Clamp`, `Fire` and `AThing/*`. Dots can be used as
 * separators too.
 */
import { JigError, splitPlace, withPlace } from "../../../core/host/plugin-api.ts";
import { canonicalType } from "../database/override-family.ts";
import type { FoundSymbol } from "../database/symbol-of-key.ts";
import { type MemberSymbol, type Place, qualify, type TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import type { LineMap } from "../engine/source-text.ts";
import { nearNames } from "./near-names.ts";
import type { Sources } from "./source-preview.ts";

export interface NamedSymbol {
  symbol: Exclude<FoundSymbol, { kind: "parameter" }>;
  key: string;
  /** The path that is printed as `symbolPath`. If two declarations have the same path, answers add the position. */
  path: string;
  place: Place | undefined;
}

/** Throws SYMBOL_NOT_FOUND with suggestions. */
export async function symbolsNamed(engine: Engine, written: string, sources: Sources): Promise<NamedSymbol[]> {
  const { symbolPath, place } = splitPlace(written);
  const found = unique(candidates(engine, symbolPath));
  const chosen: NamedSymbol[] = [];
  for (const each of found)
    if (!place || (await isAt(each, place, sources))) chosen.push({ ...each, path: await shownPath(each, sources) });
  if (chosen.length > 0) return chosen;
  const near = found.length > 0 ? found.map((each) => each.path) : nearPaths(engine, symbolPath);
  throw new JigError("SYMBOL_NOT_FOUND", `No declaration is named "${written}"`, {
    hint: near.length > 0 ? `Did you mean ${near.join(", ")}?` : "angelscript_searchApi finds parts of names",
    details: { name: written, candidates: near },
  });
}

/** Throws SYMBOL_AMBIGUOUS with the alternatives. */
export async function symbolNamed(engine: Engine, written: string, sources: Sources): Promise<NamedSymbol> {
  const found = await symbolsNamed(engine, written, sources);
  const [only] = found;
  if (only && found.length === 1) return only;
  // Overloads can have the same path.
  const shared = found.length !== new Set(found.map((each) => each.path)).size;
  const paths = await Promise.all(found.map((each) => (shared ? placed(each, sources) : each.path)));
  throw new JigError("SYMBOL_AMBIGUOUS", `"${written}" names ${found.length} declarations`, {
    hint: `Pass one of ${paths.slice(0, 20).join(", ")}`,
    details: { name: written, candidates: paths.slice(0, 20) },
  });
}

/** Returns the 1-based line and column of the name. */
export async function startOf(place: Place, sources: Sources): Promise<{ line: number; character: number }> {
  const lines: LineMap | undefined = await sources.lines(place.file.path);
  const { nameStart } = place.declaration;
  return { line: lines?.lineAt(nameStart) ?? 1, character: lines?.columnAt(nameStart) ?? 1 };
}

/** Adds the position if another file declares the same symbol. */
async function shownPath(each: NamedSymbol, sources: Sources): Promise<string> {
  const hasTwin = each.symbol.kind === "member" && each.symbol.member.hasTwin;
  return hasTwin ? await placed(each, sources) : each.path;
}

async function placed({ path, place }: NamedSymbol, sources: Sources): Promise<string> {
  if (!place) return path;
  return withPlace(path, { path: sources.display(place.file.path), line: (await startOf(place, sources)).line });
}

async function isAt(each: NamedSymbol, wanted: { path: string; line: number }, sources: Sources): Promise<boolean> {
  if (!each.place) return false;
  const shown = sources.display(each.place.file.path);
  const isFile = shown === wanted.path || shown.endsWith(`/${wanted.path}`);
  return isFile && (await startOf(each.place, sources)).line === wanted.line;
}

function* candidates(engine: Engine, written: string): Generator<NamedSymbol> {
  const [, head = written, list] = /^([^()]*)(?:\((.*)\))?$/s.exec(written) ?? [];
  const parts = head.split(/::|[./]/).filter((part) => part !== "");
  const name = parts.at(-1);
  if (name === undefined) return;
  const owner = parts.slice(0, -1).join("::");
  const { table } = engine;
  if (list === undefined) for (const type of typesOf(engine, owner, name)) yield ofType(type);
  const fits = (member: MemberSymbol): boolean =>
    (name === "*" ? member.place !== undefined : member.name === name) &&
    takes(member, list, table.native.floatIsFloat64);
  if (owner === "") {
    if (name !== "*") yield* anywhere(engine, name, fits);
    return;
  }
  const outer = parts.at(-2) ?? "";
  for (const type of typesOf(engine, parts.slice(0, -2).join("::"), outer)) {
    const own = type.members.filter((member) => member.kind !== "access" && fits(member));
    const all = [...own, ...table.statics(type).filter((member) => name !== "*" && fits(member))];
    const inherited = name === "*" || all.length > 0 ? [] : engine.lookup.members(type, name).filter(fits).slice(0, 1);
    for (const member of [...all, ...inherited]) yield ofMember(member);
  }
  for (const member of table.namespaces.get(owner)?.members ?? []) if (fits(member)) yield ofMember(member);
}

/** The end of a namespace is enough as well. */
function typesOf({ table }: Engine, namespace: string, name: string): TypeSymbol[] {
  const exact = table.typesNamed(qualify(namespace, name));
  if (exact.length > 0) return exact;
  const ending = `::${qualify(namespace, name)}`;
  return [...table.allTypes()].filter((type) => type.name === name && `::${type.qualifiedName}`.endsWith(ending));
}

/**
 * Searches the globals and members of scripts first, and then those of the engine. Only files that contain the word are
 * searched.
 */
function* anywhere(engine: Engine, name: string, fits: (member: MemberSymbol) => boolean): Generator<NamedSymbol> {
  const { table } = engine;
  const files = new Set(engine.filesWith(name).map(({ path }) => path));
  const found: MemberSymbol[] = [];
  for (const type of table.scriptTypes())
    if (type.places.some(({ file }) => files.has(file.path)))
      for (const member of type.members) if (isNamed(member) && fits(member)) found.push(member);
  for (const namespace of table.namespaces.values())
    for (const member of namespace.own) if (fits(member)) found.push(member);
  if (found.length === 0 && table.typesNamed(name).length === 0) found.push(...ofEngine(engine, fits));
  for (const member of found) yield ofMember(member);
}

function ofEngine({ table }: Engine, fits: (member: MemberSymbol) => boolean): MemberSymbol[] {
  const found: MemberSymbol[] = [];
  for (const type of table.native.types.values())
    for (const member of type.members) if (isNamed(member) && fits(member)) found.push(member);
  for (const namespace of table.namespaces.values())
    for (const member of namespace.members) if (!member.place && fits(member)) found.push(member);
  table.forgetMembers();
  return found;
}

function isNamed(member: MemberSymbol): boolean {
  return member.kind !== "access" && member.kind !== "constructor" && !member.native?.generated;
}

/** Compares the parameter types in their written form. If there is no list, any overload matches. */
function takes(member: MemberSymbol, list: string | undefined, floatIsFloat64: boolean): boolean {
  if (list === undefined) return true;
  const shape = (types: readonly string[]): string => types.map((type) => canonicalType(type, floatIsFloat64)).join();
  return (
    member.parameters !== undefined && shape(member.parameters.map(({ type }) => type)) === shape(splitTypes(list))
  );
}

/** Splits the list at commas outside of `<…>`. */
function splitTypes(list: string): string[] {
  const types: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    if (list[at] === "<") depth++;
    else if (list[at] === ">") depth--;
    else if (list[at] === "," && depth === 0) {
      types.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return list.trim() === "" ? [] : [...types, list.slice(from)];
}

function ofType(type: TypeSymbol): NamedSymbol {
  return { symbol: { kind: "type", type }, key: type.key, path: type.qualifiedName, place: type.places[0] };
}

function ofMember(member: MemberSymbol): NamedSymbol {
  return { symbol: { kind: "member", member }, key: member.key, path: memberPath(member), place: member.place };
}

/** The path includes the parameters if the name is overloaded. */
function memberPath(member: MemberSymbol): string {
  const { owner, namespace, name, parameters } = member;
  const isOverloaded = parameters !== undefined && owner !== undefined && owner.member(name).length > 1;
  const types = isOverloaded ? `(${parameters.map(({ type }) => type).join(",")})` : "";
  return owner ? `${owner.qualifiedName}/${name}${types}` : `${qualify(namespace, name)}${types}`;
}

/** The same declaration can be found twice. */
function unique(found: Iterable<NamedSymbol>): NamedSymbol[] {
  const seen = new Map<string, NamedSymbol>();
  for (const each of found) {
    const at = each.place ? `${each.place.file.path}:${each.place.declaration.nameStart}` : "";
    if (!seen.has(`${each.key} ${at}`)) seen.set(`${each.key} ${at}`, each);
  }
  return [...seen.values()];
}

function nearPaths({ table }: Engine, written: string): string[] {
  const name =
    written
      .replace(/\(.*$/s, "")
      .split(/::|[./]/)
      .at(-1) ?? "";
  const paths = new Map<string, string>();
  for (const type of table.allTypes()) {
    paths.set(type.name, type.qualifiedName);
    if (type.isScript) for (const member of type.members) paths.set(member.name, memberPath(member));
  }
  for (const namespace of table.namespaces.values())
    for (const member of namespace.own) paths.set(member.name, memberPath(member));
  return nearNames(name, paths.keys()).map((each) => paths.get(each) ?? each);
}
