/** Progress notifications of a slow call. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startProgress } from "./progress-notifications.ts";

test("every notification is further than the one before, whatever the tool reports", async () => {
  const sent: { progress: number; total?: number; message?: string }[] = [];
  const { report, stop } = startProgress((params) => sent.push(params));
  for (const done of [5, 3, 3, 10]) {
    report({ done, total: 10, message: `at ${done}` });
    report({ done: 99 }); // Too soon after the previous one, so it's skipped.
    await sleep(110);
  }
  stop();
  assert.equal(sent.length, 4);
  assert.ok(sent.every(({ progress }, index) => index === 0 || progress > sent[index - 1]!.progress));
  assert.deepEqual(sent.at(-1), { progress: 10, total: 10, message: "at 10" });
});

test("a silent call is heard of, until it ends, and nobody who did not ask hears anything", async () => {
  const sent: { progress: number; message?: string }[] = [];
  const { stop } = startProgress((params) => sent.push(params), 20);
  while (sent.length < 2) await sleep(5);
  stop();
  const heard = sent.length;
  assert.match(sent[0]!.message!, /^Still running after \d+ s$/);
  assert.ok(sent[0]!.progress >= 0 && sent[1]!.progress > sent[0]!.progress);
  await sleep(50);
  assert.equal(sent.length, heard);
  startProgress(undefined, 1).report({ done: 1 });
});

test("a heartbeat repeats what is being done, and how much of how much", async () => {
  const sent: { progress: number; total?: number; message?: string }[] = [];
  const { report, stop } = startProgress((params) => sent.push(params), 20);
  report({ done: 12, total: 80, message: "reading declarations" });
  while (sent.length < 2) await sleep(5);
  stop();
  assert.match(sent[1]!.message!, /^reading declarations: 12 of 80, after \d+ s$/);
  assert.deepEqual([Math.floor(sent[1]!.progress), sent[1]!.total], [12, 80]);
});
