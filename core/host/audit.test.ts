/** The audit log has accessed resources and results, but no input or output. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as v from "valibot";
import { type AuditLine, openAudit } from "./audit.ts";
import { definePlugin, tool } from "./contract/define.ts";
import { createTestHost } from "./testing.ts";
import { createWorkspace, openRoots } from "./workspace/workspace.ts";

const reader = definePlugin({
  name: "reader",
  version: "1.0.0",
  title: "Reader",
  description: "Reads a file.",
  host: "^1",
  permissions: { read: ["workspace"] },
  tools: {
    read_it: tool({
      title: "Read",
      description: "Reads a file and answers with its text.",
      effect: "read",
      input: v.strictObject({ path: v.string() }),
      view: "text",
      examples: [{ title: "Read", input: { path: "a.txt" } }],
      handler: async () => ({
        async default({ path }, context) {
          return { value: (await context.files.readText(path)).text };
        },
      }),
    }),
  },
});

async function logOf(calls: [tool: string, input: object, signal?: AbortSignal][]) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-audit-")));
  const file = join(root, "audit.jsonl");
  writeFileSync(join(root, "a.txt"), "CONTENT ünïcode\n");
  const host = await createTestHost({ roots: [root], builtIns: [reader], audit: file });
  for (const [name, input, signal] of calls) await host.invoke(name, input, signal ? { signal } : {});
  await host.close();
  const text = readFileSync(file, "utf8");
  return {
    root,
    file,
    text,
    lines: text
      .trimEnd()
      .split("\n")
      .map((line): AuditLine => JSON.parse(line)),
  };
}

test("a line for every call, with its end, its paths and the bytes of its answer", async () => {
  const { root, file, text, lines } = await logOf([
    ["read_it", { path: "a.txt" }],
    ["read_it", { path: "../SECRET-PATH" }],
    ["read_it", { wrong: "QUERY" }],
    ["SECRET-TOOL", {}],
    ["read_it", { path: "a.txt" }, AbortSignal.abort()],
  ]);
  assert.deepEqual(
    lines.map(({ tool, outcome, paths, pathCount, refusedPaths }) => [tool, outcome, paths, pathCount, refusedPaths]),
    [
      ["read_it", "ok", [join(root, "a.txt")], 1, 0],
      ["read_it", "failed", [], 0, 1],
      ["read_it", "failed", [], 0, 0],
      ["(unknown)", "failed", [], 0, 0],
      ["read_it", "cancelled", [], 0, 0],
    ],
  );
  assert.equal(lines[0]!.answerBytes, Buffer.byteLength("CONTENT ünïcode\n"));
  assert.ok(lines.every(({ time, durationMs }) => !Number.isNaN(Date.parse(time)) && durationMs >= 0));
  assert.doesNotMatch(text, /CONTENT|SECRET|QUERY/);
  if (process.platform !== "win32") assert.equal(statSync(file).mode & 0o777, 0o600);
});

test("the time of a call is told in ms, and a log that was closed takes no more", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-audit-")));
  const file = join(root, "audit.jsonl");
  const said: string[] = [];
  const audit = openAudit(file, (message) => said.push(message));
  const outer = performance.now();
  const call = audit.begin(
    "tool",
    createWorkspace(openRoots([root], undefined), () => []),
  );
  const inner = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 60));
  const least = performance.now() - inner;
  call.end({ value: "x", failed: true }, false);
  const most = performance.now() - outer;
  await assert.rejects(call.workspace.resolve("../outside"), { code: "PATH_OUTSIDE" });
  const { durationMs, outcome }: AuditLine = JSON.parse(readFileSync(file, "utf8"));
  assert.ok(least - 0.1 <= durationMs && durationMs <= most + 0.1, `${least} <= ${durationMs} <= ${most}`);
  assert.ok(Math.abs(durationMs * 10 - Math.round(durationMs * 10)) < 1e-6, `${durationMs} is in tenths`);
  assert.equal(outcome, "failed");
  const open = () => readdirSync("/proc/self/fd").filter((handle) => linkOf(`/proc/self/fd/${handle}`) === file).length;
  if (process.platform === "linux") assert.equal(open(), 1);
  audit.close();
  audit.close();
  if (process.platform === "linux") assert.equal(open(), 0);
  call.end({ value: "x" }, false);
  assert.equal(readFileSync(file, "utf8").trim().split("\n").length, 1);
  assert.deepEqual(said, []);
  if (process.platform !== "win32")
    assert.throws(() => openAudit("/dev/null", () => {}), { code: "INVALID_ARGUMENT", message: /not a regular file/ });
});

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

test("a log that cannot be a log is refused: a link, a pipe, a folder, a missing folder", async () => {
  const root = mkdtempSync(join(tmpdir(), "jig-audit-"));
  writeFileSync(join(root, "elsewhere"), "");
  symlinkSync(join(root, "elsewhere"), join(root, "link"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  for (const name of ["link", "pipe", ".", "missing/audit.jsonl"]) {
    await assert.rejects(
      createTestHost({ roots: [root], audit: join(root, name) }),
      { code: "INVALID_ARGUMENT" },
      name,
    );
  }
});
