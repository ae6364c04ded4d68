/** Applying and undoing plans on real files, with all kinds of interference. */
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { FileChange, Plan } from "../contract/changes.ts";
import { createWorkspace, openRoots } from "../workspace/workspace.ts";
import { hashOf, openText } from "./editable-text.ts";
import { createPlanLog, type PlanLogOptions } from "./plan-log.ts";
import { preparePlan } from "./prepare-plan.ts";

const never = async () => {
  throw new Error("no plan of this test is checked again");
};

function project(files: Record<string, string | Uint8Array>, invoke: PlanLogOptions["invoke"] = never) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-changes-")));
  const top = join(folder, "tree");
  mkdirSync(join(top, "sub"), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(top, name), content);
  const roots = openRoots([top], undefined);
  const workspace = createWorkspace(roots, () => []);
  const stateFolder = join(folder, "state");
  const log = createPlanLog({ stateFolder, roots, readOnly: false, invoke });
  const read = (name: string) => openText(readFileSync(join(top, name)), name).text;
  return {
    top,
    stateFolder,
    roots,
    log,
    read,
    path: (name: string) => join(top, name),
    /** All files with their bytes. */
    tree: () =>
      readdirSync(top, { recursive: true, encoding: "utf8" })
        .filter((name) => lstatSync(join(top, name)).isFile())
        .sort()
        .map((name) => [name, readFileSync(join(top, name)).toString("latin1")]),
    async plan(changes: FileChange[], more: Partial<Plan> = {}) {
      const rules = { roots, resolve: workspace.resolve, permit: () => false };
      const prepared = await preparePlan({ title: "Change", files: changes, ...more }, rules);
      return (await log.add(prepared, "test")).plan;
    },
    /** Replaces all occurrences. */
    replaced(path: string, old: string, text: string): FileChange {
      const whole = read(path);
      const edits = [];
      for (let at = whole.indexOf(old); at >= 0; at = whole.indexOf(old, at + old.length))
        edits.push({ start: at, end: at + old.length, text });
      return { path, hash: hashOf(whole), edits };
    },
  };
}

test("edits are applied and undone byte for byte, whatever the encoding, line ends and mode", async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("old 語\r\nx", "utf16le")]);
  const p = project({
    "a.cs": "old one\r\nold two\r\n",
    "b.cs": "\ufeffold\nno end",
    "c.cs": utf16,
    "d.cs": Buffer.from([0x6f, 0x6c, 0x64, 0xe9, 0x0a]),
  });
  chmodSync(p.path("a.cs"), 0o750);
  const before = p.tree();
  const plan = await p.plan(["a.cs", "b.cs", "c.cs", "d.cs"].map((name) => p.replaced(name, "old", "new\nline")));
  assert.deepEqual(p.tree(), before);
  const applied = await p.log.apply(plan);
  assert.equal(applied.state, "applied");
  assert.equal(readFileSync(p.path("a.cs"), "utf8"), "new\r\nline one\r\nnew\r\nline two\r\n");
  assert.equal(readFileSync(p.path("b.cs"), "utf8"), "\ufeffnew\nline\nno end");
  assert.equal(readFileSync(p.path("c.cs")).subarray(2).toString("utf16le"), "new\r\nline 語\r\nx");
  assert.equal(readFileSync(p.path("d.cs")).toString("latin1"), "new\nlineé\n");
  assert.equal(statSync(p.path("a.cs")).mode & 0o777, 0o750);
  assert.equal((await p.log.undo(plan)).state, "undone");
  assert.deepEqual(p.tree(), before);
  assert.equal(statSync(p.path("a.cs")).mode & 0o777, 0o750);
});

test("files are renamed, swapped, made and deleted, and all of it is undone", async () => {
  const p = project({
    "a.cs": "class A {}\n",
    "a.cs.meta": "guid: 1\n",
    "b.cs": "B\n",
    "c.cs": "C\n",
    "gone.cs": "x\n",
  });
  const before = p.tree();
  const plan = await p.plan([
    { ...p.replaced("a.cs", "A", "Z"), renameTo: "z.cs" },
    { path: "a.cs.meta", renameTo: "z.cs.meta" },
    { path: "b.cs", renameTo: "c.cs" },
    { path: "c.cs", renameTo: "b.cs" },
    { path: "gone.cs", delete: true },
    { path: "sub/new.cs", text: "new\n" },
  ]);
  await p.log.apply(plan);
  assert.deepEqual(p.tree(), [
    ["b.cs", "C\n"],
    ["c.cs", "B\n"],
    ["sub/new.cs", "new\n"],
    ["z.cs", "class Z {}\n"],
    ["z.cs.meta", "guid: 1\n"],
  ]);
  await p.log.undo(plan);
  assert.deepEqual(p.tree(), before);
  await p.log.apply(plan);
  await p.log.undo("last");
  assert.deepEqual(p.tree(), before);
});

