/** Decides which files to bind again after an edit. Changes inside function bodies only affect the file itself. */
import type { Declaration } from "../database/declaration.ts";
import { wordNumber } from "../lexer/file-words.ts";
import type { IndexedFile } from "./indexed-file.ts";

/** `everything` is set when a type was added, removed or got another base. */
export interface SurfaceChange {
  everything: boolean;
  names: Set<string>;
}

export function noChange(): SurfaceChange {
  return { everything: false, names: new Set() };
}

/** Compares a file's declarations before and after an edit. */
export function compareSurfaces(
  before: readonly Declaration[],
  after: readonly Declaration[],
  into: SurfaceChange,
): void {
  const old = surfaceOf(before);
  const fresh = surfaceOf(after);
  for (const [signature, fact] of old) if (!fresh.has(signature)) add(fact, into);
  for (const [signature, fact] of fresh) if (!old.has(signature)) add(fact, into);
}

/** Drops uses that the edit may have invalidated. */
export function forgetUses(files: Iterable<IndexedFile>, change: SurfaceChange): void {
  const numbers = [...change.names].map(wordNumber);
  for (const file of files)
    if ((file.uses || file.isAsSaved) && (change.everything || numbers.some((number) => file.words.includes(number))))
      file.forgetUses();
}

interface Fact {
  name: string;
  isScope: boolean;
}

function add(fact: Fact, into: SurfaceChange): void {
  if (fact.isScope) into.everything = true;
  into.names.add(fact.name);
  // `X` can also refer to the accessor `GetX()`.
  if (/^[GS]et./.test(fact.name)) into.names.add(fact.name.slice(3));
}

const SCOPES = new Set(["class", "struct", "enum", "namespace", "delegate", "event"]);

/** Position-independent strings for all declarations. */
function surfaceOf(declarations: readonly Declaration[]): Map<string, Fact> {
  const surface = new Map<string, Fact>();
  const walk = (list: readonly Declaration[], owner: string): void => {
    for (const { kind, name, flags, type, parameters, names, members } of list) {
      const signature = JSON.stringify([owner, kind, name, flags, type, parameters, names]);
      surface.set(signature, { name, isScope: SCOPES.has(kind) });
      walk(members, `${owner}::${name}`);
    }
  };
  walk(declarations, "");
  return surface;
}
