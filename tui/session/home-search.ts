/**
 * The search on the home screen. All finders run while the text changes, and results appear as soon as they arrive.
 * Only those for the latest text are shown.
 */
import { type Finder, JigError, type Progress, type Row, toJigError, type View } from "../../core/host/frontend-api.ts";
import { LIST_START } from "../components/list/list-state.ts";
import type { TextState } from "../components/text-input/text-input-state.ts";
import { finderInput, matchingFinders, namesSection, type Question, questionOf } from "../layout/home-items.ts";
import type { ExplorerState, HomeSection } from "../state/explorer-state.ts";
import { createNameLists, type KnownNames } from "./name-lists.ts";
import { withoutNextPage } from "./row-paging.ts";
import type { SessionContext } from "./session-context.ts";

export interface HomeSearch {
  /** Called when the query has changed. */
  type(input: TextState): void;
  /** Returns the home screen that typing would show at once, without searching. */
  ifTyped(input: TextState): ExplorerState["home"];
  /** Calls back once when a result arrives, unless the query changes first. Returns false if no finder is running. */
  whenFound(then: () => void): boolean;
  /** Repeats the query, after a file has changed or when the session starts. */
  ask(): void;
  /** Called when the home screen is hidden. */
  leave(): void;
  close(): void;
}

/** Minimum time between two searches, in ms. The first letter starts a search at once. */
const PACE = 60;
/**
 * Delay before a search, in ms. Names from memory are shown first, and letters that are typed together start a single
 * search.
 */
const ONE_FRAME = 8;
/** Minimum time between two renderings of arriving results, in ms. */
const EVERY = 60;
/** Time after which the overview is read again, in ms. */
const OVERVIEW_LIFETIME = 5000;
/** Maximum number of rows to keep for each finder. */
const MOST = 200;

