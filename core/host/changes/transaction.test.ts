/** Unfinished transactions are completed or reverted by the next process. */
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TimeSlice } from "../contract/time-slice.ts";
import { type ContentStore, openContents } from "./content-store.ts";
import { isUnsettled, type Journal, runSteps, settle } from "./transaction.ts";

const TOKEN = "0123456789abcdef";

/** Two files in two folders. The first is written, as after a kill. */
function halfDone() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-settle-")));
  const root = join(top, "tree");
  const contents = openContents(join(top, "contents"));
  const [before, after] = ["old", "new"].map((text) => contents.add(Buffer.from(text)));
  const steps = ["a", "b"].map((name) => {
    mkdirSync(join(root, name), { recursive: true });
    return { path: join(root, name, "x"), root, shown: `${name}/x`, before: before!, after: after! };
  });
  writeFileSync(join(root, "a", "x"), "new");
  writeFileSync(join(root, "b", "x"), "old");
  writeFileSync(join(root, "b", `.x.${TOKEN}.1.tmp`), "new");
  const journal: Journal = { state: "committing", steps, token: TOKEN };
  const texts = () => ["a", "b"].map((name) => readFileSync(join(root, name, "x"), "utf8"));
  return { root, contents, journal, texts };
}

const settled = (journal: Journal, contents: ContentStore) => settle(journal, contents, new TimeSlice());

test("a folder that a link hides for now leaves the work to a later start, which takes back what was begun", async (t) => {
  if (process.platform === "win32") return t.skip("links need rights on Windows");
  const { root, contents, journal, texts } = halfDone();
  renameSync(join(root, "b"), join(root, "real"));
  symlinkSync("/", join(root, "b"));
  await assert.rejects(settled(journal, contents), { code: "PATH_OUTSIDE" });
  assert.equal(readFileSync(join(root, "a", "x"), "utf8"), "old", "what can be reached is taken back");
  rmSync(join(root, "b"));
  renameSync(join(root, "real"), join(root, "b"));
  assert.deepEqual(await settled({ ...journal, state: "reverting" }, contents), { as: "before", changed: [] });
  assert.deepEqual(texts(), ["old", "old"]);
  assert.deepEqual(readdirSync(join(root, "b")), ["x"], "without temporary files");
});

test("temporary files in a folder that a link hides are removed by a later start", async (t) => {
  if (process.platform === "win32") return t.skip("links need rights on Windows");
  const { root, contents, journal } = halfDone();
  const preparing: Journal = { ...journal, state: "preparing" };
  renameSync(join(root, "b"), join(root, "real"));
  symlinkSync("/", join(root, "b"));
  await assert.rejects(settled(preparing, contents), { code: "PATH_OUTSIDE" });
  rmSync(join(root, "b"));
  renameSync(join(root, "real"), join(root, "b"));
  assert.deepEqual(await settled(preparing, contents), { as: "before", changed: [] });
  assert.deepEqual(readdirSync(join(root, "b")), ["x"]);
});

test("a folder that goes away while temporary files are written leaves the work to the next start", async () => {
  const { root, contents, journal } = halfDone();
  writeFileSync(join(root, "a", "x"), "old");
  rmSync(join(root, "b", `.x.${TOKEN}.1.tmp`));
  let last: Journal | undefined;
  let checks = 0;
  const work = runSteps({
    ...{ steps: journal.steps, contents, slice: new TimeSlice(), undoes: false },
    record: (each) => (last = each),
    // Before the second file is written.
    check: () => void (++checks === 2 && renameSync(join(root, "a"), join(root, "away"))),
  });
  await assert.rejects(work, (error) => isUnsettled(error));
  renameSync(join(root, "away"), join(root, "a"));
  assert.ok(last?.state === "preparing" && readdirSync(join(root, "a")).length === 2);
  assert.deepEqual(await settled(last, contents), { as: "before", changed: [] });
  assert.deepEqual([readdirSync(join(root, "a")), readdirSync(join(root, "b"))], [["x"], ["x"]]);
});

test("a failure that was reported is taken back by a later start, never finished", async () => {
  const { root, contents, journal, texts } = halfDone();
  writeFileSync(join(root, "a", "x"), "old");
  rmSync(join(root, "b", `.x.${TOKEN}.1.tmp`));
  let last: Journal | undefined;
  const work = runSteps({
    ...{ steps: journal.steps, contents, slice: new TimeSlice(), undoes: false, check: () => {} },
    record: (each) => {
      last = each;
      if (each.state === "committing") writeFileSync(join(root, "b", "x"), "mine");
      // The first file has its new content already.
      if (each.state === "reverting") renameSync(join(root, "a"), join(root, "away"));
    },
  });
  await assert.rejects(work, (error) => isUnsettled(error));
  renameSync(join(root, "away"), join(root, "a"));
  writeFileSync(join(root, "b", "x"), "old");
  assert.deepEqual(texts(), ["new", "old"]);
  assert.ok(last?.state === "reverting");
  assert.deepEqual(await settled(last, contents), { as: "before", changed: [] });
  assert.deepEqual(texts(), ["old", "old"]);
});

test("a folder that is gone is a change by another program: the rest is taken back", async () => {
  const { root, contents, journal } = halfDone();
  rmSync(join(root, "b"), { recursive: true });
  assert.deepEqual(await settled(journal, contents), { as: "before", changed: ["b/x"] });
  assert.equal(readFileSync(join(root, "a", "x"), "utf8"), "old");
});
