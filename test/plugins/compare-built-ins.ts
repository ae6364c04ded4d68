/** Runs the examples of built-in plugins in-process and as child processes, and compares the answers. */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { faultsOfAnswer, type Host, type JsonObject } from "../../core/host/frontend-api.ts";
import { createTestHost } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { scratch, TOP } from "../jig.ts";
import { steady } from "../steady.ts";

/** Retries, because answers may differ while an index is being built. */
const ATTEMPTS = 8;

/** The host watches folders in-process, a child scans them. */
const WATCHED = /,"freshness":\{"watchedFolders":\d+\}|^!!! \d+ folders are watched.*\n/m;

let inside: Host;
let children: Host;

async function answer(host: Host, tool: string, input: JsonObject): Promise<string> {
  const outcome = await host.invoke(tool, input);
  const faults = outcome.failed ? [] : faultsOfAnswer(host.tool(tool)!.output.schema, outcome.value);
  assert.deepEqual(faults, [], `${tool} against its declared schema`);
  const shown = await host.present(tool, outcome, input, { as: "text" });
  const plans = [...JSON.stringify(outcome.value).matchAll(/"plan":"(\w+)"/g)].map(([, id]) => id!);
  const withoutPlans = (text: string) => plans.reduce((rest, id) => rest.replaceAll(id, "<plan>"), text);
  const own = (text: string) =>
    withoutPlans(text)
      .replaceAll(/jig-test-\w+/g, "<own folder>")
      .replaceAll(/"time":\d+/g, '"time":0')
      .replace(WATCHED, "");
  return JSON.stringify([
    own(JSON.stringify(steady(JSON.stringify(outcome.value), "<none>"))),
    own(shown.text),
    outcome.failed === true,
  ]);
}

/** Compares the first examples of each tool. */
export function examplesAgree(most: number): void {
  before(async () => {
    const project = scratch();
    cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
    inside = await createTestHost({ builtIns: BUILT_INS, roots: [project] });
    children = await createTestHost({ builtIns: BUILT_INS, roots: [project], builtInsInChildren: true });
  });

  after(async () => {
    await inside.close();
    await children.close();
  });

  for (const plugin of BUILT_INS) {
    describe(plugin.name, { timeout: 120_000 }, () => {
      for (const [tool, { examples }] of Object.entries(plugin.tools)) {
        for (const { title, input } of examples.slice(0, most)) {
          test(`${tool}: ${title}`, async () => {
            let pair: string[] = [];
            for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
              pair = await Promise.all(
                [inside, children].map((host) => answer(host, tool, { ...quick(tool), ...input })),
              );
              if (pair[0] === pair[1]) return;
            }
            assert.equal(pair[1], pair[0]);
          });
        }
      }
    });
  }
}

/** Short timeout for tools that wait for an Editor. */
function quick(tool: string): JsonObject {
  const properties = inside.tool(tool)?.inputSchema.properties as JsonObject | undefined;
  return properties && "TimeoutSeconds" in properties ? { TimeoutSeconds: 1 } : {};
}
