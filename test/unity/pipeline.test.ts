/** Unity Pipeline: port file, token, names in several versions, undocumented parameters, jobs across reloads, lost connections. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pipeline } from "./pipeline-scenario.ts";
import { pause } from "./scenario.ts";

test("Pipeline: broken code has its diagnostics, at the caller's own lines and columns", async () => {
  await pipeline({}, async (_, jig) => {
    const { value, failed } = await jig.call("execute-dynamic-code", { Code: "DOES NOT COMPILE" });
    assert.equal(failed, true);
    assert.equal(value.CompilationErrors[0].Line, 1);
    assert.ok(value.CompilationErrors[0].Column < 200);
    assert.equal(value.CompilationErrors[0].ErrorCode, "CS1002");
    const only = await jig.call("execute-dynamic-code", { Code: "return 1;", CompileOnly: true });
    assert.equal(only.value.Code, "NOT_ON_THIS_VERSION");
    assert.equal(only.value.Details.Dispatched, false);
  });
});

test("Pipeline: what the server would pass over in silence is refused before it is sent", async () => {
  await pipeline({}, async (editor, jig) => {
    const faults: [object, RegExp][] = [
      [{ name: "A", colour: "red" }, /no parameter "colour"/],
      [{ name: "A", layer: "eight" }, /must be a Int32/],
      [{}, /needs "name"/],
    ];
    for (const [Parameters, says] of faults) {
      const { value } = await jig.call("unity-call", { Tool: "create_gameobject", Parameters });
      assert.equal(value.Code, "PARAMETER_REFUSED");
      assert.match(value.ErrorMessage, says);
      assert.equal(value.Details.Dispatched, false);
    }
    assert.equal(editor.count("create_gameobject"), 0);
    const made = await jig.call("unity-call", { Tool: "create_gameobject", Parameters: { name: "tok-3-1" } });
    assert.equal(made.value.name, "tok-3-1");
    assert.equal(editor.tally.of("tok-3-1"), 1);
    const unknown = await jig.call("unity-call", { Tool: "fly" });
    assert.equal(unknown.value.Code, "NOT_ON_THIS_VERSION");
    const tools = await jig.call("unity-tools", { Name: "gameobject" });
    assert.equal(tools.value.Tools[0].Parameters.length, 3);
  });
});

test("Pipeline: a filter that would run other tests beside the asked ones is refused", async () => {
  await pipeline({}, async (editor, jig) => {
    const wide = await jig.call("run-tests", { FilterType: "exact", FilterValue: "Game.Tests.PlayerTests.Jumps" });
    assert.equal(wide.value.Code, "NOT_ON_THIS_VERSION");
    assert.match(wide.value.Hint, /JumpsHigh/);
    const pattern = await jig.call("run-tests", { FilterType: "regex", FilterValue: "Player.*" });
    assert.equal(pattern.value.Code, "NOT_ON_THIS_VERSION");
    assert.equal(editor.count("run_tests"), 0);
    const none = await jig.call("run-tests", { FilterType: "exact", FilterValue: "Nobody" });
    assert.equal(none.failed, true);
    assert.equal(none.value.TestCount, 0);
    assert.equal(editor.count("run_tests"), 0);
    const exact = await jig.call("run-tests", { FilterType: "exact", FilterValue: "Game.Other.EnemyTests.Dies" });
    assert.equal(exact.failed, false, JSON.stringify(exact.value));
    assert.equal(exact.value.PassedCount, 1);
    assert.match(exact.value.CompletedAt, /^\d{4}-/);
  });
});

test("Pipeline: compile tells errors, what was broken before, and an old result is not taken for its own", async () => {
  await pipeline({}, async (editor, jig) => {
    editor.recompile = { status: "completed", failed: true, errors: ["Assets/Old.cs(1,1): error CS0001: old"] };
    editor.compileErrors = ["Assets/A.cs(3,5): error CS1002: ; expected"];
    const broken = await jig.call("compile");
    assert.equal(broken.failed, true);
    assert.deepEqual(broken.value.Errors, [{ Message: editor.compileErrors[0], File: "Assets/A.cs", Line: 3 }]);
    editor.upToDate = true;
    const still = await jig.call("compile");
    assert.equal(still.value.Success, true);
    editor.once("eval", ({ reply }) => reply({ success: true, result: true, diagnostics: [] }));
    const worse = await jig.call("compile");
    assert.equal(worse.value.Success, false);
    assert.equal(worse.value.Errors[0].Line, 3);
  });
});

test("Pipeline: nonsense, lying lengths, chunks and split text are told apart", async () => {
  await pipeline({}, async (editor, jig) => {
    editor.once("clear_console", ({ response }) => void response.writeHead(200).end("<html>"));
    const nonsense = await jig.call("clear-console");
    assert.equal(nonsense.value.Code, "PROTOCOL_ERROR");
    assert.equal(nonsense.value.Details.Dispatched, true);
    editor.once(
      "clear_console",
      ({ request }) => void request.socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 900\r\n\r\n{}"),
    );
    assert.equal((await jig.call("clear-console")).value.Code, "PROTOCOL_ERROR");
    editor.once("eval", async ({ response, result }) => {
      const body = Buffer.from(JSON.stringify({ success: true, result: { ...(result() as object), result: "語😀" } }));
      response.writeHead(200, { "Content-Type": "application/json" });
      for (const byte of body) {
        response.write(Buffer.from([byte]));
        if (byte > 0xe0) await pause(2);
      }
      response.end();
    });
    const split = await jig.call("execute-dynamic-code", { Code: "return 1;" });
    assert.equal(split.value.Result, "語😀");
  });
});

test("Pipeline: errors say whether anything may have run", async () => {
  await pipeline({}, async (editor, jig) => {
    const answers: [number, object, string, boolean][] = [
      [400, { success: false, error: "Command Execution Failed", errorDetails: "boom" }, "EDITOR_ERROR", true],
      [
        400,
        { success: false, error: "Parameter Validation Failed", errorDetails: "thrown inside" },
        "EDITOR_ERROR",
        true,
      ],
      [
        400,
        {
          success: false,
          error: "Parameter Validation Failed",
          errorDetails: "Required parameter 'x' is missing or empty",
        },
        "PARAMETER_REFUSED",
        false,
      ],
      [
        400,
        { success: false, error: "Command Not Found", errorDetails: "No command named" },
        "NOT_ON_THIS_VERSION",
        false,
      ],
      [413, { success: false, error: "Payload Too Large" }, "PARAMETER_REFUSED", false],
      [500, { success: false, error: "Internal Server Error" }, "EDITOR_ERROR", true],
    ];
    for (const [status, body, code, dispatched] of answers) {
      editor.once("clear_console", ({ answer }) => answer(status, body));
      const { value } = await jig.call("clear-console");
      assert.equal(value.Code, code, JSON.stringify(value));
      assert.equal(value.Details.Dispatched, dispatched, JSON.stringify(value));
    }
  });
});

test("Pipeline: status says what is there", async () => {
  await pipeline({}, async (editor, jig) => {
    const ready = (await jig.call("unity-status")).value;
    assert.equal(ready.Ready, true, JSON.stringify(ready));
    assert.equal(ready.Backend, "Unity Pipeline 0.8.0");
    assert.equal(ready.Endpoint, `127.0.0.1:${editor.port}`);
    assert.ok(!JSON.stringify(ready).includes(editor.token));
    editor.status = "settling";
    assert.equal((await jig.call("unity-status")).value.State, "reloading");
  });
});

test("Pipeline 1.0: an eval's value is the value itself, its failure an exit code, effects are declared", async () => {
  await pipeline({ version: "1.0.0" }, async (editor, jig) => {
    const object = await jig.call("execute-dynamic-code", { Code: "return /* AN OBJECT */ 1;" });
    assert.equal(object.failed, false, JSON.stringify(object.value));
    assert.equal(object.value.Result, '{"success":false,"hp":3}');
    assert.equal("timeout" in editor.last("script eval").parameters, false);
    const broken = await jig.call("execute-dynamic-code", { Code: "DOES NOT COMPILE" });
    assert.equal(broken.failed, true);
    assert.equal(broken.value.CompilationErrors[0].ErrorCode, "CS1002", JSON.stringify(broken.value));
    assert.ok(broken.value.CompilationErrors[0].Column < 300);
    const thrown = await jig.call("execute-dynamic-code", { Code: 'throw new System.Exception("x");' });
    assert.equal(thrown.value.Success, false, JSON.stringify(thrown.value));
    assert.match(thrown.value.ErrorMessage, /thrown by the code/);
    // An exit code other than 0 is a failure, whatever else is in the response.
    editor.once("clear_console", ({ answer }) =>
      answer(200, { success: true, result: null, exitCode: 3, message: "Not found" }),
    );
    const failed = await jig.call("clear-console");
    assert.equal(failed.failed, true, JSON.stringify(failed.value));
    assert.match(failed.value.ErrorMessage, /Not found/);
    const { value } = await jig.call("unity-tools", { Name: "status" });
    assert.ok(value.Tools.length >= 2 && value.Tools.every((tool: { ReadOnly: boolean }) => tool.ReadOnly));
  });
});
