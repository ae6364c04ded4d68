/** Runs the official inspector with `jig serve`. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { environment, TOP } from "../jig.ts";

const INSPECTOR = join(TOP, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");

/** Lists the tools and calls one. */
export function inspectorIsServed(url: string, era: "legacy" | "auto" | "modern"): void {
  const inspect = (...args: string[]) => {
    const words = [INSPECTOR, "--cli", url, "--transport", "http", "--protocol-era", era, ...args];
    const command = [...words, "--format", "json", "-q"];
    return spawnSync(process.execPath, command, { encoding: "utf8", env: environment() });
  };
  const list = inspect("--method", "tools/list", "--strict");
  assert.equal(list.status, 0, list.stderr);
  assert.ok(JSON.parse(list.stdout).result.tools.length > 0);
  const call = ["--method", "tools/call", "--tool-name", "search_content", "--tool-arg", "query=first"];
  const one = inspect(...call);
  assert.equal(one.status, 0, one.stderr);
}
