/** Journeys: a query, then steps of at most three keys with expected screen contents. */
import assert from "node:assert/strict";
import type { ExplorerTerminal } from "./terminal.ts";

export interface Hop {
  keys: readonly string[];
  shows: RegExp;
}

export interface Journey {
  title: string;
  /** Typed on the home screen. Never a path, line or cursor. */
  ask: string;
  shows: RegExp;
  hops: readonly Hop[];
}

const MAX_KEYS = 3;

/** Starts and ends on the home screen. */
export async function travel(
  terminal: ExplorerTerminal,
  { title, ask, shows, hops }: Journey,
  patience = 60_000,
): Promise<void> {
  await terminal.press("ctrl+u", ...(ask === "" ? [] : [ask]));
  // Wait, because old results may match the new query as well.
  await terminal.rests(200);
  const asked = (screen: string) => screen.includes(`› ${ask}▏`) && !screen.includes("asking…");
  await terminal.until((screen) => shows.test(screen) && asked(screen), patience, String(shows));
  for (const hop of hops) {
    assert.ok(hop.keys.length <= MAX_KEYS, `${title}: a hop of ${hop.keys.length} keys`);
    await terminal.press(...hop.keys);
    await terminal.shows(hop.shows, patience);
  }
  // Close the source view first.
  await terminal.press("ctrl+f");
  await terminal.shows(/What are you looking for/);
}
