/** Verifies edits before we suggest them. After binding with the new names, each name must still refer to the same symbol. */
import type { PlanNote, WorkerContext } from "../../../core/host/plugin-api.ts";
import { countOfUses, isLocal, isUnresolved, localStart, nameKey, readUse, UseList } from "../binding/bound-uses.ts";
import { bindFile } from "../binding/file-binder.ts";
import { Lookup } from "../binding/lookup.ts";
import type { SymbolKeys } from "../binding/symbol-keys.ts";
import { Declaration, toRow } from "../database/declaration.ts";
import { SymbolTable } from "../database/symbol-table.ts";
import type { ScriptFile } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { LineMap } from "../engine/source-text.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import { displayPath } from "../symbols/source-preview.ts";

export interface FileEdits {
  path: string;
  edits: { start: number; end: number; text: string; before: string }[];
}

const MAX_PLACES = 50;

/** Finds names that would refer to something else after the edits. If the list is empty, the edits are safe. */
export async function meaningChanges(
  engine: Engine,
  { files, newName }: { files: readonly FileEdits[]; newName: string },
  context: WorkerContext,
): Promise<PlanNote[]> {
  const editsOf = new Map(files.map(({ path, edits }) => [path, edits]));
  // In files that already contain the new name, it could start to refer to the renamed symbol.
  const paths = new Set([...editsOf.keys(), ...engine.filesWith(newName).map((file) => file.path)]);
  const names = new Names();
  const before: Parsed[] = [];
  const after: Parsed[] = [];
  for (const path of paths) {
    const root = engine.files.get(path)?.root ?? 0;
    const text = await engine.text(context, path);
    before.push(parsed(path, root, text, names));
    after.push(parsed(path, root, edited(text, editsOf.get(path) ?? []), names));
  }
  const others = [...engine.files.values()].filter(({ path }) => !paths.has(path));
  const [old, fresh] = [before, after].map((list) => new Binding(others, list, engine)) as [Binding, Binding];
  const notes: PlanNote[] = [];
  const pairs = new Bijection();
  for (const [index, file] of before.entries()) {
    const edits = editsOf.get(file.path) ?? [];
    const was = old.uses(file);
    const is = fresh.uses(after[index] ?? file);
    const lines = new LineMap(file.text);
    for (let at = 0; at < Math.max(was.length, is.length) && notes.length < MAX_PLACES; at++) {
      const [a, b] = [was[at], is[at]];
      if (a && b && moved(a.start, edits) === b.start && a.use === b.use && pairs.agree(a.target(edits), b.target([])))
        continue;
      const start = a?.start ?? file.text.length;
      const line = lines.lineAt(start);
      notes.push({
        why: `"${newName}" would give this name another meaning`,
        path: displayPath(context, file.path),
        line,
        column: lines.columnAt(start),
        text: lines.line(line).trim(),
      });
      break;
    }
  }
  return notes;
}

interface Parsed {
  path: string;
  text: string;
  tokens: ReturnType<typeof tokenize>;
  syntax: ReturnType<typeof parseFile>;
  file: ScriptFile;
}

function parsed(path: string, root: number, text: string, names: Names): Parsed {
  const tokens = tokenize(text, names);
  const syntax = parseFile(tokens);
  const declarations = syntax.declarations.map((each) => new Declaration(toRow(each)));
  return { path, text, tokens, syntax, file: { path, root, size: text.length, mtimeMs: 0, declarations } };
}

function edited(text: string, edits: FileEdits["edits"]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: replacement } of edits) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** Converts an offset to the edited text. */
function moved(offset: number, edits: FileEdits["edits"]): number {
  let by = 0;
  for (const { start, end, text } of edits) if (start < offset) by += text.length - (end - start);
  return offset + by;
}

interface Meaning {
  start: number;
  use: string;
  /** Returns the symbol as a string. Locals are identified by their offset after the edits. */
  target(edits: FileEdits["edits"]): string;
}

/** One version of all files, which are bound on demand. */
class Binding {
  /** The symbols of the engine keep their numbers. */
  readonly #keys: SymbolKeys;
  readonly #lookup: Lookup;

  constructor(others: readonly ScriptFile[], files: readonly Parsed[], engine: Engine) {
    this.#keys = engine.keys;
    this.#lookup = new Lookup(new SymbolTable([...others, ...files.map(({ file }) => file)], engine.table.native));
  }

  uses({ path, tokens, syntax, file }: Parsed): Meaning[] {
    const { uses } = bindFile(tokens, syntax, {
      lookup: this.#lookup,
      keys: this.#keys,
      nameNumber: (name) => this.#keys.number(nameKey(name)),
      root: file.root,
      uses: new UseList(),
      path,
    });
    const found: Meaning[] = [];
    for (let index = 0; index < countOfUses(uses); index++) {
      const { start, use, target } = readUse(uses, index);
      const text = (edits: FileEdits["edits"]): string =>
        isLocal(target)
          ? `${path}:${moved(localStart(target), edits)}`
          : isUnresolved(target)
            ? `${path} unresolved ${moved(start, edits)}`
            : this.#keys.key(target);
      found.push({ start, use, target: text });
    }
    return found;
  }
}

/** Maps each key before the edits to exactly one key after them. */
class Bijection {
  readonly #after = new Map<string, string>();
  readonly #before = new Map<string, string>();

  agree(before: string, after: string): boolean {
    const [known, partner] = [this.#after.get(before), this.#before.get(after)];
    if (known !== undefined || partner !== undefined) return known === after && partner === before;
    this.#after.set(before, after);
    this.#before.set(after, before);
    return true;
  }
}
