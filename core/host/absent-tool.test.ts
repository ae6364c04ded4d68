/** Missing tools: the message names the plugin, the reason, and how to find out more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { absentTool, notLoaded, unknownTool } from "./absent-tool.ts";
import type { PluginInfo } from "./contract/host.ts";

const info = (more: Partial<PluginInfo>) =>
  ({ name: "churn", source: "/p/churn", builtIn: false, state: "ready", tools: [], ...more }) as PluginInfo;
const broken = info({ state: "unavailable", reason: "plugin.json is not JSON" });
const without = info({ tools: ["other"], leftOut: ["tools.churn.effect is reads. Write read"] });

test("a plugin that is not loaded is named by its own name and by a note", () => {
  const error = absentTool("churn", [broken]);
  assert.equal(error?.code, "UNAVAILABLE");
  assert.equal(error.message, 'The plugin "churn" is not loaded: plugin.json is not JSON');
  assert.match(unknownTool("churn_slow", [], [broken]).advice, /Unknown tool "churn_slow"\. The plugin "churn" is not/);
  assert.deepEqual(notLoaded([broken]), [
    'The plugin "churn" is not loaded: plugin.json is not JSON. `jig plugin check /p/churn` lists its faults',
  ]);
});

test("a tool that is left out is named with its fault, and a good plugin with nothing", () => {
  assert.match(
    absentTool("churn", [without])?.message ?? "",
    /is loaded without "churn": tools\.churn\.effect is reads/,
  );
  assert.equal(absentTool("other", [without]), undefined);
  assert.equal(notLoaded([without]).length, 1);
  assert.deepEqual(notLoaded([info({})]), []);
});
