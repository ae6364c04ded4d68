/** Writes docs/tokens.md: what the same 200 matches cost a model in each form, by a real tokenizer: `bun build/tokens.ts`. */
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "../core/host/answer/token-worker.ts";
import type { JsonObject } from "../core/host/door-api.ts";
import { createTestHost } from "../core/host/testing.ts";
import { BUILT_INS } from "../plugins/mod.ts";

const MATCHES = 200;
const TOP = join(import.meta.dirname, "..");
/** A pinned dependency: the same files for everybody. */
const SAMPLE = realpathSync(join(TOP, "node_modules/@modelcontextprotocol/sdk/dist/esm"));
const QUERY = { query: "return", include_globs: ["*.js"], no_ignore: true };

const host = await createTestHost({ roots: [SAMPLE], builtIns: BUILT_INS });

/** What a door sends of the answer: of rows the first 200, as if there were no more. */
async function sent(more: JsonObject): Promise<string> {
  const input: JsonObject = { ...QUERY, ...more };
  const { value } = await host.invoke("search_content", input);
  const answer = typeof value === "object" ? shortened(value as JsonObject) : value;
  return (await host.present("search_content", { value: answer }, input, {})).text;
}

type Group = { match_count: number; matches: JsonObject[] };

function shortened(answer: JsonObject): JsonObject {
  const head = { ...answer, ...(answer.count === undefined ? {} : { count: MATCHES }), elapsed_ms: 0 };
  if (Array.isArray(answer.results)) return { ...head, results: answer.results.slice(0, MATCHES) };
  if (!answer.files) return { ...answer, elapsed_ms: 0 };
  let left = MATCHES;
  const files: Record<string, Group> = {};
  for (const [path, { matches }] of Object.entries(answer.files as unknown as Record<string, Group>)) {
    if (left <= 0) break;
    files[path] = { match_count: Math.min(left, matches.length), matches: matches.slice(0, left) };
    left -= matches.length;
  }
  return { ...head, files: files as unknown as JsonObject };
}

const { value: whole } = await host.invoke("search_content", QUERY);
const plain = whole as JsonObject & { results: JsonObject[] };
const short = { optimize_paths: true };
const toon = { output_format: "toon" };
const forms: [string, JsonObject][] = [
  ["`json` (the default)", {}],
  ["`json`, `optimize_paths`", short],
  ["`json`, `group_by_file`, `optimize_paths`", { ...short, group_by_file: true }],
  ["`toon`", toon],
  ["`toon`, `optimize_paths`", { ...short, ...toon }],
  ["`toon`, `group_by_file`, `optimize_paths`", { ...short, ...toon, group_by_file: true }],
  ["`text`", { output_format: "text" }],
  ["`summary_only`", { ...short, summary_only: true }],
  ["`count_only_matches`, `optimize_paths`", { ...short, count_only_matches: true }],
  ["`count_only_matches`, `text`", { count_only_matches: true, output_format: "text" }],
  ["`files_only`, `text`", { files_only: true, output_format: "text" }],
  ["`total_only`", { total_only: true }],
];

const lines: string[] = [];
let first = 0;
for (const [name, form] of forms) {
  const text = (await sent(form)).replaceAll(SAMPLE, "/work/sdk");
  const { tokens } = await countTokens(text);
  first ||= tokens;
  lines.push(`| ${name} | ${text.length} | ${tokens} | ${Math.round((tokens / first) * 100)} % |`);
}
await host.close();

const files = new Set(plain.results.slice(0, MATCHES).map((row) => row.file)).size;
const document = `# What an answer costs

The first ${MATCHES} matches of \`return\` in the MCP SDK's JavaScript (${files} files, paths below \`/work/sdk\`), as \`search_content\` answers
them in each form: characters of the text that the model gets, and tokens by the o200k vocabulary. The last five rows are answers about
all ${plain.total_matches} matches. Written by \`bun build/tokens.ts\`.

| form | characters | tokens | of the default |
|---|---|---|---|
${lines.join("\n")}

So: ask \`total_only\` first, then \`count_only_matches\` or \`summary_only\`; read matches as \`text\`, or as \`toon\` with \`group_by_file\` where a program reads them too.
`;
writeFileSync(join(TOP, "docs/tokens.md"), document);
console.log(document);
