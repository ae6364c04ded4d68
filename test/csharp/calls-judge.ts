/**
 * Compares callers and callees with the compiler: `bun test/csharp/calls-judge.ts ROOT JUDGED COUNT SEED` checks COUNT methods in
 * ROOT. JUDGED is the output folder of the shared oracle's judge.
 *
 * A call of an override or of an interface's member counts as a call of its relatives too, as in the oracle's README. The compiler
 * only knows such relatives if it gets the repository's `<Using>` items as global usings. Without them, it lost 33 callers of
 * AutoMapper's `Profile.CreateProjection`, which calls reach through `IProfileExpression`.
 */
import { McpProcess, type Wire } from "../mcp/mcp-process.ts";
import { mulberry } from "../mulberry.ts";
import { Judged } from "./judge-rows.ts";

interface CallScore {
  asked: number;
  wanted: number;
  certain: number;
  possible: number;
  /** Certain results that the compiler doesn't have. */
  wrong: string[];
  notCertain: string[];
}

const CALLS = new Set(["call", "new", "ctorinit"]);
const ASKED = /^Method\.(?:Ordinary|Constructor|ExplicitInterfaceImplementation)$/;

export async function judgeCalls(
  root: string,
  judged: string,
  count: number,
  seed: number,
): Promise<Record<"callers" | "callees", CallScore>> {
  const tables = new Judged(judged);
  const { symbols, tokens } = tables;
  const byMember = Map.groupBy(tokens, ({ member }) => member);
  const byText = Map.groupBy(tokens, ({ text }) => text);
  const files = new Set(tokens.map(({ place }) => place.replace(/:\d+$/, "")));
  const here = (symbol: number) =>
    (symbols[symbol]?.places ?? []).filter((each) => files.has(each.replace(/:\d+:\d+$/, "")));
  const lineOf = (place: string) => place.replace(/:\d+$/, "");
  const linesOf = (symbol: number) => here(symbol).map(lineOf);
  const types = new Set(symbols.flatMap(({ kind, places }) => (kind.startsWith("NamedType") ? places : [])));
  const random = mulberry(seed);
  const methods = symbols
    .map((_, at) => at)
    .filter((at) => ASKED.test(symbols[at]?.kind ?? "") && here(at).length > 0)
    // Implicit and primary constructors are at their type.
    .filter((at) => !here(at).some((place) => types.has(place)))
    .map((at) => [random(), at] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, at]) => at);
  const score = (): CallScore => ({ asked: 0, wanted: 0, certain: 0, possible: 0, wrong: [], notCertain: [] });
  const scores = { callers: score(), callees: score() };
  const jig = new McpProcess(["--root", root, "--budget", "49999"], { cwd: root });
  await jig.initialize();
  let id = 0;
  const ask = async (at: string, direction: string): Promise<Wire[] | string> => {
    const rows: Wire[] = [];
    for (let cursor: string | undefined; ; ) {
      const input = { at, direction, ...(cursor ? { cursor } : {}) };
      const answer = await jig.call(++id, "script_calls_find", input);
      jig.received.length = 0;
      const text = String(answer.result?.content?.[0]?.text ?? JSON.stringify(answer));
      if (!text.startsWith("{") || answer.result?.isError) return text;
      const page = JSON.parse(text.slice(0, text.lastIndexOf("}") + 1));
      rows.push(...(page.results ?? []));
      cursor = page.next?.cursor;
      if (!cursor) return rows;
    }
  };
  const compare = (
    into: CallScore,
    about: string,
    wanted: string[][],
    isAllowed: (place: string) => boolean,
    found: Map<string, string>,
  ) => {
    into.asked++;
    for (const places of wanted) {
      into.wanted++;
      const how = places.map((place) => found.get(place));
      if (how.includes("certain")) into.certain++;
      else {
        if (how.includes("possible")) into.possible++;
        into.notCertain.push(`${about}: ${places.join(" ")} ${how.includes("possible") ? "possible" : "missed"}`);
      }
    }
    const known = new Set(wanted.flat());
    for (const [place, certainty] of found)
      if (certainty === "certain" && !known.has(place) && tables.isActive(place) && !isAllowed(place))
        into.wrong.push(`${about}: ${place}`);
  };
  try {
    await jig.call(++id, "script_index_status", { wait: true });
    for (const method of methods) {
      const [at = ""] = here(method);
      const about = `${symbols[method]?.name} ${at}`;
      const callers = await ask(at, "callers");
      if (typeof callers === "string") scores.callers.notCertain.push(`${about}: ${callers.slice(0, 200)}`);
      else {
        const found = new Map<string, string>();
        for (const { path, calls = [], certainty = "certain" } of callers)
          for (const line of calls)
            if (found.get(`${path}:${line}`) !== "certain") found.set(`${path}:${line}`, certainty);
        const kin = tables.family(method);
        // The judge doesn't know the base of some overrides.
        const isAlone = symbols[method]?.isOverride && kin.size === 1;
        for (const [each, { name, kind }] of isAlone ? symbols.entries() : [])
          if (kind.startsWith("Method.") && name === symbols[method]?.name) kin.add(each);
        const texts = new Set([...kin].map((each) => symbols[each]?.name ?? ""));
        const own = tokens.filter(({ ids, isBound }) => isBound && ids.includes(method));
        for (const { text } of own) texts.add(text);
        const wanted = new Set(own.filter(({ kind }) => CALLS.has(kind)).map(({ place }) => place));
        const allowed = new Set<string>();
        for (const text of texts)
          for (const { place, isBound, ids } of byText.get(text) ?? [])
            if (!isBound || ids.some((each) => kin.has(each))) allowed.add(place);
        compare(
          scores.callers,
          about,
          [...wanted].map((each) => [each]),
          (place) => allowed.has(place),
          found,
        );
      }
      const callees = await ask(at, "callees");
      if (typeof callees === "string") {
        scores.callees.notCertain.push(`${about}: ${callees.slice(0, 200)}`);
        continue;
      }
      const found = new Map<string, string>();
      const [caller = ""] = at.split(/:(?=\d+:\d+$)/);
      const calledOutside = new Set<string>();
      for (const { path, line, calls = [], certainty = "certain" } of callees) {
        const place = `${path}:${line}`;
        if (found.get(place) !== "certain") found.set(place, certainty);
        if (!calls.some((each: number) => tables.isActive(`${caller}:${each}`))) calledOutside.add(place);
      }
      const inside = byMember.get(method) ?? [];
      const wanted = new Map<number, string[]>();
      const allowed = new Set<string>();
      const unbound = new Set<string>();
      for (const { kind, isBound, ids, text } of inside) {
        if (!isBound) unbound.add(text);
        for (const each of ids) {
          const lines = linesOf(each);
          if (isBound && CALLS.has(kind) && symbols[each]?.kind.startsWith("Method.") && lines.length > 0)
            wanted.set(each, lines);
          for (const line of lines) allowed.add(line);
        }
      }
      for (const [symbol, { name, kind }] of symbols.entries())
        if (unbound.has(name) || kind === "NamedType.Delegate") for (const line of linesOf(symbol)) allowed.add(line);
      const isAllowed = (place: string) => allowed.has(place) || calledOutside.has(place);
      compare(scores.callees, about, [...wanted.values()], isAllowed, found);
    }
  } finally {
    jig.child.stdin.end();
    await jig.ended;
  }
  return scores;
}

if (import.meta.main) {
  const [root = "", judged = "", count = "200", seed = "36"] = process.argv.slice(2);
  for (const [relation, { asked, wanted, certain, possible, wrong, notCertain }] of Object.entries(
    await judgeCalls(root, judged, Number(count), Number(seed)),
  )) {
    console.log(
      `${relation}: ${asked} asked, ${certain} of ${wanted} certain, ${possible} possible, ${notCertain.length - possible} missed, ${wrong.length} wrong`,
    );
    for (const each of notCertain) console.log(`  ${each}`);
    for (const each of wrong) console.log(`  wrong ${each}`);
  }
}
