/** Compares hierarchies, overrides, callers and callees with the compiler's, for samples in a gold file of the shared oracle. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { McpProcess, type Wire } from "../mcp/mcp-process.ts";

type Place = [path: number, line: number, column: number, kind?: string];
type SymbolRow = [
  kind: string,
  name: string,
  space: string,
  container: string,
  places: Place[],
  related: number[],
  extra: string,
];

interface Gold {
  corpus: { root: string; judge: { unparsed: string[] } };
  paths: string[];
  files: number[];
  inactive: Record<string, [number, number][]>;
  symbols: SymbolRow[];
  /** Only for sampled names. */
  tokens: Record<string, [path: number, line: number, column: number, kind: string, state: string][]>;
  hierarchy: { type: number; all: number[] }[];
  overrides: { member: number; by: number[] }[];
  callers: { method: number; callers: [number, Place[]][]; through?: [number, [number, Place[]][]][] }[];
  callees: { method: number; callees: [number, Place[]][] }[];
}

export interface RelationScore {
  asked: number;
  wanted: number;
  certain: number;
  possible: number;
  /** Certain results that the compiler doesn't have. */
  wrong: string[];
  missed: string[];
}

export type Relation = "hierarchy" | "overrides" | "callers" | "callees";

/** Kinds of uses that count as calls. Attributes don't. */
const CALLS = new Set(["call", "new", "ctorinit"]);

