/**
 * Finds the uses of declarations. Each use is certain or possible, and occurrences of the name that refer to something
 * else are counted.
 */

import { TimeSlice } from "../../../core/host/plugin-api.ts";
import type { LightNode } from "../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { isBase } from "./base-use.ts";
import { lineText } from "./line-text.ts";
import type { Resolver } from "./resolver.ts";
import type { ScopedFile } from "./scoped-file.ts";
import type { Meaning, UseKind } from "./uses-rules.ts";

export interface Use {
  path: string;
  line: number;
  column: number;
  kind: UseKind;
  certainty: "certain" | "possible";
  /** The name at this place. */
  name: string;
  /** The line of the use. A long line is cut around the name. */
  text: string;
  /** The innermost declaration that contains it. */
  enclosing: IndexedDeclaration | undefined;
  /**
   * The requested declarations that a certain use refers to. There can be several, because a method can belong to
   * both a trait and its `impl`.
   */
  targets: readonly IndexedDeclaration[];
}

export interface Uses {
  uses: Use[];
  /** The number of places at which the name refers to something else. */
  other: number;
  /** Files that contain the name and could not be read. */
  unread: string[];
}

export async function findUses(targets: readonly IndexedDeclaration[], resolver: Resolver): Promise<Uses> {
  const found: Uses = { uses: [], other: 0, unread: [] };
  for (const [partners, own] of Map.groupBy(targets, ({ path }) => resolver.partnersOf(path))) {
    const { uses, other, unread } = await usesAmong(partners, own, resolver);
    found.uses.push(...uses);
    found.other += other;
    found.unread.push(...unread);
  }
  found.uses.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.column - b.column));
  return found;
}

/**
 * Returns the uses in languages that can refer to the declarations. For example, Go cannot call a method in TypeScript.
 */
async function usesAmong(partners: string, targets: readonly IndexedDeclaration[], resolver: Resolver): Promise<Uses> {
  const found: Uses = { uses: [], other: 0, unread: [] };
  const wanted: Wanted = { targets, isTarget: targetTest(targets), hasKeys: await hasKeys(targets, resolver) };
  const done = new Set<string>();
  // On the thread of a one-shot command, signals and time limits must be noticed in the meantime.
  const slice = new TimeSlice();
  let names = new Set(targets.map(({ name }) => name));
  // If a file exports a declaration under another name, that name has to be searched for as well.
  let words = names;
  for (const all = new Set(names); names.size > 0; ) {
    const aliases = new Set<string>();
    const aliasWords = new Set<string>();
    for (const path of filesWithOne(words, resolver)) {
      if (resolver.partnersOf(path) !== partners) continue;
      const file = await resolver.file(path);
      if (!file) {
        found.unread.push(path);
        continue;
      }
      for (const node of nodesNamed(names, file)) {
        if (done.has(`${path}:${node.start}`)) continue;
        done.add(`${path}:${node.start}`);
        await slice.check();
        const use = await classify(node, file, resolver, wanted);
        if (!use) found.other++;
        else {
          found.uses.push(use);
          if (use.certainty !== "certain") continue;
          for (const alias of file.rules.exportedAs?.(node, file) ?? []) {
            const hints = (await file.rules.wordsOfImports?.(alias, file)) ?? [alias];
            for (const word of hints) aliasWords.add(word);
            if (!all.has(alias) || hints.length > 1) aliases.add(alias);
          }
        }
      }
    }
    for (const alias of aliases) all.add(alias);
    names = aliases;
    words = aliasWords;
  }
  return found;
}

interface Wanted {
  targets: readonly IndexedDeclaration[];
  isTarget: ReturnType<typeof targetTest>;
  /** True if a target is the key of a literal that its module exports, which other objects can have as a member. */
  hasKeys: boolean;
}

async function hasKeys(targets: readonly IndexedDeclaration[], resolver: Resolver): Promise<boolean> {
  for (const each of targets) {
    const file = each.containers.length === 0 ? await resolver.file(each.path) : undefined;
    const name = file?.place(each.name, file.lines.offset(each.nameLine, each.column));
    if (file && name && file.rules.roleOf(name, file).is === "key") return true;
  }
  return false;
}

/** Returns the places of the names, and of the names that the imports of the file give them. */
function nodesNamed(names: ReadonlySet<string>, file: ScopedFile): LightNode[] {
  const wanted = new Set(names);
  for (const text of file.importedAs(names)) wanted.add(text);
  return [...wanted].flatMap((name) => file.named(name));
}

function targetTest(
  targets: readonly IndexedDeclaration[],
): (one: IndexedDeclaration) => IndexedDeclaration | undefined {
  const byPlace = new Map(targets.map((each) => [`${each.path}:${each.nameLine}:${each.column}`, each]));
  return (one) =>
    byPlace.get(`${one.path}:${one.nameLine}:${one.column}`) ??
    (one.isOverload ? targets.find((each) => each.isOverload && isSame(each, one)) : undefined);
}

