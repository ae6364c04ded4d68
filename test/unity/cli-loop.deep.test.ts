/** Unity CLI Loop 3, the slow cases: restarts, reloads, hangs and busy Editors that are waited out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loop } from "./cli-loop-scenario.ts";
import { pause } from "./scenario.ts";

test("3.x: a busy Editor is asked again; at the end its command is named and nothing ran", async () => {
  await loop({}, async (editor, jig) => {
    editor.running = "run-tests";
    setTimeout(() => (editor.running = undefined), 400);
    const waited = await jig.call("clear-console");
    assert.equal(waited.failed, false);
    editor.running = "run-tests";
    const { value } = await jig.call("clear-console", { TimeoutSeconds: 0.5 });
    assert.equal(value.Code, "EDITOR_BUSY");
    assert.match(value.ErrorMessage, /Unity runs run-tests/);
    assert.equal(value.Details.Dispatched, false);
    editor.running = undefined;
    assert.equal(editor.tally.counts.size, 0);
  });
});

test("3.x: a hang with heartbeats ends at TimeoutSeconds", async () => {
  await loop({}, async (editor, jig) => {
    editor.always("clear-console", () => new Promise(() => {}));
    const { value, ms } = await jig.call("clear-console", { TimeoutSeconds: 0.5 });
    assert.equal(value.Code, "TIMEOUT");
    assert.equal(value.Details.Dispatched, true);
    assert.ok(ms < 4_000, `${ms} ms`);
    assert.equal(editor.count("clear-console"), 1);
  });
});

test("3.x: an Editor that restarted during a compile has forgotten it, and is not asked to compile again", async () => {
  await loop({}, async (editor, jig) => {
    editor.once("compile", ({ editor: fake }) => void fake.restart(100));
    const { value } = await jig.call("compile");
    assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
    assert.match(value.ErrorMessage, /restarted and forgot/);
    assert.equal(editor.count("compile"), 1);
  });
});

test("3.x: a reload is waited out while the process lives; an Editor that quit is told at once", async () => {
  await loop({}, async (editor, jig) => {
    assert.equal((await jig.call("get-logs")).failed, false);
    const reload = editor.reload(1_800);
    await pause(30);
    const waited = await jig.call("clear-console");
    assert.equal(waited.failed, false, JSON.stringify(waited.value));
    assert.ok(waited.ms > 1_500);
    await reload;
    await editor.close();
    editor.process.stop();
    const gone = await jig.call("clear-console");
    assert.equal(gone.value.Code, "EDITOR_NOT_REACHABLE");
    assert.match(
      gone.value.ErrorMessage,
      /Nothing listens at \/tmp\/uloop-\d+\/UnityCliLoop-[0-9a-f]{16}\.sock; Unity is not running/,
    );
    assert.ok(gone.ms < 3_000, `${gone.ms} ms`);
  });
});
