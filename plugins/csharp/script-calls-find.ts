/** `script_calls_find`: who calls a member, or what it calls, in several steps; Unity's own calls and those that assets bind are named. */
import type { Context, JsonObject, Outcome } from "../../core/host/plugin-api.ts";
import type {
  CalleesAnswer,
  Directories,
  FileReferences,
  Reference,
  ReferencePage,
  ReferenceQuery,
  Role,
} from "./index/requests.ts";
import type { ScriptService } from "./index/service.ts";
import { allReferences, type Question, questionOf } from "./question.ts";

export interface Input extends Question {
  direction: "callers" | "callees";
  depth: number;
}

/** Declarations that are gone through at most: what lies behind is said to be left out. */
const MOST_NODES = 150;
const MOST_ASSETS = 20;

interface Node {
  query: ReferenceQuery;
  depth: number;
}

interface Row {
  depth: number;
  symbol: string;
  kind: string;
  path: string;
  line: number;
  /** Lines of the calls: in its own file for a caller, in the caller's for a callee. */
  calls: number[];
  certainty: "certain" | "possible";
  via?: string;
  unity?: string;
  absolute: string;
}

export default async function scriptCallsFind(input: Input, context: Context): Promise<Outcome> {
  const query = await questionOf(input, context);
  const walk = new Walk(input.direction, input.depth, context);
  const { targets, hint } = await walk.from(query);
  const bound = input.direction === "callers" && targets.length > 0 ? await boundIn(query.name, context) : [];
  return {
    value: {
      success: true,
      results: walk.rows.map(({ absolute: _, ...row }) => ({ ...row })),
      total: walk.rows.length,
      targets,
      ...(bound.length > 0 ? { assets: bound } : {}),
      ...(walk.isCut
        ? { note: `More than ${MOST_NODES} declarations: those behind are left out; ask for fewer steps` }
        : {}),
      ...(hint === undefined ? {} : { hint }),
      ...(await (await context.service<ScriptService>()).unread()),
    },
  };
}

/** Breadth first below each row: a row's own callers stand behind it. */
class Walk {
  readonly rows: Row[] = [];
  isCut = false;
  readonly #direction: "callers" | "callees";
  readonly #depth: number;
  readonly #context: Context;
  readonly #seen = new Set<string>();

  constructor(direction: "callers" | "callees", depth: number, context: Context) {
    this.#direction = direction;
    this.#depth = depth;
    this.#context = context;
  }

  async from(query: ReferenceQuery): Promise<{ targets: JsonObject[]; hint?: string }> {
    return await this.#step({ query, depth: 1 });
  }

  async #step({ query, depth }: Node): Promise<{ targets: JsonObject[]; hint?: string }> {
    const { rows, targets, hint } =
      this.#direction === "callers" ? await this.#callers(query, depth) : await this.#callees(query, depth);
    for (const row of rows) {
      const key = `${row.path}|${row.line}|${row.symbol}`;
      this.rows.push(row);
      if (depth >= this.#depth || this.#seen.has(key) || row.line === 0) continue;
      if (this.#seen.size >= MOST_NODES) {
        this.isCut = true;
        continue;
      }
      this.#seen.add(key);
      const name = row.symbol.slice(row.symbol.lastIndexOf("/") + 1);
      await this.#step({
        query: { ...query, name, path: row.absolute, line: row.line, kinds: [], container: "", namespace: "" },
        depth: depth + 1,
      });
    }
    return { targets, ...(hint === undefined ? {} : { hint }) };
  }

  async #callers(query: ReferenceQuery, depth: number): Promise<{ rows: Row[]; targets: JsonObject[]; hint?: string }> {
    const found = await allReferences(query, this.#context);
    const isCallable = found.targets.every(({ kind }) => kind === "method" || kind === "constructor");
    const rows = new Map<string, Row>();
    for (const file of found.files) {
      for (const use of file.references) {
        if (
          isCallable
            ? use.kind !== "call" && use.kind !== "read" && use.kind !== "attribute"
            : use.kind === "declaration"
        )
          continue;
        const key = `${file.display}|${use.symbolLine}|${use.symbol}`;
        const row = rows.get(key) ?? rowOf(file, use, depth);
        if (!row.calls.includes(use.line)) row.calls.push(use.line);
        if (use.certainty === "certain") row.certainty = "certain";
        rows.set(key, row);
      }
    }
    const all = [...rows.values()];
    await this.#describe(all);
    return { rows: all, targets: found.targets, ...hintOf(found) };
  }

  async #callees(query: ReferenceQuery, depth: number): Promise<{ rows: Row[]; targets: JsonObject[]; hint?: string }> {
    const service = await this.#context.service<ScriptService>();
    const { rows, targets, hint } = await service.ask<CalleesAnswer>({ op: "callees", query }, this.#context);
    return { rows: rows.map((row) => ({ depth, ...row })), targets, ...(hint === undefined ? {} : { hint }) };
  }

  /** What callers are, and whether Unity or a network calls them. */
  async #describe(rows: Row[]): Promise<void> {
    const service = await this.#context.service<ScriptService>();
    const places = rows.map(({ absolute, line }) => ({ path: absolute, line }));
    const roles = await service.ask<Role[]>({ op: "roles", places }, this.#context);
    for (const [at, { symbol, kind, unity }] of roles.entries()) {
      const row = rows[at]!;
      if (symbol !== "") row.symbol = symbol;
      if (kind !== "") row.kind = kind;
      if (unity !== "") row.unity = unity;
    }
  }
}

function rowOf(
  { display, absolute }: FileReferences,
  { symbol, symbolLine, certainty, via }: Reference,
  depth: number,
): Row {
  return {
    depth,
    symbol,
    kind: "",
    path: display,
    line: symbolLine,
    calls: [],
    certainty,
    ...(via === undefined ? {} : { via }),
    absolute,
  };
}

function hintOf({ hint }: ReferencePage): { hint?: string } {
  return hint === undefined ? {} : { hint };
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

export { callLines as lines } from "./graph-lines.ts";
