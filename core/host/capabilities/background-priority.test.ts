/** Background priority applies to all threads of a process. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { test } from "node:test";
import { lowerPriority } from "./background-priority.ts";

const TWO_THREADS = `
const { Worker } = require("node:worker_threads");
new Worker("setInterval(() => {}, 1000)", { eval: true }).on("online", () => console.log("ready"));
`;

// Skip Deno, which has another flag for `-e`. It uses the same code.
test("all threads of a process give way", { skip: process.platform !== "linux" || !process.versions.bun }, async () => {
  const child = spawn(process.execPath, ["-e", TWO_THREADS], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout!, "data");
  lowerPriority(child.pid!);
  const threads = readdirSync(`/proc/${child.pid}/task`).map(Number);
  assert.ok(threads.length > 1);
  const lower = Math.min(getPriority() + 2, 19);
  assert.deepEqual(
    threads.map((id) => getPriority(id)),
    threads.map(() => lower),
  );
  child.kill();
});

test("a process that is gone is no trouble", () => {
  lowerPriority(0x3ffffff);
});
