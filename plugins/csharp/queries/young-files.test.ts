/** Tests files that were written a moment ago. Their modification times are not reliable, but answers must be complete all the same. */
import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { test } from "node:test";
import { openIndex, queryFor } from "../../../test/csharp/index-thread.ts";

const SAVED = `class Saved {
  void Nobody() { }
  void Run(int a) { Run(""); }
  void Run(string b) { }
}
`;

/** The index starts to build this long after an answer, in ms. */
const BUILD_AFTER_MS = 30;

test("a file that was parsed while it was young is judged, and its overloads are distinguished", async () => {
  for (const waitMs of [0, BUILD_AFTER_MS, BUILD_AFTER_MS + 4]) {
    const index = openIndex({ "App.csproj": "<Project/>", "Saved.cs": SAVED });
    const now = new Date();
    utimesSync(index.path("Saved.cs"), now, now);
    await index.ask({ op: "directories" });
    await new Promise((done) => setTimeout(done, waitMs));
    const { rows, unjudged } = await index.ask({ op: "unused", scope: "all", bound: [], carried: [], isBlind: false });
    const names = rows.map(({ symbol }: { symbol: string }) => symbol);
    assert.deepEqual([names, unjudged], [["Saved", "Saved/Nobody"], 0], `after ${waitMs} ms`);
    const { symbols } = await index.ask({ op: "symbols", path: index.path("Saved.cs") });
    const paths = symbols.map(({ symbol_path }: { symbol_path: string }) => symbol_path);
    assert.deepEqual(paths, ["Saved", "Saved/Nobody", "Saved/Run(int)", "Saved/Run(string)"]);
    const page = { pageSize: 10, counts: "matches" as const, perFile: 10, startAfter: "" };
    const query = queryFor("Run", { symbol: "Saved/Run(string)" });
    const uses = await index.ask({ op: "refs", query, page, snippetContext: 0, candidates: [index.path("Saved.cs")] });
    assert.deepEqual([uses.certain, uses.targetCount], [2, 1]);
    index.close();
  }
});
