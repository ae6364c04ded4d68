/** Files that vanish, grow or shrink during a search. */
import assert from "node:assert/strict";
import { renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession } from "./session.ts";

describe("what lies on a disk", () => {
  test("files that vanish, change and grow during a search", { timeout: 120_000 }, async () => {
    const root = scratch();
    for (let at = 0; at < 300; at++) writeFileSync(join(root, `${at}.txt`), "needle\n".repeat(2000));
    const other = await openSession(root);
    let busy = true;
    const churn = (async () => {
      for (let at = 0; busy; at = (at + 1) % 300) {
        const path = join(root, `${at}.txt`);
        rmSync(path, { force: true });
        writeFileSync(`${path}.new`, "needle\n".repeat(at % 7));
        renameSync(`${path}.new`, path);
        if (at % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();
    for (let round = 0; round < 10; round++) {
      const rows = await other.call("search_content", { query: "needle" });
      assert.equal(rows.success, true, rows.error);
      const total = await other.call("search_content", { query: "needle", total_only: true });
      // A vanished file is reported, and then a total isn't called exact.
      assert.ok(typeof total === "number" || typeof total.partial_count === "number", JSON.stringify(total));
      assert.equal((await other.call("list_files", { count_only: true })).success, true);
    }
    busy = false;
    await churn;
    await other.close();
  });
  test("files that shrink while they are mapped", { timeout: 120_000 }, async () => {
    const root = scratch();
    const paths = Array.from({ length: 10 }, (_, at) => join(root, `${at}.txt`));
    const other = await openSession(root);
    for (let round = 0; round < 5; round++) {
      for (const path of paths) writeFileSync(path, "needle a\nb\n".repeat(400_000));
      setTimeout(
        () => {
          for (const path of paths) truncateSync(path, 11);
        },
        20 + round * 15,
      );
      const answer = await other.call("search_content", {
        query: "needle a\\nb",
        multiline: true,
        count_only_matches: true,
      });
      assert.equal(answer.success, true, answer.error);
      assert.equal(answer.warnings, undefined);
      assert.equal(Object.keys(answer.file_counts).length, paths.length);
    }
    await other.close();
  });
});
