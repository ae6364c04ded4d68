/**
 * Offline diagnostics on public projects: 90 % of seeded errors are found, unmodified scripts have none. Prints a table. JIG_FAULTS
 * is the number of errors per kind (default 36), JIG_SEED varies them.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { corpus } from "../jig.ts";
import { FAULT_KINDS } from "./fault-kinds.ts";
import { PUBLIC_PROJECTS } from "./public-projects.ts";
import { type Fault, type Project, readProject, type Script, seededRandom, seedFault } from "./seeded-faults.ts";
import { openSession } from "./session.ts";

/** Chosen before any of the checks were written. */
const SEEDED = [
  "TriKnot+HomsesBattle",
  "EpiKnightz+BowlingVSZombie",
  "jabbawalden+Tega",
  "najoast+AngelscriptAura",
  "tec-sx+FlickerVoid",
  "moppius+MidwinterMurders",
];

/** Some seeds don't find enough places. */
const FEWEST = 30;

interface Count {
  seeded: number;
  error: number;
  likely: number;
}

function scriptsOf(folder: string): Script[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".as"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

const present = SEEDED.filter((name) => corpus(name));

test("nine of ten seeded faults are told", {
  skip: present.length > 0 ? false : "no corpus: set JIG_CORPUS",
  timeout: 1_200_000,
}, async () => {
  const random = seededRandom(Number(process.env.JIG_SEED ?? 1));
  const each = Number(process.env.JIG_FAULTS ?? 36);
  const counts = new Map<string, Count>(
    Object.keys(FAULT_KINDS).map((kind) => [kind, { seeded: 0, error: 0, likely: 0 }]),
  );
  const missed: string[] = [];
  const projects = present.map((name) => readProject(scriptsOf(corpus(name) as string)));
  const faults = projects.map((): Fault[] => []);
  for (const [kind, count] of counts) {
    const known = new Set<string>();
    // Projects take turns. Those without a place for this kind skip theirs.
    for (let turn = 0; turn < each * present.length * 4 && count.seeded < each; turn++) {
      const at = turn % present.length;
      const fault = seedFault(projects[at] as Project, kind, random);
      if (!fault || known.has(fault.path + fault.text)) continue;
      known.add(fault.path + fault.text);
      faults[at]?.push(fault);
      count.seeded++;
    }
  }
  for (const [at, name] of present.entries()) {
    const root = corpus(name) as string;
    const session = await openSession({ cwd: root, args: ["--root", root] });
    for (const { kind, path, text, line, code } of faults[at] as Fault[]) {
      const count = counts.get(kind) as Count;
      const { data } = await session.call("angelscript_diagnostics", { filePath: path, content: text });
      const severities = new Set(data?.diagnostics.map(({ severity }: { severity: string }) => severity));
      if (severities.has("error")) count.error++;
      else if (severities.has("likely")) count.likely++;
      else missed.push(`${kind}: ${path}:${line} ${code}`);
    }
    await session.close();
  }
  for (const [kind, { seeded, error, likely }] of counts)
    console.log(kind.padEnd(26), `${seeded} seeded, ${error} error, ${likely} likely`);
  const seeded = [...counts.values()].reduce((sum, count) => sum + count.seeded, 0);
  console.log(`${seeded - missed.length} of ${seeded} told; missed:\n${missed.join("\n")}`);
  assert.ok(missed.length <= seeded * 0.1);
  if (present.length < SEEDED.length) return;
  assert.deepEqual(
    [...counts]
      .filter(([, count]) => count.seeded < Math.min(each, FEWEST))
      .map(([kind, count]) => `${kind}: ${count.seeded}`),
    [],
  );
});

const opened = PUBLIC_PROJECTS.filter(({ name }) => corpus(name));

test("public scripts raise no error, and each project opens or says why not", {
  skip: opened.length > 0 ? false : "no corpus: set JIG_CORPUS",
  timeout: 1_200_000,
}, async () => {
  let files = 0;
  let likely = 0;
  const errors: unknown[] = [];
  for (const { name, scripts, opens } of opened) {
    const root = corpus(name) as string;
    const session = await openSession({ cwd: root, args: ["--root", root] });
    const answer = await session.call("angelscript_diagnostics", {});
    const members = opens === "no script" ? {} : await session.call("angelscript_getTypeMembers", { name: "AActor" });
    await session.close();
    if (opens === "no script") {
      assert.match(answer.error.message, /needs a workspace that has/);
      continue;
    }
    assert.equal(answer.data.filesChecked, scripts, name);
    assert.equal(members.data.nativeSource, opens, name);
    files += scripts;
    for (const diagnostic of answer.data.diagnostics)
      if (diagnostic.severity === "likely") likely++;
      else errors.push(diagnostic);
  }
  console.log(`${files} files of ${opened.length} projects: ${errors.length} errors, ${likely} likely`);
  assert.deepEqual(errors, []);
  assert.ok(likely <= Math.max(1, files / 1000));
});
