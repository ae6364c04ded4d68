/**
 * Compares a real Zoekt server (via dist/jig) with ripgrep in checkouts of the same commits, and prints a table: `bun
 * test/zoekt/compare.ts --server URL [--servers URL,URL,URL] --checkouts DIR [--questions 300] [--document]`. Repositories are
 * named like their checkout and fully committed. Answers must match ripgrep, be rejected, or say what's missing.
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { environment, JIG, TOP } from "../jig.ts";
import { askRipgrep, type OracleRow, type Question } from "../search/oracle.ts";
import { questions } from "../search/questions.ts";

const { values } = parseArgs({
  options: {
    server: { type: "string" },
    servers: { type: "string" },
    checkouts: { type: "string" },
    questions: { type: "string", default: "300" },
    times: { type: "boolean", default: false },
    document: { type: "boolean", default: false },
  },
});
const { server, checkouts } = values;
if (!server || !checkouts) throw new Error("name --server URL and --checkouts DIR");

interface Open {
  ask(input: object): Promise<{ answer: Record<string, unknown>; ms: number }>;
  close(): Promise<void>;
}

async function open(urls: readonly string[], cache?: string): Promise<Open & { cache: string }> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-zoekt-")));
  const home = cache ?? join(root, "cache");
  const args = ["mcp", "--root", root, ...urls.flatMap((url) => ["--zoekt", url])];
  const client = new Client({ name: "compare", version: "1" });
  await client.connect(new StdioClientTransport({ command: JIG, args, env: environment({ XDG_CACHE_HOME: home }) }));
  let files = 0;
  return {
    cache: home,
    async ask(input) {
      const output_file = join(root, `${files++}.json`);
      const started = performance.now();
      const result = await client.callTool(
        { name: "search_content", arguments: { ...input, output_file, suppress_output: true, timeout_ms: 100_000 } },
        undefined,
        { timeout: 120_000 },
      );
      const ms = performance.now() - started;
      const [{ text }] = result.content as [{ text: string }];
      const short = JSON.parse(text);
      const answer = short.success === true ? JSON.parse(readFileSync(output_file, "utf8")) : short;
      rmSync(output_file, { force: true });
      return { answer, ms };
    },
    async close() {
      await client.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Repositories with text to search for. */
const repos = readdirSync(checkouts)
  .sort()
  .filter((repo) => filesIn(join(checkouts, repo)).length > 1);
const report: string[] = [];

/** Distributes queries over the repositories; some go to several at once. */
async function compare(): Promise<void> {
  const jig = await open([server!]);
  const tally = { equal: 0, rows: 0, refused: 0, honest: 0, wrong: 0 };
  const each = Math.ceil(Number(values.questions) / repos.length);
  for (const [index, repo] of repos.entries()) {
    const root = join(checkouts!, repo);
    const texts = filesIn(root).slice(0, 2000);
    for (const question of questions(texts, each, 7 + index).map((one, at) => shifted(one, at + index * 3, texts))) {
      const { answer } = await jig.ask({ ...question, roots: [`repo:${repo}`] });
      const expected = askRipgrep(root, question);
      const verdict = judge(answer, expected, root, repo);
      tally[verdict]++;
      if (verdict === "equal") tally.rows += expected?.length ?? 0;
      if (verdict === "wrong")
        console.log("WRONG", repo, JSON.stringify(question), difference(answer, expected, root, repo));
      if (verdict === "honest") console.log("partial", repo, JSON.stringify(question), JSON.stringify(answer.warnings));
    }
  }
  await jig.close();
  report.push(
    `${each * repos.length} questions over ${repos.length} repositories: ${tally.equal} answers equal to ripgrep's, row by row (${tally.rows} rows), ` +
      `${tally.refused} refused by both, ${tally.honest} that say what is missing, ${tally.wrong} wrong.`,
  );
}

/** Queries have the same shapes for each repository, so start at different ones. */
function shifted(question: Question, at: number, texts: readonly string[]): Question {
  return at % 25 === 24 && texts.length > 0 ? { ...question, hidden: true } : question;
}

function judge(
  answer: Record<string, unknown>,
  expected: OracleRow[] | undefined,
  root: string,
  repo: string,
): "equal" | "refused" | "honest" | "wrong" {
  if (answer.success !== true) return expected === undefined ? "refused" : "wrong";
  if (expected === undefined) return "wrong";
  const all = shown(expected, root, repo);
  const found = rowsOf(answer);
  if (JSON.stringify(all.slice(0, 10_000)) === JSON.stringify(found)) {
    return answer.total_matches === all.length ? "equal" : "wrong";
  }
  const known = new Set(all.map((row) => JSON.stringify(row)));
  return answer.at_least === true && found.every((row) => known.has(JSON.stringify(row))) ? "honest" : "wrong";
}

