/** The adapters that vendors ship take every tool, and lose nothing that it can be told: with their Python packages in `JIG_PYTHON`. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch, TOP } from "../jig.ts";
import { McpProcess } from "./mcp-process.ts";

const PYTHON = process.env.JIG_PYTHON ?? "python3";
const PACKAGES = "import agents, mcp; from google import genai";
const absent = spawnSync(PYTHON, ["-c", PACKAGES], { timeout: 60_000 }).status !== 0;

test("google-genai and OpenAI's strict function schemas accept every tool", {
  skip: absent ? "needs a Python with google-genai, openai-agents and mcp (JIG_PYTHON)" : false,
  timeout: 120_000,
}, async () => {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  mkdirSync(join(project, "ProjectSettings"));
  writeFileSync(join(project, "ProjectSettings", "ProjectVersion.txt"), "m_EditorVersion: 6000.0.23f1\n");
  const jig = new McpProcess([], { cwd: project });
  try {
    await jig.initialize();
    const { tools } = (await jig.ask(1, "tools/list", {})).result as { tools: { name: string }[] };
    const script = join(import.meta.dirname, "vendor_adapters.py");
    const { stdout, stderr } = spawnSync(PYTHON, [script], { input: JSON.stringify(tools), encoding: "utf8" });
    assert.deepEqual(JSON.parse(stdout || "{}"), { tools: tools.length, faults: [] }, stderr);
    assert.ok(tools.length > 25);
  } finally {
    await jig.end();
  }
});
