/** The explorer picture in the README matches what's drawn today. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BUILT_INS } from "../../plugins/mod.ts";
import { ACTIONS } from "../../tui/keymap/keymap.ts";
import { tabLine } from "../../tui/layout/result-tabs.ts";

const TOP = join(import.meta.dirname, "../..");
const AGAIN = "docs/explorer.svg shows an older explorer: bun build/explorer-picture.ts draws it again";

const svg = readFileSync(join(TOP, "docs/explorer.svg"), "utf8");
/** Text by line. */
const lines = new Map<string, { x: number; text: string }[]>();
for (const [, x = "", y = "", text = ""] of svg.matchAll(/<text x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)<\/text>/g)) {
  const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  lines.set(y, [...(lines.get(y) ?? []), { x: Number(x), text: plain }]);
}
const rows = [...lines.values()];
/** Places text by column: 16 margin plus 8.4 per character. */
const textOf = (row: { x: number; text: string }[]) =>
  row.reduce((line, { x, text }) => line.padEnd(Math.round((x - 16) / 8.4)) + text, "");

test("the README shows the moving picture and leads to this one, the page about the explorer shows it", () => {
  assert.match(
    readFileSync(join(TOP, "README.md"), "utf8"),
    /!\[[^\]]+\]\(docs\/explorer-tour\.svg\)[^!]+\]\(docs\/explorer\.svg\)/,
  );
  assert.match(readFileSync(join(TOP, "docs/explorer.md"), "utf8"), /!\[[^\]]+\]\(explorer\.svg\)/);
});

test("the picture has the panes, the tabs, a match and its source", () => {
  const screen = rows.map(textOf).join("\n");
  for (const pane of [
    " Tools ",
    " Search text in files (grep) ",
    tabLine("result")
      .spans.map(({ text }) => text)
      .join("")
      .trim(),
  ]) {
    assert.ok(screen.includes(pane), `${pane}: ${AGAIN}`);
  }
  assert.match(screen, /\d+ rows · [\d.]+ m?s/, AGAIN);
  assert.match(screen, /▶/, AGAIN);
});

test("every tool on the picture is one, and every ready plugin is on it", () => {
  // Between the titles and the key bar.
  const tree = rows
    .slice(2, -1)
    .flatMap((row) => row.filter(({ x }) => x < 180))
    .map(({ text }) => text.replace(/^[ ▾▸!]+/, "").trim());
  const titles = BUILT_INS.flatMap((plugin) => [
    plugin.title,
    ...Object.values(plugin.tools).map((tool) => (tool as { title: string }).title),
  ]);
  // Zoekt needs a configured server.
  const ready = BUILT_INS.filter(({ name }) => name !== "zoekt");
  const missing = ready.filter((plugin) => !tree.some((text) => text.startsWith(plugin.title)));
  assert.deepEqual(
    missing.map(({ title }) => title),
    [],
    AGAIN,
  );
  const strange = tree.filter((text) => {
    const [start = ""] = text.replace(/ off$/, "").split("…");
    return !titles.some((title) => title.startsWith(start));
  });
  assert.deepEqual(strange, [], AGAIN);
});

test("the keys in the last line of the picture do what it says", () => {
  const words = textOf(rows.at(-1)!)
    .trim()
    .split(/ {2,}/)
    .map((hint) => hint.replace(/^\S+ /, ""));
  const hints = ACTIONS.flatMap(({ hint }) => hint ?? []);
  assert.ok(words.length >= 5, AGAIN);
  assert.deepEqual(
    words.filter((word) => !hints.includes(word)),
    [],
    AGAIN,
  );
});
