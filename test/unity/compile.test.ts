/** `compile` to the point where the Editor is usable again, case by case. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RESULT, reloading } from "./compile-results.ts";
import { pause, scenario } from "./scenario.ts";

test("a compile with nothing to do, and one with errors, answer without a reload", async () => {
  await scenario({}, async (editor, jig) => {
    const { value, failed } = await jig.call("compile", { ForceRecompile: true });
    assert.equal(failed, false);
    assert.equal(value.ProjectRoot, editor.project.root);
    const { params } = editor.last("compile");
    assert.equal(params.ForceRecompile, true);
    assert.equal(params.WaitForDomainReload, true);
    assert.match(String(params.RequestId), /^compile_\d+_\d{6}$/);
    assert.equal(editor.count("compile"), 1);
  });
});

test("23: the reply is lost in the reload, the result comes from the file with its byte order mark", async () => {
  await scenario({}, async (editor, jig) => {
    editor.once(
      "compile",
      reloading(async (_, file) => file(JSON.stringify(RESULT, null, 2))),
    );
    const { value, failed } = await jig.call("compile");
    assert.equal(failed, false, JSON.stringify(value));
    assert.equal(value.WarningCount, 1);
    assert.equal(value.Ver, "2.1.1");
    assert.equal(editor.count("compile"), 1);
    const details = editor.log.findLastIndex(({ method }) => method === "get-tool-details");
    assert.ok(
      details > editor.log.findLastIndex(({ method }) => method === "compile"),
      "the Editor was probed after its return",
    );
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

test("an Editor that refuses to list its tools compiles all the same", async () => {
  await scenario({ generation: "seed" }, async (editor, jig) => {
    editor.always("get-tool-details", ({ fail }) =>
      fail("Internal error", { type: "internal_error", message: "broken" }),
    );
    assert.equal((await jig.call("compile")).failed, false);
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
