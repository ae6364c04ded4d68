/** Collects everything that has to be renamed together, along with the reasons against it. */
import { JigError, type JsonObject, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { type IndexedSymbol, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND, KINDS, TRAIT } from "../outline/declaration-table.ts";
import { declaredParameter, type LocalSymbol } from "../positions/local-symbol.ts";
import { isArgumentNamedIn, localUses } from "../positions/local-uses.ts";
import { AnalysisSession } from "../queries/analysis-session.ts";
import { buildWithProgress, ensureWithProgress } from "../queries/build-with-progress.ts";
import { TokenClassifier } from "../queries/classify-token.ts";
import { localAgain, localTargets } from "../queries/local-references.ts";
import { usesIn } from "../queries/references.ts";
import { derivedTypes, type Targets, targetSteps } from "../queries/related-members.ts";
import type { ReferenceQuery, RenamePlace, RenameSet, RenameSetRequest } from "../queries/requests/requests.ts";
import { symbolNotFound, symbolPathsOf, targetDeclarations, targetRows } from "../queries/target-declarations.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { Lines } from "../text/lines.ts";
import { areTwins, type Builds, buildsOf } from "./branch-members.ts";
import { inferredName } from "./inferred-names.ts";
import { familySteps } from "./member-family.ts";
import { captured, localConflicts, memberConflicts, type NameConflict, typeConflicts } from "./name-conflicts.ts";

const SUFFIX = "Attribute";

/**
 * Collects all places that have to change together.
 * @param candidates - Files that contain the name
 */
export async function renameSet(
  index: ScriptIndex,
  { query, newName }: RenameSetRequest,
  candidates: readonly string[],
  context: WorkerContext,
): Promise<RenameSet> {
  await ensureWithProgress(index, candidates, context);
  if (index.pending.size > 0) await buildWithProgress(index, context);
  const session = await AnalysisSession.open(index, context);
  const paths = candidates.filter((path) => index.includes(path, "all"));
  paths.sort((a, b) => (index.display(a) < index.display(b) ? -1 : 1));
  const { local } = query;
  if (!local) return await ofDeclarations(session, query, newName, paths, context);
  const symbol = await localAgain(session, local);
  const set = await ofLocal(session, symbol, paths, context);
  if (newName !== "") {
    const found = await session.withFiles(() => localConflicts(session.model, symbol, newName));
    await addConflicts(session, found, set);
  }
  return set;
}

/** Removes places that occur twice, which happens for example if a property of a record is also a parameter. */
function once(places: readonly RenamePlace[]): RenamePlace[] {
  return [...new Map(places.map((each) => [keyOf(each), each])).values()];
}

function keyOf({ path, line, column }: RenamePlace): string {
  return `${path}:${line}:${column}`;
}

async function addConflicts(session: AnalysisSession, found: readonly NameConflict[], set: RenameSet): Promise<void> {
  const seen = new Set<string>();
  for (const { why, path, offset } of found) {
    const lines = new Lines((await session.load(path)).text);
    const line = lines.at(offset);
    const column = offset - lines.start(line) + 1;
    const key = `${path}:${line}:${column}`;
    if (!seen.has(key)) set.conflicts.push({ why, path, line, column });
    seen.add(key);
  }
}

/** Collects the reasons against the new name of a type or member. */
async function conflictsOf(
  session: AnalysisSession,
  { members, targets }: { members: readonly Member[]; targets: Targets },
  newName: string,
  set: RenameSet,
): Promise<void> {
  const { model } = session;
  const found = await session.inSteps(memberConflicts(model, members, newName));
  const types = [...targets.types];
  for (const type of model.typesNamed(set.name)) {
    if (types.includes(type.key)) found.push(...(await session.withFiles(() => typeConflicts(model, type, newName))));
  }
  for (const { path, line, column, isShort } of set.places) {
    const file = await session.load(path);
    const start = new Lines(file.text).start(line) + column - 1;
    const offset = file.text.charAt(start) === "@" ? start + 1 : start;
    const written = isShort ? newName.replace(/(?<=.)Attribute$/, "") : newName;
    const one = await session.withFiles(() => captured(model, { path, offset }, written, types.length > 0, members));
    if (one) found.push(one);
    await session.checkSlice();
  }
  await addConflicts(session, found, set);
}

async function ofLocal(
  session: AnalysisSession,
  symbol: LocalSymbol,
  paths: readonly string[],
  context: WorkerContext,
): Promise<RenameSet> {
  const targets = await localTargets(session, symbol, await symbolPathsOf(session.index, context));
  const set = emptySet(symbol.name, symbol.kind, targets);
  await addLocalPlaces(session, symbol, paths, set);
  return set;
}

/**
 * Adds the uses of a local. In the files that declare it these are all of its uses, whereas in other files they are only the
 * names of arguments.
 */
async function addLocalPlaces(
  session: AnalysisSession,
  symbol: LocalSymbol,
  paths: readonly string[],
  set: RenameSet,
): Promise<void> {
  const files = new Set(symbol.places.map(({ path }) => path));
  for (const path of symbol.isArgumentName ? paths : []) {
    const { text } = await session.load(path);
    if (isArgumentNamedIn(text, symbol.name)) files.add(path);
  }
  for (const path of files) {
    const file = await session.load(path);
    const lines = new Lines(file.text);
    for (const { offset, kind, certainty } of await session.inSteps(localUses(session.model, file, symbol)))
      addPlace(session, file, lines, { offset, kind, certainty, name: symbol.name }, set);
  }
}

async function ofDeclarations(
  session: AnalysisSession,
  query: ReferenceQuery,
  newName: string,
  paths: readonly string[],
  context: WorkerContext,
): Promise<RenameSet> {
  const { index, model } = session;
  const spelled = await symbolPathsOf(index, context);
  const asked = typesOfConstructors(index, await targetDeclarations(index, query, spelled));
  const { targets: rows, targetCount } = await targetRows(index, asked, spelled);
  const [first] = asked;
  if (!first) throw await symbolNotFound(index, query, spelled);
  if (targetCount > 1 && !(await session.withFiles(() => areTwins(model, asked))))
    throw new JigError("SYMBOL_AMBIGUOUS", `${JSON.stringify(query.symbol)} matches ${targetCount} declarations`, {
      hint: `One symbol is renamed at a time: pass one of ${rows.map(({ symbol_path }) => String(symbol_path)).join(", ")}`,
      details: { candidates: rows.map(({ symbol_path }) => String(symbol_path)) },
    });
  const assemblyOf = (path: string) => session.assemblies.of(path);
  refuseUnnamed(first);
  const own = await session.inSteps(targetSteps(model, asked, assemblyOf));
  const { members, contracts } = await session.inSteps(familySteps(model, own.members));
  const family = members.flatMap((each) => symbolsOf(model, each));
  const all = [...asked, ...family.filter((each) => !asked.some((one) => isSame(one, each)))];
  const builds = await buildsOf(index, session, { all, members }, context);
  const targets = builds?.targets ?? (await session.inSteps(targetSteps(model, all, assemblyOf)));
  const set = emptySet(first.name, KINDS[first.kind] ?? "", rows);
  set.contracts = contracts;
  set.scripts = await session.withFiles(() => scriptsWith(model, members));
  for (const each of all) {
    const { path, nameLine, nameColumn, kind } = each;
    const symbolPath = await spelled.of(each);
    set.declarations.push({
      path,
      line: nameLine,
      column: nameColumn,
      kind: KINDS[kind] ?? "",
      symbol_path: symbolPath,
    });
  }
  for (const path of paths) await addUses(builds ?? { session, targets }, path, set);
  const parameter = await session.withFiles(() => positionalParameter(model, first));
  if (parameter) await addLocalPlaces(session, parameter, paths, set);
  set.places = once(set.places);
  const certain = new Set(set.places.map(keyOf));
  set.possible = once(set.possible).filter((each) => !certain.has(keyOf(each)));
  set.texts = once(set.texts);
  if (newName !== "") await conflictsOf(session, { members, targets }, newName, set);
  return set;
}

async function addUses(
  { session, targets, otherAt }: Pick<Builds, "session" | "targets"> & Partial<Builds>,
  path: string,
  set: RenameSet,
): Promise<void> {
  const { name } = set;
  const file = await session.load(path);
  const lines = new Lines(file.text);
  const classifier = new TokenClassifier(session.model, file, targets, name);
  const { references } = await usesIn(session, file, { targets, name, includeText: true, classifier, lines });
  for (const { line, column, kind, certainty } of references) {
    const offset = lines.start(line) + column - 1;
    const found: Found = { offset, kind, certainty, name };
    if (certainty === "certain" && kind !== "declaration" && kind !== "cref") {
      const word = file.text.charAt(offset) === "@" ? offset + 1 : offset;
      const other =
        (await session.withFiles(() => classifier.otherMeaning(word))) ?? (await otherAt?.(path, line, column));
      if (other !== undefined) Object.assign(found, { certainty: "possible", other });
    }
    addPlace(session, file, lines, found, set);
  }
}

interface Found {
  offset: number;
  kind: string;
  certainty: "certain" | "possible";
  name: string;
  other?: string;
}

/** Adds a place to the set. Aliases, `base` and `this` are left out, because their text does not change. */
function addPlace(session: AnalysisSession, file: SourceFile, lines: Lines, found: Found, set: RenameSet): void {
  const { text, path } = file;
  const { kind, certainty, name, other } = found;
  const word = text.charAt(found.offset) === "@" ? found.offset + 1 : found.offset;
  const isWhole = isWordAt(text, word, name);
  const short = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : "";
  if (!isWhole && (short === "" || !isWordAt(text, word, short))) return;
  if (kind !== "declaration" && kind !== "text" && isAlias(file, word, isWhole ? name : short)) return;
  const offset = text.charAt(word - 1) === "@" ? word - 1 : word;
  const line = lines.at(offset);
  const column = offset - lines.start(line) + 1;
  if (
    [...set.places, ...set.possible].some((each) => each.path === path && each.line === line && each.column === column)
  )
    return;
  const place: RenamePlace = {
    path,
    display: session.index.display(path),
    line,
    column,
    length: word - offset + (isWhole ? name : short).length,
    kind,
    isShort: !isWhole,
    ...(other === undefined ? {} : { other }),
  };
  const inferred = kind === "text" || kind === "cref" ? undefined : inferredName(file, word);
  if (inferred) place.inferred = inferred;
  if (kind === "text") set.texts.push(place);
  else (certainty === "certain" ? set.places : set.possible).push(place);
}

/** Returns true if the word is an alias with the same name. An alias is not renamed. */
function isAlias({ text, imports }: SourceFile, offset: number, word: string): boolean {
  const isQualified = /[.:]\s*@?$/.test(text.slice(Math.max(0, offset - 50), offset));
  return !isQualified && imports.some(({ alias }) => alias === word);
}

function isWordAt(text: string, at: number, word: string): boolean {
  return text.startsWith(word, at) && !/^[\p{L}\p{N}_]/u.test(text.slice(at + word.length, at + word.length + 2));
}

function emptySet(name: string, kind: string, targets: JsonObject[]): RenameSet {
  const contracts = { known: [], possible: [] };
  return {
    name,
    kind,
    targets,
    declarations: [],
    scripts: [],
    places: [],
    possible: [],
    texts: [],
    contracts,
    conflicts: [],
  };
}

function refuseUnnamed({ kind, name, containers }: IndexedSymbol): void {
  const why =
    kind === KIND.namespace
      ? "is a namespace: rename its declarations and directives as text"
      : kind === KIND.operator || kind === KIND.indexer
        ? "is not referred to by name"
        : containers.length === 0 && !TYPE_KINDS.has(kind)
          ? "is declared outside every type"
          : undefined;
  if (why !== undefined) throw new JigError("CHANGE_REFUSED", `${name} ${why}`);
}

/** Replaces constructors by their types, since a constructor has the name of its type. */
function typesOfConstructors({ store }: ScriptIndex, all: readonly IndexedSymbol[]): IndexedSymbol[] {
  const found = new Map<string, IndexedSymbol>();
  for (const each of all) {
    const isNamed = each.kind !== KIND.constructor && each.kind !== KIND.destructor;
    const outer = isNamed ? undefined : store.parentOf(each.handle);
    const meant = outer ? store.symbol(outer) : each;
    found.set(`${meant.path}#${store.indexOf(meant.handle)}`, meant);
  }
  return [...found.values()];
}

function symbolsOf({ store }: SemanticModel, { file, index }: Member): IndexedSymbol[] {
  const handle = store.ofFile(file.path)[index];
  return handle ? [store.symbol(handle)] : [];
}

/** Returns the scripts of the type and of all types derived from it, because assets save inherited fields for each of them. */
function scriptsWith(model: SemanticModel, members: readonly Member[]): string[] {
  const types = members.flatMap(({ owner }) => [owner, ...derivedTypes(model, owner)]);
  return [...new Set(types.flatMap(({ parts }) => parts.map(({ path }) => path)))];
}

function isSame(a: IndexedSymbol, b: IndexedSymbol): boolean {
  return a.path === b.path && a.nameLine === b.nameLine && a.nameColumn === b.nameColumn;
}

/** Returns the parameter that declares a property of a positional record. */
function positionalParameter(model: SemanticModel, found: IndexedSymbol): LocalSymbol | undefined {
  if (found.kind !== KIND.property) return undefined;
  const file = model.file(found.path);
  const { parent, nameStart } = file.declaration(model.store.indexOf(found.handle));
  const type = file.declarations[parent];
  if (!type || (type.traits & TRAIT.record) === 0 || nameStart > type.header) return undefined;
  return declaredParameter(model, file, parent, found.name);
}
