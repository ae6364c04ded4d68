/** Runs the official conformance suite with `jig serve`, using a plugin that provides what the scenarios need. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { environment, scratch, TOP } from "../jig.ts";
import { type Served, startServe } from "./served.ts";

const SUITE = join(TOP, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Not testable, because it needs a tool for a capability that jig doesn't declare. */
const NOT_APPLICABLE = /Error: Not testable: server does not list the diagnostic tool/;

/** Most important scenarios that are fast. */
export const ORDINARY = new Set(["server-initialize", "tools-call-simple-text", "http-header-validation"]);

/** Without scenarios for capabilities that jig doesn't declare (sampling, elicitation, logging, …). */
const SCENARIOS: Record<string, string[]> = {
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "tools-call-with-progress",
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "completion-complete",
    "resources-list",
    "dns-rebinding-protection",
    "server-sse-multiple-streams",
    "server-sse-polling",
  ],
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "tools-call-with-progress",
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "completion-complete",
    "resources-list",
    "sep-2164-resource-not-found",
    "caching",
    "dns-rebinding-protection",
    "server-sse-multiple-streams",
    "http-header-validation",
  ],
};

let served: Served;

/** Starts a server and adds a test for each scenario selected by `wanted`. */
export function conforms(wanted: (scenario: string) => boolean): void {
  before(async () => {
    served = await startServe(["--root", scratch(), "--plugins", join(TOP, "test/mcp/fixtures")]);
  });
  after(() => served.stop());
  for (const [version, scenarios] of Object.entries(SCENARIOS)) {
    for (const scenario of scenarios.filter(wanted)) {
      test(`${version}: ${scenario}`, { timeout: 60_000 }, async () => {
        let { errors, faults, output, code } = await run(scenario, version);
        // Retry once, as the suite's own timeouts are too short for a busy machine.
        if (faults.length > 0) ({ errors, faults, output, code } = await run(scenario, version));
        assert.deepEqual(faults, []);
        assert.ok(code === 0 || errors.length > 0, output);
      });
    }
  }
}

async function run(scenario: string, version: string) {
  const args = [SUITE, "server", "--url", served.url, "--scenario", scenario, "--spec-version", version];
  const child = spawn(process.execPath, args, { env: environment() });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  const errors = output.split("\n").filter((line) => /^\s*Error: /.test(line));
  return { errors, faults: errors.filter((line) => !NOT_APPLICABLE.test(line)), output, code };
}
