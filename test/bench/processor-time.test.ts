/** Tests what the two totals of a process include. */
import assert from "node:assert/strict";
import { once } from "node:events";
import process from "node:process";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { hasProcessorTimes, timeOfProcess, timeOfServer } from "./processor-time.ts";

test("the time of a process has that of threads that ended", { skip: !hasProcessorTimes }, async () => {
  const work = "let sum = 0; for (let at = 0; at < 3e8; at++) sum += at % 7;";
  const before = { whole: timeOfProcess(process.pid), live: timeOfServer(process.pid) };
  await once(new Worker(work, { eval: true }), "exit");
  const [whole, live] = [timeOfProcess(process.pid) - before.whole, timeOfServer(process.pid) - before.live];
  assert.ok(whole > live + 50, JSON.stringify({ whole, live }));
});
