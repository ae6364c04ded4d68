/** Tests that every key leads to one action, and that the documentation of keys is correct. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initialState } from "../state/explorer-state.ts";
import { LAYERS } from "../state/key-layers.ts";
import { keyLabel } from "./key-names.ts";
import { ACTIONS, actionFor, footerActions, keysOf } from "./keymap.ts";

const state = initialState({ plugins: [], tools: [] }, [], 80, 24);

test("ids are unique, every action has a key and a place", () => {
  const ids = ACTIONS.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { id, keys, layers, title } of ACTIONS)
    assert.ok(keys.length > 0 && layers.length > 0 && title !== "", id);
});

test("actions that are always enabled never share a key", () => {
  const always = ACTIONS.filter(({ enabled }) => !enabled);
  for (const layer of LAYERS) {
    const keys = always.filter((action) => action.layers.includes(layer)).flatMap(({ keys }) => keys);
    assert.equal(new Set(keys).size, keys.length, `${layer}: ${keys.join(" ")}`);
  }
});

test("a key of one's own wins, an empty list unbinds", () => {
  assert.equal(actionFor("?", "tools", {}, state)?.id, "help");
  assert.equal(actionFor("?", "tools", { quit: ["?"] }, state)?.id, "quit");
  assert.equal(actionFor("?", "tools", { help: [] }, state), undefined);
  assert.deepEqual(keysOf(ACTIONS[0]!, {}), ACTIONS[0]!.keys);
});

test("the footer shows enabled actions only", () => {
  const ids = footerActions("result", state).map(({ id }) => id);
  assert.ok(ids.includes("help") && !ids.includes("save") && !ids.includes("jump-open"));
});

test("docs/explorer.md lists the actions", () => {
  const file = join(import.meta.dirname, "../../docs/explorer.md");
  const text = readFileSync(file, "utf8");
  const rows = ACTIONS.map((action) => {
    const keys = action.keys.map((key) => `\`${keyLabel(key)}\``).join(" ");
    return [`\`${action.id}\``, keys, action.layers.join(", "), action.title];
  });
  const all = [["action", "keys", "in", "what it does"], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  const table = [line(all[0]!), rule, ...rows.map(line)].join("\n");
  const written = text.replace(/(<!-- keys:[^\n]*-->\n)[\s\S]*?(<!-- \/keys -->)/, `$1\n${table}\n\n$2`);
  if (process.env.JIG_SNAPSHOTS === "write") writeFileSync(file, written);
  else assert.equal(text, written);
});
