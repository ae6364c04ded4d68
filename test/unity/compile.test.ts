/** `compile` waits until the Editor is usable again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RESULT, reloading } from "./compile-results.ts";
import { scenario } from "./scenario.ts";

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

test("an Editor that refuses to list its tools compiles all the same", async () => {
  await scenario({ generation: "seed" }, async (editor, jig) => {
    editor.always("get-tool-details", ({ fail }) =>
      fail("Internal error", { type: "internal_error", message: "broken" }),
    );
    assert.equal((await jig.call("compile")).failed, false);
    assert.equal(editor.count("compile"), 1);
  });
});
