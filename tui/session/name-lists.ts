/**
 * Keeps the lists of finders in memory, for example the workspace's files. They are matched on every keystroke and refreshed
 * from time to time.
 */
import {
  createMatcher,
  type Finder,
  JigError,
  type Match,
  type Matcher,
  type Row,
  toJigError,
} from "../../core/host/frontend-api.ts";
import { withoutNextPage } from "./row-paging.ts";
import type { SessionContext } from "./session-context.ts";

export interface NameLists {
  /** Returns undefined until there are rows. `whole` is true if the list is complete. */
  match(
    finder: Finder,
    typed: string,
    limit: number,
  ): { total: number; best: Match<Row>[]; whole: boolean } | undefined;
  /** Returns the reason why the last attempt to read failed, if it did. */
  failure(finder: Finder): string | undefined;
  /** Reads the list again unless it is recent. The old list can be used in the meantime. */
  refresh(finder: Finder): void;
  close(): void;
}

/** The names that were taken over from the first screen. */
export interface KnownNames {
  tool: string;
  rows: readonly Row[];
}

interface NameList {
  matcher?: Matcher<Row>;
  readAt: number;
  reading: boolean;
  /** True if the list was read in full, so the rows can be used while it is read again. */
  complete?: boolean;
  failure?: string | undefined;
}

/** The lifetime of a list in ms. */
const LIFETIME = 5000;
const RECENT = 50;

/** Creates the lists. `changed` is called after any change to the rows of a list. */
export function createNameLists(
  context: SessionContext,
  changed: (finder: Finder) => void,
  known?: KnownNames,
): NameLists {
  const lists = new Map<string, NameList>();
  const closing = new AbortController();
  const keyOf = ({ tool, title }: Finder) => `${tool} ${title}`;

  function firstOf({ tool }: Finder): NameList {
    const rows = known?.tool === tool ? known.rows : [];
    const unread = { readAt: Number.NEGATIVE_INFINITY, reading: false };
    return rows.length > 0 ? { ...unread, matcher: listOf(rows) } : unread;
  }

  function listOf(rows: readonly Row[]): Matcher<Row> {
    return createMatcher(rows, ({ text }) => ({ text }));
  }

  async function read(finder: Finder, list: NameList): Promise<void> {
    const rows: Row[] = [];
    const { host } = context;
    const namesOf = (shown: readonly Row[]) =>
      shown.flatMap(({ location }) => (location ? [{ text: context.shorten(location.display), location }] : []));
    /** Names arrive long before sizes and times do. */
    const early: Row[] = [];
    const onRows = (shown: readonly Row[]) => {
      if (list.matcher && early.length === 0) return;
      early.push(...namesOf(shown));
      list.matcher = listOf(early);
      changed(finder);
    };
    try {
      for (let input = { ...finder.fixed }; ; ) {
        const outcome = await host.invoke(finder.tool, input, { signal: closing.signal, onRows });
        if (closing.signal.aborted) return;
        const view = await host.view(finder.tool, withoutNextPage(outcome), input);
        list.failure = outcome.failed ? (view.rows[0]?.text ?? "it failed") : undefined;
        if (outcome.failed) return;
        rows.push(...namesOf(view.rows));
        // The first page can be used while the others are being read.
        if (!list.matcher || early.length > 0 || !outcome.next) {
          list.matcher = listOf(rows);
          if (outcome.next) changed(finder);
        }
        list.complete ||= !outcome.next;
        if (!outcome.next) return;
        input = { ...input, ...outcome.next };
      }
    } catch (error) {
      list.failure = toJigError(error).message;
    } finally {
      list.reading = false;
      list.readAt = context.ports.now();
      if (!closing.signal.aborted) changed(finder);
    }
  }

  return {
    match(finder, typed, limit) {
      const list = lists.get(keyOf(finder));
      if (!list?.matcher) return undefined;
      const { recent } = context.state();
      const ranks = new Map(
        recent.slice(0, RECENT).map(({ absolute }, index) => [absolute, 1 - index / RECENT] as const),
      );
      const recency = ({ location }: Row) => ranks.get(location?.absolute ?? "") ?? 0;
      return { ...list.matcher.match(typed, { limit, recency }), whole: list.complete === true || !list.reading };
    },
    failure: (finder) => lists.get(keyOf(finder))?.failure,
    refresh(finder) {
      const list = lists.get(keyOf(finder)) ?? firstOf(finder);
      lists.set(keyOf(finder), list);
      if (list.reading || context.ports.now() - list.readAt < LIFETIME) return;
      list.reading = true;
      void read(finder, list);
    },
    close: () => closing.abort(new JigError("CANCELLED", "The explorer was closed")),
  };
}
