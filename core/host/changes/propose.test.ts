/** What a tool does to a thousand files must not keep other calls waiting. */
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { planAnswer } from "../contract/plan-answer.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { createWorkspace, openRoots } from "../workspace/workspace.ts";
import { createPlanLog } from "./plan-log.ts";
import { createChanges } from "./propose.ts";

test("other work runs between the files that a tool reads, and before its plan is stored", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-propose-")));
  const names = Array.from({ length: 20 }, (_, at) => join(folder, `${at}.txt`));
  for (const name of names) writeFileSync(name, "old\n");
  const roots = openRoots([folder], undefined);
  const workspace = createWorkspace(roots, () => []);
  const never = async () => Promise.reject(new Error("no plan of this test is checked again"));
  const plans = createPlanLog({ stateFolder: join(folder, "state"), roots, readOnly: false, invoke: never });
  const gate = { path: async (path: string) => await workspace.resolve(path) };
  const common = {
    plugin: "test",
    tool: "test",
    permissions: {},
    input: {},
    effect: "read" as const,
    isDeclared: true,
  };
  const changes = createChanges({ ...common, gate, workspace, plans, slice: new TimeSlice({ ms: 0 }) });
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const files = [];
  for (const path of names) {
    const { hash } = await changes.read(path);
    files.push({ path, hash, edits: [{ start: 0, end: 3, text: "new" }] });
  }
  assert.ok(turns >= names.length - 1, `${turns} turns`);
  const before = turns;
  const { value } = await changes.propose({ title: "Change", files });
  isOver = true;
  assert.ok(turns > before);
  // What the tool answers is what is stored.
  assert.deepEqual(value, planAnswer(await plans.show("last")));
});

test("a recheck stores no plan, and only before an undo it may find nothing to change", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-propose-")));
  writeFileSync(join(folder, "a.txt"), "new\n");
  const roots = openRoots([folder], undefined);
  const workspace = createWorkspace(roots, () => []);
  const never = async () => Promise.reject(new Error("no plan of this test is checked again"));
  const plans = createPlanLog({ stateFolder: join(folder, "state"), roots, readOnly: false, invoke: never });
  const gate = { path: async (path: string) => await workspace.resolve(path) };
  const about = { plugin: "test", tool: "test", permissions: {}, input: {}, effect: "read", isDeclared: true } as const;
  const propose = async (text: string, recheck?: "apply" | "undo") => {
    const changes = createChanges({ ...about, gate, workspace, plans, recheck });
    const { hash } = await changes.read("a.txt");
    return await changes.propose({ title: "Change", files: [{ path: "a.txt", hash, text }] });
  };
  assert.deepEqual(await propose("new\n", "undo"), { value: null });
  await assert.rejects(propose("new\n", "apply"), /The plan changes nothing/);
  await assert.rejects(propose("new\n"), /The plan changes nothing/);
  for (const recheck of ["apply", "undo"] as const) await propose("other\n", recheck);
  assert.deepEqual(await plans.list(), []);
  await propose("other\n");
  assert.equal((await plans.list()).length, 1);
});
