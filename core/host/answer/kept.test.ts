/** Tests of kept answers: pages of one, and what is thrown away when. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Output } from "../contract/output.ts";
import { KeptAnswers, type KeptHead } from "./kept.ts";
import { Turns } from "./turns.ts";
import type { Unit } from "./unit.ts";

const OUTPUT = { rows: [{ at: "/rows" }] } as unknown as Output<unknown>;

function head(of: number): KeptHead {
  return { plugin: "p", tool: "t", title: "T", hash: "h", at: 0, of, rest: {} };
}

async function* text(): AsyncGenerator<string> {
  yield "text\n";
}

async function keepRows(kept: KeptAnswers, count: number): Promise<string> {
  const units = Array.from({ length: count }, (_, row): Unit => ({ source: OUTPUT.rows![0]!, row }));
  const cursors = units.map((_, row) => `c${row}`);
  const id = await kept.keep(
    { head: head(count), files: [], cursors },
    OUTPUT,
    { rest: {}, units },
    text(),
    new Turns(),
  );
  return id!;
}

test("pages of one answer and of another in between have their own rows and cursors", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-kept-"));
  try {
    const kept = new KeptAnswers(folder);
    const [long, short] = [await keepRows(kept, 300), await keepRows(kept, 3)];
    for (const [id, from, rows] of [
      [long, 0, 2],
      [long, 298, 2],
      [short, 1, 2],
      [long, 1, 3],
      [long, 0, 3],
    ] as const) {
      const page = await kept.page(id, OUTPUT, from, rows);
      const wanted = Array.from({ length: rows }, (_, at) => from + at);
      assert.deepEqual(
        page!.parts.units.map(({ row }) => row),
        wanted,
      );
      assert.deepEqual(
        page!.cursors,
        wanted.map((row) => `c${row}`),
      );
    }
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    assert.equal(await kept.page(long, OUTPUT, 0, 1), undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("answers that are too old are gone with the first one kept, and from time to time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-kept-"));
  try {
    const old = await keepRows(new KeptAnswers(folder), 1);
    const age = () => {
      for (const ending of ["rows", "txt"]) utimesSync(join(folder, `${old}.${ending}`), 1, 1);
    };
    age();
    const kept = new KeptAnswers(folder);
    await keepRows(kept, 1);
    assert.equal(
      readdirSync(folder).some((name) => name.startsWith(old)),
      false,
    );
    const next = await keepRows(kept, 1);
    for (const ending of ["rows", "txt"]) utimesSync(join(folder, `${next}.${ending}`), 1, 1);
    for (let at = 0; at < 200; at++) await keepRows(kept, 1);
    assert.equal(
      readdirSync(folder).some((name) => name.startsWith(next)),
      false,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
