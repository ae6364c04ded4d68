/** Compares declarations and sampled uses with a gold file of the shared oracle, using printed symbol paths. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { McpProcess, type Wire } from "../mcp/mcp-process.ts";

type Place = [path: number, line: number, column: number];
type Token = [...Place, kind: string, state: string, symbols: number[]];

interface Gold {
  corpus: { root: string };
  paths: string[];
  files: number[];
  inactive: Record<string, [number, number][]>;
  symbols: [
    kind: string,
    name: string,
    space: string,
    container: string,
    places: Place[],
    related: number[],
    extra: string,
  ][];
  declarations: [...Place, symbol: number][];
  uses: number[];
  tokens: Record<string, Token[]>;
}

export interface UseScore {
  declarations: number;
  declarationsMissed: string[];
  declarationsInvented: string[];
  asked: number;
  certain: number;
  possible: string[];
  missed: string[];
  right: number;
  /** Certain results that the compiler resolves to something else. */
  wrong: string[];
  /** Certain results without compiler information: inactive code, or a missing type. */
  unjudged: number;
  faults: string[];
}

const CONSTRUCTS = new Set(["Method.Constructor", "Method.StaticConstructor", "Method.Destructor"]);

export async function judgeUses(file: string, folder: string): Promise<UseScore> {
  const gold: Gold = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"));
  const root = join(folder, gold.corpus.root);
  const jig = new McpProcess(["--root", root, "--budget", "49999"], { cwd: root });
  await jig.initialize();
  let id = 0;
  const rowsOf = async (tool: string, input: object, field: string): Promise<Wire[] | string> => {
    const rows: Wire[] = [];
    for (let cursor: string | undefined; ; ) {
      const answer = await jig.call(++id, tool, { ...input, ...(cursor ? { startAfter: cursor } : {}) });
      jig.received.length = 0;
      const text = String(answer.result?.content?.[0]?.text ?? JSON.stringify(answer));
      if (!text.startsWith("{") || answer.result?.isError) return text;
      const page = JSON.parse(text.slice(0, text.lastIndexOf("}") + 1));
      rows.push(...(page[field] ?? []));
      cursor = page.cursor;
      if (!cursor) return rows;
    }
  };
  const shown = ([path, line, column]: Readonly<Place> | Token) => `${gold.paths[path]}:${line}:${column}`;
  const kindOf = (symbol: number) => gold.symbols[symbol]?.[0] ?? "";
  const titleOf = (symbol: number) => {
    const [kind, name, , container] = gold.symbols[symbol] ?? [];
    return `${kind} ${[container, name].filter(Boolean).join("/")}`;
  };
  const above = (symbol: number): Set<number> => {
    const reached = new Set<number>();
    for (const todo = [...(gold.symbols[symbol]?.[5] ?? [])]; todo.length > 0; ) {
      const next = todo.pop() ?? -1;
      if (reached.has(next)) continue;
      reached.add(next);
      todo.push(...(gold.symbols[next]?.[5] ?? []));
    }
    return reached;
  };
  const score: UseScore = {
    declarations: 0,
    declarationsMissed: [],
    declarationsInvented: [],
    asked: 0,
    certain: 0,
    possible: [],
    missed: [],
    right: 0,
    wrong: [],
    unjudged: 0,
    faults: [],
  };
  /** Declarations by file and position. */
  const listed = new Map<string, Map<string, Wire>>();
  try {
    await jig.call(++id, "script_index_status", { wait: true });
    const wanted = new Map<number, Map<string, number>>(gold.files.map((each) => [each, new Map()]));
    for (const [path, line, column, symbol] of gold.declarations) wanted.get(path)?.set(`${line}:${column}`, symbol);
    for (const [path, here] of wanted) {
      const name = gold.paths[path] ?? "";
      const rows = await rowsOf("script_symbols_get", { path: name }, "symbols");
      if (typeof rows === "string") {
        score.faults.push(`${name}: ${rows.slice(0, 200)}`);
        continue;
      }
      const found = new Map(rows.map((row) => [`${row.nameLine ?? row.startLine}:${row.nameColumn}`, row]));
      listed.set(name, found);
      const off = gold.inactive[String(path)] ?? [];
      for (const [place, symbol] of here) {
        score.declarations++;
        const isSame = found.get(place)?.name.replace(/^[~@]/, "") === gold.symbols[symbol]?.[1];
        if (!isSame) score.declarationsMissed.push(`${name}:${place} ${titleOf(symbol)}`);
      }
      for (const [place, { kind, name: called }] of found) {
        const line = Number.parseInt(place, 10);
        const isListed = here.has(place) || ["namespace", "indexer", "operator"].includes(kind);
        if (!isListed && !off.some(([from, to]) => from <= line && line <= to))
          score.declarationsInvented.push(`${name}:${place} ${kind} ${called}`);
      }
    }
    for (const symbol of gold.uses) {
      const own = (gold.symbols[symbol]?.[4] ?? []).filter(([path]) => wanted.has(path));
      const row = own.map(([path, line, column]) => listed.get(gold.paths[path] ?? "")?.get(`${line}:${column}`))[0];
      if (!row) {
        score.faults.push(`not listed: ${titleOf(symbol)}`);
        continue;
      }
      const about = `${row.symbol_path}`;
      const answer = await rowsOf(
        "script_refs_find",
        {
          name: about,
          ...(/^[^.]*$/.test(about) ? { kind: row.kind } : {}),
          scope: "all",
          pageSize: 5000,
          maxMatchesPerFile: 10_000,
          maxBytes: 10_485_760,
          snippetContext: 0,
        },
        "results",
      );
      if (typeof answer === "string") {
        score.faults.push(`${about}: ${answer.slice(0, 200)}`);
        continue;
      }
      score.asked++;
      const hits = new Map(answer.map((hit) => [`${hit.path}:${hit.line}:${hit.column}`, hit]));
      const constructs = CONSTRUCTS.has(kindOf(symbol));
      const related = above(symbol);
      const bound = new Map<string, Token>();
      for (const [word, tokens] of Object.entries(gold.tokens)) {
        for (const token of tokens) {
          const [, , , kind, state, symbols] = token;
          const place = shown(token);
          const isOwn = state === "sym" && symbols.includes(symbol);
          if (isOwn || !bound.has(place)) bound.set(place, token);
          const isUse =
            isOwn &&
            kind !== "var" &&
            word === (constructs ? row.name.replace(/^[~@]/, "") : gold.symbols[symbol]?.[1]);
          // A constructor's declaration is also a use of its type.
          const isOther =
            kind === "decl" &&
            symbols.length > 1 &&
            symbols.some((each) => CONSTRUCTS.has(kindOf(each))) !== constructs;
          if (!isUse || isOther || kind === "cref") continue;
          const certainty = hits.get(place)?.certainty;
          if (certainty === "certain") score.certain++;
          else if (certainty) score.possible.push(`${about}: ${place} ${kind}`);
          else score.missed.push(`${about}: ${place} ${kind}`);
        }
      }
      for (const [place, hit] of hits) {
        if (hit.certainty !== "certain") continue;
        const [, , , kind, state, symbols = []] = bound.get(place) ?? [0, 0, 0, "", "none", []];
        if (state !== "sym" || (constructs && !symbols.some((each) => CONSTRUCTS.has(kindOf(each))))) score.unjudged++;
        else if (symbols.includes(symbol)) score.right++;
        else if (symbols.some((each) => related.has(each) || above(each).has(symbol))) score.right++;
        else if (symbols.some((each) => [...above(each)].some((one) => related.has(one)))) score.right++;
        else score.wrong.push(`${about}: ${place} ${kind} is ${symbols.map(titleOf).join(", ")} ${hit.via ?? ""}`);
      }
    }
  } finally {
    jig.child.stdin.end();
    await jig.ended;
  }
  return score;
}

if (import.meta.main) {
  const [file = "", folder = ""] = process.argv.slice(2);
  const { declarations, asked, certain, right, unjudged, ...lists } = await judgeUses(file, folder);
  const uses = certain + lists.possible.length + lists.missed.length;
  console.log(
    `${declarations} declarations, ${uses} uses of ${asked}: ${certain} certain; ${right} certain rows right, ${unjudged} unjudged`,
  );
  for (const [what, rows] of Object.entries(lists)) {
    console.log(`${rows.length} ${what}`);
    for (const row of rows) console.log(`  ${row}`);
  }
}
