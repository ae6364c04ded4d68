/** Which files' bindings an edit can touch: an edit inside bodies touches its own file alone. */
import type { Declaration } from "../database/declaration.ts";
import { wordNumber } from "../lexer/file-words.ts";
import type { IndexedFile } from "./indexed-file.ts";

/** The effect of one edit on other files. `everything`: types were added, removed or changed their base. */
export interface SurfaceChange {
  everything: boolean;
  names: Set<string>;
}

export function noChange(): SurfaceChange {
  return { everything: false, names: new Set() };
}

/** Adds what differs between the declarations of a file before and after. */
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

/** Forgets the uses that the edit may have changed. */
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
  // `X` means `GetX()` if that is an accessor.
  if (/^[GS]et./.test(fact.name)) into.names.add(fact.name.slice(3));
}

/** Types and namespaces. */
const SCOPES = new Set(["class", "struct", "enum", "namespace", "delegate", "event"]);

/** Every declaration as a text that does not depend on its position. */
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
