/** What killed processes leave in the state folder goes with the next plan. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { PlanStore } from "./plan-store.ts";

test("a new plan removes leftovers: temporary files, and plans that were never whole", () => {
  const store = new PlanStore(mkdtempSync(join(tmpdir(), "jig-plans-")), ["/w"]);
  const plan = { title: "t", files: [], untouched: [] };
  const about = { title: "t", state: "planned", tool: "x", files_changed: 0, insertions: 0, deletions: 0 } as const;
  const summary = { ...about, at: Date.now() };
  const { plan: first } = store.add(plan, summary);
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
  store.add(plan, summary);
  assert.deepEqual(readdirSync(join(own, first)).toSorted(), ["plan.json", "summary.json"]);
  assert.deepEqual(
    ["killd", "begun", "works"].map((name) => existsSync(join(own, name))),
    [false, true, true],
  );
  assert.deepEqual(readdirSync(join(store.folder, "pending")), []);
});

/** Plans of a workspace that take this many megabytes each, the oldest first; their folders. */
function ofMegabytes(state: string, root: string, megabytes: readonly number[]): string[] {
  const store = new PlanStore(state, [root]);
  return megabytes.map((size, at) => {
    const about = { title: "t", state: "applied", tool: "x", files_changed: 0, insertions: 0, deletions: 0 } as const;
    const { plan } = store.add({ title: "t", files: [], untouched: [] }, { ...about, at: Date.now() - 1000 + at });
    store.contents(plan).close();
    truncateSync(join(store.folder, store.workspace, plan, "contents"), size * 1024 * 1024);
    return join(store.folder, store.workspace, plan);
  });
}

test("the plans of a workspace take 256 MB at most before a new one, the latest plan apart", () => {
  const state = mkdtempSync(join(tmpdir(), "jig-plans-"));
  const kept = (sizes: number[]) => ofMegabytes(state, `/${sizes}`, sizes).map((plan) => existsSync(plan));
  assert.deepEqual(kept([100, 100, 100, 0]), [false, true, true, true]);
  assert.deepEqual(kept([1, 300, 0]), [false, true, true]);
  assert.deepEqual(kept([200, 100, 20, 0]), [false, true, true, true]);
});

test("the plans of all workspaces take 1 GB at most, the least recent workspaces go first", () => {
  const state = mkdtempSync(join(tmpdir(), "jig-plans-"));
  const plans = ["/a", "/b", "/c", "/d", "/e", "/f"].flatMap((root, at) => {
    const [plan = ""] = ofMegabytes(state, root, [200]);
    const seconds = Date.now() / 1000 - 600 + at;
    utimesSync(dirname(plan), seconds, seconds);
    return plan;
  });
  assert.ok(plans.every((plan) => existsSync(plan)));
  const mark = join(new PlanStore(state, []).folder, ".pruned");
  utimesSync(mark, 0, 0);
  ofMegabytes(state, "/g", [0]);
  assert.deepEqual(
    plans.map((plan) => existsSync(plan)),
    [false, true, true, true, true, true],
  );
});
