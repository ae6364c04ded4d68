/** Decides which files have to be bound again after an edit. Changes inside the bodies of functions only affect the file itself. */
import type { Declaration } from "../database/declaration.ts";
import { wordNumber } from "../lexer/file-words.ts";
import type { IndexedFile } from "./indexed-file.ts";

/** `everything` is set when a type was added or removed, or got another base. */
export interface SurfaceChange {
  everything: boolean;
  names: Set<string>;
}

export function noChange(): SurfaceChange {
  return { everything: false, names: new Set() };
}

/** Compares the declarations of a file before and after an edit. */
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

/** Removes the uses that the edit may have made invalid. */
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
  // The accessor `GetX()` can also be used as `X`.
  if (/^[GS]et./.test(fact.name)) into.names.add(fact.name.slice(3));
}

const SCOPES = new Set(["class", "struct", "enum", "namespace", "delegate", "event"]);

/** Returns strings for all declarations that don't depend on their position. */
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
