/** Unity CLI Loop 3.x: version gate, accept frames, heartbeats, one command at a time, compiles by id, trust, lost connections. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loop } from "./cli-loop-scenario.ts";
import { McpDriver } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { commands } from "./fake/commands.ts";
import { FakeEditor } from "./fake/editor.ts";
import { pause } from "./scenario.ts";

test("3.x: every request says its protocol, results come in this plugin's words, Ver is the package's", async () => {
  await loop({}, async (editor, jig) => {
    const logs = await jig.call("get-logs");
    assert.equal(logs.failed, false, JSON.stringify(logs.value));
    assert.equal(logs.value.Ver, "3.6.0");
    assert.deepEqual(editor.last("get-logs").uloop, {
      projectRunnerVersion: "jig",
      protocolVersion: 5,
      acceptsDispatchAck: true,
      acceptsHeartbeat: true,
    });
    assert.equal(editor.last("get-logs").params.TimeoutSeconds, undefined);
    const found = await jig.call("find-game-objects", { NamePattern: "Cube", MaxResults: 5 });
    assert.equal(found.value.results[0].components[0].fullTypeName, "UnityEngine.Transform");
    assert.equal(found.value.totalFound, 1);
    assert.equal(found.value.warnings, undefined, JSON.stringify(found.value.warnings));
    assert.equal(editor.last("find-game-objects").params.MaxCount, 5);
    const byItsName = { Tool: "find-game-objects", Parameters: { NamePattern: "Cube", MaxCount: 4 } };
    assert.equal((await jig.call("unity-call", byItsName)).value.warnings, undefined);
    assert.equal(editor.last("find-game-objects").params.MaxCount, 4);
    const tree = await jig.call("get-hierarchy");
    assert.equal(tree.value.hierarchy[1].children[0].name, "Cube");
    const tests = await jig.call("run-tests", { TestMode: "PlayMode", SaveXml: true });
    assert.equal(tests.value.PassedCount, 3);
    const { params } = editor.last("run-tests");
    assert.equal(params.SaveBeforeRun, false);
    assert.equal(params.TestMode, "PlayMode");
    assert.match(String(tests.value.warnings), /Unity CLI Loop 3\.6\.0\) has no parameter SaveXml/);
    const called = await jig.call("unity-call", { Tool: "control-play-mode", Parameters: { Action: "Play" } });
    assert.equal(called.value.IsPlaying, true);
  });
});

test("3.x: tools that are gone are answered by C#, and nothing of their own name is sent", async () => {
  await loop({}, async (editor, jig) => {
    const menu = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
    assert.equal(menu.value.Success, true, JSON.stringify(menu.value));
    assert.equal(editor.count("execute-menu-item"), 0);
    assert.equal(editor.count("execute-dynamic-code"), 1);
    editor.once("execute-dynamic-code", ({ reply, result }) =>
      reply({ ...result(), Success: false, ErrorMessage: "NullReferenceException", CompilationErrors: [] }),
    );
    const failed = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
    assert.equal(failed.value.Code, "EDITOR_ERROR");
    assert.equal(failed.value.Details.Dispatched, true);
    assert.doesNotMatch(failed.value.ErrorMessage, /not run/);
    editor.once("execute-dynamic-code", ({ reply, result }) =>
      reply({ ...result(), Success: false, ErrorMessage: "x", CompilationErrors: [{ Message: "; expected" }] }),
    );
    const refused = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
    assert.equal(refused.value.Details.Dispatched, false);
    assert.match(refused.value.ErrorMessage, /was not run/);
  });
});

for (const protocol of [4, 6, 77]) {
  test(`3.x: protocol ${protocol} is learnt from the refusal, tried on a question, and the command runs once`, async () => {
    await loop({ protocol }, async (editor, jig) => {
      const { value, failed } = await jig.call("clear-console");
      assert.equal(failed, false, JSON.stringify(value));
      assert.equal(editor.count("clear-console"), 1);
      assert.equal(editor.count("get-version"), 1);
      assert.match(String(value.warnings), new RegExp(`speaks protocol ${protocol}`));
      await jig.call("clear-console");
      assert.equal(editor.count("get-version"), 1, "it is remembered");
    });
  });
}

test("3.x: a protocol whose contract is another is refused with the numbers and the way out", async () => {
  await loop({ protocol: 9 }, async (editor, jig) => {
    editor.always("get-version", ({ reply }) => reply({ Other: 1 }));
    const { value, failed } = await jig.call("clear-console");
    assert.equal(failed, true);
    assert.equal(value.Code, "UPDATE_NEEDED");
    assert.match(value.ErrorMessage, /speaks protocol 9, and jig speaks 5/);
    assert.equal(value.Details.Dispatched, false);
    assert.equal(editor.count("clear-console"), 0);
    const status = await jig.call("unity-status");
    assert.equal(status.value.State, "misconfigured");
    assert.match(status.value.Fix, /Update jig/);
  });
});

test("3.x: an Editor that was updated meanwhile is learnt again", async () => {
  await loop({ protocol: 5 }, async (editor, jig) => {
    await jig.call("clear-console");
    editor.protocol = 6;
    assert.equal((await jig.call("clear-console")).failed, false);
    assert.equal(editor.count("clear-console"), 2);
  });
});

test("3.x: sixteen callers at once each run once", async () => {
  await loop({}, async (editor, jig) => {
    const calls = Array.from({ length: 16 }, (_, index) =>
      jig.call("run-tests", { FilterType: "exact", FilterValue: `tok-1-${index}` }),
    );
    for (const { value, failed } of await Promise.all(calls)) assert.equal(failed, false, JSON.stringify(value));
    for (let index = 0; index < 16; index++) assert.equal(editor.tally.of(`tok-1-${index}`), 1);
  });
});

test("3.x: silence after the accept frame ends after six missed heartbeats; a frozen Editor is named", async () => {
  await loop({ heartbeatSeconds: 0.05 }, async (editor, jig) => {
    // The fake stops its heartbeats after sending.
    editor.once("clear-console", ({ send }) => send(""));
    const silent = await jig.call("clear-console");
    assert.equal(silent.value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(silent.value));
    assert.equal(silent.value.Details.Reason, "silent");
    editor.running = undefined;
    editor.once("clear-console", ({ beat }) => beat(412));
    const frozen = await jig.call("clear-console");
    assert.equal(frozen.value.Code, "EDITOR_BUSY");
    assert.match(frozen.value.ErrorMessage, /blocked for 412 s/);
    assert.equal(frozen.value.Details.Dispatched, true);
  });
});

const FOLDERS: [what: string, listed: (folder: string) => string, says: RegExp][] = [
  ["open to others", (folder) => `drwxr-xr-x 2 UID 0 40 Nov 22 03:15 ${folder}`, /mode rwxr-xr-x/],
  ["set-gid", (folder) => `drwx--S--- 2 UID 0 40 Nov 22 03:15 ${folder}`, /mode rwx--S---/],
  ["a link", (folder) => `lrwxrwxrwx 1 UID 0 9 Nov 22 03:15 ${folder} -> /home/x`, /is a link/],
  ["another user's", (folder) => `drwx------ 2 4711 0 40 Nov 22 03:15 ${folder}`, /belongs to the user 4711/],
];

for (const [what, listed, says] of FOLDERS) {
  test(`3.x: a socket folder that is ${what} is not dialled`, async () => {
    const editor = await FakeCliLoop.start();
    const row = listed(editor.folder).replace("UID", String(process.geteuid!()));
    const PATH = commands({
      ls: `echo "drwxrwxrwt 9 0 0 40 Nov 22 03:15 /tmp/."\necho "${row}"`,
      id: `echo ${process.geteuid!()}`,
    });
    const jig = await McpDriver.open([editor.project.root], { env: { PATH } });
    const { value } = await jig.call("clear-console");
    assert.equal(value.Code, "NOT_TRUSTED", JSON.stringify(value));
    assert.match(value.ErrorMessage, says);
    assert.equal(editor.log.length, 0);
    const status = await jig.call("unity-status");
    assert.equal(status.value.State, "misconfigured");
    assert.notEqual(status.value.Fix, "");
    await jig.close();
    await editor.stop();
  });
}

test("receipts: what was lost is asked after, and the Editor's mark tells whether code ran", async () => {
  await loop({ hasEditorStatus: true }, async (editor, jig) => {
    editor.once("execute-dynamic-code", ({ result, socket }) => {
      result();
      socket.destroy();
    });
    const ran = (await jig.call("execute-dynamic-code", { Code: 'Log("tok-2-1");' })).value;
    assert.equal(ran.Code, "LOST_AFTER_DISPATCH", JSON.stringify(ran));
    const told = (await jig.call("unity-receipt", { Id: ran.Details.Receipt })).value;
    assert.equal(told.Verdict, "ran", JSON.stringify(told));
    editor.once("execute-dynamic-code", ({ socket }) => void socket.destroy());
    const dropped = (await jig.call("execute-dynamic-code", { Code: 'Log("tok-2-2");' })).value;
    assert.equal((await jig.call("unity-receipt", { Id: dropped.Details.Receipt })).value.Verdict, "did not run");
    await editor.restart(100);
    assert.equal((await jig.call("unity-receipt", { Id: dropped.Details.Receipt })).value.Verdict, "unknown");
    editor.once("run-tests", ({ result, socket }) => {
      result();
      socket.destroy();
    });
    const tests = (await jig.call("run-tests")).value;
    const receipt = (await jig.call("unity-receipt", { Id: tests.Details.Receipt })).value;
    assert.equal(receipt.Verdict, "ran");
    assert.equal(receipt.Result.PassedCount, 3);
    await jig.call("clear-console");
    const { Receipts } = (await jig.call("unity-receipt")).value;
    assert.equal(Receipts[0].Tool, "clear-console");
    assert.equal(Receipts[0].Verdict, "ran");
    assert.equal(Receipts[0].Result.ClearedLogCount, 2);
    assert.equal((await jig.call("unity-receipt", { Id: "nothing" })).value.Code, "PARAMETER_REFUSED");
  });
});

test("code is guarded where it can be, and errors stand at the caller's own columns", async () => {
  await loop({}, async (editor, jig) => {
    await jig.call("execute-dynamic-code", { Code: "return 1;" });
    assert.match(String(editor.last("execute-dynamic-code").params.Code), /SessionState.*return 1;$/);
    for (const Code of ["using System.IO;\nreturn 1;", "class A {}\nreturn 1;", "#if X\n#endif"]) {
      await jig.call("execute-dynamic-code", { Code });
      assert.equal(editor.last("execute-dynamic-code").params.Code, Code);
    }
    const { value } = await jig.call("execute-dynamic-code", { Code: "DOES NOT COMPILE" });
    assert.equal(value.CompilationErrors[0].Line, 1);
    assert.ok(value.CompilationErrors[0].Column < 200, JSON.stringify(value.CompilationErrors));
  });
});

test("3.x: status and doctor say which backend is there and what to do", async () => {
  await loop({ hasEditorStatus: true }, async (editor, jig) => {
    const ready = (await jig.call("unity-status")).value;
    assert.equal(ready.Ready, true, JSON.stringify(ready));
    assert.equal(ready.Backend, "Unity CLI Loop 3.6.0");
    assert.equal(ready.UnityVersion, "6000.0.23f1");
    assert.equal(ready.Endpoint, editor.socketPath);
    editor.running = "run-tests";
    const busy = (await jig.call("unity-status")).value;
    assert.equal(busy.State, "busy");
    assert.match(busy.Why, /run-tests/);
    editor.running = undefined;
  });
});

test("3.x: heartbeats become progress, and a main thread that stands still is named", async () => {
  await loop({}, async (editor, jig) => {
    editor.once("clear-console", async ({ beat, reply }) => {
      beat(0.02);
      await pause(100);
      beat(45);
      await pause(100);
      reply();
    });
    const answer = await jig.mcp.call("beats", "clear-console", {}, { progressToken: "p" });
    assert.notEqual(answer.result.isError, true);
    const told = jig.mcp.received
      .filter((message) => message.method === "notifications/progress")
      .map((message) => String(message.params.message));
    assert.ok(
      told.some((text) => /is running clear-console/.test(text)),
      told.join(" | "),
    );
    assert.ok(
      told.some((text) => /blocked for 45 s.*dialog/.test(text)),
      told.join(" | "),
    );
  });
});

test("the folder of 3.0's first betas is judged by the same rules, and only where the project leads there", async () => {
  const row = `drwxrwxrwx 2 ${process.geteuid!()} 0 40 Nov 22 03:15 /tmp/uloop`;
  const PATH = commands({
    ls: `echo "drwxrwxrwt 9 0 0 40 Nov 22 03:15 /tmp/."\ncase "$*" in *uloop-*) ;; *) echo "${row}";; esac`,
    id: `echo ${process.geteuid!()}`,
  });
  const beta = await FakeEditor.start({ generation: "v3" });
  const jig = await McpDriver.open([beta.project.root], { env: { PATH, JIG_UNITY_BACKEND: "uloop" } });
  const { value } = await jig.call("clear-console");
  assert.equal(value.Code, "NOT_TRUSTED", JSON.stringify(value));
  assert.equal(beta.log.length, 0);
  await jig.close();
  await beta.stop();
  const older = await FakeEditor.start({ generation: "v2" });
  const tcp = await McpDriver.open([older.project.root], { env: { PATH } });
  assert.equal((await tcp.call("clear-console")).failed, false);
  await tcp.close();
  await older.stop();
});
