/**
 * Vendors' adapters accept all tools without losing information, and LangChain's can call them. Needs their Python packages in
 * `JIG_PYTHON` (`pip install google-genai openai openai-agents langchain-mcp-adapters`).
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { environment, JIG, scratch, TOP } from "../jig.ts";

const PYTHON = process.env.JIG_PYTHON ?? "python3";
const PACKAGES = "import agents, langchain_mcp_adapters, openai; from google import genai";
const absent = spawnSync(PYTHON, ["-c", PACKAGES], { timeout: 60_000 }).status !== 0;

interface Report {
  tools: string[];
  faults: string[];
  found: [status: string, shown: string];
  nulls: [status: string, shown: string];
  failed: [status: string, shown: string];
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test("LangChain's, google-genai's and OpenAI's strict adapters accept every tool, and LangChain calls them", {
  skip: absent ? "needs a Python with google-genai, openai-agents and langchain-mcp-adapters (JIG_PYTHON)" : false,
  timeout: 400_000,
}, () => {
  const [plain, unity, angelscript] = [scratch(), scratch(), scratch()];
  put(plain, "src/score.ts", "export const Damage = 1;\n");
  cpSync(join(TOP, "test", "fixtures", "game"), unity, { recursive: true });
  put(unity, "ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 6000.0.23f1\n");
  put(angelscript, "Game.uproject", "{}\n");
  put(angelscript, "Script/Weapon.as", "class AWeapon : AActor\n{\n    float Damage = 1.0;\n};\n");
  const script = join(import.meta.dirname, "vendor_adapters.py");
  const { stdout, stderr } = spawnSync(PYTHON, [script, JIG, plain, unity, angelscript], {
    encoding: "utf8",
    env: environment(),
  });
  const reports = JSON.parse(stdout || "[]") as Report[];
  assert.equal(reports.length, 3, stderr);
  for (const { tools, faults, found, nulls, failed } of reports) {
    assert.deepEqual(faults, [], tools.join(" "));
    assert.ok(found[0] === "success" && /Damage/.test(found[1]), found.join(": "));
    assert.ok(nulls[0] === "success" && /entr(y|ies)/.test(nulls[1]), nulls.join(": "));
    assert.ok(failed[0] === "error" && /does not exist/.test(failed[1]), failed.join(": "));
  }
  const has = (at: number, pattern: RegExp) => reports[at]!.tools.some((name) => pattern.test(name));
  assert.deepEqual(
    [0, 1, 2].map((at) => [has(at, /^unity-/), has(at, /^script_/), has(at, /^angelscript_/)]),
    [
      [false, false, false],
      [true, true, true],
      [false, false, true],
    ],
  );
});
