/** Symbols as the explorer draws them. */
import type { Json, JsonObject, Row, View } from "../../../core/host/plugin-api.ts";
import { failureView } from "../failure.ts";

interface Answer {
  path?: string;
  symbols?: JsonObject[];
  results?: { path: string; symbol: JsonObject }[];
  total?: number;
  cursor?: string;
  warnings?: string[];
}

/** Rows for answers with `symbols` (of one file) or `results` of `{path, symbol}`. */
export function symbolsView(value: Json): View {
  const failed = failureView(value);
  if (failed) return failed;
  const { path, symbols, results, total, cursor, warnings } = value as Answer;
  const pairs = results ?? (symbols ?? []).map((symbol) => ({ path: path ?? "", symbol }));
  return {
    columns: ["name", "kind", "container", "path", "line"],
    rows: pairs.map(({ path: file, symbol }) => rowOf(file, symbol)),
    notes: [
      ...(pairs.length === 0 ? ["No declaration fits"] : []),
      ...(cursor ? [`${pairs.length} of ${total}; more with startAfter "${cursor}"`] : []),
      ...(warnings ?? []),
    ],
  };
}

function rowOf(path: string, symbol: JsonObject): Row {
  const line = Number(symbol.nameLine ?? symbol.startLine);
  const container = String(symbol.container ?? "");
  return {
    text: String(symbol.signature ?? `${symbol.kind} ${symbol.name}`),
    depth: container === "" ? 0 : container.split("/").length,
    cells: { name: String(symbol.name), kind: String(symbol.kind), container, path, line },
    location: {
      absolute: path,
      display: path,
      startLine: line,
      startColumn: Number(symbol.nameColumn ?? 1),
      endLine: Number(symbol.endLine),
    },
    links: [
      {
        rel: "references",
        tool: "script_refs_find",
        input: {
          name: String(symbol.name),
          path,
          kind: String(symbol.kind),
          ...(container === "" ? {} : { container }),
        },
      },
      { rel: "members", tool: "script_symbols_get", input: { path } },
    ],
  };
}
