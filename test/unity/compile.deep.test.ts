/** Slow `compile` tests: waiting until the Editor is usable again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { SOON_MS } from "../soon.ts";
import { RESULT, reloading } from "./compile-results.ts";
import { pause, scenario } from "./scenario.ts";

test("a compile whose reply comes before its reload returns when the Editor is usable again", async () => {
  for (const generation of ["seed", "v2"] as const) {
    await scenario({ generation }, async (editor, jig) => {
      editor.once("compile", async ({ reply }) => {
        reply();
        setTimeout(() => void editor.reload(700, { compiled: true }), 50);
      });
      const { value, failed, ms } = await jig.call("compile");
      assert.equal(failed, false, JSON.stringify(value));
      assert.equal(value.warnings?.length ?? 0, generation === "seed" ? 1 : 0);
      assert.ok(ms > 1_000, `${generation}: reload and quiet were waited out: ${ms} ms`);
      // The next command must not find a closed port.
      assert.equal((await jig.call("clear-console")).failed, false);
      assert.equal(editor.count("compile"), 1);
    });
  }
});

test("24: a result file that is half written is read when it is whole", async () => {
  await scenario({}, async (editor, jig) => {
    editor.once(
      "compile",
      reloading(async (_, file) => {
        file('{"Success": tr');
        await pause(900);
        file(JSON.stringify(RESULT));
      }),
    );
    const { value, failed } = await jig.call("compile");
    assert.equal(failed, false, JSON.stringify(value));
    assert.equal(value.WarningCount, 1);
    assert.equal(editor.count("compile"), 1);
  });
});

test("25: locks that flicker are waited out until they stay away", async () => {
  await scenario({}, async (editor, jig) => {
    let last = 0;
    editor.once(
      "compile",
      reloading(async (_, file) => {
        file(JSON.stringify(RESULT));
        await pause(800);
        for (let flicker = 0; flicker < 4; flicker++) {
          editor.project.lock("compiling.lock");
          await pause(150);
          editor.project.unlock("compiling.lock");
          last = performance.now();
          await pause(50);
        }
      }),
    );
    const { failed } = await jig.call("compile");
    assert.equal(failed, false);
    assert.ok(performance.now() - last >= 450, `${performance.now() - last} ms of quiet`);
    assert.equal(editor.count("compile"), 1);
  });
});

test("26: no result file: the requested time limit is kept, and nothing is sent again", async () => {
  await scenario({}, async (editor, jig) => {
    editor.once("compile", ({ editor: { project } }) => {
      project.lock("compiling.lock");
      void editor.close("DomainReload");
    });
    const { value, failed, ms } = await jig.call("compile", { TimeoutSeconds: 1 });
    assert.equal(failed, true);
    assert.equal(value.Code, "TIMEOUT");
    assert.match(value.Hint, /not sent again/);
    assert.ok(ms < SOON_MS, `${ms} ms`);
    assert.equal(editor.count("compile"), 1);
  });
});

test("an Editor that is still away at the deadline is reloading, not gone", async () => {
  await scenario({}, async (editor, jig) => {
    editor.once("clear-console", () => void editor.close("DomainReload"));
    const lost = await jig.call("clear-console", { TimeoutSeconds: 0.5 });
    assert.equal(lost.value.Code, "LOST_AFTER_DISPATCH");
    assert.match(lost.value.Details.Editor, /reloading/);
    const busy = await jig.call("clear-console", { TimeoutSeconds: 0.2 });
    assert.equal(busy.value.Code, "EDITOR_BUSY");
    assert.equal((await jig.call("unity-status")).value.State, "reloading");
    assert.equal(editor.count("clear-console"), 1);
  });
});

test("a connection that breaks without a reload leaves the result to the file all the same", async () => {
  await scenario({}, async (editor, jig) => {
    editor.once("compile", async ({ request, socket }) => {
      socket.resetAndDestroy();
      await pause(400);
      editor.project.compileResult(String(request.params.RequestId), JSON.stringify(RESULT));
    });
    const { value, failed } = await jig.call("compile");
    assert.equal(failed, false, JSON.stringify(value));
    assert.equal(value.WarningCount, 1);
    assert.equal(editor.count("compile"), 1);
  });
});

test("an older Editor that goes down with the compile leaves no file: lost, said after its return", async () => {
  await scenario({ generation: "seed" }, async (editor, jig) => {
    editor.once("compile", () => void editor.reload(500));
    const { value } = await jig.call("compile");
    assert.equal(value.Code, "LOST_AFTER_DISPATCH");
    assert.equal(value.Details.Editor, "ready");
    assert.equal(editor.last("compile").params.RequestId, undefined);
    assert.equal(editor.count("compile"), 1);
  });
});

test("waiting is told as progress", async () => {
  await scenario({}, async (editor, jig) => {
    editor.once(
      "compile",
      reloading(async (_, file) => file(JSON.stringify(RESULT))),
    );
    const answer = jig.mcp.ask("progress", "tools/call", {
      name: "compile",
      arguments: {},
      _meta: { progressToken: "p" },
    });
    await answer;
    const said = jig.mcp.received
      .filter(({ method }) => method === "notifications/progress")
      .map(({ params }) => params.message ?? "");
    assert.ok(
      said.some((text) => /domain reload|Waiting for Unity/.test(text)),
      JSON.stringify(said),
    );
  });
});
