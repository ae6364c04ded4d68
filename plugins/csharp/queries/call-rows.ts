/** Creates rows for callers and callees. There is one row for each, with all lines of calls. */
import type { CallRow, FileReferences, Reference, Role } from "./requests/requests.ts";

/** The uses that count as calls. For a property these are all uses, and for an event only raising it. */
export type Callable = "callable" | "raised" | "value";

/** In the order of their first appearance. Possible calls have their own rows. */
export class CallRows {
  readonly #rows = new Map<string, CallRow>();

  /** Adds to the row of the same declaration if there is one. */
  add(row: CallRow, line: number): void {
    const key = `${row.certainty} ${rowKey(row)}`;
    const known = this.#rows.get(key) ?? row;
    if (!known.calls.includes(line)) known.calls.push(line);
    if (row.how !== undefined && known.how !== row.how) known.how = both(known.how ?? "call", row.how);
    this.#rows.set(key, known);
  }

  get all(): CallRow[] {
    const rows = [...this.#rows.values()];
    // A single certain call makes the whole line certain.
    for (const row of rows) {
      const sure = row.certainty === "possible" ? this.#rows.get(`certain ${rowKey(row)}`) : undefined;
      if (sure) row.calls = row.calls.filter((line) => !sure.calls.includes(line));
    }
    return rows.filter(({ calls }) => calls.length > 0);
  }
}

function both(known: string, more: string): string {
  return known.split(", ").includes(more) ? known : `${known}, ${more}`;
}

export function rowKey({ path, line, symbol, event }: CallRow): string {
  return `${path}|${line}|${symbol}${event ? `|${event.path}|${event.line}|${event.name}` : ""}`;
}

/** Returns the callers in a file. In a row with an event, the caller subscribes the method to it. */
export function callersIn(
  { display, absolute, references }: Pick<FileReferences, "display" | "absolute" | "references">,
  callable: Callable,
): CallRow[] {
  const rows = new CallRows();
  for (const use of references) {
    if (!isCall(use, callable)) continue;
    const { symbol, symbolLine, certainty, via, kind, event } = use;
    rows.add(
      {
        symbol,
        symbol_path: "",
        kind: "",
        path: display,
        line: symbolLine,
        calls: [],
        certainty,
        ...(via === undefined ? {} : { via }),
        ...(kind === "call" || kind === "attribute" || callable === "raised" ? {} : { how: kind }),
        ...(event === undefined ? {} : { event }),
        absolute,
      },
      use.line,
    );
  }
  return rows.all;
}

/** Methods may be passed as delegates. For everything else, any use counts. */
const CALLS: Readonly<Record<Callable, (kind: string) => boolean>> = {
  callable: (kind) => kind === "call" || kind === "read" || kind === "attribute" || kind === "subscribe",
  raised: (kind) => kind === "raise" || kind === "call",
  value: (kind) => kind !== "declaration",
};

function isCall({ kind }: Reference, callable: Callable): boolean {
  return CALLS[callable](kind);
}

/** Adds the kind of each caller, and tells whether Unity or a network library calls it. */
export function addRoles(rows: readonly CallRow[], roles: readonly Role[]): void {
  for (const [at, { symbol, symbol_path, kind, unity, test }] of roles.entries()) {
    const row = rows[at];
    if (!row) continue;
    row.symbol_path = symbol_path === "" ? row.symbol : symbol_path;
    if (symbol !== "") row.symbol = symbol;
    if (kind !== "") row.kind = kind;
    if (unity !== "") row.unity = unity;
    if (test !== undefined) row.test = test;
  }
}

export function rolePlaces(rows: readonly CallRow[]): { path: string; line: number; name: string }[] {
  return rows.map(({ absolute, line, symbol }) => ({
    path: absolute,
    line,
    name: symbol.slice(symbol.lastIndexOf("/") + 1),
  }));
}
