/**
 * `bun test/csharp/mutants.ts [minutes] [seed] [file…]`: changes one thing at a time in plugins/csharp/references (in those files of it), in a copy
 * of this tree, and runs the unit tests by construct on it. Prints every change that they did not notice when it is met, and at the end how many
 * they did, and the others as the list of docs/csharp-truth.md. Default: 10 minutes.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Mutant {
  file: string;
  at: number;
  from: string;
  to: string;
}

/** What is written, and what stands there instead. */
const CHANGES: [RegExp, string][] = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \?\? /g, " && "],
  [/ < /g, " <= "],
  [/ > /g, " >= "],
  [/ <= /g, " < "],
  [/ >= /g, " > "],
  [/ \+ 1\b/g, " + 2"],
  [/ - 1\b/g, " - 2"],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/(?<=\()!(?=[\w(])/g, ""],
  [/"yes"/g, '"maybe"'],
  [/"maybe"/g, '"no"'],
  [/"certain"/g, '"possible"'],
  [/\.some\(/g, ".every("],
  [/\.every\(/g, ".some("],
  [/^ {2,}continue;$/gm, "    ;"],
];
const TOP = join(import.meta.dirname, "../..");
const FOLDER = "plugins/csharp/references";
const minutes = Number(process.argv[2] ?? 10);
let seed = Number(process.argv[3] ?? 1);
const only = process.argv.slice(4);

const copy = mkdtempSync(join(tmpdir(), "jig-mutants-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const part of [
  "core",
  "plugins",
  "test/csharp",
  "test/own-folder.ts",
  "package.json",
  "tsconfig.json",
  "bunfig.toml",
])
  cpSync(join(TOP, part), join(copy, part), { recursive: true });
symlinkSync(join(TOP, "node_modules"), join(copy, "node_modules"));

const names = readdirSync(join(copy, FOLDER)).filter((name) => name.endsWith(".ts"));
const tests = names.filter((name) => name.endsWith(".test.ts"));
// In one file they load what they share once.
const together = join(copy, FOLDER, "together.test.ts");
writeFileSync(together, tests.map((name) => `import "./${name}";\n`).join(""));
const all = names
  .filter((name) => !tests.includes(name) && (only.length === 0 || only.includes(name)))
  .flatMap((name) => mutantsOf(name, readFileSync(join(copy, FOLDER, name), "utf8")));
if (!isNoticed()) console.log("the tests pass on the unchanged copy");
else throw new Error("the tests fail on the unchanged copy");
const until = Date.now() + minutes * 60_000;
const survivors = new Map<string, string[]>();
let tried = 0;
let noticed = 0;
for (const mutant of shuffled(all)) {
  if (Date.now() > until) break;
  const path = join(copy, FOLDER, mutant.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.slice(0, mutant.at) + mutant.to + text.slice(mutant.at + mutant.from.length));
  tried++;
  if (isNoticed()) noticed++;
  else {
    const line = text.slice(0, mutant.at).split("\n").length;
    const what =
      mutant.to === "" ? `\`${mutant.from.trim()}\` left out` : `\`${mutant.from.trim()} → ${mutant.to.trim()}\``;
    survivors.set(mutant.file, [...(survivors.get(mutant.file) ?? []), `${line} ${what}`]);
    console.log(
      `${tried} ${mutant.file}:${line} ${mutant.from.trim()} → ${mutant.to.trim()}  ${text.split("\n")[line - 1]!.trim()}`,
    );
  }
  writeFileSync(path, text);
}
console.log(`${tried} of ${all.length} changes tried, ${noticed} noticed, ${tried - noticed} not`);
for (const [file, list] of [...survivors].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`- ${file}: ${list.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).join(", ")}`);

/** Comments, imports and type declarations hold nothing that runs. */
function mutantsOf(file: string, text: string): Mutant[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|^import .*$|^export type .*$/gm, (found) =>
    found.replace(/[^\n]/g, " "),
  );
  return CHANGES.flatMap(([pattern, to]) =>
    [...code.matchAll(pattern)].map((found) => ({ file, at: found.index, from: found[0], to })),
  );
}

/** A change that the tests do not survive, or that they never end with. */
function isNoticed(): boolean {
  const { status } = spawnSync("bun", ["test", "--bail", "--timeout", "20000", together], {
    cwd: copy,
    stdio: "ignore",
    timeout: 30_000,
  });
  return status !== 0;
}

function shuffled<T>(list: readonly T[]): T[] {
  const left = [...list];
  for (let at = left.length - 1; at > 0; at--) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = seed % (at + 1);
    [left[at], left[other]] = [left[other]!, left[at]!];
  }
  return left;
}
