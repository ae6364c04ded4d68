/** Slow tests for plugins on disk: broken ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { options, pluginOf } from "./answering-plugin.ts";

test("a broken plugin is listed with where, what and what to write; the others work", () => {
  const folder = scratch({
    "torn/plugin.json": "{",
    "wrong/plugin.json": JSON.stringify({
      name: "wrong",
      version: "1.0.0",
      title: "x",
      description: "x",
      host: "^1",
      tools: { one: { title: "One", description: "x", efect: "read", handler: "./x.ts", input: {} } },
    }),
    ...pluginOf("later", "later_tool", { host: "^2" }),
    ...pluginOf("climbing", "climbing_tool", {
      tools: {
        climbing_tool: {
          title: "x",
          description: "x",
          effect: "read",
          input: { type: "object" },
          handler: "./../later/tool.ts",
        },
      },
    }),
    ...pluginOf("reserved", "doctor"),
    ...pluginOf("missing", "missing_tool", {}, "export {};\n"),
    ...pluginOf("syntax", "syntax_tool", {}, "export default async () => {\n  oh no\n};\n"),
    ...pluginOf("good", "good_tool"),
  });
  const said = runJig(["doctor", "--plugins", folder], options).stdout.replace(/\s+/g, " ");
  assert.match(said, /torn.*is not JSON/);
  assert.match(said, /"tools\.one\.efect" is not a known property.*Did you mean "effect"/);
  assert.match(said, /"later" is written for host "\^2"/);
  assert.match(said, /tools\.climbing_tool\.handler/);
  assert.match(said, /"doctor" is a subcommand/);
  const call = (tool: string) => {
    const { code, stdout } = runJig(["call", tool, "--plugins", folder, "--as", "json"], options);
    return { code, value: JSON.parse(stdout) };
  };
  assert.deepEqual(call("good_tool"), { code: 0, value: 1 });
  assert.equal(call("missing_tool").code, 1);
  assert.match(call("missing_tool").value.error, /exports no function as default/);
  assert.match(call("syntax_tool").value.error, /tool\.ts|expected/i);
});
