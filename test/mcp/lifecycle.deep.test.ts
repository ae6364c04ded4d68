/** A client that does not read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch, startJig } from "../jig.ts";
import { SOON_MS } from "../soon.ts";

test("a client that does not read its answers does not hold it", async () => {
  const root = scratch({ "a.txt": "needle\n".repeat(5_000) });
  const child = startJig(["mcp", "--root", root, "--budget", "49999"]);
  for (let id = 0; id < 20; id++) {
    const params = { name: "search_content", arguments: { query: "needle" } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
  }
  await sleep(500);
  const start = performance.now();
  child.stdin.end();
  const code = await new Promise((resolve) => child.on("exit", resolve));
  assert.equal(code, 0);
  assert.ok(performance.now() - start < SOON_MS);
});
