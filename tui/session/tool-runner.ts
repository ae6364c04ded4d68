/** Running tools: one call at a time, rows as they come, the answer, and what is kept of it. */
import {
  effectOfCall,
  JigError,
  type JsonObject,
  type LinkRel,
  type Row,
  type ToolInfo,
  toJigError,
} from "../../core/host/frontend-api.ts";
import { type HistoryEntry, isBeside, logged, visitOf, withVisit } from "../state/explorer-state.ts";
import { lightened, rowOf } from "../state/row-window.ts";
import {
  askedAgain,
  currentVisit,
  jumped,
  MODEL_BUDGET,
  newVisit,
  settled,
  started,
  type Visit,
  withRows,
} from "../state/trail.ts";
import { whole } from "./row-paging.ts";
import type { Core } from "./session-context.ts";

/** Rows are drawn at most this often, ms: often enough to look alive. */
const ROWS_EVERY = 40;
/** The spinner's step, ms. It runs only while something runs. */
const BEAT = 120;
const HISTORY_KEPT = 200;

export interface RunOptions {
  /** The jump that asks for it: what is in sight stays on the trail. */
  rel?: LinkRel;
  /** A keystroke asks for it: nothing is kept in the history. */
  live?: boolean;
  /** The answer is there. */
  ended?(visit: Visit): void;
  /** It was asked before: cancelled, it shows what it showed. */
  again?: boolean;
}

export interface Calls {
  run(tool: ToolInfo, input: JsonObject, options?: RunOptions): void;
  /** The same call once more, in the same place: a file changed, or it comes from a session that was kept. */
  again(visit: Visit): void;
  /** What a keystroke ran has become a call that somebody wanted. */
  keep(visit: Visit): void;
  /** True where something ran. */
  cancel(): boolean;
  /** The explorer ends. */
  close(): void;
  /** Fits the answer to MCP's budget and counts, on first sight. */
  fitModel(): void;
}

/** A call of a session that was kept and is not made again by itself. */
function unasked(visit: Visit): Visit {
  return { ...visit, status: "cancelled", view: { rows: [] }, stale: false };
}

/** The explorer asks before what cannot be taken back. */
export function asksFirst(tool: ToolInfo, input: JsonObject): boolean {
  const effect = effectOfCall(tool, input);
  return effect === "execute" || (effect === "write" && tool.destructive);
}

