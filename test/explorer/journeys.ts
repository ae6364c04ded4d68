/** Journeys through a project: a question, then hops of at most three keys, each with what must be seen. */
import assert from "node:assert/strict";
import type { ExplorerTerminal } from "./terminal.ts";

export interface Hop {
  keys: readonly string[];
  shows: RegExp;
}

export interface Journey {
  title: string;
  /** Typed on the home screen: words of a person, never a path, a line or a cursor. */
  ask: string;
  shows: RegExp;
  hops: readonly Hop[];
}

const MAX_KEYS = 3;

/** From the home screen and back to it, whatever was asked before. */
export async function travel(
  terminal: ExplorerTerminal,
  { title, ask, shows, hops }: Journey,
  patience = 60_000,
): Promise<void> {
  await terminal.press("ctrl+u", ...(ask === "" ? [] : [ask]));
  // What was found for the question before may fit this one too, until the new one is asked.
  await terminal.rests(200);
  const asked = (screen: string) => screen.includes(`› ${ask}▏`) && !screen.includes("asking…");
  await terminal.until((screen) => shows.test(screen) && asked(screen), patience, String(shows));
  for (const hop of hops) {
    assert.ok(hop.keys.length <= MAX_KEYS, `${title}: a hop of ${hop.keys.length} keys`);
    await terminal.press(...hop.keys);
    await terminal.shows(hop.shows, patience);
  }
  // Out of a source first, which lies above.
  await terminal.press("ctrl+f");
  await terminal.shows(/What are you looking for/);
}
