/** Lint: inconsistent declarations in a tool, prompts, and outdated programs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parsedPluginFile } from "../host/frontend-api.ts";
import { answerFaults, promptFaults } from "./lint-answers.ts";

const ABOUT = { name: "p", version: "1.0.0", title: "P", description: "Tries.", host: "^1", permissions: {} };
const TOOL = { title: "T", description: "Tries what it can do.", effect: "read", handler: "./t.js" };

function placesOf(change: object, parameter = "file"): string[] {
  const input = { type: "object", properties: { [parameter]: { type: "string" } } };
  const file = parsedPluginFile({ ...ABOUT, tools: { t: { ...TOOL, input, ...change } } });
  assert.ok(file);
  return answerFaults(file.tools.t ?? assert.fail(), "t").map(({ where }) => where);
}

test("pages need rows and keep limit to themselves, a plan declares its own answer and parameter", () => {
  const next = { parameter: "cursor", by: "page" };
  const schema = { type: "object" };
  assert.deepEqual(placesOf({ output: { schema, next } }), ["t.output.next"]);
  assert.deepEqual(placesOf({ output: { schema, next, rows: [{ at: "/a" }] } }), []);
  assert.deepEqual(placesOf({ output: { schema, next, rows: [{ at: "/a" }] } }, "limit"), ["t.input.properties.limit"]);
  assert.deepEqual(placesOf({ plan: true }), []);
  assert.deepEqual(placesOf({ plan: true, output: { schema } }), ["t.output"]);
  assert.deepEqual(placesOf({ plan: true, output: { notices: [{ at: "/a", text: "{}" }] } }), ["t.output"]);
  assert.deepEqual(placesOf({ plan: true, output: { schema, rows: [{ at: "/a" }] } }, "apply"), [
    "t.input.properties.apply",
    "t.output",
  ]);
});

test("a prompt names its own arguments", () => {
  const prompt = { name: "go", title: "Go", description: "Goes.", text: "Look at {{ folder }} and {{file}}" };
  const file = parsedPluginFile({
    ...ABOUT,
    tools: {},
    contributes: { prompts: [{ ...prompt, arguments: [{ name: "folder", description: "Where" }] }] },
  });
  assert.ok(file);
  assert.deepEqual(
    promptFaults(file).map(({ what, write }) => `${what}. ${write}`),
    ["uses {{file}}, which is not an argument. Known: folder"],
  );
});