/** `arrived`: a call is answered. */
export function createCalls(core: Core, arrived: (visit: Visit) => void): Calls {
  const { host, ports } = core;
  const running = new Map<number, AbortController>();
  const wanted = new Set<number>();
  let visits = 0;

  const change = (id: number, how: (visit: Visit) => Visit) => core.update(withVisit(core.state(), id, how));

  function run(tool: ToolInfo, input: JsonObject, options: RunOptions): Promise<void> {
    const { rel } = options;
    const visit = newVisit(++visits, tool.name, input, ports.now(), rel);
    const { trail } = core.state();
    const next = rel ? lightened(jumped(trail, visit), isRead) : started(trail, visit);
    core.update({ trail: next, notice: undefined, beat: 0 });
    return ask(tool, visit, options);
  }

  function isRead({ tool: name, input }: Visit): boolean {
    const tool = core.tool(name);
    return tool !== undefined && effectOfCall(tool, input) === "read";
  }

  function again(before: Visit) {
    const tool = core.tool(before.tool);
    // What changes something is never done twice because somebody looks at it.
    if (!tool || !isRead(before)) return change(before.id, unasked);
    const seek = before.window?.from ? { seek: rowOf(before, core.row()) } : {};
    const visit = { ...askedAgain(before, ++visits, ports.now()), ...seek };
    change(before.id, () => visit);
    void ask(tool, visit, { live: true, again: true });
  }

  async function ask(tool: ToolInfo, visit: Visit, { live, again: asked, ended: told }: RunOptions): Promise<void> {
    // Those of other tabs go on.
    for (const [id, older] of running)
      if (!isBeside(core.state(), id)) older.abort(new JigError("CANCELLED", "A newer call took its place"));
    const call = new AbortController();
    running.set(visit.id, call);
    const { input } = visit;
    // Rows in sight stay until all of the news is there.
    const whileRunning = visit.stale && visit.view.rows.length > 0 ? {} : { onRows: (added: Row[]) => rows.add(added) };
    const rows = collector(visit, call.signal);
    const beat = setInterval(() => core.update({ beat: core.state().beat + 1 }), BEAT);
    try {
      const outcome = await host.invoke(tool.name, input, {
        signal: call.signal,
        ...whileRunning,
        onProgress: (progress) => !call.signal.aborted && change(visit.id, (each) => ({ ...each, progress })),
      });
      const answeredAt = ports.now();
      // Nobody needs to be told that what they cancelled was cancelled.
      const view = call.signal.aborted ? { rows: [] } : await host.view(tool.name, whole(outcome), input);
      rows.flush();
      const { aborted } = call.signal;
      if (aborted && asked) change(visit.id, (each) => ({ ...each, status: "done", stale: false }));
      else change(visit.id, (each) => settled(each, outcome, view, aborted, answeredAt, ports.now()));
    } catch (error) {
      // The host never throws; a frontend that trusts it with the terminal does not.
      core.say("error", toJigError(error).advice);
    } finally {
      clearInterval(beat);
      rows.stop();
      running.delete(visit.id);
    }
    const ended = visitOf(core.state(), visit.id);
    if (ended && (wanted.delete(visit.id) || !live)) remember(ended);
    if (ended?.tab === "model") fitModel();
    if (ended?.status !== "done") return;
    told?.(ended);
    arrived(ended);
  }

  function collector(visit: Visit, signal: AbortSignal) {
    let waiting: Parameters<typeof withRows>[1][number][] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      if (waiting.length === 0) return;
      const rows = waiting;
      waiting = [];
      change(visit.id, (each) => withRows(each, rows, ports.now()));
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

  function remember(visit: Visit): void {
    const ms = (visit.endedAt ?? ports.now()) - visit.startedAt;
    const status = visit.status === "running" || visit.status === "kept" ? "cancelled" : visit.status;
    const entry: HistoryEntry = {
      tool: visit.tool,
      input: visit.input,
      at: visit.startedAt,
      ms,
      status,
      rows: visit.view.rows.length,
    };
    const same = JSON.stringify([entry.tool, entry.input]);
    const before = core.state().history.filter((each) => JSON.stringify([each.tool, each.input]) !== same);
    const history = [entry, ...before].slice(0, HISTORY_KEPT);
    const level = status === "failed" ? "warn" : "info";
    // Queries and contents stay out of the log.
    const line = { at: ports.now(), level, text: `${visit.tool}: ${status} in ${ms} ms, ${entry.rows} rows` } as const;
    core.update({ history, log: logged(core.state().log, line) });
    ports.keepHistory(history);
  }

  function fitModel(): void {
    const visit = currentVisit(core.state().trail);
    const outcome = visit?.outcome;
    if (!visit || !outcome || visit.model) return;
    change(visit.id, (each) => ({ ...each, model: { text: "", characters: 0, tokens: undefined } }));
    void host
      .present(visit.tool, outcome, visit.input, { maxChars: MODEL_BUDGET })
      .then(async ({ text }) => {
        change(visit.id, (each) => ({ ...each, model: { text, characters: text.length, tokens: undefined } }));
        const tokens = await ports.countTokens(text);
        change(visit.id, (each) => ({ ...each, model: { text, characters: text.length, tokens } }));
      })
      .catch((error) => core.say("error", toJigError(error, "count the answer").advice));
  }

  return {
    run: (tool, input, options = {}) => void run(tool, input, options),
    again,
    keep(visit) {
      if (visit.status === "running") wanted.add(visit.id);
      else remember(visit);
    },
    cancel() {
      const call = running.get(currentVisit(core.state().trail)?.id ?? Number.NaN);
      call?.abort(new JigError("CANCELLED", "Cancelled by you"));
      return call !== undefined;
    },
    close() {
      for (const call of running.values()) call.abort(new JigError("CANCELLED", "The explorer ends"));
    },
    fitModel,
  };
}
