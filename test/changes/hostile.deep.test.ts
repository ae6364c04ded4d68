/** Change plans under adverse conditions: killed processes, full disks, concurrent runs. The tree must be either the old or the new one. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
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
import { basename, join } from "node:path";
import { test } from "node:test";
import { callJig, environment, JIG, runJig, startJig } from "../jig.ts";

const FILES = 300;
const KILLS = 100;
const GOES = 30;

function tree(top: string, count: number, lines = 40): string[] {
  return Array.from({ length: count }, (_, file) => {
    const folder = join(top, `d${file % 13}`);
    mkdirSync(folder, { recursive: true });
    const path = join(`d${file % 13}`, `f${file}.cs`);
    writeFileSync(join(top, path), `class Old${file} {\n${"  int field;\n".repeat(lines)}}\n`);
    return path;
  });
}

/** All files with their contents. */
function contentOf(top: string): string {
  const names = readdirSync(top, { recursive: true, encoding: "utf8" }).filter((name) => !/^d\d+$/.test(name));
  return names
    .sort()
    .map((name) => `${name}\n${readFileSync(join(top, name), "utf8")}`)
    .join("\n");
}

/** Use tmpfs if possible, because a busy disk slows down each kill by seconds. */
const PLACE = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const folder = () => realpathSync(mkdtempSync(join(PLACE, "jig-hostile-")));
const STATE = { XDG_STATE_HOME: folder() };
process.on("exit", () => rmSync(STATE.XDG_STATE_HOME, { recursive: true, force: true }));
const plan = (cwd: string, paths: string[], text: string, env = STATE) =>
  callJig("edit_text", { old: "Old", new: text, paths, every: true }, { cwd, env }).value.plan as string;
const stateOf = (cwd: string, name: string, env = STATE) => callJig("changes", { show: name }, { cwd, env }).value;

/** True if the plan's journal says that files are being replaced. */
function isReplacing(plan: string): boolean {
  const plans = join(STATE.XDG_STATE_HOME, "jig", "plans", "v1");
  return readdirSync(plans).some((workspace) => {
    const journal = join(plans, workspace, plan, "journal.json");
    return existsSync(journal) && readFileSync(journal, "utf8").startsWith('{"state":"committing"');
  });
}

function killAfter(child: ChildProcess, ms: number, watch: ReturnType<typeof setInterval> | undefined): void {
  clearInterval(watch);
  setTimeout(() => child.kill("SIGKILL"), ms);
}

