/** `jig doctor` in a Unity project with each backend: problems and fixes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doctor } from "./doctor-text.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { FakeEditor } from "./fake/editor.ts";
import { FakePipeline } from "./fake/pipeline.ts";

test("doctor: uLoopMCP, ready and gone", async () => {
  const editor = await FakeEditor.start({});
  assert.match(await doctor(editor.project.root), /uLoopMCP 2\.1\.1 at 127\.0\.0\.1:\d+: ready, 8 tools/);
  await editor.close();
  assert.match(await doctor(editor.project.root), /not running: Nothing listens at .*start the server/);
  await editor.stop();
});

test("doctor: MCP for Unity, ready, and with its stdio transport", async () => {
  const editor = await FakeCoplay.start();
  const env = { JIG_UNITY_COPLAY_PORT: String(editor.port) };
  assert.match(await doctor(editor.project.root, env), /MCP for Unity 10\.1\.1 at 127\.0\.0\.1:\d+: ready/);
  await editor.close();
  assert.match(
    await doctor(editor.project.root, env),
    /not running: .*choose the HTTP transport and start its local server/,
  );
  await editor.stop();
});

test("doctor: several backends: which is used, in the stated order, and the setting", async () => {
  const editor = await FakePipeline.start();
  editor.project.installed({
    "com.unity.pipeline": "0.8.0",
    "io.github.hatayama.uloopmcp": "3.6.0",
    "com.coplaydev.unity-mcp": "10.1.1",
  });
  const env = { JIG_UNITY_COPLAY_PORT: "1" };
  const first = await doctor(editor.project.root, env);
  assert.match(
    first,
    /Unity Pipeline 0\.8\.0 \(pipeline\) is used; the project also has Unity CLI Loop 3\.6\.0 \(cli-loop\), MCP for Unity 10\.1\.1 \(coplay\)/,
  );
  assert.match(first, /JIG_UNITY_BACKEND/);
  const loop = new FakeCliLoop({ project: editor.project });
  editor.project.installed({ "com.unity.pipeline": "0.8.0", "io.github.hatayama.uloopmcp": "3.6.0" });
  await loop.listen();
  assert.match(await doctor(editor.project.root, env), /Unity CLI Loop 3\.6\.0 \(cli-loop\) is used/);
  assert.match(
    await doctor(editor.project.root, { ...env, JIG_UNITY_BACKEND: "pipeline" }),
    /Unity Pipeline 0\.8\.0 \(pipeline\) is used/,
  );
  await loop.close();
  await editor.stop();
});
