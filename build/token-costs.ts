/**
 * Generates docs/tokens.md with a real tokenizer: token costs by output format, and by task compared with ripgrep. Usage: `bun
 * build/token-costs.ts`.
 */

import { spawnSync } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { countTokens } from "../core/host/answer/token-count.ts";
import type { Format, JsonObject } from "../core/host/frontend-api.ts";
import { createTestHost } from "../core/host/testing.ts";
import { BUILT_INS } from "../plugins/mod.ts";

const MATCHES = 200;
const TOP = join(import.meta.dirname, "..");
/** A pinned dependency, so everyone gets the same numbers. */
const SAMPLE = realpathSync(join(TOP, "node_modules/@modelcontextprotocol/sdk/dist/esm"));
/** Default budget over MCP. */
const MAX_CHARS = 40_000;

const host = await createTestHost({ roots: [SAMPLE], builtIns: BUILT_INS });

/** Answer as sent over MCP. */
async function answer(tool: string, input: JsonObject, as?: Format): Promise<{ text: string; next: boolean }> {
  const outcome = await host.invoke(tool, input);
  const sent = await host.present(tool, outcome, input, { maxChars: MAX_CHARS, ...(as ? { as } : {}) });
  return { text: sent.text.replaceAll(SAMPLE, "/work/sdk"), next: sent.next !== undefined };
}

const tokensOf = async (text: string) => (await countTokens(text)).tokens;

/** The same matches in all formats. */
async function forms(): Promise<string[]> {
  const query = { query: "return", include_globs: ["*.js"], no_ignore: true };
  const rows = { ...query, limit: MATCHES };
  const asked: [string, JsonObject, Format?][] = [
    ["`json` (the default)", rows],
    ["`json`, `optimize_paths`", { ...rows, optimize_paths: true }],
    ["`json`, `group_by_file`, `optimize_paths`", { ...rows, group_by_file: true, optimize_paths: true }],
    ["`toon`", { ...rows, output_format: "toon" }],
    [
      "`toon`, `group_by_file`, `optimize_paths`",
      { ...rows, group_by_file: true, optimize_paths: true, output_format: "toon" },
    ],
    ["`jig mcp --as toon`", rows, "toon"],
    ["`text`", { ...rows, output_format: "text" }],
    ["`text`, `max_tokens: 1000`", { ...query, output_format: "text", max_tokens: 1000 }],

    ["`summary_only`, `text`", { ...query, summary_only: true, output_format: "text" }],
    ["`count_only_matches`, `text`", { ...query, count_only_matches: true, output_format: "text" }],
    ["`files_only`, `text`", { ...query, files_only: true, output_format: "text" }],
    ["`total_only`", { ...query, total_only: true }],
  ];
  const lines: string[] = [];
  let first = 0;
  for (const [name, input, as] of asked) {
    const { text } = await answer("search_content", input, as);
    const tokens = await tokensOf(text);
    first ||= tokens;
    lines.push(`| ${name} | ${text.length} | ${tokens} | ${Math.round((tokens / first) * 100)} % |`);
  }
  return lines;
}

/** Tool calls and equivalent shell commands. */
const TASKS: [string, string, JsonObject, string[]][] = [
  ["a word", "search_content", { query: "protocolVersion" }, ["protocolVersion"]],
  [
    "a literal with dots and brackets",
    "search_content",
    { query: "Promise.resolve()", fixed_strings: true, include_globs: ["*.js"] },
    ["-F", "Promise.resolve()", "-g", "*.js"],
  ],
  ["a pattern", "search_content", { query: "class \\w+ extends", types: ["js"] }, ["class \\w+ extends", "-t", "js"]],
  [
    "whole words, case ignored",
    "search_content",
    { query: "todo", word: true, case: "insensitive" },
    ["-w", "-i", "todo"],
  ],
  [
    "two patterns",
    "search_content",
    { queries: ["async connect", "async close"], types: ["js"] },
    ["-e", "async connect", "-e", "async close", "-t", "js"],
  ],
  [
    "three lines around",
    "search_content",
    { query: "throw new", include_globs: ["shared/*.js"], context_before: 3, context_after: 3 },
    ["-C3", "throw new", "-g", "shared/*.js"],
  ],
  [
    "three lines around, in a dense file",
    "search_content",
    { query: "this\\.", files: ["client/index.js"], context_before: 3, context_after: 3 },
    ["-C3", "this\\.", "client/index.js"],
  ],
  [
    "several matches in a line",
    "search_content",
    { query: "\\w+Schema", include_globs: ["server/mcp.js"] },
    ["\\w+Schema", "-g", "server/mcp.js"],
  ],
  [
    "matches of two lines",
    "search_content",
    { query: "\\{\\n\\s+return", multiline: true, include_globs: ["server/*.js"] },
    ["-U", "\\{\\n\\s+return", "-g", "server/*.js"],
  ],
  ["which files", "search_content", { query: "transport", files_only: true }, ["-l", "transport"]],
  [
    "how many in each file",
    "search_content",
    { query: "import", count_only_matches: true, types: ["js"] },
    ["--count-matches", "import", "-t", "js"],
  ],
  ["a list of files", "list_files", { extensions: ["js"], types: ["f"] }, ["--files", "-g", "*.js"]],
];

async function tasks(): Promise<{ lines: string[]; median: number }> {
  const ratios: number[] = [];
  const lines: string[] = [];
  for (const [name, tool, input, args] of TASKS) {
    const all = { ...input, no_ignore: true };
    const { text, next } = await answer(tool, all, "text");
    const theirs = spawnSync(rgPath, ["--heading", "-n", "--no-ignore", "--sort", "path", ...args], {
      cwd: SAMPLE,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [ours, yardstick] = [await tokensOf(text), await tokensOf(theirs.stdout)];
    ratios.push(ours / yardstick);
    const command = args.map((arg) => (/^[\w./-]+$/.test(arg) ? arg : `'${arg}'`)).join(" ");
    lines.push(
      `| ${name} | \`${command.replaceAll("|", "\\|")}\` | ${ours} | ${yardstick} | ${(ours / yardstick).toFixed(2)} × | ${next ? "a page, with `next`" : "whole"} |`,
    );
  }
  const sorted = ratios.toSorted((a, b) => a - b);
  return { lines, median: (sorted[5]! + sorted[6]!) / 2 };
}

const formLines = await forms();
const { lines, median } = await tasks();
await host.close();

const document = `# What an answer costs

## The same matches in each form

The first ${MATCHES} matches of \`return\` in the MCP SDK's JavaScript (paths below \`/work/sdk\`), as \`search_content\` returns them over MCP
in each form: characters of text sent to the model, and tokens of the o200k vocabulary. The rows from \`max_tokens\` on
summarize all matches. Written by \`bun build/token-costs.ts\`.

| form | characters | tokens | of the default |
|---|---|---|---|
${formLines.join("\n")}

So start with \`total_only\`, then use \`files_only\`, \`count_only_matches\` or \`summary_only\`. Read matches as \`text\`, which has the same content as JSON in
the fewest tokens; use \`json\` or \`toon\` if a program reads them too. \`jig mcp --as text\` sends text by default.

## Compared with ripgrep

Twelve tasks on the same files: the text that a client of \`jig mcp --as text\` receives, and the output of \`rg --heading -n\`. Median: ${median.toFixed(2)} ×.

| task | rg --heading -n | jig, tokens | rg, tokens | jig / rg | answer |
|---|---|---|---|---|---|
${lines.join("\n")}
`;
writeFileSync(join(TOP, "docs/tokens.md"), document);
console.log(document);
process.exit(0);
