/** A hundred queries from five public repositories: in at least 95, the right result is in the first three. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { drawQuestions } from "./home-questions.ts";
import { withTerminal } from "./open-tool.ts";
import { NO_PTY } from "./terminal.ts";

const REPOSITORIES = ["hono", "fd", "flask", "Mirror", "fzf"];
const EACH = 20;
const AMONG = 3;
const SEED = 34;
/** Lines above the first result: title, query and frames. */
const HEAD = 5;

const corpus = process.env.JIG_CORPUS;
const roots = corpus === undefined ? [] : REPOSITORIES.map((name) => join(corpus, name));
const missing =
  NO_PTY ||
  (roots.length > 0 && roots.every((root) => existsSync(root))
    ? false
    : `JIG_CORPUS has not ${REPOSITORIES.join(", ")}`);

test("the right row is among the first three", { skip: missing }, async () => {
  const misses: string[] = [];
  let asked = 0;
  for (const [index, root] of roots.entries()) {
    const questions = drawQuestions(root, EACH, SEED + index);
    await withTerminal({ root, columns: 200, rows: 50, args: [] }, async (terminal) => {
      await terminal.shows(/What are you looking for/);
      for (const { kind, ask, right } of questions) {
        await terminal.press("ctrl+u", ask);
        await terminal.until((screen) => screen.includes(`› ${ask}▏`) && !screen.includes("asking…"), 60_000, ask);
        await terminal.rests(150);
        const rows = terminal
          .screen()
          .split("\n")
          .slice(HEAD, HEAD + AMONG)
          .map((line) => line.slice(0, 100));
        asked++;
        if (!rows.some((row) => right.some((name) => row.includes(name))))
          misses.push(`${root} ${kind}: ${ask} → ${right.join(", ")}\n${rows.join("\n")}`);
      }
    });
  }
  assert.equal(asked, REPOSITORIES.length * EACH);
  process.stdout.write(`${[`${asked - misses.length} of ${asked}`, ...misses].join("\n")}\n`);
  assert.ok(misses.length <= asked * 0.05, `${asked - misses.length} of ${asked}\n${misses.join("\n")}`);
});