/** Returns the files whose text contains one of the names as a word. */
function filesWithOne(names: ReadonlySet<string>, resolver: Resolver): string[] {
  return [...new Set([...names].flatMap((name) => resolver.filesWith(name)))].sort();
}

/** Returns the uses of a local or parameter, which can only be requested by position. */
export function localUses(file: ScopedFile, node: LightNode, resolver: Resolver): Use[] {
  const text = file.textOf(node);
  const binding = file.lookup(text, node);
  if (!binding) return [];
  const same = file
    .named(text)
    .filter(
      (each) =>
        each === binding.name ||
        (/^(?:bare|shorthand)$/.test(file.rules.roleOf(each, file).is) && file.lookup(text, each) === binding),
    );
  return same.map((each) =>
    makeUse(each, file, resolver, each === binding.name ? "declaration" : file.rules.kindOf(each, file), "certain", []),
  );
}

/** Returns every occurrence of a name that no source declares. */
export async function placesOf(name: string, resolver: Resolver): Promise<Use[]> {
  const uses: Use[] = [];
  for (const path of resolver.filesWith(name)) {
    const file = await resolver.file(path);
    for (const node of file?.named(name) ?? [])
      if (file) uses.push(makeUse(node, file, resolver, file.rules.kindOf(node, file), "possible", []));
  }
  return uses;
}

/** Resolves the name at a place. */
export async function meaningAt(node: LightNode, file: ScopedFile, resolver: Resolver): Promise<Meaning> {
  const declared = resolver.declaredAt(file, node);
  if (declared.length > 0) return declared;
  const role = file.rules.roleOf(node, file);
  if (role.is === "bare" || role.is === "shorthand") return fitting(await resolver.bare(file, node), node, file);
  if (role.is === "imported") return await resolver.imported(file, { module: role.module, name: file.textOf(node) });
  if (role.is === "alias") return await meaningAt(role.of, file, resolver);
  const { meanings } = file.rules;
  if (role.is === "key") return await (meanings?.key(file, node) ?? file.rules.meaningOfKey?.(node, file, resolver));
  if (role.is !== "member") return undefined;
  if (meanings) return fitting(await meanings.member(file, role.object, node), node, file);
  return await resolver.member(file, role.object, file.textOf(node));
}

async function classify(
  node: LightNode,
  file: ScopedFile,
  resolver: Resolver,
  wanted: Wanted,
): Promise<Use | undefined> {
  const { targets, isTarget } = wanted;
  const declared = resolver.declaredAt(file, node);
  const self = declared.map(isTarget).find((each) => each !== undefined);
  if (self) return makeUse(node, file, resolver, "declaration", "certain", [self]);
  // A setter, or an attribute that is also set in other places, is the same symbol.
  const twin = declared.find(
    (each) => each.isOverload && targets.some((target) => target.isOverload && isSame(each, target)),
  );
  if (twin) return makeUse(node, file, resolver, "declaration", "certain", [twin]);
  for (const each of declared) {
    const implemented = (await file.rules.meanings?.implemented?.(each)) ?? [];
    const target = implemented.map(isTarget).find((one) => one !== undefined);
    if (target) return makeUse(node, file, resolver, "declaration", "certain", [target]);
  }
  // An attribute that is set through its object can belong to a base class.
  const binding = declared.length > 0 ? file.lookup(file.textOf(node), node) : undefined;
  const isImport = binding?.import !== undefined && binding.name === node;
  if (declared.length > 0 && !isImport && file.rules.roleOf(node, file).is !== "member")
    return file.rules.meanings?.mayRename?.(targets)
      ? makeUse(node, file, resolver, file.rules.kindOf(node, file), "possible", [])
      : undefined;
  const meant = await meaningOf(node, file, resolver, wanted);
  if (meant === "something else") return undefined;
  const kind = file.rules.kindOf(node, file);
  if (!meant) return makeUse(node, file, resolver, kind, "possible", []);
  const own = [...new Set(meant.flatMap((each) => isTarget(each) ?? []))];
  if (own.length === 0) return undefined;
  const isOneOfSeveral = meant.some((each) => each.kind === own[0]?.kind && !isTarget(each));
  const isLikely =
    (file.rules.meanings?.hasOverloads && isOneOfSeveral) || (await file.rules.meanings?.isLikely?.(file, node));
  const certainty = isLikely ? "possible" : "certain";
  return makeUse(node, file, resolver, kind, certainty, certainty === "certain" ? own : []);
}

