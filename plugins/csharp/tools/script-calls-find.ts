/** `script_calls_find`: who calls a member, or what it calls, in several steps; Unity's own calls and those that assets bind are named. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { grouped } from "../queries/build-with-progress.ts";
import { addRoles, callersIn, rolePlaces, rowKey } from "../queries/call-rows.ts";
import type {
  CalleesAnswer,
  CallNode,
  CallRow,
  CallStepAnswer,
  CallStepRequest,
  Directories,
  NeedText,
  ReferenceQuery,
  Role,
} from "../queries/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { allReferences, notFound, type SymbolInput, shownTargets, symbolQuery } from "./symbol-query.ts";

export interface Input extends SymbolInput {
  direction: "callers" | "callees";
  depth: number;
}

/** Declarations that are gone through at most: what lies behind is said to be left out. */
const MOST_NODES = 150;
const MOST_ASSETS = 20;

interface Row extends CallRow {
  depth: number;
}

type Step = CalleesAnswer;

export default async function scriptCallsFind(input: Input, context: Context): Promise<Outcome> {
  const query = await symbolQuery(input, context);
  const walk = new Walk(input.direction, input.depth, context);
  const answer = await walk.from(query);
  const { targets } = answer;
  const bound = input.direction === "callers" && targets.length > 0 ? await boundIn(query.name, context) : [];
  return {
    value: {
      success: true,
      results: walk.rows.map(({ absolute: _, ...row }) => ({ ...row })),
      total: walk.rows.length,
      ...shownTargets(answer),
      ...(bound.length > 0 ? { assets: bound } : {}),
      ...(walk.isCut
        ? { note: `More than ${MOST_NODES} declarations: those behind are left out; ask for fewer steps` }
        : {}),
      ...(targets.length === 0 ? await notFound(query, { ...answer, rows: walk.rows.length }, context) : {}),
      ...(await (await context.service<ScriptService>()).unread()),
    },
  };
}

/** Nearest first: what each step meets is asked about together. In the answer a row's own callers stand behind it. */
class Walk {
  readonly rows: Row[] = [];
  isCut = false;
  readonly #direction: "callers" | "callees";
  readonly #depth: number;
  readonly #context: Context;
  /** What was met, step by step, by where it is declared. */
  readonly #behind = new Map<string, CallRow[]>();

  constructor(direction: "callers" | "callees", depth: number, context: Context) {
    this.#direction = direction;
    this.#depth = depth;
    this.#context = context;
  }

  async from(query: ReferenceQuery): Promise<Omit<Step, "rows">> {
    const { signal, progress } = this.#context;
    const service = await this.#context.service<ScriptService>();
    // What is far away hangs on every script between.
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

  /** The rows behind those that nothing was asked of yet. */
  async #behindAll(met: readonly CallRow[], query: ReferenceQuery, depth: number): Promise<CallRow[]> {
    const nodes: CallNode[] = [];
    const lists: CallRow[][] = [];
    for (const row of met) {
      const key = rowKey(row);
      if (row.line === 0 || this.#behind.has(key)) continue;
      if (this.#behind.size >= MOST_NODES) {
        this.isCut = true;
        break;
      }
      const list: CallRow[] = [];
      this.#behind.set(key, list);
      lists.push(list);
      nodes.push({ name: row.symbol.slice(row.symbol.lastIndexOf("/") + 1), path: row.absolute, line: row.line });
    }
    const step: CallStepRequest = { op: "callStep", direction: this.#direction, scope: query.scope, nodes, from: 0 };
    if (this.#direction === "callees") step.candidates = [];
    for (let total = 1; nodes.length > 0 && step.from < total; ) {
      const part = await this.#ask(step);
      for (const { node, row } of part.rows) lists[node]!.push(row);
      step.from = part.next;
      total = part.total;
      const done = `${grouped(step.from)} of ${grouped(total)}`;
      this.#context.progress({ message: `${this.#direction}, step ${depth} of ${this.#depth}: ${done}` });
    }
    return lists.flat();
  }

  async #ask(step: CallStepRequest): Promise<CallStepAnswer> {
    const service = await this.#context.service<ScriptService>();
    const answer = await service.ask<CallStepAnswer | NeedText>(step, this.#context);
    if (!("needText" in answer)) return answer;
    const { signal } = this.#context;
    // Private ones alone need no text: no words would mean every file.
    step.candidates =
      answer.words.length > 0
        ? await service.filesWith(answer.words, answer, { signal, ignoreCase: false, wholeWord: true })
        : [];
    return await this.#ask(step);
  }

  async #callers(query: ReferenceQuery): Promise<Step> {
    const found = await allReferences(query, this.#context);
    const isCallable = found.targets.every(({ kind }) => kind === "method" || kind === "constructor");
    const rows = found.files.flatMap((file) => callersIn(file, isCallable));
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

/** Assets whose UnityEvents or animations name it. */
async function boundIn(name: string, context: Context): Promise<string[]> {
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const found: string[] = [];
  for (const field of ["m_MethodName", "functionName"]) {
    const paths = await service.assetsWith(`${field}: ${name}\n`, where, context.signal);
    for (const path of paths) found.push(context.workspace.display(path));
  }
  return [...new Set(found)].sort().slice(0, MOST_ASSETS);
}

export { callLines as lines } from "./relation-lines.ts";
