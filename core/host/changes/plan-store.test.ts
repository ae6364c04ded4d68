/** What killed processes leave in the state folder goes with the next plan. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
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