async function meaningOf(
  node: LightNode,
  file: ScopedFile,
  resolver: Resolver,
  wanted: Wanted,
): Promise<Meaning | "something else"> {
  const { targets } = wanted;
  const role = file.rules.roleOf(node, file);
  const text = file.textOf(node);
  const isRead = role.is === "member" || /pattern/.test(`${node.type} ${node.parent?.type}`);
  const hasMembers = targets.some(({ containers }) => containers.length > 0) || (wanted.hasKeys && isRead);
  const hasTop = targets.some(({ containers }) => containers.length === 0);
  switch (role.is) {
    case "none":
      return "something else";
    case "unknown":
      return undefined;
    case "alias":
      return await meaningOf(role.of, file, resolver, wanted);
    case "bare":
      return fitting(await resolver.bare(file, node), node, file);
    case "shorthand": {
      const bare = hasTop ? fitting(await resolver.bare(file, node), node, file) : [];
      if (!hasMembers) return bare && [...bare, ...((await exportInPattern(node, file)) ?? [])];
      const key = await file.rules.meanings?.key(file, node);
      return key && bare ? [...bare, ...key] : undefined;
    }
    case "imported": {
      const meant = await resolver.imported(file, { module: role.module, name: text });
      return meant?.length === 0 ? resolver.declaredBeside(file, text) : meant;
    }
    case "key": {
      if (!hasMembers)
        return file.rules.hasNamesAsKeys
          ? await nameAsKey(node, role.type, file, resolver)
          : ((await exportInPattern(node, file)) ?? "something else");
      if (file.rules.meanings) return await file.rules.meanings.key(file, node);
      if (file.rules.meaningOfKey) return await file.rules.meaningOfKey(node, file, resolver);
      if (!role.type) return undefined;
      const type = { text: file.textOf(role.type), file, at: role.type };
      return await resolver.memberOf(type, text, 0);
    }
    case "member": {
      if (file.rules.meanings) {
        const meant = await file.rules.meanings.member(file, role.object, node);
        if (meant) return fitting(meant, node, file);
        return hasMembers || role.isNamespace || isImported(role.object, file) ? undefined : "something else";
      }
      if (hasMembers) return await resolver.member(file, role.object, text);
      // A declaration at the top level of a file is only a member of its module.
      const type = await file.rules.typeOf?.(role.object, file, resolver, 0);
      if (type && "modules" in type) return await resolver.exported(type.modules, text);
      return !type && isImported(role.object, file) ? undefined : "something else";
    }
  }
}

/** A pattern can take an export out of a module, as in `const { name } = await import("./module")`. */
async function exportInPattern(node: LightNode, file: ScopedFile): Promise<Meaning> {
  const isInPattern = /_pattern$/.test(node.type) || node.parent?.type === "pair_pattern";
  const meant = isInPattern ? await file.rules.meanings?.key(file, node) : undefined;
  return meant && meant.length > 0 ? meant : undefined;
}

/**
 * A key can be a name, unless its literal is a struct in the workspace. In a literal of an external type, that is not
 * certain.
 */
async function nameAsKey(
  node: LightNode,
  type: LightNode | undefined,
  file: ScopedFile,
  resolver: Resolver,
): Promise<Meaning | "something else"> {
  const owners = type && (await resolver.owners({ text: file.textOf(type), file, at: type }, 0));
  if (owners?.some(({ kind }) => kind === "struct")) return "something else";
  const meant = await resolver.bare(file, node);
  if (owners && owners.length > 0) return meant;
  return meant?.length === 0 ? meant : undefined;
}

/** Removes declarations that a place cannot refer to, such as a type in an expression. */
function fitting(meant: Meaning, node: LightNode, file: ScopedFile): Meaning {
  const { meanings } = file.rules;
  return meanings ? meant?.filter((each) => meanings.fits(each, node, file)) : meant;
}

function isSame(a: IndexedDeclaration, b: IndexedDeclaration): boolean {
  return a.path === b.path && a.name === b.name && a.containers.join("/") === b.containers.join("/");
}

/** Returns true if an expression starts with an imported name, which may be a module. */
function isImported(object: LightNode, file: ScopedFile): boolean {
  let first = object;
  while (first.children[0]) first = first.children[0];
  return file.lookup(file.textOf(first), first)?.import !== undefined;
}

/** Creates a use in the form that answers contain. */
export function makeUse(
  node: LightNode,
  file: ScopedFile,
  resolver: Resolver,
  kind: UseKind,
  certainty: Use["certainty"],
  targets: readonly IndexedDeclaration[],
): Use {
  const { line, column } = file.lines.at(node.start);
  const around = resolver.declarationsOf(file.path).filter((each) => each.startLine <= line && line <= each.endLine);
  const enclosing = around.reduce<IndexedDeclaration | undefined>(
    (best, each) => (best && best.endLine - best.startLine < each.endLine - each.startLine ? best : each),
    undefined,
  );
  return {
    path: file.path,
    line,
    column,
    kind: /^(?:type|read)$/.test(kind) && isBase(node) ? "base" : kind,
    certainty,
    name: file.textOf(node),
    text: lineText(file.lines.line(line), column),
    enclosing,
    targets,
  };
}
