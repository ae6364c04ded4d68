/** Runs the official inspector's CLI with `jig mcp`. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { environment, JIG, scratch, TOP } from "../jig.ts";

const INSPECTOR = join(TOP, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const files = { "src/a.ts": "export class Alpha {}\n", "src/b.ts": "export class Beta {}\n" };

/** Uses the same runtime as the tests. Writes to HOME. */
function inspect(args: string[]) {
  const command = [INSPECTOR, "--cli", JIG, "mcp", "--root", scratch(files), ...args, "--format", "json", "-q"];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", env: environment() });
  return { code: status, stdout, stderr };
}

/** A list, a call, and five hundred calls with sixteen in flight. */
export function inspectorIsServed(era: "legacy" | "auto" | "modern"): void {
  test(`the inspector, era ${era}: strict list, call, load`, { timeout: 120_000 }, () => {
    const list = inspect(["--protocol-era", era, "--method", "tools/list", "--strict"]);
    assert.equal(list.code, 0, list.stderr);
    assert.doesNotMatch(list.stderr + list.stdout.slice(list.stdout.lastIndexOf("}") + 1), /warn/i);
    assert.ok(JSON.parse(list.stdout).result.tools.length > 0);
    const call = ["--protocol-era", era, "--method", "tools/call", "--tool-name", "search_content"];
    const one = inspect([...call, "--tool-arg", "query=class"]);
    assert.equal(one.code, 0, one.stderr);
    const load = [...call, "--tool-arg", "query=class", "--load", "--load-requests", "500", "--load-concurrency", "16"];
    const many = inspect(load);
    assert.equal(many.code, 0, many.stderr);
    assert.equal(JSON.parse(many.stdout).result.ok, 500);
  });
}
