/**
 * Finds dead code, which is declarations that no code, event, animation or text refers to. Members that Unity calls or saves
 * are not dead, and neither are implementations and overrides. If several declarations share a name, we only look at the
 * private ones.
 */
import { ifThere, type TimeSlice, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type UnityNames, unityNames } from "../engine/unity-names.ts";
import { MAX_SCRIPT_BYTES } from "../index/outline-worker.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { type IndexedSymbol, type SymbolHandle, type SymbolStore, TYPE_KINDS } from "../index/symbol-store.ts";
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { KIND, KINDS } from "../outline/declaration-table.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { MAIN } from "../outline/top-level-names.ts";
import { workingSlice } from "../queries/analysis-session.ts";
import { buildWithProgress } from "../queries/build-with-progress.ts";
import type { UnusedAnswer, UnusedRequest, UnusedRow } from "../queries/requests/requests.ts";
import { namePath, symbolPathsOf } from "../queries/target-declarations.ts";
import { isPrivate } from "../semantics/accessibility.ts";
import { simpleNames } from "../semantics/type-text.ts";
import { DeclarationHeaders } from "../symbol-paths/declaration-headers.ts";
import { splitTop } from "../text/split-top.ts";
import { baseName, derivesFromObject, engineBases, isQualifiedBy, partsOf, typesMeant } from "../unity/engine-bases.ts";
import { isAnyMessage } from "../unity/unity-messages.ts";
import { unityRole } from "../unity/unity-role.ts";
import { attributeMark, indirectMemberUse, indirectTypeUse, isMappable, mapperIn } from "./indirect-uses.ts";

const JUDGED: ReadonlySet<number> = new Set([...TYPE_KINDS, KIND.method, KIND.property, KIND.field, KIND.event]);
const NO_CARRIER = "no asset uses it; AddComponent and bundles leave no trace";
const NO_READ_CARRIER = "assets that cannot be read may use it";
/** The static methods that may be the entry point of a program. */
const ENTRIES: ReadonlySet<string> = new Set(["Main", MAIN]);

interface Words {
  code: Map<string, number>;
  text: Set<string>;
  /** True if some file could not be read. */
  isPartial: boolean;
}

/** The declarations by name, because the store would have to scan all of them for each name. */
interface Declared {
  everywhere: Map<string, number>;
  /** The private names, which are counted separately for each file. */
  privates: Set<string>;
}

/** The number of occurrences in a file, for names that are private somewhere. */
interface FileCounts {
  words: Map<string, number>;
  declared: Map<string, number>;
}

/** Returns the unused declarations. Findings that are certain come first. */
export async function unusedDeclarations(
  index: ScriptIndex,
  { scope, bound, carried, isBlind }: UnusedRequest,
  context: WorkerContext,
): Promise<UnusedAnswer> {
  await buildWithProgress(index, context);
  const { store } = index;
  const slice = workingSlice(context);
  const words = await wordsOf(index, context, slice);
  const declared = await declaredIn(index, slice);
  const named = new Set(bound);
  const guids = new Set(carried);
  const engine = await unityNames(context);
  const headers = new DeclarationHeaders(store, context.files);
  const paths = await symbolPathsOf(index, context);
  const mapper = mapperIn(words.code);
  const local = new Map<string, FileCounts>();
  const certain: UnusedRow[] = [];
  const possible: UnusedRow[] = [];
  const isPartial = words.isPartial || index.unread.folders.length > 0;
  let unjudged = 0;
  for (const path of index.files.paths) {
    if (!index.includes(path, scope)) continue;
    for (const handle of store.ofFile(path)) {
      if (!JUDGED.has(store.kind(handle))) continue;
      const name = store.name(handle);
      if (named.has(name) || !mayBeUnnamed(store, handle, name, words, declared)) continue;
      const found = store.symbol(handle);
      if (!(await isUnnamed(store, found, words, declared, local, context))) continue;
      const header = await headers.of(found);
      if (!header) unjudged++;
      const reason = header && (await judge(store, found, header, headers, engine));
      if (reason === undefined) continue;
      let otherWay = "";
      if (header && mapper !== undefined && isMappable(store, found, header))
        otherWay = `${mapper} may read it by its name`;
      // A component is found by its file, no matter what its base class is.
      if (TYPE_KINDS.has(found.kind)) {
        const parts = partsOf(store, found);
        const [first] = parts;
        if (first && (first.path !== found.path || first.nameLine !== found.nameLine)) continue;
        const carriers = await Promise.all(parts.map((part) => guidOf(part.path, context)));
        if (carriers.some((guid) => guids.has(guid)) || (await holdsCalled(store, parts, headers, engine))) continue;
        otherWay = await indirectTypeUse(store, parts, headers, context);
      }
      const hidden = isBlind && mayAssetsName(store, found, engine) ? "assets that cannot be read may mention it" : "";
      const unread = isPartial ? "a script that cannot be read may mention it" : "";
      const inText = words.text.has(found.name) ? "its name occurs in a string" : "";
      const why =
        (isBlind && reason === NO_CARRIER ? NO_READ_CARRIER : reason) || hidden || unread || inText || otherWay;
      const row = {
        path: index.display(path),
        line: found.nameLine,
        kind: KINDS[found.kind]!,
        symbol: namePath(found),
        symbol_path: await paths.of(found),
      };
      if (why === "") certain.push({ ...row, certainty: "certain" });
      else possible.push({ ...row, certainty: "possible", why });
    }
    await slice.check();
  }
  return { rows: certain.concat(possible), unjudged };
}

