/**
 * Runs the questions in `real-questions.ts` about public projects over MCP, as text and JSON, and writes the costs to
 * docs/unity-questions.md. Usage: `JIG_CORPUS=<folder> bun test/csharp/real-questions-table.ts` (needs dist/jig).
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { corpus } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { MAX_CALLS, MAX_TOKENS } from "./questions.ts";
import { writeSection } from "./questions-page.ts";
import { PROJECTS, REAL_QUESTIONS } from "./real-questions.ts";

interface Answer {
  tokens: number;
  faults: string[];
}

const NEXT = /next: (\{.*\})\s*$/;
const absent = PROJECTS.filter(({ folder }) => corpus(folder) === undefined);
if (absent.length > 0) {
  console.log(
    `skipped: ${absent.map(({ folder }) => folder).join(", ")} not below JIG_CORPUS; the page stays as it is`,
  );
  process.exit(0);
}

const cells: string[][] = REAL_QUESTIONS.map(() => []);
const calls: string[] = REAL_QUESTIONS.map(() => "");
let bad = 0;
const long: string[] = [];
for (const [at, { folder, title }] of PROJECTS.entries()) {
  const sessions = [await session(folder, ["--as", "text"]), await session(folder, [])] as const;
  for (const [row, { asks, of }] of REAL_QUESTIONS.entries()) {
    const asked = of[at];
    if (!asked) {
      cells[row]!.push("");
      continue;
    }
    calls[row] ||= `\`${asked.call[0]} ${JSON.stringify(asked.call[1])}\``;
    const [text, json] = [
      await answered(sessions[0], asked.call, asked.says),
      await answered(sessions[1], asked.call, []),
    ];
    for (const fault of [...text.faults, ...json.faults]) {
      bad++;
      console.log(`${title}: ${asks}: ${fault}`);
    }
    for (const [how, { tokens }] of [
      ["text", text],
      ["JSON", json],
    ] as const)
      if (tokens > MAX_TOKENS) long.push(`${title}, ${asks} ${tokens} tokens as ${how}`);
    const right = text.faults.length + json.faults.length === 0;
    cells[row]!.push(`${text.tokens} / ${json.tokens}${right ? "" : " **wrong**"}`);
  }
  for (const { end } of sessions) await end();
}
const rows = REAL_QUESTIONS.map(({ asks }, row) => `| ${asks} | ${calls[row]} | ${cells[row]!.join(" | ")} |`);
writeSection(
  "On public projects",
  `Written by \`JIG_CORPUS=<folder> bun test/csharp/real-questions-table.ts\` from the compiled program over MCP; do not edit. Each question is one call, without arguments
beyond the name; the call for the first project is shown. Tokens are given for text (which \`jig mcp config\` sets for every client) and for JSON. A longer answer is a page with the exact total and
the input that continues it; the next page is requested once. \`test/csharp/real-questions.ts\` contains what each text must say.

| question | call | ${PROJECTS.map(({ title }) => title).join(" | ")} |
| --- | --- | ${PROJECTS.map(() => "---").join(" | ")} |
${rows.join("\n")}

${long.length === 0 ? `None is longer than ${MAX_TOKENS} tokens.` : `Longer than ${MAX_TOKENS} tokens, as JSON with the contract's page sizes, unless stated otherwise: ${long.join("; ")}.`}
`,
);
console.log(`${rows.length} questions of ${PROJECTS.length} projects, at most ${MAX_CALLS} calls; ${bad} faults`);
for (const each of long) console.log(`longer than ${MAX_TOKENS} tokens: ${each}`);
process.exit(bad > 0 ? 1 : 0);

interface Session {
  call(tool: string, input: object): Promise<{ text: string; failed: boolean }>;
  end(): Promise<void>;
}

async function session(folder: string, args: string[]): Promise<Session> {
  const jig = new McpProcess([...args, "--root", corpus(folder)!]);
  await jig.initialize();
  let id = 0;
  return {
    async call(tool, input) {
      const { result } = await jig.call(++id, tool, input);
      return { text: result.content[0].text, failed: result.isError === true };
    },
    async end() {
      await jig.end();
    },
  };
}

/** Tokens of the first page. If it says that there are more, the second page must exist and differ. */
async function answered(jig: Session, [tool, input]: [string, object], says: (string | RegExp)[]): Promise<Answer> {
  const { text, failed } = await jig.call(tool, input);
  const faults = says
    .filter((what) => (typeof what === "string" ? !text.includes(what) : !what.test(text)))
    .map((what) => `lacks ${what}: ${text}`);
  if (failed) faults.push(`failed: ${text}`);
  const next = text.startsWith("{") ? JSON.parse(text).next : NEXT.exec(text)?.[1];
  if (next !== undefined) {
    const more = await jig.call(tool, { ...input, ...(typeof next === "string" ? JSON.parse(next) : next) });
    if (more.failed || more.text === text) faults.push(`next leads nowhere: ${more.text}`);
  }
  return { tokens: countTokens(text), faults };
}
