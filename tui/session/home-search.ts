/**
 * Implements the search on the home screen. Each change of the text runs all finders that match, and aborts the calls for the
 * text before. The results are shown as they arrive. Until a finder has answered for the new text, its old results stay on the
 * screen and are marked as stale, provided that they still match.
 */
import { type Finder, JigError, type Progress, type Row, toJigError, type View } from "../../core/host/frontend-api.ts";
import { LIST_START } from "../components/list/list-state.ts";
import type { TextState } from "../components/text-input/text-input-state.ts";
import { finderInput, matchingFinders, namesSection, type Question, questionOf } from "../layout/home-items.ts";
import type { ExplorerState, HomeSection } from "../state/explorer-state.ts";
import { createNameLists, type KnownNames } from "./name-lists.ts";
import { rowsOfRarest, searchWords } from "./rarest-word.ts";
import { withoutNextPage } from "./row-paging.ts";
import type { SessionContext } from "./session-context.ts";

export interface HomeSearch {
  type(input: TextState): void;
  /** Returns the state as if the text had been typed, but doesn't search. This is used for the warm-up. */
  ifTyped(input: TextState): ExplorerState["home"];
  /** Returns true if the first row won't be replaced by a better one, or if we have waited long enough for that. */
  isFirstRowFinal(): boolean;
  /**
   * Calls `then` once, after the next result or at the end of the wait. A change of the query cancels it. Returns false if
   * nothing is running.
   */
  whenFound(then: () => void): boolean;
  /** Runs the query again, for example after a file has changed or at the start. */
  ask(): void;
  leave(): void;
  close(): void;
}

/** The time between searches in ms. The first letter is not delayed. */
const PACE = 60;
/**
 * The delay of a search in ms. This way, names from memory are shown first, and letters that are typed quickly lead to one
 * search instead of several.
 */
const ONE_FRAME = 8;
/** The interval in ms that limits the rendering while results arrive. */
const EVERY = 60;
/** The time in ms after which the overview is read again. */
const OVERVIEW_LIFETIME = 5000;
/** The maximum number of results for each finder. */
const MOST = 200;
/** The time in ms after the last letter for which Enter waits for files and symbols. */
const MAX_WAIT = 1500;