function shown(rows: readonly OracleRow[], root: string, repo: string): unknown[] {
  return rows.map(({ file, line_number, column, match_text }) => [
    `repo:${repo}${file.slice(root.length)}`,
    line_number,
    column,
    match_text.slice(0, 500),
  ]);
}

function rowsOf({ results }: Record<string, unknown>): unknown[] {
  return ((results ?? []) as OracleRow[]).map(({ file, line_number, column, match_text }) => [
    file,
    line_number,
    column,
    match_text,
  ]);
}

function difference(
  answer: Record<string, unknown>,
  expected: OracleRow[] | undefined,
  root: string,
  repo: string,
): string {
  if (answer.success !== true || !expected) return JSON.stringify(answer).slice(0, 500);
  const [all, found] = [shown(expected, root, repo), rowsOf(answer)].map((rows) =>
    rows.map((row) => JSON.stringify(row)),
  );
  const lacking = all!.filter((row) => !found!.includes(row)).slice(0, 2);
  const extra = found!.filter((row) => !all!.includes(row)).slice(0, 2);
  return `${all!.length} rows of rg, ${found!.length} of jig (total ${answer.total_matches}, at_least ${answer.at_least}); lacking ${lacking}; extra ${extra} ${answer.warnings ?? ""}`;
}

function filesIn(root: string): string[] {
  const all = readdirSync(root, { recursive: true, withFileTypes: true });
  return all
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.(cs|as|h|cpp|md|json|py|asmdef|txt)$/.test(entry.name) &&
        !entry.parentPath.includes("/.git"),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Smallest first; medians of three runs, with lists and copies already cached. */
async function times(): Promise<void> {
  const sized = repos.map((repo) => ({ repo, files: readdirSync(join(checkouts!, repo), { recursive: true }).length }));
  sized.sort((a, b) => a.files - b.files || (a.repo < b.repo ? -1 : 1));
  const words = ["OnDestroy", "class \\w+Manager"];
  report.push(
    "",
    "| repositories | question | rows | first time | again | rg over the checkouts |",
    "| --- | --- | ---: | ---: | ---: | ---: |",
  );
  for (const count of [1, 5, 10, 20].map((each) => Math.min(each, sized.length))) {
    const some = sized.slice(-count).map(({ repo }) => repo);
    for (const query of words) {
      const jig = await open([server!]);
      const roots = some.map((repo) => `repo:${repo}`);
      const input = { query, roots, case: "sensitive", count_only_matches: true };
      const first = await jig.ask(input);
      const again = await median(async () => (await jig.ask(input)).ms);
      const rg = await median(async () => {
        const started = performance.now();
        for (const repo of some) askRipgrep(join(checkouts!, repo), { query, case: "sensitive" });
        return performance.now() - started;
      });
      await jig.close();
      report.push(
        `| ${some.length} | \`${query}\` | ${first.answer.total_matches} | ${ms(first.ms)} | ${ms(again)} | ${ms(rg)} |`,
      );
    }
  }
  const fleet = values.servers?.split(",") ?? [];
  if (fleet.length === 0) return;
  report.push("", "| servers | question | rows | first time | again |", "| --- | --- | ---: | ---: | ---: |");
  for (const urls of [[server!], fleet]) {
    for (const query of words) {
      const jig = await open(urls);
      const input = { query, roots: ["repo:*"], case: "sensitive", count_only_matches: true };
      const first = await jig.ask(input);
      const again = await median(async () => (await jig.ask(input)).ms);
      await jig.close();
      report.push(`| ${urls.length} | \`${query}\` | ${first.answer.total_matches} | ${ms(first.ms)} | ${ms(again)} |`);
    }
  }
}

async function median(measure: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let at = 0; at < 3; at++) all.push(await measure());
  return all.sort((a, b) => a - b)[1]!;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

if (values.times) await times();
else await compare();
console.log(report.join("\n"));
if (values.document) {
  const path = join(TOP, "docs", "zoekt.md");
  const mark = values.times ? "times" : "compared";
  const head = `Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores.`;
  const text = readFileSync(path, "utf8");
  const filled = text.replace(
    new RegExp(`(<!-- ${mark} -->\n)[^]*?(<!-- /${mark} -->)`),
    `$1${head}\n\n${report.join("\n").trim()}\n$2`,
  );
  writeFileSync(path, filled);
}
process.exit(0);
