/** Killed while writing a client configuration: the file is either the old or the new one. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { delays, killAfter, TIMEOUT } from "./kill-after.ts";

test("a client's configuration", TIMEOUT, async () => {
  const project = scratch({ ".cursor/mcp.json": '{\n  "mcpServers": { "other": { "command": "x" } } // mine\n}\n' });
  const file = join(project, ".cursor", "mcp.json");
  const before = readFileSync(file, "utf8");
  const env = { XDG_CONFIG_HOME: scratch() };
  const words = ["mcp", "config", "--client", "cursor"];
  for (const ms of delays) {
    await killAfter(ms, [...words, "--write"], { cwd: project, env });
    const text = readFileSync(file, "utf8");
    assert.ok(text === before || (text.includes('"jig"') && text.includes("// mine") && text.endsWith("}\n")), text);
  }
  assert.equal(runJig([...words, "--write"], { cwd: project, env }).code, 0);
  for (const ms of delays) {
    await killAfter(ms, [...words, "--remove"], { cwd: project, env });
    assert.match(readFileSync(file, "utf8"), /"other"[\s\S]*\/\/ mine[\s\S]*\}\n$/);
  }
  runJig([...words, "--remove"], { cwd: project, env });
  assert.equal(readFileSync(file, "utf8"), before);
});