async function declaredIn({ files, store }: ScriptIndex, slice: TimeSlice): Promise<Declared> {
  const declared: Declared = { everywhere: new Map(), privates: new Set() };
  for (const path of files.paths) {
    for (const handle of store.ofFile(path)) {
      const name = store.name(handle);
      declared.everywhere.set(name, (declared.everywhere.get(name) ?? 0) + 1);
      if (JUDGED.has(store.kind(handle)) && isPrivate(store, handle)) declared.privates.add(name);
    }
    await slice.check();
  }
  return declared;
}

/**
 * Returns true if something calls into the type from outside, for example the engine, a test runner, or the start of the
 * program. In that case the type is in use.
 */
async function holdsCalled(
  store: SymbolStore,
  parts: readonly IndexedSymbol[],
  headers: DeclarationHeaders,
  engine: UnityNames,
): Promise<boolean> {
  for (const part of parts) {
    for (const handle of store.ofFile(part.path)) {
      if (store.kind(handle) !== KIND.method || store.parentOf(handle)?.at !== part.handle.at) continue;
      if (ENTRIES.has(store.name(handle)) && (store.modifiers(handle) & MODIFIER_BIT.static) !== 0) return true;
      const member = store.symbol(handle);
      if (unityRole(store, member, await headers.of(member), engine) === "engineCalled") return true;
    }
  }
  return false;
}

/** Returns true if events and animations can call it, which means that it is a method of an engine object. */
function mayAssetsName(store: SymbolStore, found: IndexedSymbol, engine: UnityNames): boolean {
  const owner = found.kind === KIND.method ? store.parentOf(found.handle) : undefined;
  return owner !== undefined && derivesFromObject(store, engine, store.symbol(owner));
}

/** Counts the words in code. The words in strings are collected as well. */
async function wordsOf(index: ScriptIndex, context: WorkerContext, slice: TimeSlice): Promise<Words> {
  const words: Words = { code: new Map(), text: new Set(), isPartial: false };
  for (const path of index.files.paths) {
    if (index.areaOf(path) === undefined) continue;
    const file = await ifThere(context.files.readText(path, { maxBytes: MAX_SCRIPT_BYTES }));
    if (file) countWords(file.text, words.code, words.text);
    else words.isPartial = true;
    await slice.check();
  }
  return words;
}

function countWords(text: string, code: Map<string, number>, strings?: Set<string>, only?: ReadonlySet<string>): void {
  eachToken(text, (kind, start, end) => {
    if (kind === TOKEN.word) {
      const word = text.slice(text.charCodeAt(start) === 64 ? start + 1 : start, end);
      if (only && !only.has(word)) return;
      code.set(word, (code.get(word) ?? 0) + 1);
    } else if (kind === TOKEN.string && strings) {
      for (const [word] of text.slice(start, end).matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) strings.add(word);
    }
  });
}

/** Returns true if the counts allow for all occurrences of this name to be declarations. */
function mayBeUnnamed(
  store: SymbolStore,
  handle: SymbolHandle,
  name: string,
  words: Words,
  declared: Declared,
): boolean {
  if (
    store.kind(handle) === KIND.class &&
    /.Attribute$/.test(name) &&
    words.code.has(name.slice(0, -"Attribute".length))
  )
    return false;
  return isUnnamedEverywhere(name, words, declared) || isPrivate(store, handle);
}

function isUnnamedEverywhere(name: string, words: Words, { everywhere }: Declared): boolean {
  return (words.code.get(name) ?? 0) <= (everywhere.get(name) ?? 0);
}

/** Returns true if all occurrences of this name are declarations. For private members, we only have to look inside the type. */
async function isUnnamed(
  store: SymbolStore,
  found: IndexedSymbol,
  words: Words,
  declared: Declared,
  local: Map<string, FileCounts>,
  context: WorkerContext,
): Promise<boolean> {
  if (isUnnamedEverywhere(found.name, words, declared)) return true;
  const owner = store.parentOf(found.handle);
  if (!owner) return false;
  let uses = 0;
  let declarations = 0;
  for (const path of new Set(partsOf(store, store.symbol(owner)).map((part) => part.path))) {
    let known = local.get(path);
    if (!known) {
      const file = await ifThere(context.files.readText(path, { maxBytes: MAX_SCRIPT_BYTES }));
      if (!file) return false;
      known = { words: new Map(), declared: new Map() };
      countWords(file.text, known.words, undefined, declared.privates);
      for (const handle of store.ofFile(path)) {
        const name = store.name(handle);
        if (declared.privates.has(name)) known.declared.set(name, (known.declared.get(name) ?? 0) + 1);
      }
      local.set(path, known);
    }
    uses += known.words.get(found.name) ?? 0;
    declarations += known.declared.get(found.name) ?? 0;
  }
  return uses <= declarations;
}

