/** Client profiles: known clients get their settings, others the defaults. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeHost } from "../../test/frontends/fake-host.ts";
import { openFrontend } from "../../test/frontends/mcp-frontend.ts";
import type { ToolInfo } from "../host/frontend-api.ts";
import { DEFAULT_BUDGET, PROFILES, profileOf } from "./client-profiles.ts";
import { limitsOf, MAX_BUDGET } from "./server.ts";

const tool = (more: Partial<ToolInfo>) => ({ name: "t", ...more }) as ToolInfo;

test("a client gets the metadata that it reads, others get none", () => {
  const { hints } = profileOf("claude-code");
  assert.deepEqual(hints!(tool({})), { "anthropic/maxResultSizeChars": 64_000 });
  assert.deepEqual(hints!(tool({ alwaysLoad: true, keywords: "who calls" })), {
    "anthropic/maxResultSizeChars": 64_000,
    "anthropic/alwaysLoad": true,
    "anthropic/searchHint": "who calls",
  });
  for (const name of ["codex-mcp-client", "somebody", "", undefined, 5, { name: "claude-code" }]) {
    assert.equal(profileOf(name).hints, undefined);
  }
});

test("Gemini CLI gets a bare number as words: it would take it for structured content and fail", async () => {
  for (const [name, shown] of [
    ["gemini-cli-mcp-client", "Answer: 5"],
    ["somebody", "5"],
  ]) {
    const frontend = openFrontend(fakeHost({ count: { run: () => ({ value: 5 }) } }));
    const clientInfo = { name: name!, version: "1" };
    await frontend.ask("init", "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    const { result } = await frontend.ask("a", "tools/call", { name: "count" });
    assert.equal(result.content[0].text.trim(), shown);
  }
});

test("what a client counts besides characters holds where no budget was set", () => {
  const codex = profileOf("codex-mcp-client");
  assert.deepEqual(limitsOf({}, codex), { maxChars: 12_000, maxBytes: 12_000 });
  assert.deepEqual(limitsOf({ budget: 40_000 }, codex), { maxChars: 40_000 });
  assert.deepEqual(limitsOf({}, profileOf("qwen-cli-mcp-client")), { maxChars: 24_000, maxLines: 990 });
  assert.deepEqual(limitsOf({}, profileOf("opencode")), { maxChars: 40_000, maxLines: 1_990, maxBytes: 51_000 });
  assert.deepEqual(limitsOf({}, profileOf("somebody")), { maxChars: 40_000 });
});

test("budgets: Codex's is what it keeps of an answer, nobody's is over the limit", () => {
  assert.equal(profileOf("codex-mcp-client").budget, 12_000);
  assert.equal(profileOf("qwen-cli-mcp-client-jig").title, "Qwen Code");
  assert.equal(profileOf("qwen-cli-mcp-clients").budget, DEFAULT_BUDGET);
  assert.equal(profileOf("toString").budget, DEFAULT_BUDGET);
  for (const { budget, evidence } of PROFILES) {
    assert.ok(budget <= MAX_BUDGET);
    assert.ok(evidence.length > 20);
  }
});
