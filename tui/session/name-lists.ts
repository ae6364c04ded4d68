/**
 * Keeps the lists of finders in memory, such as the list of the workspace's files. They are matched at every keystroke and
 * refreshed from time to time.
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
  /** Returns undefined until the first rows of the list have arrived. `whole` is true if all of it has been read. */
  match(
    finder: Finder,
    typed: string,
    limit: number,
  ): { total: number; best: Match<Row>[]; whole: boolean } | undefined;
  /** Returns the reason why the last read failed. */
  failure(finder: Finder): string | undefined;
  /** Reads the list unless it is recent. The old list is used in the meantime. */
  refresh(finder: Finder): void;
  close(): void;
}

/** Names that were found before the session started. */
export interface KnownNames {
  tool: string;
  rows: readonly Row[];
}

interface NameList {
  matcher?: Matcher<Row>;
  readAt: number;
  reading: boolean;
  failure?: string | undefined;
}

/** Time after which a list is read again, in ms. */
const LIFETIME = 5000;
/** Maximum number of recent places. */
const RECENT = 50;

/** `changed` is called whenever the rows of a list change. */
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
    /** Names arrive long before their sizes and times. */
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
        // The first page is used while the others are being read.
        if (!list.matcher || early.length > 0 || !outcome.next) {
          list.matcher = listOf(rows);
          if (outcome.next) changed(finder);
        }
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
      return { ...list.matcher.match(typed, { limit, recency }), whole: !list.reading };
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
