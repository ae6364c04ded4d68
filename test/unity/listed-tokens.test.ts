/** The tool list stays within its budget with any Editor. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { BACKENDS, type BackendName } from "../../plugins/unity/backends/backend.ts";
import { DYNAMIC_TOOLS } from "../../plugins/unity/tools/dynamic-tool-commands.ts";
import { McpDriver } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { FakeEditor } from "./fake/editor.ts";
import { FakeGamedev } from "./fake/gamedev.ts";
import { FakePipeline } from "./fake/pipeline.ts";

const MAX_TOKENS = 8_950;

const EDITORS: Record<BackendName, () => Promise<{ project: { root: string }; port?: number; stop(): unknown }>> = {
  "cli-loop": async () => {
    const editor = await FakeCliLoop.start();
    editor.custom.push("screenshot", "hot-reload", "simulate-keyboard");
    return editor;
  },
  pipeline: () => FakePipeline.start({ version: "1.0.0" }),
  uloop: () => FakeEditor.start({ generation: "v2" }),
  gamedev: () => FakeGamedev.start(),
  coplay: () => FakeCoplay.start(),
};

const tokens = (tools: object[]) => encode(JSON.stringify(tools)).length;

test("no Editor brings the list over its budget", async () => {
  const sizes = new Map<string, number>();
  const counts = new Map<BackendName, { listed: Set<string>; tokens: number }>();
  for (const backend of BACKENDS) {
    const editor = await EDITORS[backend]();
    const { root } = editor.project;
    mkdirSync(path.join(root, "Assets"), { recursive: true });
    writeFileSync(path.join(root, "Assets/A.cs"), "public class A : UnityEngine.MonoBehaviour { }\n");
    const jig = await McpDriver.open([root], { env: { JIG_UNITY_COPLAY_PORT: String(editor.port ?? 1) } });
    await jig.call("unity-tools");
    const expected = Object.values(DYNAMIC_TOOLS).some(({ commands }) => commands[backend] !== undefined);
    let tools = await jig.tools();
    const isFurther = ({ name }: { name: string }) => name in DYNAMIC_TOOLS;
    const until = Date.now() + 20_000;
    while (expected && backend !== "uloop" && !tools.some(isFurther) && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      tools = await jig.tools();
    }
    for (const tool of tools.filter(isFurther)) sizes.set(tool.name, tokens([tool]));
    counts.set(backend, { listed: new Set(tools.map(({ name }) => name)), tokens: tokens(tools) });
    await jig.close();
    await editor.stop();
  }
  assert.deepEqual([...sizes.keys()].sort(), Object.keys(DYNAMIC_TOOLS).sort());
  for (const [backend, { listed, tokens: counted }] of counts) {
    // Fakes don't list all tools, so add the rest for the worst case.
    const further = Object.entries(DYNAMIC_TOOLS).filter(
      ([name, { commands }]) => commands[backend] !== undefined && !listed.has(name),
    );
    const most = further.reduce((sum, [name]) => sum + (sizes.get(name) ?? 0), counted);
    assert.ok(most <= MAX_TOKENS, `${backend}: ${most} tokens with all that it may have`);
    assert.ok(listed.has("unity-search") && listed.has("script_refs_find"));
  }
});
