/**
 * `bun run bench [words]` runs all test/bench/*.bench.ts (or those matching a word) with dist/jig and prints a table with results,
 * baselines, limits and targets. `--json FILE` also writes the rows, `--add FILE` prepends those of an earlier run, `--document`
 * updates docs/performance.md and README.md. It never fails, because results depend on the machine.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { JIG, TOP } from "../jig.ts";
import type { Bench, BenchRow } from "./row.ts";

const { values, positionals } = parseArgs({
  options: {
    json: { type: "string" },
    add: { type: "string", multiple: true, default: [] },
    document: { type: "boolean" },
  },
  allowPositionals: true,
});
const names = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".bench.ts"))
  .filter((name) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
  .sort();

const rows: (BenchRow & { script: string })[] = values.add.flatMap((file) => JSON.parse(readFileSync(file, "utf8")));
const left: string[] = [];
for (const name of names) {
  const { default: bench } = (await import(join(import.meta.dirname, name))) as { default: Bench };
  process.stderr.write(`bench: ${name}\n`);
  const measured = await bench(JIG).catch((error) => {
    process.stderr.write(`bench: ${name} broke: ${error.stack ?? error}\n`);
    return undefined;
  });
  if (measured) rows.push(...measured.map((row) => ({ ...row, script: name })));
  else left.push(name);
}
if (values.document) document();
if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
console.log(`${availableParallelism()} cores, ${process.platform} ${process.arch}\n`);
console.log(table(rows));
if (left.length > 0) console.log(`\nNot measured (corpus absent: set JIG_CORPUS, or see above): ${left.join(", ")}`);
process.exit(0);

/** Number and script for each row. The README gets one line per script. */
function document(): void {
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${process.platform} ${process.arch}`;
  const head = `Measured on ${new Date().toISOString().slice(0, 10)}, ${machine}.`;
  const script = (row: (typeof rows)[number]) => `\`test/bench/${row.script}\``;
  const ratio = (row: BenchRow) => `${shown(row.value)} ${row.unit}`;
  const all = rows.map((row) => [
    row.what,
    row.ours,
    row.yardstick,
    ratio(row),
    `≤ ${row.bar}`,
    `≤ ${row.aim}`,
    verdict(row),
    script(row),
  ]);
  const firsts = rows.filter((row, index) => rows.findIndex((other) => other.script === row.script) === index);
  fillNumbers(
    "docs/performance.md",
    head,
    ["what", "ours", "yardstick", "value", "bar", "aim", "verdict", "script"],
    all,
  );
  const few = firsts.map((row) => [row.what, row.ours, row.yardstick, ratio(row), script(row)]);
  fillNumbers("README.md", head, ["what", "jig", "yardstick", "ratio", "script"], few);
}

function fillNumbers(name: string, head: string, titles: string[], lines: string[][]): void {
  const file = join(TOP, name);
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const content = [head, "", line(titles), `|${"---|".repeat(titles.length)}`, ...lines.map(line)].join("\n");
  const text = readFileSync(file, "utf8").replace(
    /(<!-- numbers -->\n)[\s\S]*?(<!-- \/numbers -->)/,
    (_, start, end) => `${start}${content}\n${end}`,
  );
  writeFileSync(file, text);
  spawnSync(join(TOP, "node_modules", ".bin", "biome"), ["format", "--write", file]);
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function verdict({ value, bar, aim }: BenchRow): string {
  return value <= aim ? "aim met" : value <= bar ? "bar met" : "BAR MISSED";
}

function table(measured: BenchRow[]): string {
  const cells = measured.map((row) => [
    row.what + (row.note ? ` (${row.note})` : ""),
    row.ours,
    row.yardstick,
    `${shown(row.value)} ${row.unit}`.trim(),
    `≤ ${row.bar}`,
    `≤ ${row.aim}`,
    verdict(row),
  ]);
  const all = [["what", "ours", "yardstick", "value", "bar", "aim", "verdict"], ...cells];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(all[0]!), rule, ...cells.map(line)].join("\n");
}