export function createHomeSearch(context: SessionContext, known?: KnownNames): HomeSearch {
  let asking: AbortController | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let shownAt = Number.NEGATIVE_INFINITY;
  let overviewAt = Number.NEGATIVE_INFINITY;
  let delay: ReturnType<typeof setTimeout> | undefined;
  let flush: ReturnType<typeof setTimeout> | undefined;
  let found: (() => void) | undefined;
  let isLate = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let waiting = new Map<string, HomeSection>();
  const nameLists = createNameLists(context, renamed, known);

  const keyOf = ({ finder }: HomeSection) => `${finder.tool} ${finder.title}`;

  function waitForNames() {
    clearTimeout(patience);
    isLate = false;
    patience = setTimeout(() => {
      isLate = true;
      fireFound();
    }, MAX_WAIT);
  }

  function fireFound() {
    const then = found;
    found = undefined;
    then?.();
  }

  /** Returns true for names. Unlike text, they come from memory or an index. */
  function isFast({ inMemory, tool }: Finder): boolean {
    return inMemory === true || context.tool(tool)?.view !== "matches";
  }

  function show() {
    clearTimeout(flush);
    flush = undefined;
    if (waiting.size === 0) return;
    const changed = waiting;
    waiting = new Map();
    shownAt = context.ports.now();
    const { home } = context.state();
    context.update({ home: { ...home, sections: home.sections.map((each) => changed.get(keyOf(each)) ?? each) } });
    fireFound();
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
    const isAboutFolder = question.sentence?.about === "folder";
    if (isAboutFolder || (question.words === "" && question.prefix === undefined)) void showOverview(call.signal);
    for (const finder of finders) if (finder.inMemory) nameLists.refresh(finder);
    const sections = sectionsOf(question, (old) => ({ ...old, status: "asking", stale: true }));
    context.update({ home: { ...home, sections } });
    for (const section of sections) {
      if (!section.finder.inMemory) void run(section, question.words, call.signal);
    }
  }

  /**
   * Returns one section for each finder. Lists in memory fill theirs immediately. `keep` decides about the old results of the
   * others.
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

  /** Matches a list in memory. */
  function matched(section: HomeSection, name: string): HomeSection {
    const { finder } = section;
    const found = nameLists.match(finder, name, MOST);
    const reason = nameLists.failure(finder);
    if (!found) return reason === undefined ? section : { ...section, status: "failed", reason };
    return namesSection(finder, found);
  }

  /** Called when a list has been loaded or has grown. */
  function renamed(finder: Finder) {
    const { home, finders } = context.state();
    const { name } = questionOf(home.input.text, finders);
    const section = home.sections.find((each) => each.finder === finder);
    if (section) showSoon(matched(section, name));
  }

  /** Returns true for a question about the folder, which is answered by the overview. */
  function awaitsOverview(): boolean {
    const { home, overview, finders } = context.state();
    return overview.length === 0 && questionOf(home.input.text, finders).sentence?.about === "folder";
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
    // The call was aborted, so we read the overview again next time.
    if (signal.aborted) overviewAt = Number.NEGATIVE_INFINITY;
    else {
      context.update({ overview: rows });
      fireFound();
    }
  }

  async function run(section: HomeSection, words: string, signal: AbortSignal): Promise<void> {
    const { finder } = section;
    const own = new AbortController();
    const input = { ...finder.fixed, [finder.parameter]: finderInput(finder, words) };
    let current = section;
    const rowsCame = (rows: readonly Row[]) => {
      // Early rows aren't sorted.
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
        let view = await context.host.view(finder.tool, withoutNextPage(outcome), input);
        const none = view.rows.length === 0 && !outcome.failed && !isFast(finder);
        if (none && !signal.aborted) view = (await byRarestWord(finder, words, signal)) ?? view;
        if (signal.aborted) return;
        showSoon(answered(current, view, outcome.failed === true));
      }
    } catch (error) {
      showSoon({ ...current, status: "failed", stale: false, view: { rows: [] }, reason: toJigError(error).message });
    }
  }

  async function byRarestWord(finder: Finder, words: string, signal: AbortSignal): Promise<View | undefined> {
    const parts = searchWords(words);
    const views: View[] = [];
    for (const part of parts) {
      const input = { ...finder.fixed, [finder.parameter]: finderInput(finder, part) };
      const outcome = await context.host.invoke(finder.tool, input, { signal });
      if (signal.aborted || outcome.failed) return undefined;
      views.push(await context.host.view(finder.tool, withoutNextPage(outcome), input));
    }
    const rows = rowsOfRarest(
      parts,
      views.map((view) => view.rows),
    );
    return views[0] && { ...views[0], rows: [...rows] };
  }

  function leave() {
    found = undefined;
    waitForNames();
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
    // We keep the results that still match.
    const question = questionOf(input.text, finders);
    return { ...home, input, list: LIST_START, sections: sectionsOf(question, (old) => fitting(old, question.words)) };
  }

  waitForNames();
  return {
    ifTyped,
    type(input) {
      const home = ifTyped(input);
      if (input.text === context.state().home.input.text) return context.update({ home });
      found = undefined;
      waitForNames();
      asking?.abort(new JigError("CANCELLED", "Replaced by a newer query"));
      waiting.clear();
      context.update({ home });
      clearTimeout(delay);
      delay = setTimeout(ask, Math.max(ONE_FRAME, askedAt + PACE - context.ports.now()));
    },
    isFirstRowFinal() {
      const { home, homeItems } = context.state();
      const [first] = homeItems;
      if (awaitsOverview()) return isLate;
      const running = home.sections.filter(({ status }) => status === "asking");
      // Tools are available immediately, but a word that is typed without looking rarely means one.
      const isTool = first?.tag === "tool";
      if (running.length === 0 || (isLate && !isTool)) return true;
      return !first?.weak && !running.some(({ finder, stale }) => stale || isFast(finder));
    },
    whenFound(then) {
      const isRunning = context.state().home.sections.some(({ status }) => status === "asking");
      if (!isRunning && !awaitsOverview()) return false;
      found = then;
      return true;
    },
    ask,
    leave,
    close() {
      leave();
      clearTimeout(patience);
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
