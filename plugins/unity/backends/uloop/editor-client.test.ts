// Editor client with short timeouts: long reloads, and Editors that never come back.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import {
  type Context,
  definePlugin,
  type Progress,
  type ServiceContext,
  tool,
} from "../../../../core/host/plugin-api.ts";
import { createTestHost } from "../../../../core/host/testing.ts";
import { FakeEditor } from "../../../../test/unity/fake/editor.ts";
import { Deadline } from "../../command/deadline.ts";
import { editorCodeOf } from "../../command/editor-errors.ts";
import { TIMEOUTS, type Timeouts } from "../../command/timeouts.ts";
import plugin from "../../plugin.ts";
import { compileAndWait } from "./compilation.ts";
import { EditorClient } from "./editor-client.ts";

const ID = "compile_1795204267906_031763";
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Real files, sockets and clock; only the timeouts are ours. */
async function withSession(
  timing: Partial<Timeouts>,
  body: (
    editor: FakeEditor,
    client: EditorClient,
    caller: (seconds: number) => { deadline: Deadline; progress(said: Progress): void },
  ) => Promise<void>,
): Promise<void> {
  const editor = await FakeEditor.start({});
  let context: Context | undefined;
  const handler = async (_: object, given: Context) => {
    context = given;
    return { value: null };
  };
  const probe = tool({
    title: "p",
    description: "p",
    effect: "read",
    input: v.strictObject({}),
    view: "json",
    examples: [],
    handler: async () => ({ default: handler }),
  });
  const { permissions } = plugin;
  const host = await createTestHost({
    roots: [editor.project.root],
    builtIns: [
      definePlugin({
        name: "probe",
        version: "1.0.0",
        title: "p",
        description: "p",
        host: "^1",
        permissions,
        tools: { probe },
      }),
    ],
  });
  try {
    await host.invoke("probe", {});
    const client = new EditorClient(context as unknown as ServiceContext, editor.project.root, {
      ...TIMEOUTS,
      ...timing,
    });
    await body(editor, client, (seconds) => ({
      deadline: new Deadline(context!.clock, seconds * 1_000, new AbortController().signal),
      progress: () => {},
    }));
  } finally {
    await host.close();
    await editor.stop();
  }
}

const CLEAR = { method: "clear-console", params: {}, repeatable: false };

test("a reload that outlives the belief in its lock is still waited for, by compile too", async () => {
  await withSession({ lockFresh: 150, resultFile: 1_000, settled: 50 }, async (editor, client, caller) => {
    editor.once("compile", async ({ request }) => {
      const id = String(request.params.RequestId);
      await editor.reload(1_500);
      editor.project.compileResult(id, '{"Success":true,"Ver":"2.1.1"}');
    });
    const compiled = compileAndWait(client, {}, caller(20), ID);
    await pause(600);
    const cleared = client.run(CLEAR, caller(20));
    assert.equal((await compiled).result.Success, true);
    assert.equal((await cleared).result.Success, true);
    assert.equal(editor.count("compile"), 1);
    assert.equal(editor.count("clear-console"), 1);
  });
});

test("a compile whose Editor is back without a result is lost after a while, and sent once", async () => {
  await withSession({ resultFile: 200 }, async (editor, client, caller) => {
    editor.once("compile", () => void editor.reload(300));
    await assert.rejects(
      compileAndWait(client, {}, caller(20), ID),
      (error) => editorCodeOf(error) === "LOST_AFTER_DISPATCH",
    );
    assert.equal(editor.count("compile"), 1);
  });
});

test("a compile without a result is lost also where the Editor goes on reloading for others", async () => {
  await withSession({ resultFile: 300 }, async (editor, client, caller) => {
    let over = false;
    editor.once("compile", async ({ socket }) => {
      socket.destroy();
      for (let turn = 0; turn < 40 && !over; turn++) {
        editor.project.lock("compiling.lock");
        await pause(120);
        editor.project.unlock("compiling.lock");
        await pause(150);
      }
    });
    await assert.rejects(
      compileAndWait(client, {}, caller(8), ID),
      (error) => editorCodeOf(error) === "LOST_AFTER_DISPATCH",
    );
    over = true;
    assert.equal(editor.count("compile"), 1);
  });
});

test("an Editor that announced a reload and died is given up when reloads cannot last that long", async () => {
  await withSession({ reload: 400, bindDelay: 200, lockFresh: 300, quiet: 200 }, async (editor, client, caller) => {
    editor.once("clear-console", async () => {
      editor.project.lock("domainreload.lock");
      await editor.close("DomainReload");
    });
    await assert.rejects(client.run(CLEAR, caller(20)), (error) => editorCodeOf(error) === "LOST_AFTER_DISPATCH");
    const again = caller(20);
    await assert.rejects(client.run(CLEAR, again), (error) => editorCodeOf(error) === "EDITOR_NOT_REACHABLE");
    assert.ok(again.deadline.remaining > 0, "given up before its time was over");
    assert.equal(editor.count("clear-console"), 1);
  });
});

test("a server that never stops closing its connections is given up without a command sent", async () => {
  await withSession({ closing: 400 }, async (editor, client, caller) => {
    editor.always("get-version", ({ socket }) => void socket.end());
    await assert.rejects(client.run(CLEAR, caller(20)), /closes its connections/);
    assert.equal(editor.count("clear-console"), 0);
  });
});

test("a cancel ends every wait at once", async () => {
  await withSession({}, async (editor, client) => {
    editor.project.lock("compiling.lock");
    const cancel = new AbortController();
    const deadline = new Deadline(client.host.clock, 60_000, cancel.signal);
    const waiting = client.run(CLEAR, { deadline, progress: () => {} });
    setTimeout(() => cancel.abort(), 100);
    await assert.rejects(waiting, { code: "CANCELLED" });
    assert.ok(deadline.remaining > 0, "cancelled before its time was over");
    assert.equal(editor.log.length, 0);
  });
});
