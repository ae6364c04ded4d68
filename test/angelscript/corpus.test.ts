/** Parses and binds real scripts. Almost no statements may be skipped and few names unresolved. Prints statistics. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { countOfUses, isUnresolved, targetsOf, UseList } from "../../plugins/angelscript/binding/bound-uses.ts";
import { bindFile } from "../../plugins/angelscript/binding/file-binder.ts";
import { Lookup } from "../../plugins/angelscript/binding/lookup.ts";
import { SymbolKeys } from "../../plugins/angelscript/binding/symbol-keys.ts";
import { Declaration, toRow } from "../../plugins/angelscript/database/declaration.ts";
import { SymbolTable } from "../../plugins/angelscript/database/symbol-table.ts";
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { tokenize } from "../../plugins/angelscript/lexer/lexer.ts";
import { withBuiltIns } from "../../plugins/angelscript/native/built-ins.ts";
import { libraryOfDatabase } from "../../plugins/angelscript/native/debug-database.ts";
import { parseFile } from "../../plugins/angelscript/parser/declaration-parser.ts";
import { parseStatements } from "../../plugins/angelscript/parser/statement-parser.ts";
import type { DeclarationSyntax, Statement } from "../../plugins/angelscript/parser/syntax.ts";
import { TokenCursor } from "../../plugins/angelscript/parser/token-cursor.ts";
import { corpus } from "../jig.ts";
import { oracleFolder } from "./oracle.ts";

interface Source {
  path: string;
  text: string;
}

function scriptsOf(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.as$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** Code blocks in Hazelight's docs. Fragments are wrapped in a function. */
function blocksOf(folder: string): Source[] {
  const pages = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.name.endsWith(".md"),
  );
  return pages.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const page = readFileSync(path, "utf8");
    const marked = [...page.matchAll(/<div class="code_block"[^>]*>([\s\S]*?)<\/div><\/div>/g)].map(([, html]) =>
      html!
        .replace(/<br>|<\/div>/g, "\n")
        .replace(/<[^>]+>/g, "")
        .replace(/&#160;/g, " ")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, "&"),
    );
    return marked.map((text, index) => ({ path: `${path}#${index}`, text }));
  });
}

interface Tally {
  files: number;
  statements: number;
  skipped: number;
  /** Messages without the quoted words, with their counts. */
  classes: Map<string, number>;
  withoutSymbols: string[];
}

function readAll(sources: Iterable<Source>): Tally {
  const tally: Tally = { files: 0, statements: 0, skipped: 0, classes: new Map(), withoutSymbols: [] };
  const count = (statement: Statement | undefined): void => {
    if (!statement) return;
    tally.statements++;
    if (statement.kind === "skipped") tally.skipped++;
    if ("yes" in statement) count(statement.yes);
    if ("no" in statement) count(statement.no);
    if ("first" in statement) count(statement.first);
    if (!("body" in statement)) return;
    for (const each of Array.isArray(statement.body) ? statement.body : [statement.body]) count(each);
  };
  for (const { path, text } of sources) {
    tally.files++;
    const tokens = tokenize(text, new Names());
    const { declarations, errors } = parseFile(tokens);
    const problems = [...errors];
    const visit = (declaration: DeclarationSyntax): void => {
      tally.statements++;
      for (const statement of declaration.defaults ?? []) count(statement);
      if (declaration.body) {
        const cursor = new TokenCursor(tokens, declaration.body[0] + 1, declaration.body[1]);
        for (const statement of parseStatements(cursor)) count(statement);
        problems.push(...cursor.errors);
      }
      for (const member of declaration.members ?? []) visit(member);
    };
    for (const declaration of declarations) visit(declaration);
    tally.skipped += errors.length;
    for (const { message } of problems) {
      const kind = message.replace(/, found.*$/s, "");
      tally.classes.set(kind, (tally.classes.get(kind) ?? 0) + 1);
    }
    if (declarations.length === 0 && tokens.count > 0) tally.withoutSymbols.push(path);
  }
  return tally;
}

for (const name of ["angelscript-sample", "AngelscriptProject"]) {
  const folder = corpus(name);
  test(`every script of ${name} is read`, {
    skip: folder ? false : `no corpus ${name}: set JIG_CORPUS`,
    timeout: 120_000,
  }, () => {
    const tally = readAll(scriptsOf(folder!));
    console.log(name, tally);
    assert.ok(tally.skipped <= tally.statements / 1000);
    assert.deepEqual(tally.withoutSymbols, []);
  });
}

const docs = corpus("Docs-UnrealEngine-Angelscript");
test("every block of the Hazelight documentation is read", {
  skip: docs ? false : "no corpus of documentation: set JIG_CORPUS",
}, () => {
  const blocks = blocksOf(docs!);
  const whole = readAll(blocks);
  // Anything that isn't a declaration is from a function body.
  const fragments = blocks
    .filter((block) => readAll([block]).skipped > 0)
    .map(({ path, text }) => ({ path, text: `void F() {\n${text}\n}` }));
  const rest = readAll(fragments);
  console.log({
    blocks: blocks.length,
    statements: whole.statements,
    fragments: fragments.length,
    skipped: rest.skipped,
    classes: rest.classes,
  });
  assert.ok(blocks.length > 50);
  assert.ok(rest.skipped <= 2);
});

const sample = corpus("angelscript-sample");
const oracle = oracleFolder();
const ready = sample && oracle && existsSync(join(oracle, "native-db.json.gz"));

test("under 2 % of the names of angelscript-sample stay unresolved", {
  skip: ready ? false : "no corpus or no native database",
  timeout: 120_000,
}, () => {
  const database = JSON.parse(gunzipSync(readFileSync(join(oracle!, "native-db.json.gz"))).toString());
  const sources = scriptsOf(sample!);
  const names = new Names();
  const files = sources.map(({ path, text }) => ({
    path,
    root: 0,
    size: 0,
    mtimeMs: 0,
    declarations: parseFile(tokenize(text, names)).declarations.map((syntax) => new Declaration(toRow(syntax))),
  }));
  const lookup = new Lookup(new SymbolTable(files, withBuiltIns(libraryOfDatabase(database.chunks))));
  const options = {
    lookup,
    keys: new SymbolKeys(),
    nameNumber: (name: string) => names.of(name),
    root: 0,
    uses: new UseList(),
  };
  let total = 0;
  let unresolved = 0;
  for (const { path, text } of sources) {
    const tokens = tokenize(text, names);
    const { uses } = bindFile(tokens, parseFile(tokens), { ...options, path });
    total += countOfUses(uses);
    for (const target of targetsOf(uses)) if (isUnresolved(target)) unresolved++;
  }
  console.log(`${total} uses of names, ${unresolved} unresolved: ${((100 * unresolved) / total).toFixed(2)} %`);
  assert.ok(unresolved < total * 0.02);
});
