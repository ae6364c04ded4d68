/** The table of commands: every key leads to one command, every command does something, and the page about it is true. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { COMMANDS, commandFor, footerCommands, keysOf } from "./commands.ts";
import { keyLabel } from "./keys.ts";
import { initialState } from "./state.ts";

const state = initialState({ plugins: [], tools: [] }, 80, 24);

test("ids are unique, every command has a key and a place", () => {
  const ids = COMMANDS.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { id, keys, where, title } of COMMANDS) assert.ok(keys.length > 0 && where.length > 0 && title !== "", id);
});

test("commands that are always live never share a key", () => {
  const always = COMMANDS.filter(({ live }) => !live);
  for (const where of ["tools", "form", "result", "screen"] as const) {
    const keys = always.filter((command) => command.where.includes(where)).flatMap(({ keys }) => keys);
    assert.equal(new Set(keys).size, keys.length, `${where}: ${keys.join(" ")}`);
  }
});

test("a key of one's own wins, an empty list unbinds", () => {
  assert.equal(commandFor("?", "tools", {}, state)?.id, "help");
  assert.equal(commandFor("?", "tools", { quit: ["?"] }, state)?.id, "quit");
  assert.equal(commandFor("?", "tools", { help: [] }, state), undefined);
  assert.deepEqual(keysOf(COMMANDS[0]!, {}), COMMANDS[0]!.keys);
});

test("the footer shows live commands only", () => {
  const ids = footerCommands("result", state).map(({ id }) => id);
  assert.ok(ids.includes("help") && !ids.includes("save") && !ids.includes("jump-open"));
});

test("docs/explorer.md lists the commands", () => {
  const file = join(import.meta.dirname, "../../docs/explorer.md");
  const text = readFileSync(file, "utf8");
  const rows = COMMANDS.map((command) => {
    const keys = command.keys.map((key) => `\`${keyLabel(key)}\``).join(" ");
    return [`\`${command.id}\``, keys, command.where.join(", "), command.title];
  });
  const all = [["command", "keys", "in", "what it does"], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  const table = [line(all[0]!), rule, ...rows.map(line)].join("\n");
  const written = text.replace(/(<!-- keys:[^\n]*-->\n)[\s\S]*?(<!-- \/keys -->)/, `$1\n${table}\n\n$2`);
  if (process.env.JIG_SNAPSHOTS === "write") writeFileSync(file, written);
  else assert.equal(text, written);
});
