/** References in generated projects: precision, recall, and undecided uses. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import csharp from "../../plugins/csharp/plugin.ts";
import { type Truth, writeProject } from "./unity-project.ts";

export type Answer = {
  results: { path: string; line: number; column: number; certainty: "certain" | "possible" }[];
  certain: number;
  possible: number;
  other: number;
};

interface Score {
  certain: number;
  wrong: string[];
  missed: string[];
  possible: string[];
  tokens: number;
}

/** Checks the references of all declarations. */
export async function referencesAreRight(seeds: readonly number[], rounds: number): Promise<void> {
  const score: Score = { certain: 0, wrong: [], missed: [], possible: [], tokens: 0 };
  for (const seed of seeds) {
    const folder = mkdtempSync(join(tmpdir(), "jig-references-"));
    const truth = writeProject(join(folder, "project"), seed, rounds);
    const host = await createTestHost({
      roots: [join(folder, "project")],
      builtIns: [csharp],
      runtime: testRuntime(folder),
    });
    try {
      await host.invoke("script_index_status", { wait: true });
      for (const id of truth.declared)
        await ask(id, truth, async (input) => (await host.invoke("script_refs_find", input)).value as Answer, score);
    } finally {
      await host.close();
      rmSync(folder, { recursive: true });
    }
  }
  const precision = 1 - score.wrong.length / score.certain;
  const undecided = score.possible.length / score.tokens;
  console.log(
    `${score.tokens} tokens: precision ${(100 * precision).toFixed(2)} %, missed ${score.missed.length}, possible ${(100 * undecided).toFixed(2)} %`,
  );
  if (process.env.JIG_VERBOSE) console.log([...score.wrong, ...score.missed, ...score.possible].join("\n"));
  assert.deepEqual(score.missed.slice(0, 20), []);
  assert.ok(precision >= 0.995, `precision ${precision}:\n${score.wrong.slice(0, 20).join("\n")}`);
  assert.ok(undecided <= 0.1, `possible ${undecided}:\n${score.possible.slice(0, 20).join("\n")}`);
}

async function ask(id: string, truth: Truth, call: (input: object) => Promise<Answer>, score: Score): Promise<void> {
  const [name, container, namespace] = parts(id);
  const input = {
    name,
    container,
    namespace,
    snippetContext: 0,
    pageSize: 5000,
    maxMatchesPerFile: 10_000,
    maxBytes: 10_000_000,
  };
  const answer = await call(input);
  assert.ok(answer.results, JSON.stringify(answer));
  const found = new Map(answer.results.map((one) => [`${one.path}:${one.line}:${one.column}`, one.certainty]));
  const tokens = truth.tokens.filter((token) => token.name === name);
  // `@name` starts at the `@`.
  const at = ({ file, line, column }: Truth["tokens"][number]) =>
    [column, column - 1].map((from) => `${file}:${line}:${from}`).find((place) => found.has(place)) ?? "";
  const places = new Set(tokens.map(at));
  // Other words for the symbol, such as an alias, are extra.
  const named = [...found.keys()].filter((place) => places.has(place)).length;
  assert.equal(named + answer.other, tokens.length, `every token of ${name} is in exactly one class`);
  const wanted = new Set([id, ...(truth.related.get(id) ?? [])]);
  for (const token of tokens) {
    const certainty = found.get(at(token));
    const what = `${id}: ${token.id} at ${token.file}:${token.line}:${token.column}`;
    score.tokens++;
    if (certainty === "certain") {
      score.certain++;
      if (!wanted.has(token.id)) score.wrong.push(`wrong ${what}`);
    } else if (certainty === "possible") score.possible.push(`possible ${what}`);
    else if (wanted.has(token.id)) score.missed.push(`missed ${what}`);
  }
}

/** Splits `Space.Outer/Type/Member` into name, container and namespace. */
function parts(id: string): [string, string, string] {
  const names = id.split("/");
  const first = names[0]!;
  const dot = first.lastIndexOf(".");
  names[0] = first.slice(dot + 1);
  const name = names.pop()!;
  return [name, names.join("/"), first.slice(0, Math.max(0, dot))];
}
