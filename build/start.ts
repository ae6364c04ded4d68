/** `bun start`: builds the binary, then opens the explorer. Without a terminal, lists the tools and runs a sample search. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { compile } from "./compile.ts";

const TOP = join(import.meta.dirname, "..");
const JIG = join(TOP, "dist", process.platform === "win32" ? "jig.exe" : "jig");

function run(args: string[]): number {
  return spawnSync(JIG, args, { stdio: "inherit" }).status ?? 1;
}

await compile({ outfile: JIG });
// npm-like runners may keep the separating `--`.
const [first, ...rest] = process.argv.slice(2);
const args = first === undefined ? [] : first === "--" ? rest : [first, ...rest];
if (args.length > 0 || process.stdout.isTTY) process.exit(run(args));
console.log("$ jig tools\n");
const listed = run(["tools"]);
console.log(
  '\n$ jig search_content --query "export function create" --include-globs "core/host/capabilities/*.ts" --as text\n',
);
const found = run([
  "search_content",
  "--query",
  "export function create",
  "--include-globs",
  "core/host/capabilities/*.ts",
  "--as",
  "text",
]);
process.exit(listed || found);
