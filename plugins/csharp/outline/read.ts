/**
 * Reads the declarations of a C# file: a single pass that understands headers and steps over bodies. It takes the place
 * of a full parse, which is needed only inside bodies (`syntax/`): this way 80 MB are indexed in the time a full parse
 * needs for a tenth of them, and code that the grammar cannot parse (facts §6.2) hides nothing.
 */
import { HeaderReader } from "./header.ts";
import type { Declaration, Outline } from "./symbols.ts";

/** More branches than this in one `#if` group are not a way to write code. */
const MAX_PASSES = 8;

export function readOutline(text: string): Outline {
  const first = new HeaderReader(text, 0);
  first.read();
  const passes = Math.min(first.directives.branches, MAX_PASSES);
  const globalUsings = /\bglobal\s+using\s/.test(text);
  if (passes === 1) return { declarations: first.declarations, degraded: first.degraded, globalUsings };
  const merged = new Merge(first.declarations);
  let degraded = first.degraded;
  for (let pass = 1; pass < passes; pass++) {
    const reader = new HeaderReader(text, pass);
    reader.read();
    merged.add(reader.declarations);
    // A pass may be unbalanced only because it mixes branches of unrelated groups: the first pass speaks for the file.
    if (first.degraded === "" && degraded === "" && merged.grew) degraded = reader.degraded;
  }
  return { declarations: merged.sorted(), degraded, globalUsings };
}

/** Declarations of several passes as one list: the same kind and name offset is the same declaration. */
class Merge {
  grew = false;
  readonly #byKey = new Map<number, Declaration>();
  readonly #parentKey = new Map<Declaration, number>();

  constructor(first: Declaration[]) {
    this.add(first);
    this.grew = false;
  }

  add(declarations: Declaration[]): void {
    for (const declaration of declarations) {
      const key = keyOf(declaration);
      const known = this.#byKey.get(key);
      if (known) continue;
      this.grew = true;
      this.#byKey.set(key, declaration);
      const parent = declarations[declaration.parent];
      if (parent) this.#parentKey.set(declaration, keyOf(parent));
    }
  }

  sorted(): Declaration[] {
    const list = [...this.#byKey.values()].sort(
      (a, b) => a.start - b.start || b.end - a.end || a.nameStart - b.nameStart,
    );
    const place = new Map(list.map((declaration, index) => [keyOf(declaration), index]));
    for (const declaration of list) {
      const key = this.#parentKey.get(declaration);
      declaration.parent = key === undefined ? -1 : (place.get(key) ?? -1);
    }
    return list;
  }
}

function keyOf(declaration: Declaration): number {
  return declaration.nameStart * 32 + declaration.kind;
}
