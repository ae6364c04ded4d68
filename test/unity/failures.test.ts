/** Rejections, tool errors, timeouts and old Editors. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, everywhere, pause, scenario } from "./scenario.ts";

everywhere("3: a blocked tool names the reason and the setting", async (editor, jig) => {
  editor.once("run-tests", ({ fail }) =>
    fail("Tool blocked by security settings", {
      type: "security_blocked",
      command: "run-tests",
      reason: "Tests execution is disabled",
      message: "",
    }),
  );
  const { value, failed } = await jig.call("run-tests");
  assert.equal(failed, true);
  assert.equal(value.Code, "TOOL_BLOCKED");
  assert.match(value.ErrorMessage, /Tests execution is disabled/);
  assert.match(value.Hint, /Window > Unity CLI Loop > Settings/);
  assert.equal(editor.count("run-tests"), 1);
});

everywhere(
  "4: Success false and errorMessage fail the call, with the result as the Editor sent it",
  async (editor, jig) => {
    editor.once("run-tests", ({ reply, result }) =>
      reply({ ...result(), Success: false, FailedCount: 1, Message: "1 failed" }),
    );
    const tests = await jig.call("run-tests");
    assert.equal(tests.failed, true);
    assert.equal(tests.value.Message, "1 failed");
    const found = await jig.call("find-game-objects");
    assert.equal(found.failed, true);
    assert.match(found.value.errorMessage, /criterion/);
    assert.equal(found.value.Ver, editor.ver);
    editor.once("compile", ({ reply, result }) =>
      reply({
        ...result(),
        Success: false,
        ErrorCount: 1,
        Errors: [{ Message: "CS1002: ; expected", File: "Assets/A.cs", Line: 3 }],
      }),
    );
    const compiled = await jig.call("compile");
    assert.equal(compiled.failed, true);
    assert.equal(compiled.value.Errors[0].Line, 3);
    assert.equal(compiled.value.ProjectRoot, editor.project.root);
    editor.once("get-logs", ({ reply }) => reply({ error: "Self referencing loop", commandType: "get-logs" }));
    assert.equal((await jig.call("get-logs")).failed, true);
  },
);

at(["seed"], "17: an Editor that enforces the time limit itself is trusted", async (editor, jig) => {
  editor.once("get-logs", async ({ fail }) => {
    await pause(100);
    fail("Request timeout", { type: "internal_error", message: "Tool get-logs timed out after 1 seconds" });
  });
  const { value } = await jig.call("get-logs", { TimeoutSeconds: 1 });
  assert.equal(value.Code, "TIMEOUT");
  assert.match(value.ErrorMessage, /timed out after 1 seconds/);
  assert.equal(editor.last("get-logs").params.TimeoutSeconds, 1);
});

at(
  ["seed"],
  "37: an Editor without get-version is used, and reported as unproven if something changes",
  async (editor, jig) => {
    const read = await jig.call("get-logs");
    assert.equal(read.value.warnings, undefined);
    const { value, failed } = await jig.call("clear-console");
    assert.equal(failed, false);
    assert.match(value.warnings[0], /too old to say which project/);
    assert.equal(editor.count("clear-console"), 1);
  },
);

at(["v2"], "37: an answer to get-version without a project proves nothing", async (editor, jig) => {
  editor.always("get-version", ({ reply }) => reply({ UnityVersion: "6000.0.23f1", Ver: editor.ver }));
  const { value } = await jig.call("clear-console");
  assert.match(String(value.warnings), /too old to say which project/);
});

test("what a tool throws is not taken for a missing tool: nothing is run a second way", async () => {
  await scenario({ generation: "seed" }, async (editor, jig) => {
    editor.once("execute-menu-item", ({ fail }) =>
      fail("Internal error", { type: "internal_error", message: "Unknown tool: hammer" }),
    );
    const { value } = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
    assert.equal(value.Code, "EDITOR_ERROR");
    editor.once("clear-console", ({ fail }) =>
      fail("Oops: Unity CLI Loop server session changed", { type: "internal_error", message: "" }),
    );
    assert.equal((await jig.call("clear-console")).value.Code, "EDITOR_ERROR");
    assert.equal(editor.count("execute-menu-item"), 1);
    assert.equal(editor.count("execute-dynamic-code"), 0);
    assert.equal(editor.count("clear-console"), 1);
  });
});

test("parameters that an Editor lacks are named, those at their default are not", async () => {
  await scenario({}, async (editor, jig) => {
    const plain = await jig.call("run-tests");
    assert.equal(plain.value.warnings, undefined);
    const { value } = await jig.call("run-tests", { SaveXml: true });
    assert.deepEqual(value.warnings, [
      "This Editor (uLoopMCP 2.1.1) has no parameter SaveXml for run-tests and ignored it",
    ]);
    assert.equal(editor.last("run-tests").params.SaveXml, true);
  });
});
