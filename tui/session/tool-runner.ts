/** Runs tools, with one call at a time per tab. It handles early rows, the answer and its saved state. */
import {
  effectOfCall,
  JigError,
  type JsonObject,
  type LinkRel,
  type Row,
  type ToolInfo,
  toJigError,
} from "../../core/host/frontend-api.ts";
import {
  entryInAnyTab,
  type HistoryEntry,
  isInOtherTab,
  withEntryInAnyTab,
  withLogLine,
} from "../state/explorer-state.ts";
import { rowIndexOf, withoutFarRows } from "../state/row-window.ts";
import {
  currentEntry,
  jumped,
  MODEL_BUDGET,
  newEntry,
  rerunEntry,
  settled,
  started,
  type TrailEntry,
  withRows,
} from "../state/trail.ts";
import { withoutNextPage } from "./row-paging.ts";
import type { SessionContext } from "./session-context.ts";

/** Minimum time between two renderings of arriving rows, in ms. */
const ROWS_EVERY = 40;
/** The interval of the spinner in ms. It only ticks while something is running. */
const BEAT = 120;
const MAX_HISTORY = 200;

export interface RunOptions {
  /** The jump that caused the call. The current view stays on the trail. */
  rel?: LinkRel;
  /** True if a keystroke started the call. It is not saved in the history then. */
  live?: boolean;
  /** Called when the answer has arrived. */
  onDone?(entry: TrailEntry): void;
  /** True for a repeated call. If it is canceled, the earlier answer stays. */
  rerun?: boolean;
}

export interface ToolRunner {
  run(tool: ToolInfo, input: JsonObject, options?: RunOptions): void;
  /** Repeats a call in its place, because a file has changed or the call comes from an earlier session. */
  rerun(entry: TrailEntry): void;
  /** Adds a live call to the history, as if the user had started it. */
  addToHistory(entry: TrailEntry): void;
  /** Returns true if a call was running. */
  cancel(): boolean;
  /** Cancels all calls when the explorer exits. */
  close(): void;
  /** Truncates the answer to the budget of MCP and counts its tokens, when that is first shown. */
  fitModel(): void;
}

/** Marks a call from an earlier session that is not repeated automatically. */
function notRerun(entry: TrailEntry): TrailEntry {
  return { ...entry, status: "cancelled", view: { rows: [] }, stale: false };
}

/** Returns true if the user has to confirm a call, because its effect cannot be undone. */
export function needsConfirmation(tool: ToolInfo, input: JsonObject): boolean {
  const effect = effectOfCall(tool, input);
  return effect === "execute" || (effect === "write" && tool.destructive);
}

