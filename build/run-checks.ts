/** `bun run ok`: format, lint, types, architecture, tests. Cheapest checks run first. `bun run check` skips the tests. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { unexplainedPins } from "./pin-rule.ts";

const TOP = join(import.meta.dirname, "..");

const STEPS: [string, string[]][] = [
  ["format and lint", ["biome", "check", "--error-on-warnings", "."]],
  ["types", ["tsc", "-p", "."]],
  ["unused files, exports and dependencies", ["knip", "--treat-config-hints-as-errors"]],
  ["generated documents", ["bun", "build/docs.ts", "--check"]],
  [
    "architecture",
    [
      "bun",
      "test",
      "--timeout",
      "120000",
      ...["architecture", "names", "prose", "commits"].map((name) => `./test/${name}.test.ts`),
    ],
  ],
  ...(process.argv.includes("--quick") ? [] : [["binary and tests", ["bun", "run", "test"]] as [string, string[]]]),
];

for (const [what, [command, ...args]] of STEPS) {
  process.stdout.write(`ok: ${what}\n`);
  const path = command === "bun" ? process.execPath : join(TOP, "node_modules", ".bin", command!);
  const { status } = spawnSync(path, args, { cwd: TOP, stdio: "inherit" });
  if (status !== 0) {
    process.stderr.write(`ok: ${what} failed\n`);
    process.exit(1);
  }
}
const unexplained = unexplainedPins(TOP);
if (unexplained) {
  process.stderr.write(`ok: ${unexplained}\n`);
  process.exit(1);
}
process.stdout.write("ok: everything\n");