test("chosen hunks and files alone are applied", async () => {
  const lines = Array.from({ length: 40 }, (_, line) => (line % 20 === 0 ? "old" : `l${line}`));
  const p = project({ "a.cs": `${lines.join("\n")}\n`, "b.cs": "old\n" });
  const before = p.tree();
  const changes = ["a.cs", "b.cs"].map((name) => p.replaced(name, "old", "new"));
  const plan = await p.plan(changes);
  const { diff } = await p.log.show(plan);
  assert.deepEqual(
    diff.map(({ hunks }) => hunks.map(({ hunk }) => hunk)),
    [[1, 2], [3]],
  );
  const applied = await p.log.apply(plan, { hunks: [2], files: ["b.cs"] });
  assert.deepEqual(applied.applied_hunks, [2, 3]);
  assert.deepEqual(p.read("a.cs").match(/old|new/g), ["old", "new"]);
  await p.log.undo(plan);
  assert.deepEqual(p.tree(), before);
  await assert.rejects(p.log.apply(plan, { hunks: [4] }), { code: "INVALID_ARGUMENT", message: /hunk 4/ });
  await assert.rejects(p.log.apply(plan, { files: ["c.cs"] }), { code: "INVALID_ARGUMENT", message: /"c\.cs"/ });
});

test("a file that is changed, gone, read-only, a link or in the way is named, and nothing is written", async () => {
  const p = project({ "a.cs": "old\n", "b.cs": "old\n", "sub/c.cs": "old\n" });
  const changes = () => ["a.cs", "b.cs", "sub/c.cs"].map((name) => p.replaced(name, "old", "new"));
  const plan = await p.plan(changes());
  const refused = async (message: RegExp, hint = /Make a new plan/) => {
    const before = p.tree();
    await assert.rejects(p.log.apply(plan), { code: "CHANGE_REFUSED", message, hint });
    assert.deepEqual(p.tree(), before);
    assert.equal((await p.log.show(plan)).state, "planned");
  };
  writeFileSync(p.path("b.cs"), "older\n");
  await refused(/^Nothing was changed: b\.cs was changed since the plan was made$/);
  rmSync(p.path("b.cs"));
  await refused(/b\.cs is gone/);
  symlinkSync(p.path("a.cs"), p.path("b.cs"));
  await refused(/b\.cs cannot be changed \(.*not a regular file/);
  rmSync(p.path("b.cs"));
  writeFileSync(p.path("b.cs"), "old\n");
  chmodSync(p.path("b.cs"), 0o444);
  await refused(/b\.cs is read-only/, /Make it writable/);
  chmodSync(p.path("b.cs"), 0o644);
  renameSync(p.path("sub"), p.path("other"));
  await refused(/sub\/c\.cs is in a folder that no longer exists/);
  // Replace the folder by a link to the outside.
  const outside = mkdtempSync(join(tmpdir(), "jig-outside-"));
  writeFileSync(join(outside, "c.cs"), "old\n");
  symlinkSync(outside, p.path("sub"));
  await refused(/sub\/c\.cs cannot be changed/);
  assert.equal(readFileSync(join(outside, "c.cs"), "utf8"), "old\n");
  rmSync(p.path("sub"));
  renameSync(p.path("other"), p.path("sub"));
  await p.log.apply(plan);
  await assert.rejects(p.log.apply(plan), { code: "CHANGE_REFUSED", message: /already applied/ });
  writeFileSync(p.path("a.cs"), "mine\n");
  await assert.rejects(p.log.undo(plan), {
    code: "CHANGE_REFUSED",
    message: /a\.cs was changed since/,
    hint: /First undo the later changes/,
  });
  assert.equal(p.read("b.cs"), "new\n");
  writeFileSync(p.path("a.cs"), "new\n");
  await p.log.undo(plan);
  await assert.rejects(p.log.undo(plan), { code: "CHANGE_REFUSED", message: /not applied; it is undone/ });
});

test("a hash of the same file in another form says of what it must be", async () => {
  const bytes = Buffer.from("\ufeffold\r\n");
  const p = project({ "bom.txt": bytes, "wide.txt": Buffer.from("\ufeffold\n", "utf16le"), "lines.txt": "old\r\n" });
  const refused = async (path: string, hash: string, what: RegExp) =>
    await assert.rejects(p.plan([{ path, hash, edits: [] }]), {
      code: "CHANGE_REFUSED",
      message: what,
      hint: /SHA-256 of its text in UTF-8, without byte order mark, with its own line endings/,
    });
  await refused("bom.txt", hashOf(bytes), /the hash of bom\.txt is that of its bytes/);
  await refused("bom.txt", hashOf("old\n"), /the hash of bom\.txt is that of its text with other line endings/);
  await refused("bom.txt", hashOf("\ufeffold\n"), /of its text with other line endings/);
  await refused("wide.txt", hashOf(readFileSync(p.path("wide.txt"))), /that of its bytes/);
  await refused("wide.txt", hashOf("\ufeffold\n"), /that of its text with the byte order mark/);
  await refused("lines.txt", hashOf("old\n"), /other line endings/);
});

test("a plan that cannot be is refused when it is made", async () => {
  const p = project({ "a.cs": "old\n", "b.cs": "old\n", "x.bin": Buffer.from([0, 255, 254, 0]) });
  const refused = async (changes: FileChange[], code: string, message: RegExp) =>
    await assert.rejects(p.plan(changes), { code, message });
  await refused(
    [{ path: "a.cs", hash: "0".repeat(64), edits: [] }],
    "CHANGE_REFUSED",
    /a\.cs was changed since it was read/,
  );
  await refused([{ path: "a.cs", renameTo: "b.cs" }], "CHANGE_REFUSED", /b\.cs already exists/);
  await refused([{ path: "a.cs", text: "x" }], "CHANGE_REFUSED", /a\.cs already exists/);
  await refused([{ path: "../tree/../out.cs", text: "x" }], "PATH_OUTSIDE", /out\.cs/);
  await refused([{ path: "no/new.cs", text: "x" }], "PATH_NOT_FOUND", /folder/);
  await refused([p.replaced("a.cs", "old", "old")], "CHANGE_REFUSED", /changes nothing/);
  await refused([p.replaced("a.cs", "old", "x"), p.replaced("a.cs", "old", "y")], "CHANGE_REFUSED", /twice/);
  await refused([{ path: "x.bin", hash: "0".repeat(64), edits: [] }], "ENCODING", /x\.bin/);
  const plan = await p.plan([{ path: "x.bin", renameTo: "y.bin" }]);
  await p.log.apply(plan);
  assert.ok(existsSync(p.path("y.bin")));
});

test("of two that apply at once each plan is done once, or refused as a whole", async () => {
  const p = project({ "a.cs": "old\n", "b.cs": "old\n" });
  const one = await p.plan([p.replaced("a.cs", "old", "one"), p.replaced("b.cs", "old", "one")]);
  const two = await p.plan([p.replaced("b.cs", "old", "two")]);
  const results = await Promise.allSettled([p.log.apply(one), p.log.apply(two), p.log.apply(one)]);
  const done = results.filter(({ status }) => status === "fulfilled");
  assert.equal(done.length, 1);
  assert.match(p.read("b.cs"), /^(one|two)\n$/);
});

test("under --read-only nothing is planned or applied", async () => {
  const p = project({ "a.cs": "old\n" });
  const plan = await p.plan([p.replaced("a.cs", "old", "new")]);
  const log = createPlanLog({ stateFolder: p.stateFolder, roots: p.roots, readOnly: true, invoke: never });
  assert.equal((await log.list()).length, 1);
  await assert.rejects(log.apply(plan), { code: "PERMISSION_DENIED" });
  await assert.rejects(log.undo(plan), { code: "PERMISSION_DENIED" });
  assert.equal(p.read("a.cs"), "old\n");
});

test("plans of other roots are not seen, and a name that is none is refused", async () => {
  const p = project({ "a.cs": "old\n" });
  await p.plan([p.replaced("a.cs", "old", "new")]);
  const roots = openRoots([join(p.top, "sub")], undefined);
  const other = createPlanLog({ stateFolder: p.stateFolder, roots, readOnly: false, invoke: never });
  assert.deepEqual(await other.list(), []);
  await assert.rejects(other.show("last"), { code: "PLAN_NOT_FOUND" });
  await assert.rejects(p.log.show("../../etc"), { code: "PLAN_NOT_FOUND" });
});

test("a plan that says so is checked again before a later apply and undo, not by the call that made it", async () => {
  const asked: unknown[] = [];
  let refusal: string | undefined;
  const p = project({ "a.cs": "one\n" }, async (tool, input) => {
    asked.push([tool, input]);
    return refusal === undefined ? { value: {} } : { value: {}, failed: true, reason: refusal };
  });
  const plan = await p.plan([p.replaced("a.cs", "one", "two")], { recheck: { path: "a.cs" } });
  refusal = "not now";
  await assert.rejects(p.log.apply(plan), /not now/);
  assert.equal(p.read("a.cs"), "one\n");
  await p.log.applyNew(plan);
  assert.deepEqual(asked, [["test", { path: "a.cs" }]]);
  await assert.rejects(p.log.undo(plan), /not now/);
  assert.equal(p.read("a.cs"), "two\n");
  refusal = undefined;
  await p.log.undo(plan);
  assert.equal(p.read("a.cs"), "one\n");
  // Fails without asking.
  await assert.rejects(p.log.undo(plan), /is not applied/);
  assert.equal(asked.length, 3);
});

test('a refusal names the recheck, and "last" is still the plan although its tool has made another one', async () => {
  let refuses = true;
  const p = project({ "a.cs": "one\n" }, async () => {
    if (refuses) return { value: {}, failed: true, reason: "not now" };
    await p.plan([p.replaced("a.cs", "two", "three")]);
    return { value: {} };
  });
  await p.plan([p.replaced("a.cs", "one", "two")], { recheck: { path: "a.cs", apply: true } });
  await p.log.applyNew("last");
  await assert.rejects(p.log.undo("last"), { hint: 'The plan\'s "recheck" called "test" again, with {"path":"a.cs"}' });
  refuses = false;
  await p.log.undo("last");
  assert.equal(p.read("a.cs"), "one\n");
});
