/** The official conformance suite against `jig serve`, with a plugin from disk that offers what its scenarios ask for. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { environment, scratch, TOP } from "../jig.ts";
import { type Served, startServe } from "./served.ts";

const SUITE = join(TOP, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** What a scenario cannot test here, since it wants a tool of a capability that jig does not declare. */
const NOT_APPLICABLE = /Error: Not testable: server does not list the diagnostic tool/;

/** Scenarios that show most in the least time. */
export const ORDINARY = new Set(["server-initialize", "tools-call-simple-text", "http-header-validation"]);

/** Left out: scenarios of capabilities that jig does not declare (sampling, elicitation, logging, …). */
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

/** Starts a server for a file's tests, and a test for each scenario that `wanted` takes. */
export function conforms(wanted: (scenario: string) => boolean): void {
  before(async () => {
    served = await startServe(["--root", scratch(), "--plugins", join(TOP, "test/mcp/fixtures")]);
  });
  after(() => served.stop());
  for (const [version, scenarios] of Object.entries(SCENARIOS)) {
    for (const scenario of scenarios.filter(wanted)) {
      test(`${version}: ${scenario}`, { timeout: 60_000 }, async () => {
        let { errors, faults, output, code } = await run(scenario, version);
        // The suite waits for answers by a clock of its own, which a busy machine may miss; what fails twice is a fault.
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
