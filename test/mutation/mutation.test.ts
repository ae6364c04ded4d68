/** Mutation runner: finds its targets, and instrumented files behave the same without an active mutation. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { API } from "typescript/unstable/async";
import { withSwitches } from "./changes.ts";
import { state } from "./switch.ts";
import { TARGET_NAMES, targetNamed } from "./targets.ts";

const TOP = join(import.meta.dirname, "../..");
const SOURCE = `
interface Entry { "kind": "a"; size: 1 }
export function found(entries: readonly { name: string; size: number }[], least = 2): string[] {
  const names: string[] = [];
  for (const { name, size } of entries) {
    if (!name || size < least) continue;
    if (name.startsWith("x")) throw new TypeError("a name with x");
    names.push([name, size + 1].join(":"));
  }
  return names.length === 0 ? ["none"] : names;
}
export const waits = async (ready: Promise<number> | undefined): Promise<number> => (await ready) ?? 7;
export async function tries(ready: Promise<number>, again: Promise<number>): Promise<number> {
  try { return await ready; } catch { }
  return await again;
}
`;
const folder = mkdtempSync(join(tmpdir(), "jig-mutation-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("every target has files, in folders that are there", () => {
  for (const name of TARGET_NAMES) assert.ok(targetNamed(name, TOP).files.length > 0, name);
});

test("changes of a file: found, and in force one at a time", async () => {
  writeFileSync(join(folder, "tsconfig.json"), '{ "files": ["source.ts"] }');
  writeFileSync(join(folder, "source.ts"), SOURCE);
  const api = new API({ cwd: TOP });
  const snapshot = await api.updateSnapshot({ openProject: join(folder, "tsconfig.json") });
  const source = (await snapshot.getProjects()[0]!.program.getSourceFile(join(folder, "source.ts")))!;
  const { text, mutants } = withSwitches("source.ts", source, 0, join(import.meta.dirname, "switch.ts"));
  await api.close();
  assert.deepEqual(
    mutants.map(({ line, from, to }) => `${line} ${from} → ${to}`),
    [
      "3 2 → 3",
      "3 2 → 1",
      "3 { → { return;",
      "6 || → &&",
      "6 ! → ",
      "6 < → <=",
      "6 < → >=",
      "6 continue; → ",
      '7 name.startsWith("x") → negated',
      "7 .startsWith( → .endsWith(",
      '7 "x" → ""',
      '7 throw new TypeError("a name with x"); → ',
      '8 names.push([name, size + 1].join(":")); → ',
      "8 [name, size + 1] → []",
      "8 + → -",
      "8 1 → 2",
      "8 1 → 0",
      '8 ":" → ""',
      "10 === → !==",
      "10 0 → 1",
      '10 ["none"] → []',
      '10 "none" → ""',
      "12 (await ready) ?? 7 → undefined",
      "12 ?? → &&",
      "12 ?? → right",
      "12 await → ",
      "12 7 → 8",
      "12 7 → 6",
      "13 { → { return;",
      "14 await → ",
    ],
  );
  writeFileSync(join(folder, "switched.ts"), text);
  const { found, waits } = await import(join(folder, "switched.ts"));
  const entries = [
    { name: "a", size: 2 },
    { name: "b", size: 1 },
  ];
  const answers = async () => JSON.stringify([found(entries), found([]), await waits(Promise.resolve(3))]);
  assert.equal(await answers(), '[["a:3"],["none"],3]');
  state.now = mutants.findIndex(({ to }) => to === "<=");
  assert.equal(await answers(), '[["none"],["none"],3]');
  state.now = -1;
});
