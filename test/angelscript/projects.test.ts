/**
 * Public projects with the native types that they hold: every cache is read, and few names stay unresolved. Prints a table; a
 * project is a folder `owner+name` in JIG_CORPUS.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Files, Root } from "../../core/host/frontend-api.ts";
import { countOfUses, isUnresolved, readUse, UseList } from "../../plugins/angelscript/binding/bound-uses.ts";
import { bindFile } from "../../plugins/angelscript/binding/file-binder.ts";
import { Lookup } from "../../plugins/angelscript/binding/lookup.ts";
import { SymbolKeys } from "../../plugins/angelscript/binding/symbol-keys.ts";
import { Declaration, toRow } from "../../plugins/angelscript/database/declaration.ts";
import { SymbolTable } from "../../plugins/angelscript/database/symbol-table.ts";
import { currentNative } from "../../plugins/angelscript/engine/native-source.ts";
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { tokenize } from "../../plugins/angelscript/lexer/lexer.ts";
import { parseFile } from "../../plugins/angelscript/parser/declaration-parser.ts";

interface Project {
  name: string;
  source: "binds-cache" | "baseline";
}

const PROJECTS: Project[] = [
  { name: "AliAryaei+Strategic-AI", source: "binds-cache" },
  { name: "AntonHedlundFG+TDProject", source: "binds-cache" },
  { name: "brunogbrito+SpaceTurrets", source: "binds-cache" },
  { name: "CreativeMetalCat+PuzzleHorrorPrototype", source: "binds-cache" },
  { name: "franklzt+ASThirdPerson", source: "binds-cache" },
  { name: "ltsLumina+FishingGame", source: "binds-cache" },
  { name: "straywriter+UnrealEngine-Angelscript-Performance", source: "binds-cache" },
  { name: "TDGameStudio+AngelscriptProject", source: "baseline" },
  { name: "xiaohanor+angelscript-sample", source: "binds-cache" },
  // With types and functions of their own C++ headers.
  { name: "biliskener+UnrealMultiplayer", source: "baseline" },
  { name: "finesseandstyle+SpaceTraders", source: "baseline" },
  { name: "Jiajiaju+MoldCasting", source: "baseline" },
  { name: "TriKnot+HomsesBattle", source: "baseline" },
];

/** The files of a real folder, as the host hands them out. */
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
} as unknown as Files;

const corpora = process.env.JIG_CORPUS ?? "/nowhere";

for (const { name, source } of PROJECTS) {
  const folder = join(corpora, name);
  test(`under 2 % of the names of ${name} stay unresolved`, {
    skip: existsSync(folder) ? false : `no corpus ${name}: set JIG_CORPUS`,
    timeout: 300_000,
  }, async () => {
    const native = await currentNative(files, [{ path: folder, name } as Root], undefined);
    assert.equal(native.source.problem, undefined);
    assert.equal(native.source.kind, source);
    const { total, unresolved, words } = bindAll(folder, native.library);
    const headers = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".h"));
    const share = (100 * unresolved) / Math.max(1, total);
    const most = [...words].sort((a, b) => b[1] - a[1]).slice(0, 12);
    console.log(
      `${name}: ${native.source.kind}, ${native.source.types} types, ${headers.length} C++ headers, ${total} uses, ${unresolved} unresolved (${share.toFixed(2)} %)`,
      most.map(([word, count]) => `${word} ${count}`).join(", "),
    );
    assert.ok(share <= 2);
  });
}

function bindAll(folder: string, library: Parameters<typeof libraryTable>[1]) {
  const names = new Names();
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".as"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
  const table = libraryTable(
    sources.map(({ path, text }) => ({
      path,
      root: 0,
      size: 0,
      mtimeMs: 0,
      declarations: parseFile(tokenize(text, names)).declarations.map((syntax) => new Declaration(toRow(syntax))),
    })),
    library,
  );
  const options = {
    lookup: new Lookup(table),
    keys: new SymbolKeys(),
    nameNumber: (name: string) => names.of(name),
    root: 0,
    uses: new UseList(),
  };
  const words = new Map<string, number>();
  let total = 0;
  let unresolved = 0;
  for (const { path, text } of sources) {
    const tokens = tokenize(text, names);
    const { uses } = bindFile(tokens, parseFile(tokens), { ...options, path });
    total += countOfUses(uses);
    for (let index = 0; index < countOfUses(uses); index++) {
      const use = readUse(uses, index);
      if (!isUnresolved(use.target)) continue;
      unresolved++;
      const word = text.slice(use.start, use.start + use.length);
      words.set(word, (words.get(word) ?? 0) + 1);
    }
  }
  return { total, unresolved, words };
}

function libraryTable(...[sources, library]: ConstructorParameters<typeof SymbolTable>): SymbolTable {
  return new SymbolTable(sources, library);
}
