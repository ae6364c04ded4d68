/**
 * Finds the declarations that differ between two versions of a source file. Only their own code counts, without
 * comments.
 */
import type { Tree } from "web-tree-sitter";
import type { Parsers } from "../grammar/parsers.ts";
import type { Declaration } from "../outline/file-outline.ts";
import { type Language, languageOfText } from "../outline/languages.ts";
import { parseOutline } from "../outline/parse-outline.ts";
import { pathInFile } from "../outline/symbol-paths.ts";

export interface ChangedDeclaration {
  change: "added" | "changed" | "removed";
  declaration: Declaration;
  /** The number of declarations inside a new or removed one, which do not get rows of their own. */
  members: number;
}

export interface Comparison {
  rows: ChangedDeclaration[];
  /** True if code outside of all declarations has changed. */
  isOutsideChanged: boolean;
  /** True if one of the versions could only be read in part. */
  isUnread: boolean;
}

interface Version {
  /** The key consists of the path in the file and the kind. Overloads share a key. */
  byKey: Map<string, { declaration: Declaration; code: string }[]>;
  outside: string;
  isUnread: boolean;
}

const NOTHING: Version = { byKey: new Map(), outside: "", isUnread: false };
/** Languages with significant indentation. */
const BY_INDENTATION = new Set(["python", "gdscript"]);

/** A new file has no `before`, and a removed file has no `after`. */
export async function compareOutlines(
  path: string,
  before: string | undefined,
  after: string | undefined,
  parsers: Parsers,
): Promise<Comparison> {
  const [old, now] = [await versionOf(path, before, parsers), await versionOf(path, after, parsers)];
  const rows: ChangedDeclaration[] = [];
  for (const key of new Set([...now.byKey.keys(), ...old.byKey.keys()])) {
    const gone = [...(old.byKey.get(key) ?? [])];
    const fresh = (now.byKey.get(key) ?? []).filter(({ code }) => {
      const at = gone.findIndex((other) => other.code === code);
      if (at >= 0) gone.splice(at, 1);
      return at < 0;
    });
    for (const { declaration } of fresh)
      rows.push({ change: gone.shift() ? "changed" : "added", declaration, members: 0 });
    for (const { declaration } of gone) rows.push({ change: "removed", declaration, members: 0 });
  }
  return {
    rows: withoutMembers(rows),
    isOutsideChanged: before !== undefined && after !== undefined && old.outside !== now.outside,
    isUnread: old.isUnread || now.isUnread,
  };
}

async function versionOf(path: string, text: string | undefined, parsers: Parsers): Promise<Version> {
  const language = text === undefined ? undefined : languageOfText(path, text);
  if (text === undefined || !language) return NOTHING;
  const comments: [number, number][] = [];
  const outline = await parseOutline(text, language, parsers, (tree) => comments.push(...commentsOf(tree)));
  if (!outline) return { ...NOTHING, isUnread: true };
  const lines = withoutComments(text, comments).split("\n");
  const byKey: Version["byKey"] = new Map();
  const below = groupByOuter(outline.declarations);
  for (const declaration of outline.declarations) {
    const inner = (below.get(pathInFile(declaration)) ?? []).filter((each) => isWithin(each, declaration));
    const code = ownCode(lines, declaration.startLine, declaration.endLine, inner, language);
    const key = `${declaration.kind} ${pathInFile(declaration)}`;
    const same = byKey.get(key);
    if (same) same.push({ declaration, code });
    else byKey.set(key, [{ declaration, code }]);
  }
  return {
    byKey,
    outside: ownCode(lines, 1, lines.length, outline.declarations, language),
    isUnread: outline.unread > 0,
  };
}

function commentsOf(tree: Tree): [number, number][] {
  const found: [number, number][] = [];
  const cursor = tree.walk();
  try {
    for (let descends = true; ; ) {
      const isComment = /comment/.test(cursor.nodeType);
      if (descends && isComment) found.push([cursor.startIndex, cursor.endIndex]);
      if (descends && !isComment && cursor.gotoFirstChild()) continue;
      if (cursor.gotoNextSibling()) descends = true;
      else if (cursor.gotoParent()) descends = false;
      else return found;
    }
  } finally {
    cursor.delete();
  }
}

function withoutComments(text: string, comments: readonly [number, number][]): string {
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of comments) {
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n]/g, " "));
    from = end;
  }
  return parts.join("") + text.slice(from);
}

/** Groups declarations by each path that encloses them. Those in `A/b` are listed for both `A` and `A/b`. */
function groupByOuter(declarations: readonly Declaration[]): Map<string, Declaration[]> {
  const groups = new Map<string, Declaration[]>();
  for (const declaration of declarations) {
    let path = "";
    for (const name of declaration.containers) {
      path = path === "" ? name : `${path}/${name}`;
      const group = groups.get(path);
      if (group) group.push(declaration);
      else groups.set(path, [declaration]);
    }
  }
  return groups;
}

/**
 * Compares only lines, because the path of `inner` starts with that of `outer` anyway. `outer` may have other parts
 * elsewhere.
 */
function isWithin(inner: Declaration, outer: Declaration): boolean {
  return inner !== outer && inner.startLine >= outer.startLine && inner.endLine <= outer.endLine;
}

/** Returns the lines of a range that do not belong to an inner declaration and are not blank. */
function ownCode(
  lines: readonly string[],
  start: number,
  end: number,
  inner: readonly Declaration[],
  { id }: Language,
): string {
  const taken = new Set<number>();
  for (const { startLine, endLine } of inner)
    for (let line = Math.max(startLine, start); line <= Math.min(endLine, end); line++) taken.add(line);
  const own: string[] = [];
  for (let line = start; line <= end; line++) {
    const text = lines[line - 1]?.trimEnd() ?? "";
    if (text.trim() !== "" && !taken.has(line)) own.push(BY_INDENTATION.has(id) ? text : text.trim());
  }
  return own.join("\n");
}

/** Counts the declarations inside new and removed ones with the outermost of them. */
function withoutMembers(rows: readonly ChangedDeclaration[]): ChangedDeclaration[] {
  const whole = Map.groupBy(
    rows.filter(({ change }) => change !== "changed"),
    ({ change, declaration }) => `${change} ${pathInFile(declaration)}`,
  );
  return rows.filter(({ change, declaration }) => {
    if (change === "changed") return true;
    const { containers } = declaration;
    for (let depth = 1; depth <= containers.length; depth++) {
      const around = whole.get(`${change} ${containers.slice(0, depth).join("/")}`) ?? [];
      const top = around.find((row) => isWithin(declaration, row.declaration));
      if (!top) continue;
      top.members++;
      return false;
    }
    return true;
  });
}