export async function judgeRelations(file: string, folder: string): Promise<Record<Relation, RelationScore>> {
  const gold: Gold = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"));
  const root = join(folder, gold.corpus.root);
  const jig = new McpProcess(["--root", root, "--budget", "49999"], { cwd: root });
  await jig.initialize();
  let id = 0;
  const rowsOf = async (tool: string, input: object): Promise<Wire[] | string> => {
    const rows: Wire[] = [];
    for (let cursor: string | undefined; ; ) {
      const answer = await jig.call(++id, tool, { ...input, ...(cursor ? { cursor } : {}) });
      jig.received.length = 0;
      const text = String(answer.result?.content?.[0]?.text ?? JSON.stringify(answer));
      if (!text.startsWith("{") || answer.result?.isError) return text;
      const page = JSON.parse(text.slice(0, text.lastIndexOf("}") + 1));
      rows.push(...(page.results ?? []));
      cursor = page.next?.cursor;
      if (!cursor) return rows;
    }
  };
  const judged = new Set(gold.files);
  const unparsed = new Set(gold.corpus.judge.unparsed);
  const shown = ([path, line]: Place) => `${gold.paths[path]}:${line}`;
  const own = (symbol: number) => (gold.symbols[symbol]?.[4] ?? []).filter(([path]) => judged.has(path));
  const atOf = (symbol: number) =>
    own(symbol).map(([path, line, column]) => `${gold.paths[path]}:${line}:${column}`)[0];
  const placesOf = (symbol: number) => {
    const [, name = "", space = "", container = ""] = gold.symbols[symbol] ?? [];
    const places = own(symbol).map(shown);
    const path = [container, name].filter(Boolean).join("/");
    return places.length > 0 ? [...places, `type ${[space, path].filter(Boolean).join(".")}`] : [];
  };
  const isJudged = (place: string) => {
    const [path = "", line = ""] = place.split(/:(?=\d+$)/);
    const at = gold.paths.indexOf(path);
    const off = gold.inactive[String(at)] ?? [];
    return judged.has(at) && !off.some(([from, to]) => from <= Number(line) && Number(line) <= to);
  };
  /** Positions of all overrides and implementations. The gold's lists only have one level. */
  const implementing = (member: number): Set<string> => {
    const reached = new Set([member]);
    for (let size = 0; size < reached.size; ) {
      size = reached.size;
      gold.symbols.forEach(([, , , , , related = []], at) => {
        if (related.some((each) => reached.has(each))) reached.add(at);
      });
    }
    return new Set([...reached].flatMap((each) => own(each).map(shown)));
  };
  const score = (): RelationScore => ({ asked: 0, wanted: 0, certain: 0, possible: 0, wrong: [], missed: [] });
  const scores = { hierarchy: score(), overrides: score(), callers: score(), callees: score() };
  /** `wanted` has alternative positions for each item; `allowed` are optional. */
  const compare = (
    score: RelationScore,
    about: string,
    wanted: string[][],
    allowed: ReadonlySet<string>,
    found: ReadonlyMap<string, string>,
  ) => {
    score.asked++;
    for (const places of wanted) {
      score.wanted++;
      const how = places.map((place) => found.get(place));
      if (how.includes("certain")) score.certain++;
      else if (how.includes("possible")) score.possible++;
      else score.missed.push(`${about}: ${places.join(" ")}`);
    }
    const known = new Set(wanted.flat());
    for (const [place, certainty] of found)
      if (certainty === "certain" && isJudged(place) && !known.has(place) && !allowed.has(place))
        score.wrong.push(`${about}: ${place}`);
  };
  const certaintyOf = ({ certainty = "certain" }: Wire) => certainty as string;
  try {
    await jig.call(++id, "script_index_status", { wait: true });
    for (const [relation, rows] of [
      ["hierarchy", gold.hierarchy.map(({ type, all }) => ({ of: type, below: all }))],
      ["overrides", gold.overrides.map(({ member, by }) => ({ of: member, below: by }))],
    ] as const) {
      for (const { of, below } of rows) {
        const at = atOf(of);
        const [, name = "", space = "", , , , extra = ""] = gold.symbols[of] ?? [];
        const arity = Number(/arity=(\d+)/.exec(extra)?.[1] ?? 0);
        const args = arity > 0 ? `<${",".repeat(arity - 1)}>` : "";
        const asked = at ? { at } : { name: `${[space, name].filter(Boolean).join(".")}${args}` };
        const answer = await rowsOf("script_hierarchy_find", { ...asked, direction: "down", depth: 20 });
        const about = at ?? `${space}.${name}`;
        if (typeof answer === "string") {
          scores[relation].missed.push(`${about}: ${answer.slice(0, 200)}`);
          continue;
        }
        // A partial type has one row at any of its parts. For files the compiler couldn't parse, compare by name.
        const found = new Map(
          answer.map((row) => [
            unparsed.has(row.path) ? `type ${row.symbol}` : `${row.path}:${row.line}`,
            certaintyOf(row),
          ]),
        );
        const wanted = below.map((each) => placesOf(each)).filter((places) => places.length > 0);
        compare(scores[relation], about, wanted, implementing(of), found);
      }
    }
    for (const { method, callers, through = [] } of gold.callers) {
      const at = atOf(method);
      if (!at) continue;
      const answer = await rowsOf("script_calls_find", { at, direction: "callers" });
      if (typeof answer === "string") {
        scores.callers.missed.push(`${at}: ${answer.slice(0, 200)}`);
        continue;
      }
      const found = new Map<string, string>();
      for (const row of answer)
        for (const line of row.calls ?? []) {
          const place = `${row.path}:${line}`;
          if (found.get(place) !== "certain") found.set(place, certaintyOf(row));
        }
      // Only check positions bound by the compiler. The gold has tokens for sampled names only.
      const [kind = "", simple = "", , container = ""] = gold.symbols[method] ?? [];
      const name = kind === "Method.Constructor" ? (container.split("/").at(-1) ?? "") : simple;
      const bound = (gold.tokens[name] ?? []).filter(([, , , , state]) => state === "sym");
      const judgedAt = new Set(bound.map(([path, line]) => `${gold.paths[path]}:${line}`));
      const sites = callers.flatMap(([, places]) => places);
      const wanted = [...new Set(sites.filter(([, , , kind = ""]) => CALLS.has(kind)).map(shown))].map((each) => [
        each,
      ]);
      const others = [...sites, ...through.flatMap(([, each]) => each.flatMap(([, places]) => places))];
      const unjudged = [...found.keys()].filter((place) => !judgedAt.has(place));
      compare(scores.callers, at, wanted, new Set([...others.map(shown), ...unjudged]), found);
    }
    for (const { method, callees } of gold.callees) {
      const at = atOf(method);
      if (!at) continue;
      const answer = await rowsOf("script_calls_find", { at, direction: "callees" });
      if (typeof answer === "string") {
        scores.callees.missed.push(`${at}: ${answer.slice(0, 200)}`);
        continue;
      }
      const found = new Map(answer.map((row) => [`${row.path}:${row.line}`, certaintyOf(row)]));
      const called = callees.filter(([, places]) => places.some(([, , , kind = ""]) => CALLS.has(kind)));
      const wanted = called.map(([symbol]) => own(symbol).map(shown)).filter((places) => places.length > 0);
      // The gold has no delegates, and no recursive calls with an argument from a missing assembly.
      const delegates = gold.symbols.flatMap(([kind], symbol) => (kind === "NamedType.Delegate" ? [symbol] : []));
      const others = [method, ...callees.map(([symbol]) => symbol), ...delegates];
      const allowed = new Set(others.flatMap((symbol) => own(symbol).map(shown)));
      compare(scores.callees, at, wanted, allowed, found);
    }
  } finally {
    jig.child.stdin.end();
    await jig.ended;
  }
  return scores;
}

if (import.meta.main) {
  const [file = "", folder = ""] = process.argv.slice(2);
  for (const [relation, { asked, wanted, certain, possible, wrong, missed }] of Object.entries(
    await judgeRelations(file, folder),
  )) {
    console.log(
      `${relation}: ${asked} asked, ${certain} of ${wanted} certain, ${possible} possible, ${missed.length} missed, ${wrong.length} wrong`,
    );
    for (const each of missed) console.log("  missed", each);
    for (const each of wrong) console.log("  wrong", each);
  }
}
