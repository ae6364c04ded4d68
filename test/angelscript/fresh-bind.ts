/** Binds all scripts in a folder from scratch, without index or cache. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Files, Root } from "../../core/host/frontend-api.ts";
import { countOfUses, isUnresolved, readUse, UseList } from "../../plugins/angelscript/binding/bound-uses.ts";
import { bindFile } from "../../plugins/angelscript/binding/file-binder.ts";
import { Lookup } from "../../plugins/angelscript/binding/lookup.ts";
import { SemanticErrors } from "../../plugins/angelscript/binding/semantic-errors.ts";
import { SymbolKeys } from "../../plugins/angelscript/binding/symbol-keys.ts";
import { Declaration, toRow } from "../../plugins/angelscript/database/declaration.ts";
import { SymbolTable } from "../../plugins/angelscript/database/symbol-table.ts";
import { currentNative, type LoadedNative } from "../../plugins/angelscript/engine/native-source.ts";
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { tokenize } from "../../plugins/angelscript/lexer/lexer.ts";
import { parseFile } from "../../plugins/angelscript/parser/declaration-parser.ts";

/** The host's file API for a real folder. */
const files = {
  stat: async (path: string) => {
    const stat = statSync(path);
    return { path, kind: stat.isFile() ? "file" : "other", size: stat.size, mtimeMs: stat.mtimeMs };
  },
  read: async (path: string) => new Uint8Array(readFileSync(path)),
  readText: async (path: string) => ({ text: readFileSync(path, "utf8") }),
  list: async (folder: string) =>
    readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      path: join(folder, entry.name),
      kind: entry.isDirectory() ? "directory" : entry.isFile() ? "file" : "other",
    })),
  // currentNative doesn't use the rest.
} as unknown as Files;

export async function nativeTypes(folder: string): Promise<LoadedNative> {
  // Only path and name are used.
  return await currentNative(files, [{ path: folder, name: "scripts" } as Root], undefined);
}

export interface BoundName {
  path: string;
  name: string;
}

export interface FreshBinding {
  total: number;
  unresolved: BoundName[];
  /** Errors of the binder, before `angelscript_diagnostics` rates them. */
  errors: { path: string; message: string }[];
}

export function bindAll(folder: string, library: LoadedNative["library"], wantsErrors = false): FreshBinding {
  const names = new Names();
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.as$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
  const table = new SymbolTable(
    sources.map(({ path, text }) => ({
      ...{ path, root: 0, size: 0, mtimeMs: 0 },
      declarations: parseFile(tokenize(text, names)).declarations.map((syntax) => new Declaration(toRow(syntax))),
    })),
    library,
  );
  const options = {
    ...{ lookup: new Lookup(table), keys: new SymbolKeys(), root: 0, uses: new UseList() },
    nameNumber: (name: string) => names.of(name),
  };
  const found: FreshBinding = { total: 0, unresolved: [], errors: [] };
  for (const { path, text } of sources) {
    const tokens = tokenize(text, names);
    const errors = wantsErrors ? new SemanticErrors() : undefined;
    const { uses } = bindFile(tokens, parseFile(tokens), { ...options, path, ...(errors ? { errors } : {}) });
    const count = countOfUses(uses);
    found.total += count;
    for (let index = 0; index < count; index++) {
      const { start, length, target } = readUse(uses, index);
      if (isUnresolved(target)) found.unresolved.push({ path, name: text.slice(start, start + length) });
    }
    for (const { message } of errors?.found ?? []) found.errors.push({ path, message });
  }
  return found;
}