/**
 * Returns a reason why an unused symbol might be reached anyway, or "" if there is no sign of that. The result is undefined if
 * it is reached in some way that does not need its name.
 */
async function judge(
  store: SymbolStore,
  found: IndexedSymbol,
  header: HeaderDetails,
  headers: DeclarationHeaders,
  engine: UnityNames,
): Promise<string | undefined> {
  const role = unityRole(store, found, header, engine);
  if (role === "message" || role === "engineCalled") return undefined;
  const mark = attributeMark(header);
  const marked = mark === "" ? "" : `it is ${mark}`;
  if (TYPE_KINDS.has(found.kind)) return judgeType(store, found, role, marked, engine);
  if (header.explicitInterface !== "") return undefined;
  const modifiers = store.modifiers(found.handle);
  if ((modifiers & MODIFIER_BIT.override) !== 0 || ENTRIES.has(found.name)) return undefined;
  const owner = store.parentOf(found.handle);
  if (!owner) return undefined;
  const type = store.symbol(owner);
  const reached = memberAbove(store, type, found.name, engine);
  if (reached === "workspace") return undefined;
  // If its base class is from an unknown package, it might be a component.
  if (reached === "external" && found.kind === KIND.method && isAnyMessage(found.name)) return undefined;
  if (role === "serialized") return "Unity saves it, but no code reads it";
  const isPublic = (modifiers & MODIFIER_BIT.public) !== 0;
  if (marked !== "") return marked;
  // Build tools such as NUKE also find private properties.
  const mayFind = isPublic || found.kind === KIND.property;
  if (reached === "external" && mayFind) return "a base outside the workspace may require it";
  return await indirectMemberUse(store, found, type, header, headers, engine);
}

function judgeType(
  store: SymbolStore,
  found: IndexedSymbol,
  role: string | undefined,
  marked: string,
  engine: UnityNames,
): string | undefined {
  if (role === "component" || role === "scriptableObject") return marked || NO_CARRIER;
  // These are found through their base class, for example importers, drawers and tests.
  if (found.kind === KIND.class && engineBases(store, engine, found).size > 0) return undefined;
  // If a static class has extension methods or engine callbacks, it is used through its members.
  if ((store.modifiers(found.handle) & MODIFIER_BIT.static) !== 0) return undefined;
  const bases = simpleNames([store.bases(found.handle)]);
  const isExternal = bases.some((base) => typesMeant(store, base, found).length === 0);
  return marked || (isExternal ? "a base outside the workspace may use it" : "");
}

/** Determines whether a base has a member by that name, or might have one. */
export function memberAbove(
  store: SymbolStore,
  owner: IndexedSymbol,
  name: string,
  engine: UnityNames,
): "workspace" | "external" | "none" {
  const seen = new Set<string>();
  const pending = [owner];
  let isOpen = false;
  for (let at = pending.pop(); at && seen.size < 200; at = pending.pop()) {
    const key = `${at.path}:${at.nameLine}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const part of partsOf(store, at)) {
      for (const base of splitTop(store.bases(part.handle))) {
        const { name: simple, qualifier } = baseName(base);
        if (simple === undefined) continue;
        const types = typesMeant(store, simple, part, qualifier);
        pending.push(...types);
        for (const type of types)
          if (store.ofFile(type.path).some((handle) => store.name(handle) === name && isMemberOf(store, handle, type)))
            return "workspace";
        if (types.length > 0) continue;
        // If the base is an engine class, we only care about messages and overrides. The members of an engine interface, on the
        // other hand, are all required.
        const kind = engine.typesNamed(simple).find((type) => isQualifiedBy(type, qualifier))?.kind;
        if (kind === "interface" && engine.ownersOf(simple, name).length > 0) return "workspace";
        if (kind !== "class" && kind !== "interface") isOpen = true;
      }
    }
  }
  return isOpen ? "external" : "none";
}

function isMemberOf(store: SymbolStore, handle: SymbolHandle, type: IndexedSymbol): boolean {
  const owner = store.parentOf(handle);
  return owner !== undefined && owner.segment === type.handle.segment && owner.at === type.handle.at;
}

async function guidOf(path: string, context: WorkerContext): Promise<string> {
  const meta = await ifThere(context.files.readText(`${path}.meta`));
  return /^guid:\s*([0-9a-f]{32})/m.exec(meta?.text ?? "")?.[1] ?? "";
}
