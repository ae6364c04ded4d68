/** Leftovers of killed processes in the state folder are removed with the next plan. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { PlanStore } from "./plan-store.ts";

test("a new plan removes leftovers: temporary files, and plans that were never whole", async () => {
  const store = new PlanStore(mkdtempSync(join(tmpdir(), "jig-plans-")), ["/w"]);
  const plan = { title: "t", files: [], untouched: [] };
  const about = { title: "t", state: "planned", tool: "x", files_changed: 0, insertions: 0, deletions: 0 } as const;
  const summary = { ...about, at: Date.now() };
  const { plan: first } = await store.add(plan, summary);
  const own = join(store.folder, store.workspace);
  const put = (path: string, minutes: number) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "{}");
    const at = Date.now() / 1000 - minutes * 60;
    utimesSync(path, at, at);
    utimesSync(dirname(path), at, at);
  };
  put(join(own, first, ".journal.json.0123456789ab.tmp"), 20);
  put(join(own, "killd", ".plan.json.0123456789ab.tmp"), 90);
  put(join(own, "begun", ".plan.json.0123456789ab.tmp"), 5);
  put(join(own, "works", "journal.json"), 90);
  put(join(store.folder, "pending", ".0123456789abcdef-killd.0123456789ab.tmp"), 20);
  assert.deepEqual(store.pending(), []);
  await store.add(plan, summary);
  assert.deepEqual(readdirSync(join(own, first)).toSorted(), ["plan.json", "summary.json"]);
  assert.deepEqual(
    ["killd", "begun", "works"].map((name) => existsSync(join(own, name))),
    [false, true, true],
  );
  assert.deepEqual(readdirSync(join(store.folder, "pending")), []);
});

/** Creates plans of these sizes, oldest first. Returns their folders. */
async function ofMegabytes(state: string, root: string, megabytes: readonly number[]): Promise<string[]> {
  const store = new PlanStore(state, [root]);
  const folders: string[] = [];
  for (const [at, size] of megabytes.entries()) {
    const about = { title: "t", state: "applied", tool: "x", files_changed: 0, insertions: 0, deletions: 0 } as const;
    const { plan } = await store.add(
      { title: "t", files: [], untouched: [] },
      { ...about, at: Date.now() - 1000 + at },
    );
    store.contents(plan).close();
    truncateSync(join(store.folder, store.workspace, plan, "contents"), size * 1024 * 1024);
    folders.push(join(store.folder, store.workspace, plan));
  }
  return folders;
}

test("the plans of a workspace take 256 MB at most before a new one, the latest plan apart", async () => {
  const state = mkdtempSync(join(tmpdir(), "jig-plans-"));
  const kept = async (sizes: number[]) =>
    (await ofMegabytes(state, `/${sizes}`, sizes)).map((plan) => existsSync(plan));
  assert.deepEqual(await kept([100, 100, 100, 0]), [false, true, true, true]);
  assert.deepEqual(await kept([1, 300, 0]), [false, true, true]);
  assert.deepEqual(await kept([200, 100, 20, 0]), [false, true, true, true]);
});

test("the plans of all workspaces take 1 GB at most, the least recent workspaces go first", async () => {
  const state = mkdtempSync(join(tmpdir(), "jig-plans-"));
  const plans: string[] = [];
  for (const [at, root] of ["/a", "/b", "/c", "/d", "/e", "/f"].entries()) {
    const [plan = ""] = await ofMegabytes(state, root, [200]);
    const seconds = Date.now() / 1000 - 600 + at;
    utimesSync(dirname(plan), seconds, seconds);
    plans.push(plan);
  }
  assert.ok(plans.every((plan) => existsSync(plan)));
  const mark = join(new PlanStore(state, []).folder, ".pruned");
  utimesSync(mark, 0, 0);
  await ofMegabytes(state, "/g", [0]);
  assert.deepEqual(
    plans.map((plan) => existsSync(plan)),
    [false, true, true, true, true, true],
  );
});
