/** Slow tests for lost connections: all tools with side effects, domain reload during a call. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ENDS, isLostOnce, isReadAgain } from "./connection-ends.ts";
import type { Exchange, FakeEditor } from "./fake/editor.ts";
import { at, everywhere, pause, SIDE_EFFECTS, scenario } from "./scenario.ts";

for (const [how, end] of ENDS) {
  test(`19, 20: ${how} after the request: side effects are lost once, reads are read again`, async () => {
    for (const [tool, input] of SIDE_EFFECTS) await isLostOnce(tool, input, end);
    await isReadAgain(end);
  });
}

for (const generation of ["seed", "v2"] as const) {
  test(`22: a domain reload in the middle of a call (${generation})`, async () => {
    await scenario({ generation }, async (editor, jig) => {
      for (const announced of [true, false]) {
        const before = editor.count("clear-console");
        editor.once("clear-console", () => void editor.reload(400, { announced }));
        const lost = await jig.call("clear-console");
        assert.equal(lost.value.Code, "LOST_AFTER_DISPATCH");
        assert.equal(lost.value.Details.Editor, "ready", JSON.stringify(lost.value));
        assert.equal(editor.count("clear-console"), before + 1);
        assert.ok(lost.ms > 350, "the reload was waited out");
        editor.once("get-logs", () => void editor.reload(200, { announced }));
        assert.equal((await jig.call("get-logs")).value.TotalCount, 1);
      }
    });
  });
}

test("31: a changed session is handled by reading the settings again: nothing had run", async () => {
  await scenario({}, async (editor, jig) => {
    const stale = (editor: FakeEditor) => editor.noteSettings({ serverSessionId: "an-older-one" });
    stale(editor);
    setTimeout(() => editor.noteSettings(), 300);
    const { failed, value } = await jig.call("clear-console");
    assert.equal(failed, false, JSON.stringify(value));
    stale(editor);
    setTimeout(() => editor.noteSettings(), 300);
    assert.equal((await jig.call("get-logs")).failed, false);
    // Rejected attempts contain the command too, so count executions.
    assert.equal(editor.served("clear-console"), 1);
    assert.equal(editor.served("get-logs"), 1);
    await pause(350);
  });
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

test("a cancelled call, and a server that is told to stop, close their connections", async () => {
  await scenario({}, async (editor, jig) => {
    let closed = 0;
    editor.always("run-tests", ({ socket }) => void socket.on("close", () => closed++));
    const { id, told } = jig.begin("run-tests");
    told.catch(() => {});
    // Independent of the machine's speed.
    const until = async (reached: () => boolean) => {
      while (!reached()) await pause(20);
    };
    await until(() => editor.count("run-tests") === 1);
    jig.cancel(id);
    await until(() => closed === 1);
    jig.begin("run-tests").told.catch(() => {});
    await until(() => editor.count("run-tests") === 2);
    // A client that only ends its input waits for the answer.
    jig.mcp.child.kill("SIGTERM");
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

everywhere("a command that comes during a reload waits for its end and runs once", async (editor, jig) => {
  const reload = editor.reload(800);
  await pause(50);
  const { failed, ms } = await jig.call("execute-dynamic-code", { Code: "return 1;" });
  assert.equal(failed, false);
  assert.ok(ms > 500);
  assert.equal(editor.count("execute-dynamic-code"), 1);
  await reload;
});
