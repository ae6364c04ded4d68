/** Follows calls for several steps, to find either callers or callees. */
import type { Context } from "../../../core/host/plugin-api.ts";
import type { FileScope } from "../project/scopes.ts";
import { grouped } from "../queries/build-with-progress.ts";
import { addRoles, type Callable, CallRows, callersIn, rolePlaces, rowKey } from "../queries/call-rows.ts";
import type {
  CalleesAnswer,
  CallNode,
  CallRow,
  CallStepAnswer,
  CallStepRequest,
  NeedText,
  ReferencePage,
  ReferenceQuery,
  Role,
  SubscribedEvent,
} from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";

export const MAX_NODES = 150;

export interface WalkRow extends CallRow {
  depth: number;
}

type Scoped = Pick<ReferenceQuery, "scope">;
type Step = CalleesAnswer;
type AllReferences = (query: ReferenceQuery, context: Context) => Promise<ReferencePage>;

/** Walks breadth-first with one request for each step. In the answer, a row is followed by its callers. */
export class CallWalk {
  readonly rows: WalkRow[] = [];
  isCut = false;
  /** The events that have handlers but are never raised. */
  readonly unraised = new Set<string>();
  readonly #direction: "callers" | "callees";
  readonly #depth: number;
  readonly #context: Context;
  readonly #references: AllReferences;
  readonly #most: number;
  /** The callers, by the key of the row. */
  readonly #behind = new Map<string, CallRow[]>();

  constructor(
    direction: "callers" | "callees",
    depth: number,
    references: AllReferences,
    context: Context,
    most = MAX_NODES,
  ) {
    this.#most = most;
    this.#references = references;
    this.#direction = direction;
    this.#depth = depth;
    this.#context = context;
  }

