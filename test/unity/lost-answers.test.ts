/** Connections that die, reloads, restarts, moves: what was lost is said, what may be repeated is, nothing with side effects ever is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ENDS, isLostOnce } from "./connection-ends.ts";
import type { Exchange } from "./fake/editor.ts";
import { at, everywhere, pause, scenario } from "./scenario.ts";

for (const [how, end] of ENDS)
  test(`19, 20: ${how} after the request: a side effect is lost once`, () => isLostOnce("clear-console", {}, end));

everywhere(
  "21, 43: a server that closes at once has taken nothing, so the command goes to the next connection",
  async (editor, jig) => {
    for (const behavior of [0, 1, 2])
      editor.once("get-version", ({ socket }) => void (behavior === 1 ? socket.resetAndDestroy() : socket.end()));
    const { failed } = await jig.call("clear-console");
    assert.equal(failed, false);
    assert.equal(editor.count("clear-console"), 1);
    assert.equal(editor.count("get-version"), 4);
  },
);

everywhere("a command that comes during a reload waits for its end and runs once", async (editor, jig) => {
  const reload = editor.reload(800);
  await pause(50);
  const { failed, ms } = await jig.call("execute-dynamic-code", { Code: "return 1;" });
  assert.equal(failed, false);
  assert.ok(ms > 500);
  assert.equal(editor.count("execute-dynamic-code"), 1);
  await reload;
});

at(["seed", "v2"], "27: an Editor that quits in the middle of a call is not waited for", async (editor, jig) => {
  editor.once("get-logs", () => void editor.quit());
  const read = await jig.call("get-logs");
  assert.equal(read.value.Code, "LOST_AFTER_DISPATCH");
  assert.match(read.value.ErrorMessage, /because the Editor quit/);
  assert.equal(editor.count("get-logs"), 1);
  assert.ok(read.ms < 1_500, `${read.ms} ms`);
  await editor.listen();
  editor.once("run-tests", () => void editor.quit());
  const tests = await jig.call("run-tests");
  assert.equal(tests.value.Code, "LOST_AFTER_DISPATCH");
  assert.equal(tests.value.Details.Reason, "quit");
  assert.ok(tests.ms < 1_500, `${tests.ms} ms`);
  assert.equal(editor.count("run-tests"), 1);
});

at(["seed", "v2"], "28: a port that moves with the reload is found", async (editor, jig) => {
  const old = editor.port;
  const reload = editor.reload(500, { port: 0 });
  await pause(20);
  const { failed } = await jig.call("clear-console");
  await reload;
  assert.equal(failed, false);
  assert.notEqual(editor.port, old);
  assert.equal(editor.count("clear-console"), 1);
});

test("31: an Editor that cannot judge stamps is asked for its project instead", async () => {
  await scenario({}, async (editor, jig) => {
    const unable = ({ request, fail, reply }: Exchange) =>
      request.stamp
        ? fail("Fast project validation is unavailable. Restart Unity CLI Loop and retry.", {
            type: "internal_error",
            message: "",
          })
        : reply();
    editor.always("get-logs", unable).always("get-version", unable).always("clear-console", unable);
    assert.equal((await jig.call("get-logs")).failed, false);
    assert.equal((await jig.call("clear-console")).failed, false);
  });
});

test("a cancelled call, and a client that goes away, close their connections", async () => {
  await scenario({}, async (editor, jig) => {
    let closed = 0;
    editor.always("run-tests", ({ socket }) => void socket.on("close", () => closed++));
    const { id, told } = jig.begin("run-tests");
    told.catch(() => {});
    // However slow the machine is at the moment.
    const until = async (reached: () => boolean) => {
      while (!reached()) await pause(20);
    };
    await until(() => editor.count("run-tests") === 1);
    jig.cancel(id);
    await until(() => closed === 1);
    jig.begin("run-tests").told.catch(() => {});
    await until(() => editor.count("run-tests") === 2);
    await jig.close();
    await until(() => closed === 2);
    assert.equal(editor.count("run-tests"), 2);
  });
});

test("3.0: the same over the project's own socket, with its stamp", async () => {
  await scenario({ generation: "v3" }, async (editor, jig) => {
    assert.equal((await jig.call("clear-console")).failed, false);
    assert.deepEqual(editor.last("clear-console").stamp, { expectedProjectRoot: editor.project.root });
    editor.once("clear-console", ({ socket }) => void socket.end());
    assert.equal((await jig.call("clear-console")).value.Code, "LOST_AFTER_DISPATCH");
    assert.equal(editor.count("clear-console"), 2);
    const reload = editor.reload(400);
    assert.equal((await jig.call("get-logs")).failed, false);
    await reload;
  });
});