export function createHomeSearch(context: SessionContext, known?: KnownNames): HomeSearch {
  let asking: AbortController | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let shownAt = Number.NEGATIVE_INFINITY;
  let overviewAt = Number.NEGATIVE_INFINITY;
  let delay: ReturnType<typeof setTimeout> | undefined;
  let flush: ReturnType<typeof setTimeout> | undefined;
  let found: (() => void) | undefined;
  let waiting = new Map<string, HomeSection>();
  const nameLists = createNameLists(context, renamed, known);

  const keyOf = ({ finder }: HomeSection) => `${finder.tool} ${finder.title}`;

  function show() {
    clearTimeout(flush);
    flush = undefined;
    if (waiting.size === 0) return;
    const changed = waiting;
    waiting = new Map();
    shownAt = context.ports.now();
    const { home } = context.state();
    context.update({ home: { ...home, sections: home.sections.map((each) => changed.get(keyOf(each)) ?? each) } });
    const then = found;
    found = undefined;
    then?.();
  }

  function showSoon(section: HomeSection) {
    waiting.set(keyOf(section), section);
    const rest = shownAt + EVERY - context.ports.now();
    if (rest <= 0) show();
    else flush ??= setTimeout(show, rest);
  }

  function ask() {
    clearTimeout(delay);
    askedAt = context.ports.now();
    asking?.abort(new JigError("CANCELLED", "Replaced by a newer query"));
    const call = new AbortController();
    asking = call;
    waiting.clear();
    const { home, finders } = context.state();
    const question = questionOf(home.input.text, finders);
    if (question.words === "" && question.prefix === undefined) void showOverview(call.signal);
    for (const finder of finders) if (finder.inMemory) nameLists.refresh(finder);
    const sections = sectionsOf(question, (old) => ({ ...old, status: "asking", stale: true }));
    context.update({ home: { ...home, sections } });
    for (const section of sections) {
      if (!section.finder.inMemory) void run(section, question.words, call.signal);
    }
  }

  /**
   * Creates a section for each finder of the question. Lists in memory have results at once. `keep` decides whether the
   * old results of other finders are kept.
   */
  function sectionsOf(question: Question, keep: (old: HomeSection) => HomeSection): HomeSection[] {
    const { home, finders } = context.state();
    const before = new Map(home.sections.map((each) => [keyOf(each), each]));
    return matchingFinders(question, finders).map((finder) => {
      const empty: HomeSection = { finder, status: "asking", stale: false, view: { rows: [] }, more: false };
      if (finder.inMemory) return matched(empty, question.name);
      const old = before.get(keyOf(empty));
      return old ? keep(old) : empty;
    });
  }

  /** Returns the matches in a list in memory. */
  function matched(section: HomeSection, name: string): HomeSection {
    const { finder } = section;
    const found = nameLists.match(finder, name, MOST);
    const reason = nameLists.failure(finder);
    if (!found) return reason === undefined ? section : { ...section, status: "failed", reason };
    return namesSection(finder, found);
  }

  /** Called when a list in memory has been loaded or has grown. */
  function renamed(finder: Finder) {
    const { home, finders } = context.state();
    const { name } = questionOf(home.input.text, finders);
    const section = home.sections.find((each) => each.finder === finder);
    if (section) showSoon(matched(section, name));
  }

  async function showOverview(signal: AbortSignal): Promise<void> {
    if (context.ports.now() - overviewAt < OVERVIEW_LIFETIME) return;
    overviewAt = context.ports.now();
    const rows: Row[] = [];
    for (const tool of context.host.overviews()) {
      const outcome = await context.host.invoke(tool, {}, { signal });
      if (signal.aborted || outcome.failed) continue;
      rows.push(...(await context.host.view(tool, withoutNextPage(outcome), {})).rows);
    }
    // If the overview was aborted, it is read again next time.
    if (signal.aborted) overviewAt = Number.NEGATIVE_INFINITY;
    else context.update({ overview: rows });
  }

  async function run(section: HomeSection, words: string, signal: AbortSignal): Promise<void> {
    const { finder } = section;
    const own = new AbortController();
    const input = { ...finder.fixed, [finder.parameter]: finderInput(finder, words) };
    let current = section;
    const rowsCame = (rows: readonly Row[]) => {
      // Rows that arrive early are not in order.
      if (
        signal.aborted ||
        own.signal.aborted ||
        finder.order !== undefined ||
        rows.some(({ name }) => name !== undefined)
      )
        return;
      const all = current.stale ? [...rows] : [...current.view.rows, ...rows];
      current = {
        ...current,
        stale: false,
        view: { ...current.view, rows: all.slice(0, MOST) },
        more: all.length > MOST,
      };
      showSoon(current);
      if (current.more) own.abort(new JigError("CANCELLED", "Enough was found"));
    };
    try {
      const either = AbortSignal.any([signal, own.signal]);
      const onProgress = (progress: Progress) => {
        current = { ...current, progress };
        if (!either.aborted) showSoon(current);
      };
      const outcome = await context.host.invoke(finder.tool, input, { signal: either, onRows: rowsCame, onProgress });
      if (signal.aborted) return;
      if (own.signal.aborted) showSoon({ ...current, status: "done" });
      else {
        const view = await context.host.view(finder.tool, withoutNextPage(outcome), input);
        if (signal.aborted) return;
        showSoon(answered(current, view, outcome.failed === true));
      }
    } catch (error) {
      showSoon({ ...current, status: "failed", stale: false, view: { rows: [] }, reason: toJigError(error).message });
    }
  }

  function leave() {
    found = undefined;
    clearTimeout(delay);
    clearTimeout(flush);
    flush = undefined;
    waiting.clear();
    asking?.abort(new JigError("CANCELLED", "Replaced by a newer query"));
  }

  function ifTyped(input: TextState): ExplorerState["home"] {
    const { finders, home: before } = context.state();
    const { selected: _, ...home } = before;
    if (input.text === home.input.text) return { ...home, input };
    // Keep results as long as they match the current text.
    const question = questionOf(input.text, finders);
    return { ...home, input, list: LIST_START, sections: sectionsOf(question, (old) => fitting(old, question.words)) };
  }

  return {
    ifTyped,
    type(input) {
      const home = ifTyped(input);
      if (input.text === context.state().home.input.text) return context.update({ home });
      found = undefined;
      asking?.abort(new JigError("CANCELLED", "Replaced by a newer query"));
      waiting.clear();
      context.update({ home });
      clearTimeout(delay);
      delay = setTimeout(ask, Math.max(ONE_FRAME, askedAt + PACE - context.ports.now()));
    },
    whenFound(then) {
      if (!context.state().home.sections.some(({ status }) => status === "asking")) return false;
      found = then;
      return true;
    },
    ask,
    leave,
    close() {
      leave();
      nameLists.close();
    },
  };
}

function fitting(section: HomeSection, words: string): HomeSection {
  const parts = words.toLowerCase().split(/\s+/);
  const fits = ({ text, cells, location }: Row) => {
    const all = `${text} ${Object.values(cells ?? {}).join(" ")} ${location?.display ?? ""}`.toLowerCase();
    return parts.every((part) => all.includes(part));
  };
  return { ...section, status: "asking", stale: true, view: { ...section.view, rows: section.view.rows.filter(fits) } };
}

function answered({ progress: _, ...section }: HomeSection, view: View, failed: boolean): HomeSection {
  if (failed)
    return {
      ...section,
      status: "failed",
      stale: false,
      view: { rows: [] },
      reason: view.rows[0]?.text ?? "it failed",
    };
  return {
    ...section,
    status: "done",
    stale: false,
    view: { ...view, rows: view.rows.slice(0, MOST) },
    more: section.more || view.rows.length > MOST,
  };
}