  /**
   * Starts from several declarations. Returns the rows that are one step away from each of them, plus everything that later
   * steps reach.
   */
  async fromNodes(nodes: CallNode[], scope: FileScope): Promise<{ first: CallRow[][]; all: CallRow[] }> {
    const found = await this.#step(nodes, { scope }, `step 1 of ${this.#depth}`);
    const first: CallRow[][] = [];
    for (const rows of found) first.push(await this.#withRaisers(rows, { scope }));
    let met = first.flat();
    const all = new Map<string, CallRow>();
    const keep = (rows: readonly CallRow[]) => {
      for (const row of rows) if (!all.has(rowKey(row)) || row.certainty === "certain") all.set(rowKey(row), row);
    };
    keep(met);
    for (let depth = 2; depth <= this.#depth && met.length > 0; depth++) {
      met = await this.#behindAll(met, { scope }, depth);
      keep(met);
    }
    return { first, all: [...all.values()] };
  }

  async from(query: ReferenceQuery): Promise<Omit<Step, "rows">> {
    const { signal, progress } = this.#context;
    const service = await this.#context.service<ScriptService>();
    // All scripts have to be indexed before we can take further steps.
    if (this.#depth > 1) await service.ask({ op: "status", wait: true }, { signal, progress });
    const { rows, ...answer } = this.#direction === "callers" ? await this.#callers(query) : await this.#callees(query);
    let met = rows;
    for (let depth = 2; depth <= this.#depth && met.length > 0; depth++) met = await this.#behindAll(met, query, depth);
    this.#list(rows, 1, new Set());
    return answer;
  }

  #list(rows: readonly CallRow[], depth: number, seen: Set<string>): void {
    for (const row of rows) {
      const key = rowKey(row);
      this.rows.push({ depth, ...row });
      if (depth >= this.#depth || seen.has(key)) continue;
      seen.add(key);
      this.#list(this.#behind.get(key) ?? [], depth + 1, seen);
    }
  }

  /** Takes the next step, from the rows that we haven't visited yet. */
  async #behindAll(met: readonly CallRow[], query: Scoped, depth: number): Promise<CallRow[]> {
    const nodes: CallNode[] = [];
    const lists: CallRow[][] = [];
    for (const row of met) {
      const key = rowKey(row);
      if (row.line === 0 || this.#behind.has(key)) continue;
      if (this.#behind.size >= this.#most) {
        this.isCut = true;
        break;
      }
      const list: CallRow[] = [];
      this.#behind.set(key, list);
      lists.push(list);
      nodes.push({ name: row.symbol.slice(row.symbol.lastIndexOf("/") + 1), path: row.absolute, line: row.line });
    }
    const found = await this.#step(nodes, query, `step ${depth} of ${this.#depth}`);
    for (const [at, rows] of found.entries()) lists[at]?.push(...(await this.#withRaisers(rows, query)));
    return lists.flat();
  }

  async #step(nodes: CallNode[], { scope }: Scoped, which: string): Promise<CallRow[][]> {
    const found = nodes.map((): CallRow[] => []);
    const step: CallStepRequest = { op: "callStep", direction: this.#direction, scope, nodes, from: 0 };
    if (this.#direction === "callees") step.candidates = [];
    for (let total = 1; nodes.length > 0 && step.from < total; ) {
      const part = await this.#ask(step);
      for (const { node, row } of part.rows) found[node]?.push(row);
      step.from = part.next;
      total = part.total;
      const done = `${grouped(step.from)} of ${grouped(total)}`;
      this.#context.progress({ message: `${this.#direction}, ${which}: ${done}` });
    }
    return found;
  }

  /** Adds the code that raises an event to the callers, since raising the event calls its handlers. */
  async #withRaisers(rows: readonly CallRow[], query: Scoped): Promise<CallRow[]> {
    const events = new Map<string, SubscribedEvent>();
    for (const { event } of rows) if (event && event.line > 0) events.set(keyOf(event), event);
    const merged = new CallRows();
    for (const row of rows) {
      if (row.event && row.event.line > 0) continue;
      const { event, ...rest } = row;
      merged.add({ ...rest, ...(event ? { how: `subscribes it to ${event.symbol}` } : {}) }, row.calls[0] ?? 0);
      for (const line of row.calls.slice(1)) merged.add(row, line);
    }
    if (events.size === 0) return merged.all;
    const nodes = [...events.values()].map(({ name, path, line }): CallNode => ({ name, path, line, isRaised: true }));
    const raisers = await this.#step(nodes, query, "raisers");
    for (const [at, event] of [...events.values()].entries()) {
      const found = raisers[at] ?? [];
      if (found.length === 0) this.unraised.add(event.symbol);
      for (const row of found)
        for (const line of row.calls) merged.add({ ...row, via: event.symbol, how: "raise", calls: [] }, line);
    }
    return merged.all;
  }

  async #ask(step: CallStepRequest): Promise<CallStepAnswer> {
    const service = await this.#context.service<ScriptService>();
    const answer = await service.ask<CallStepAnswer | NeedText>(step, this.#context);
    if (!("needText" in answer)) return answer;
    const { signal } = this.#context;
    // We don't need a text search for private members. Note that an empty list of words would select every file.
    step.candidates =
      answer.words.length > 0
        ? await service.filesWith(answer.words, answer, { signal, ignoreCase: false, wholeWord: true })
        : [];
    return await this.#ask(step);
  }

  async #callers(query: ReferenceQuery): Promise<Step> {
    let found = await this.#references(query, this.#context);
    let all = found.files.flatMap((file) => callersIn(file, callableOf(found)));
    // If its script isn't indexed yet, an event looks as if it weren't declared.
    if (all.some(({ event }) => event?.line === 0)) {
      const { signal, progress } = this.#context;
      await (await this.#context.service<ScriptService>()).ask({ op: "status", wait: true }, { signal, progress });
      found = await this.#references(query, this.#context);
      all = found.files.flatMap((file) => callersIn(file, callableOf(found)));
    }
    const rows = await this.#withRaisers(all, query);
    const service = await this.#context.service<ScriptService>();
    addRoles(rows, await service.ask<Role[]>({ op: "roles", places: rolePlaces(rows) }, this.#context));
    const { targets, targetCount, candidates, hint, note } = found;
    return {
      rows,
      targets,
      targetCount,
      ...(candidates === undefined ? {} : { candidates }),
      ...(hint === undefined ? {} : { hint }),
      ...(note === undefined ? {} : { note }),
    };
  }

  async #callees(query: ReferenceQuery): Promise<Step> {
    const service = await this.#context.service<ScriptService>();
    return await service.ask<CalleesAnswer>({ op: "callees", query }, this.#context);
  }
}

function callableOf({ targets }: ReferencePage): Callable {
  if (targets.every(({ kind }) => /^(?:method|constructor|local function)$/.test(String(kind)))) return "callable";
  return targets.every(({ kind }) => kind === "event") ? "raised" : "value";
}

function keyOf({ path, line, name }: SubscribedEvent): string {
  return `${path}|${line}|${name}`;
}
