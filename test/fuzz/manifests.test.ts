/** Fuzzes manifests: the host opens, reports problems, and has its own tools. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import search from "../../plugins/search/plugin.ts";
import { scratch, TOP } from "../jig.ts";
import { fuzz, mutated, TIMEOUT_MS } from "./fuzz.ts";

const SAMPLE = JSON.parse(readFileSync(join(TOP, "test/plugins/fixtures/typescript/plugin.json"), "utf8"));

/** Replaces some values of the sample by arbitrary JSON, and adds or removes keys. */
const changed = fc
  .array(fc.tuple(fc.nat(), fc.constantFrom("replace", "remove", "add"), fc.jsonValue({ maxDepth: 3 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((edits) => {
    const manifest = structuredClone(SAMPLE);
    for (const [at, act, value] of edits) {
      const places = placesOf(manifest);
      const [holder, key] = places[at % places.length]!;
      if (act === "replace") holder[key] = value;
      else if (act === "remove") delete holder[key];
      else holder[`${key}x`] = value;
    }
    return JSON.stringify(manifest);
  });

type Holder = Record<string, unknown>;

function placesOf(value: unknown): [Holder, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [value as Holder, key] as [Holder, string],
    ...placesOf(inner),
  ]);
}

test("any plugin.json", { timeout: TIMEOUT_MS }, async () => {
  const folder = scratch();
  const plugin = join(folder, "fixture-typescript");
  mkdirSync(plugin);
  const spices = ["{", "}", '"', ",", "[", "]", "null", "\\u0000", "\0", '"__proto__":{},', "../", "1e999"];
  const text = fc.oneof(
    changed,
    mutated([JSON.stringify(SAMPLE)], spices),
    fc.string({ unit: "binary", maxLength: 50 }),
  );
  const runtime = testRuntime();
  await fuzz([text], async (json) => {
    writeFileSync(join(plugin, "plugin.json"), json);
    const host = await createTestHost({ runtime, roots: [folder], builtIns: [search], pluginFolders: [folder] });
    try {
      assert.ok(host.tool("search_content")?.listed, "a tool of the host's own is there");
      for (const each of host.plugins()) {
        if (each.state === "ready") continue;
        assert.ok(each.reason && each.fix, JSON.stringify(each));
      }
      for (const tool of host.tools()) {
        assert.match(tool.name, /^[A-Za-z][A-Za-z0-9_-]{0,47}$/);
        assert.equal(tool.inputSchema.type, "object");
      }
    } finally {
      await host.close();
    }
  });
});
