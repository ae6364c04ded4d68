/**
 * Runs 50 tasks on public projects with several approaches and updates docs/evidence.md: `JIG_CORPUS=<folder of checkouts
 * owner+name> bun test/evidence/evidence.ts` with dist/jig built. `JIG_CODEGRAPH=<program>` adds codegraph, which indexes copies of
 * the C# projects. Commits are listed in tasks.json.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { McpProcess } from "../mcp/mcp-process.ts";
import { ASKABLE, byCodegraph, index } from "./codegraph.ts";
import { type Row, table } from "./page.ts";
import { byGrep, byGrepAndRead, byJig, type Exchange } from "./strategies.ts";
import { flat, readTasks, type Task } from "./task.ts";

const CORPUS = process.env.JIG_CORPUS ?? "";
const CODEGRAPH = process.env.JIG_CODEGRAPH;
const { corpora, tasks } = readTasks();
const folderOf = (name: string) => join(CORPUS, corpora[name]!.repository.replace("/", "+"), corpora[name]!.root);

const missing = Object.entries(corpora).filter(([name]) => !existsSync(folderOf(name)));
if (missing.length > 0) {
  for (const [name, { repository, commit }] of missing)
    console.error(`${name} is not in JIG_CORPUS: ${repository} at ${commit}`);
  process.exit(1);
}

const NEAR = 0.05;

function grade(task: Task, { answer, possible }: Pick<Exchange, "answer" | "possible">): Row["verdict"] {
  const required = flat(task.required);
  if (task.kind === "tokens") return Math.abs(Number(answer[0]) / Number(required[0]) - 1) <= NEAR ? "right" : "wrong";
  if (task.kind === "lines") return answer.join("\n").trimEnd() === required.join("\n").trimEnd() ? "right" : "wrong";
  const given = new Set(answer);
  const allowed = new Set([...required, ...flat(task.allowed)]);
  if (answer.some((place) => !allowed.has(place))) return "wrong";
  if (required.every((place) => given.has(place))) return "right";
  return required.every((place) => given.has(place) || possible.includes(place)) ? "marked" : "wrong";
}

const cost = (calls: Exchange["calls"]) =>
  calls.reduce((sum, { asked, answered }) => sum + countTokens(asked) + countTokens(answered), 0);

function rowOf(task: Task, exchange: Exchange, verdict = grade(task, exchange)): Row {
  if (verdict === "wrong" && exchange.answer.length > 0 && process.env.JIG_EVIDENCE_VERBOSE) {
    const allowed = new Set([...flat(task.required), ...flat(task.allowed)]);
    const lacks = flat(task.required).filter(
      (place) => !exchange.answer.includes(place) && !exchange.possible.includes(place),
    );
    console.error(task.asks, {
      lacks: lacks.slice(0, 5),
      wrong: exchange.answer.filter((place) => !allowed.has(place)).slice(0, 5),
    });
  }
  return { task, verdict, calls: exchange.calls.length, tokens: cost(exchange.calls) };
}

const rows = { grep: [] as Row[], read: [] as Row[], jig: [] as Row[], codegraph: [] as Row[] };
const lists: Record<string, number> = {};
const copies = mkdtempSync(join(tmpdir(), "jig-evidence-"));

for (const name of Object.keys(corpora)) {
  const root = folderOf(name);
  const jig = new McpProcess(["--as", "text", "--structured", "--root", root]);
  await jig.initialize();
  const plain = new McpProcess(["--as", "text", "--root", root]);
  await plain.initialize();
  lists[name] = countTokens(JSON.stringify((await plain.ask(1, "tools/list", {})).result.tools));
  await plain.end();
  const own = tasks.filter(({ corpus }) => corpus === name);
  const copy = join(copies, name);
  const indexed = CODEGRAPH && own.some(({ kind }) => ASKABLE.has(kind)) && name !== "angelscript-sample";
  if (indexed) {
    cpSync(root, copy, { recursive: true });
    index(CODEGRAPH, copy);
  }
  for (const task of own) {
    const required = flat(task.required);
    rows.grep.push(rowOf(task, byGrep(task, root)));
    rows.read.push(rowOf(task, byGrepAndRead(task, root, new Set(required))));
    rows.jig.push(rowOf(task, await byJig(task, root, jig)));
    if (!indexed || !ASKABLE.has(task.kind)) continue;
    const { asked, answered, right } = byCodegraph(CODEGRAPH, task, copy, required, new Set(flat(task.allowed)));
    rows.codegraph.push(
      rowOf(task, { calls: [{ asked, answered }], answer: [], possible: [] }, right ? "right" : "wrong"),
    );
  }
  await jig.end();
}
rmSync(copies, { recursive: true, force: true });

const page = fileURLToPath(new URL("../../docs/evidence.md", import.meta.url));
writeFileSync(page, table({ corpora, rows, lists }));
spawnSync("bunx", ["biome", "format", "--write", page]);
process.exit(0);