/** `arrived` is called with each answer. */
export function createToolRunner(context: SessionContext, arrived: (entry: TrailEntry) => void): ToolRunner {
  const { host, ports } = context;
  const running = new Map<number, AbortController>();
  const wanted = new Set<number>();
  let lastId = 0;

  const change = (id: number, how: (entry: TrailEntry) => TrailEntry) =>
    context.update(withEntryInAnyTab(context.state(), id, how));

  function run(tool: ToolInfo, input: JsonObject, options: RunOptions): Promise<void> {
    const { rel } = options;
    const entry = newEntry(++lastId, tool.name, input, ports.now(), rel);
    const { trail } = context.state();
    const next = rel ? withoutFarRows(jumped(trail, entry), isRead) : started(trail, entry);
    context.update({ trail: next, notice: undefined, beat: 0 });
    return ask(tool, entry, options);
  }

  function isRead({ tool: name, input }: TrailEntry): boolean {
    const tool = context.tool(name);
    return tool !== undefined && effectOfCall(tool, input) === "read";
  }

  function rerun(before: TrailEntry) {
    const tool = context.tool(before.tool);
    // A call with effects must not be repeated just to display its answer.
    if (!tool || tool.plan || !isRead(before)) return change(before.id, notRerun);
    const seek = before.window?.from ? { seek: rowIndexOf(before, context.row()) } : {};
    const entry = { ...rerunEntry(before, ++lastId, ports.now()), ...seek };
    change(before.id, () => entry);
    void ask(tool, entry, { live: true, rerun: true });
  }

  async function ask(tool: ToolInfo, entry: TrailEntry, { live, rerun: isRerun, onDone }: RunOptions): Promise<void> {
    // The calls of other tabs continue.
    for (const [id, older] of running)
      if (!isInOtherTab(context.state(), id)) older.abort(new JigError("CANCELLED", "Replaced by a newer call"));
    const call = new AbortController();
    running.set(entry.id, call);
    const { input } = entry;
    // The visible rows stay until the new answer is complete.
    const whileRunning = entry.stale && entry.view.rows.length > 0 ? {} : { onRows: (added: Row[]) => rows.add(added) };
    const rows = collector(entry, call.signal);
    const beat = setInterval(() => context.update({ beat: context.state().beat + 1 }), BEAT);
    try {
      const outcome = await host.invoke(tool.name, input, {
        signal: call.signal,
        ...whileRunning,
        onProgress: (progress) => !call.signal.aborted && change(entry.id, (each) => ({ ...each, progress })),
      });
      const answeredAt = ports.now();
      // If the user canceled the call, no message is needed.
      const view = call.signal.aborted ? { rows: [] } : await host.view(tool.name, withoutNextPage(outcome), input);
      rows.flush();
      const { aborted } = call.signal;
      if (aborted && isRerun) change(entry.id, (each) => ({ ...each, status: "done", stale: false }));
      else change(entry.id, (each) => settled(each, outcome, view, aborted, answeredAt, ports.now()));
    } catch (error) {
      // The host should never throw, but if it does, the terminal must not be left in a broken state.
      context.notify("error", toJigError(error).advice);
    } finally {
      clearInterval(beat);
      rows.stop();
      running.delete(entry.id);
    }
    const ended = entryInAnyTab(context.state(), entry.id);
    if (ended && (wanted.delete(entry.id) || !live)) remember(ended);
    if (ended?.tab === "model") fitModel();
    if (ended?.status !== "done") return;
    onDone?.(ended);
    arrived(ended);
  }

  function collector(entry: TrailEntry, signal: AbortSignal) {
    let waiting: Parameters<typeof withRows>[1][number][] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      if (waiting.length === 0) return;
      const rows = waiting;
      waiting = [];
      change(entry.id, (each) => withRows(each, rows, ports.now()));
    };
    return {
      add(rows: typeof waiting) {
        if (signal.aborted) return;
        for (const row of rows) waiting.push(row);
        timer ??= setTimeout(flush, ROWS_EVERY);
      },
      flush,
      stop: () => clearTimeout(timer),
    };
  }

  function remember(entry: TrailEntry): void {
    const ms = (entry.endedAt ?? ports.now()) - entry.startedAt;
    const status = entry.status === "running" || entry.status === "unloaded" ? "cancelled" : entry.status;
    const item: HistoryEntry = {
      tool: entry.tool,
      input: entry.input,
      at: entry.startedAt,
      ms,
      status,
      rows: entry.view.rows.length,
    };
    const same = JSON.stringify([item.tool, item.input]);
    const before = context.state().history.filter((each) => JSON.stringify([each.tool, each.input]) !== same);
    const history = [item, ...before].slice(0, MAX_HISTORY);
    const level = status === "failed" ? "warn" : "info";
    // Queries and file contents are not logged.
    const line = { at: ports.now(), level, text: `${entry.tool}: ${status} in ${ms} ms, ${item.rows} rows` } as const;
    context.update({ history, log: withLogLine(context.state().log, line) });
    ports.saveHistory(history);
  }

  function fitModel(): void {
    const entry = currentEntry(context.state().trail);
    const outcome = entry?.outcome;
    if (!entry || !outcome || entry.model) return;
    change(entry.id, (each) => ({ ...each, model: { text: "", characters: 0, tokens: undefined } }));
    void host
      .present(entry.tool, outcome, entry.input, { maxChars: MODEL_BUDGET })
      .then(async ({ text }) => {
        change(entry.id, (each) => ({ ...each, model: { text, characters: text.length, tokens: undefined } }));
        const tokens = await ports.countTokens(text);
        change(entry.id, (each) => ({ ...each, model: { text, characters: text.length, tokens } }));
      })
      .catch((error) => context.notify("error", toJigError(error, "count the answer").advice));
  }

  return {
    run: (tool, input, options = {}) => void run(tool, input, options),
    rerun,
    addToHistory(entry) {
      if (entry.status === "running") wanted.add(entry.id);
      else remember(entry);
    },
    cancel() {
      const call = running.get(currentEntry(context.state().trail)?.id ?? Number.NaN);
      call?.abort(new JigError("CANCELLED", "Cancelled by you"));
      return call !== undefined;
    },
    close() {
      for (const call of running.values()) call.abort(new JigError("CANCELLED", "The explorer is closing"));
    },
    fitModel,
  };
}
