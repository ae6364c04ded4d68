/**
 * Finds uses of declarations, for comparison with a language server: `bun test/code/judge-references.ts ROOT QUERIES OUT`. Queries
 * are JSON lines with query, path, line and column of a name; results add certain and kind.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { openSharedIndex } from "../../core/host/index-files/shared-index.ts";
import { createAssets } from "../../core/host/runtime/assets.ts";
import { sourceAssets } from "../../core/host/runtime/source-assets.ts";
import { Parsers } from "../../plugins/code/grammar/parsers.ts";
import { CodeIndex } from "../../plugins/code/index/code-index.ts";
import parseBatch from "../../plugins/code/index/parse-batch.ts";
import { pathInFile } from "../../plugins/code/outline/symbol-paths.ts";
import { findUses } from "../../plugins/code/uses/find-uses.ts";
import { Resolver } from "../../plugins/code/uses/resolver.ts";
import { codeFiles } from "./code-files.ts";

const [root = ".", queries = "/dev/stdin", out = "/dev/stdout"] = process.argv.slice(2);
const files = codeFiles(root);
const scratch = mkdtempSync(join(tmpdir(), "jig-judge-"));
const kept = new Map<string, unknown>();
// A service's context without a host: the index and the resolver ask for no more than this.
// biome-ignore lint/suspicious/noExplicitAny: a stand-in
const context: any = {
  files: {
    sweep: async () => ({
      paths: files,
      sizes: Float64Array.from(files, (file) => statSync(file).size),
      mtimesMs: Float64Array.from(files, (file) => statSync(file).mtimeMs),
    }),
    async readText(path: string) {
      const { size, mtimeMs } = statSync(path);
      return { text: readFileSync(path, "utf8").replace(/^\uFEFF/, ""), size, mtimeMs };
    },
  },
  assets: createAssets(sourceAssets(import.meta.url)),
  clock: { monotonic: () => performance.now(), sleep: async () => {} },
  signal: new AbortController().signal,
  emit() {},
  sharedIndex: (key: string) => openSharedIndex(join(scratch, key)),
  worker: (_name: string, batch: Parameters<typeof parseBatch>[0]) => parseBatch(batch, context),
  async keep(key: string, make: () => unknown) {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
  },
};

const index = new CodeIndex(context);
await index.refresh(() => {});
const resolver = new Resolver(index, context.files, (kept.get("parsers") as Parsers) ?? new Parsers(context));
const rows: string[] = [];
for (const line of readFileSync(queries, "utf8").trim().split("\n")) {
  const asked = JSON.parse(line);
  const declared = resolver.declarationsOf(join(root, asked.path));
  const own = declared.find(({ nameLine, column }) => nameLine === asked.line && column === asked.column);
  if (!own) {
    console.error(`no declaration: ${line}`);
    continue;
  }
  const targets = declared.filter((each) => pathInFile(each) === pathInFile(own) && (each === own || each.isOverload));
  const { uses } = await findUses(targets, resolver);
  for (const { path, line, column, certainty, kind } of uses) {
    const certain = certainty === "certain";
    rows.push(JSON.stringify({ query: asked.query, path: relative(root, path), line, column, certain, kind }));
  }
}
writeFileSync(out, `${rows.join("\n")}\n`);
rmSync(scratch, { recursive: true });
