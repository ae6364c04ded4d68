/** Detects a plugin.ts edited after plugin.json was built, but not a fresh checkout. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parsedPluginFile } from "../manifest/read-plugin-file.ts";
import { newerSource, whyStale } from "./stale-manifest.ts";

const NO_TOOLS = { tools: {} };

/** Tools of a plugin with this handler. */
const toolsOf = (handler: string | { command: [string] }) =>
  parsedPluginFile({
    ...{ name: "p", version: "1.0.0", title: "P", description: "P", host: "^1" },
    tools: { t: { title: "T", description: "T", effect: "read", input: {}, handler } },
  }) ?? assert.fail();

test("an edit counts at once in a folder made here, and after a minute in others", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-stale-"));
  const put = (name: string, seconds: number) => {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), seconds, seconds);
  };
  const [own, foreign] = [() => true, () => false];
  put("plugin.json", 1_000_000);
  assert.equal(whyStale(folder, NO_TOOLS, own), undefined);
  put("plugin.ts", 999_999);
  assert.equal(whyStale(folder, NO_TOOLS, own), undefined);
  put("plugin.ts", 1_000_010);
  assert.match(whyStale(folder, NO_TOOLS, own) ?? "", /plugin\.json is older than plugin\.ts.*jig plugin build/);
  assert.equal(whyStale(folder, NO_TOOLS, foreign), undefined);
  put("plugin.ts", 1_000_100);
  assert.match(whyStale(folder, NO_TOOLS, foreign) ?? "", /older/);
});

test("a source is newer than a program if it changed more than a minute later", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-newer-"));
  for (const name of ["bin", "src"]) mkdirSync(join(folder, name));
  const put = (path: string, seconds: number) => {
    writeFileSync(join(folder, path), "");
    utimesSync(join(folder, path), seconds, seconds);
  };
  put("bin/p", 1_000_000);
  put("src/main.rs", 1_000_030);
  put("README.md", 2_000_000);
  assert.equal(newerSource(folder, "./bin/p"), undefined);
  put("src/main.rs", 1_000_100);
  assert.equal(newerSource(folder, "./bin/p"), join("src", "main.rs"));
  assert.equal(newerSource(folder, "./bin/none"), undefined);
});

test("a program or bundle that is older than its source is named at the call", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-made-"));
  for (const name of ["bin", "bundle"]) mkdirSync(join(folder, name));
  const put = (path: string, seconds: number) => {
    writeFileSync(join(folder, path), "");
    utimesSync(join(folder, path), seconds, seconds);
  };
  const [own, foreign] = [() => true, () => false];
  for (const [handler, made, source] of [
    [{ command: ["./bin/t"] as [string] }, "bin/t", "main.go"],
    ["./bundle/t.js", "bundle/t.js", "t.ts"],
  ] as const) {
    const file = toolsOf(handler as string);
    put(made, 1_000_000);
    put(source, 999_000);
    put("jig.js", 1_000_100);
    assert.equal(whyStale(folder, file, own), undefined);
    put(source, 1_000_010);
    assert.match(whyStale(folder, file, own) ?? "", new RegExp(`^\\./${made} is older than ${source}, and calls use`));
    assert.equal(whyStale(folder, file, foreign), undefined);
    put(source, 1_000_100);
    assert.match(whyStale(folder, file, foreign) ?? "", /older than/);
  }
});
