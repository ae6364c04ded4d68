/**
 * Reads the declarations of a C# file in one pass. Headers are parsed and bodies are skipped, while a full parse (`syntax/`) is
 * only needed inside bodies. In this way, ten times as much code is indexed in the same time, and code that the grammar doesn't
 * support can't hide any declaration.
 */
import { ConditionalGroups } from "../lexer/conditional-groups.ts";
import { withoutConflicts } from "../lexer/merge-conflicts.ts";
import { type Declaration, KIND, type Outline } from "./declaration-table.ts";
import { HeaderReader, UNBALANCED } from "./header-reader.ts";
import { withTopLevelStatements } from "./top-level-statements.ts";

/** The minimum number of readings. There can be more as long as the total length of the text stays within the limit below. */
const MIN_READINGS = 8;
const MAX_READ = 64 * 1024 * 1024;
const COST_OF_READING = 1000;

export function readOutline(written: string): Outline {
  const text = withoutConflicts(written);
  const globalUsings = /\bglobal\s+using\s/.test(text);
  const groups = text.includes("#") ? new ConditionalGroups(text) : undefined;
  let first = new HeaderReader(text, 0, groups);
  first.read();
  if (first.degraded === UNBALANCED) {
    // Someone is editing this file, so the indentation is more reliable than the brackets.
    const recovered = new HeaderReader(text, 0, groups, true);
    recovered.read();
    if (recovered.declarations.length >= first.declarations.length) first = recovered;
    first.degraded = UNBALANCED;
  }
  if (text !== written) first.degraded = "conflict markers";
  const needed = groups?.readings ?? 1;
  if (needed === 1)
    return { declarations: complete(text, first.declarations, first.degraded), degraded: first.degraded, globalUsings };
  const merged = new Merge(first.declarations);
  let { degraded } = first;
  let left = MAX_READ;
  for (let reading = 1; reading < needed; reading++) {
    if (reading >= MIN_READINGS && left < 0) {
      degraded ||= "too many branches of #if";
      break;
    }
    const reader = new HeaderReader(text, reading, groups);
    reader.read();
    left -= text.length - reader.directives.skipped + COST_OF_READING;
    merged.add(reader.declarations);
    // Only the first reading counts. Later ones may be unbalanced just because they mix branches of unrelated groups.
    if (degraded === "" && merged.grew) degraded = reader.degraded;
  }
  return { declarations: complete(text, merged.sorted(), degraded), degraded, globalUsings };
}

/** If brackets don't match, statements and members can't be distinguished. */
function complete(text: string, declarations: Declaration[], degraded: string): Declaration[] {
  return degraded === "" ? withTopLevelStatements(text, declarations) : declarations;
}

/**
 * Merges the declarations of several readings. They are the same if their kind and the offset of their name are equal. A type
 * keeps its first kind.
 */
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

function keyOf({ kind, nameStart }: Declaration): number {
  return nameStart * 32 + (kind <= KIND.enum && kind !== KIND.namespace ? KIND.class : kind);
}
