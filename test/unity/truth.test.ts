/** Metadata in answers: if anything ran, when it was done, how a person can change it. Never contains a token. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpDriver } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakePipeline } from "./fake/pipeline.ts";
import { scenario } from "./scenario.ts";

test("choices are taken in any letter case, as the Editor takes them; flags of a search are combined", async () => {
  await scenario({ generation: "seed" }, async (editor, jig) => {
    assert.equal((await jig.call("get-logs", { LogType: "error" })).failed, false);
    assert.equal(editor.last("get-logs").params.LogType, "Error");
    await jig.call("run-tests", { TestMode: "playmode", FilterType: "REGEX", FilterValue: "x" });
    assert.equal(editor.last("run-tests").params.TestMode, "PlayMode");
    assert.equal(editor.last("run-tests").params.FilterType, "regex");
    const refused = await jig.call("get-logs", { LogType: "fault" });
    assert.equal(refused.value.Code, "INVALID_ARGUMENT");
    for (const SearchFlags of ["Packages, Sorted", "Packages|Sorted", "Packages,Sorted , Packages"]) {
      assert.equal((await jig.call("unity-search", { SearchQuery: "x", SearchFlags })).failed, false);
      assert.equal(editor.last("unity-search").params.SearchFlags, "Packages, Sorted");
    }
    assert.equal((await jig.call("unity-search", { SearchFlags: "Packages Sorted" })).value.Code, "INVALID_ARGUMENT");
  });
  await scenario({ generation: "v2" }, async (editor, jig) => {
    await jig.call("unity-search", { SearchQuery: "x", SearchFlags: "WantsMore, Packages" });
    const { Code } = editor.last("execute-dynamic-code").params;
    assert.match(
      String(Code),
      /SearchFlags\.Synchronous \| \S+SearchFlags\.WantsMore \| \S+SearchFlags\.Packages,? ?\)/,
    );
  });
});

test("a compile and a run of tests say when they were done", async () => {
  const before = Date.now();
  const isNow = (value: { CompletedAt: string }) => {
    const at = Date.parse(value.CompletedAt);
    assert.ok(at >= before && at <= Date.now(), JSON.stringify(value));
  };
  await scenario({ generation: "v2" }, async (editor, jig) => {
    isNow((await jig.call("compile")).value);
    editor.once("run-tests", ({ reply, result }) => reply({ ...result(), CompletedAt: undefined }));
    isNow((await jig.call("run-tests")).value);
    editor.once("run-tests", ({ reply, result }) => reply({ ...result(), CompletedAt: "2026-01-02T03:04:05Z" }));
    assert.equal((await jig.call("run-tests")).value.CompletedAt, "2026-01-02T03:04:05Z");
  });
});

test("C# that ran and failed is never said not to have run, whatever words its own failure has", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const fails = (ErrorMessage: string) =>
      editor.once("execute-dynamic-code", ({ reply, result }) =>
        reply({ ...result(), Success: false, ErrorMessage, SecurityLevel: "Restricted", CompilationErrors: [] }),
      );
    for (const said of [
      "UnauthorizedAccessException: access to the path is forbidden",
      "the asset is restricted by the security policy of the vault",
      "a build is already in progress",
    ]) {
      fails(said);
      const { value } = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
      assert.equal(value.Code, "EDITOR_ERROR", JSON.stringify(value));
      assert.equal(value.Details.Dispatched, true);
      assert.doesNotMatch(value.ErrorMessage, /was not run/);
    }
    for (const said of [
      "Another execution is already in progress",
      "Security violations detected (Dangerous API call)",
    ]) {
      fails(said);
      const { value } = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
      assert.equal(value.Code, "NOT_ON_THIS_VERSION", JSON.stringify(value));
      assert.equal(value.Details.Dispatched, false);
    }
    fails("Another execution is already in progress");
    await jig.call("execute-dynamic-code", { Code: "return 1;" });
    const { Receipts } = (await jig.call("unity-receipt")).value;
    assert.equal(Receipts[0].Tool, "execute-dynamic-code");
    assert.equal(Receipts[0].Verdict, "did not run", JSON.stringify(Receipts[0]));
  });
});

test("code that was told not to have run does not run when it arrives after all", async () => {
  const editor = await FakeCliLoop.start({ hasEditorStatus: true });
  const jig = await McpDriver.open([editor.project.root]);
  try {
    let late: (() => Record<string, unknown>) | undefined;
    editor.once("execute-dynamic-code", ({ result, socket }) => {
      late = result;
      socket.destroy();
    });
    const lost = (await jig.call("execute-dynamic-code", { Code: 'Log("tok-7-1");' })).value;
    assert.equal(lost.Code, "LOST_AFTER_DISPATCH", JSON.stringify(lost));
    const told = (await jig.call("unity-receipt", { Id: lost.Details.Receipt })).value;
    assert.equal(told.Verdict, "did not run", JSON.stringify(told));
    assert.match(told.Why, /the Editor refuses it/);
    assert.equal(late!().Success, false);
    assert.equal(editor.tally.of("tok-7-1"), 0);
    const again = (await jig.call("unity-receipt", { Id: lost.Details.Receipt })).value;
    assert.equal(again.Verdict, "did not run", JSON.stringify(again));
  } finally {
    await jig.close();
    await editor.stop();
  }
});

test("Pipeline's token stands in no answer and no log, even where the Editor's side repeats it", async () => {
  const editor = await FakePipeline.start({});
  const jig = await McpDriver.open([editor.project.root]);
  try {
    const { token } = editor;
    assert.ok(token.length > 20, token);
    const said = { success: false, error: "Command Execution Failed", errorDetails: `Authorization: Bearer ${token}` };
    editor.once("clear_console", ({ answer }) => answer(400, said));
    const told = [await jig.call("clear-console")];
    assert.match(JSON.stringify(told[0]!.value), /\[token\]/);
    editor.once("clear_console", ({ answer }) => answer(500, { nested: [{ token }], error: `x ${token}` }));
    told.push(await jig.call("clear-console"), await jig.call("unity-status"), await jig.call("unity-receipt"));
    editor.token = "another+token/of=the-next-session";
    told.push(await jig.call("get-logs", { TimeoutSeconds: 3 }));
    for (const { value } of told)
      for (const secret of [token, editor.token])
        assert.ok(!JSON.stringify(value).includes(secret), JSON.stringify(value));
    const { stderr } = await jig.mcp.end();
    assert.ok(!stderr.includes(token), stderr);
  } finally {
    await editor.stop();
  }
});