test(`${KILLS} kills while ${FILES} files are changed`, { timeout: 600_000 }, async () => {
  const cwd = folder();
  const name = plan(cwd, tree(cwd, FILES), "Newer");
  const before = contentOf(cwd);
  const began = performance.now();
  assert.equal(runJig(["apply", name], { cwd, env: STATE }).code, 0);
  const span = performance.now() - began;
  const after = contentOf(cwd);
  assert.equal(runJig(["undo", name], { cwd, env: STATE }).code, 0);
  assert.equal(contentOf(cwd), before);
  const seen: Record<string, number> = {};
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawn(JIG, ["apply", name], { cwd, env: environment(STATE), stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    // Kill at random times in half of the runs, and during the (short) replacement in the others.
    const timers = kill % 2 === 0 ? [setTimeout(() => child.kill("SIGKILL"), (span * 1.1 * kill) / KILLS)] : [];
    const watch =
      kill % 2 === 0 ? undefined : setInterval(() => isReplacing(name) && killAfter(child, kill % 7, watch), 1);
    await ended;
    for (const timer of timers) clearTimeout(timer);
    clearInterval(watch);
    const middle = contentOf(cwd);
    // The next start recovers, whatever the command.
    const { state, note = "" } = stateOf(cwd, name);
    const found = contentOf(cwd);
    assert.ok(found === before || found === after, `kill ${kill}: the tree is neither old nor new`);
    assert.equal(state === "applied", found === after, `kill ${kill}: ${state}, ${note}`);
    const was = middle === before ? "untouched" : middle === after ? "done" : "half done";
    seen[`${was} → ${state}`] = (seen[`${was} → ${state}`] ?? 0) + 1;
    if (found === after) assert.equal(runJig(["undo", name], { cwd, env: STATE }).code, 0);
  }
  console.log(`# ${JSON.stringify(seen)}`);
});

test("a folder that goes away while files are changed, and comes back", { timeout: 300_000 }, async () => {
  const cwd = folder();
  const name = plan(cwd, tree(cwd, FILES), "Newer");
  const before = contentOf(cwd);
  const began = performance.now();
  assert.equal(runJig(["apply", name], { cwd, env: STATE }).code, 0);
  const span = performance.now() - began;
  const after = contentOf(cwd);
  assert.equal(runJig(["undo", name], { cwd, env: STATE }).code, 0);
  const seen: Record<string, number> = {};
  for (let go = 0; go < GOES; go++) {
    const child = spawn(JIG, ["apply", name], { cwd, env: environment(STATE), stdio: "ignore" });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [here, away] = [join(cwd, "d7"), join(cwd, "..", `${basename(cwd)}-away`)];
    const leave = () => existsSync(here) && renameSync(here, away);
    const timer = go % 2 === 0 ? setTimeout(leave, (span * go) / GOES) : undefined;
    const watch = go % 2 === 0 ? undefined : setInterval(() => isReplacing(name) && leave(), 1);
    const code = await ended;
    clearTimeout(timer);
    clearInterval(watch);
    const left = existsSync(away);
    if (left) renameSync(away, here);
    const { state, note = "" } = stateOf(cwd, name);
    const found = contentOf(cwd);
    assert.ok(found === before || found === after, `${go}: the tree is neither old nor new, ${state}, ${note}`);
    assert.equal(state === "applied", found === after, `${go}: ${state}, ${note}`);
    const outcome = `${left ? "gone" : "stayed"}, exit ${code} → ${state}`;
    seen[outcome] = (seen[outcome] ?? 0) + 1;
    if (found === after) assert.equal(runJig(["undo", name], { cwd, env: STATE }).code, 0);
  }
  console.log(`# ${JSON.stringify(seen)}`);
});

test("a link takes the place of a folder during an apply or a kill: nothing is written behind it", {
  timeout: 600_000,
}, async () => {
  const cwd = folder();
  const name = plan(cwd, tree(cwd, FILES), "Newer");
  const before = contentOf(cwd);
  assert.equal(runJig(["apply", name], { cwd, env: STATE }).code, 0);
  const after = contentOf(cwd);
  assert.equal(runJig(["undo", name], { cwd, env: STATE }).code, 0);
  // The plan was made for the same content, but somewhere else.
  const outside = folder();
  cpSync(join(cwd, "d7"), outside, { recursive: true });
  const elsewhere = contentOf(outside);
  const [here, away] = [join(cwd, "d7"), join(cwd, "..", `${basename(cwd)}-hidden`)];
  const hide = () => {
    renameSync(here, away);
    symlinkSync(outside, here);
  };
  const seen: Record<string, number> = {};
  for (let go = 0; go < GOES; go++) {
    const child = spawn(JIG, ["apply", name], { cwd, env: environment(STATE), stdio: "ignore" });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    // In equal parts: hidden during the write, hidden then killed, killed then hidden.
    const watch = setInterval(() => {
      if (!isReplacing(name)) return;
      clearInterval(watch);
      if (go % 3 !== 2) hide();
      if (go % 3 !== 0) setTimeout(() => child.kill("SIGKILL"), go % 5);
    }, 1);
    const code = await ended;
    clearInterval(watch);
    if (!existsSync(away)) hide();
    const { state: whileHidden } = stateOf(cwd, name);
    assert.equal(contentOf(outside), elsewhere, `${go}: written behind the link`);
    rmSync(here);
    renameSync(away, here);
    const { state, note = "" } = stateOf(cwd, name);
    const found = contentOf(cwd);
    assert.ok(found === before || found === after, `${go}: the tree is neither old nor new, ${state}, ${note}`);
    assert.equal(state === "applied", found === after, `${go}: ${state}, ${note}`);
    const outcome = `${["hidden", "hidden, killed", "killed, hidden"][go % 3]}, exit ${code}, ${whileHidden} → ${state}`;
    seen[outcome] = (seen[outcome] ?? 0) + 1;
    if (found === after) assert.equal(runJig(["undo", name], { cwd, env: STATE }).code, 0);
  }
  console.log(`# ${JSON.stringify(seen)}`);
});

test("a disk that is full: nothing is changed, and it is said", { timeout: 120_000 }, (context) => {
  const disk = folder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=700k", "tmpfs", disk]).status !== 0) {
    context.skip("this system lets us mount nothing");
    return;
  }
  try {
    // Reviewing a plan in the explorer on a real terminal: skip hunks, apply the rest, undo.
    const top = join(disk, "tree");
    const paths = tree(top, 20, 1500);
    const name = plan(top, paths, "Newer");
    const before = contentOf(top);
    const refused = runJig(["apply", name], { cwd: top, env: STATE });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /disk is full/);
    assert.equal(contentOf(top), before);
    assert.notEqual(stateOf(top, name).state, "applied");
    // State folder on a full disk.
    writeFileSync(join(disk, "rest"), "");
    spawnSync("dd", ["if=/dev/zero", `of=${join(disk, "rest")}`, "bs=1k"]);
    const env = { XDG_STATE_HOME: join(disk, "state") };
    const failed = callJig("edit_text", { old: "Old", new: "N", paths, every: true }, { cwd: top, env });
    assert.match(failed.value.error, /disk is full.*XDG_STATE_HOME/);
    assert.equal(contentOf(top), before);
  } finally {
    spawnSync("umount", [disk]);
  }
});

test("eight processes apply at once: each file is whole, and each plan is applied or refused", {
  timeout: 120_000,
}, async () => {
  const cwd = folder();
  const paths = tree(cwd, 40);
  const names = Array.from({ length: 8 }, (_, each) => plan(cwd, paths, `Name${each}x`));
  const codes = await Promise.all(
    names.map(async (name) => {
      const child = startJig(["apply", name], { cwd, env: STATE });
      child.stdout.resume();
      child.stderr.resume();
      return await new Promise<number | null>((resolve) => child.on("close", resolve));
    }),
  );
  assert.equal(codes.filter((code) => code === 0).length, 1);
  const [winner] = names.filter((_, each) => codes[each] === 0);
  const text = `Name${names.indexOf(winner!)}x`;
  for (const path of paths) assert.ok(readFileSync(join(cwd, path), "utf8").startsWith(`class ${text}`));
  assert.deepEqual(
    names.map((name) => stateOf(cwd, name).state === "applied"),
    names.map((name) => name === winner),
  );
});
