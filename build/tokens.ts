/** Writes docs/tokens.md: what the same 200 matches cost a model in each form, by a real tokenizer: `bun build/tokens.ts`. */
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClock } from "../core/host/capabilities/clock.ts";
import { type Json, type JsonObject, textOf } from "../core/host/door-api.ts";
import { createTestHost } from "../core/host/testing.ts";
import { countTokens } from "../plugins/metrics/tokens.ts";
import { BUILT_INS } from "../plugins/mod.ts";
import { formatted } from "../plugins/search/search-format.ts";
import { Turns } from "../plugins/search/turns.ts";

const MATCHES = 200;
const TOP = join(import.meta.dirname, "..");
/** A pinned dependency: the same files for everybody. */
const SAMPLE = realpathSync(join(TOP, "node_modules/@modelcontextprotocol/sdk/dist/esm"));
const QUERY = { query: "return", include_globs: ["*.js"], no_ignore: true };

const host = await createTestHost({ roots: [SAMPLE], builtIns: BUILT_INS });

async function ask(more: JsonObject): Promise<JsonObject> {
  const { value } = await host.invoke("search_content", { ...QUERY, ...more });
  return value as JsonObject;
}

/** The first 200 rows of an answer, in each of its forms. */
async function rows(more: JsonObject): Promise<JsonObject> {
  const answer = await ask(more);
  return { ...answer, count: MATCHES, elapsed_ms: 0, results: (answer.results as Json[]).slice(0, MATCHES) };
}

/** The same rows as `group_by_file` gives them. */
function grouped({ results, ...head }: JsonObject): JsonObject {
  const files: Record<string, { match_count: number; matches: JsonObject[] }> = {};
  for (const { file, ...match } of results as JsonObject[]) {
    const path = String(file);
    files[path] ??= { match_count: 0, matches: [] };
    files[path].match_count++;
    files[path].matches.push(match);
  }
  return { ...head, files: files as unknown as JsonObject };
}

const plain = await rows({});
const short = await rows({ optimize_paths: true });
const forms: [string, Promise<Json> | Json][] = [
  ["`json` (the default)", plain],
  ["`json`, `optimize_paths`", short],
  ["`json`, `group_by_file`, `optimize_paths`", grouped(short)],
  ["`toon`", as(plain, "toon")],
  ["`toon`, `optimize_paths`", as(short, "toon")],
  ["`toon`, `group_by_file`, `optimize_paths`", as(grouped(short), "toon")],
  ["`text`", as(plain, "text")],
  ["`text`, `optimize_paths`", as(short, "text")],
  ["`summary_only`", ask({ summary_only: true, optimize_paths: true })],
  ["`count_only_matches`, `optimize_paths`", ask({ count_only_matches: true, optimize_paths: true })],
  [
    "`count_only_matches`, `optimize_paths`, `toon`",
    ask({ count_only_matches: true, optimize_paths: true, output_format: "toon" }),
  ],
  ["`total_only`", ask({ total_only: true })],
];

function as(value: JsonObject, format: "toon" | "text"): Promise<Json> {
  return formatted(value, format, new Turns(createClock()));
}

const lines: string[] = [];
let first = 0;
for (const [name, form] of forms) {
  const text = textOf(await form).replaceAll(SAMPLE, "/work/sdk");
  const { tokens } = countTokens(text);
  first ||= tokens;
  lines.push(`| ${name} | ${text.length} | ${tokens} | ${Math.round((tokens / first) * 100)} % |`);
}
await host.close();

const files = new Set((plain.results as JsonObject[]).map((row) => row.file)).size;
const document = `# What an answer costs

The first ${MATCHES} matches of \`return\` in the MCP SDK's JavaScript (${files} files, paths below \`/work/sdk\`), as \`search_content\` answers
them in each form: characters of the text that the model gets, and tokens by the o200k vocabulary. The last four rows are answers about
all ${plain.total_matches} matches. Written by \`bun build/tokens.ts\`.

| form | characters | tokens | of the default |
|---|---|---|---|
${lines.join("\n")}

So: ask \`total_only\` first, then \`count_only_matches\` or \`summary_only\`; read matches as \`text\`, or as \`toon\` with \`group_by_file\` where a program reads them too.
`;
writeFileSync(join(TOP, "docs/tokens.md"), document);
console.log(document);
