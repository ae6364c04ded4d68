/** Tests that a rehearsal types nothing, writes nothing, and ends when it has to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startRehearsal } from "./rehearsal.ts";
import type { Session } from "./session/session.ts";
import { type ExplorerState, initialState } from "./state/explorer-state.ts";

function rehearse(patch: Partial<ExplorerState>, stepMs = 0) {
  const state: ExplorerState = { ...initialState({ plugins: [], tools: [] }, [], 40, 10), screen: "home", ...patch };
  const typed: string[] = [];
  const rendered: string[] = [];
  const session = {
    state: () => state,
    press: (keys: readonly { text?: string }[]) => typed.push(...keys.map(({ text = "a key" }) => text)),
    ifTyped(text: string) {
      rendered.push(text);
      return state;
    },
  } as unknown as Session; // Only the parts that a rehearsal uses.
  const end = startRehearsal({
    session,
    output: { columns: 40, rows: 10, write: () => assert.fail("it wrote") },
    now: () => rendered.length * stepMs,
    linesOf: () => [{ x: 0, y: 0, lines: [`frame ${rendered.length}`] }],
  });
  return { typed, rendered, end };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("texts are rendered, but only an empty text is typed", async () => {
  const { typed, rendered, end } = rehearse({});
  await until(() => rendered.length >= 3);
  end();
  const count = rendered.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(rendered.length, count);
  assert.ok(new Set(rendered).size > 1);
  assert.deepEqual(new Set(typed), new Set([""]));
});

test("nothing is typed where it would have an effect", async () => {
  const { home } = initialState({ plugins: [], tools: [] }, [], 40, 10);
  const cases: Partial<ExplorerState>[] = [
    { screen: "explore" },
    { notice: { tone: "muted", text: "A message" } },
    { home: { ...home, selected: true } },
  ];
  const all = cases.map(rehearse);
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const { typed, rendered } of all) assert.deepEqual([...typed, ...rendered], []);
});

test("it ends after a text that took long, as with very many names", async () => {
  const { rendered } = rehearse({}, 101);
  await until(() => rendered.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(rendered.length, 1);
});
