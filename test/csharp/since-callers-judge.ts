/**
 * Compares the callers that `since` lists with the compiler's references. `bun test/csharp/since-callers-judge.ts COMPILER TABLES
 * COUNT CLONE…` checks out COUNT commits of each clone. `COMPILER OUT SRC USINGS` must write the shared oracle's tables for SRC to
 * OUT, compiled along with the global usings in the folder USINGS. TABLES is a folder that keeps those tables for the next run.
 *
 * Methods are called or passed as delegates, events are raised, and everything else is used in any way. References that the
 * compiler can't bind aren't judged, in either direction.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { callJig } from "../jig.ts";
import { Judged, type JudgedToken } from "./judge-rows.ts";
import { commitsOf, git } from "./since-judge.ts";

interface Row {
  where: string;
  kind: string;
  symbol_path: string;
  path: string;
  line?: number;
  certainty: string;
  lines?: number[];
  of?: string[];
}

export interface JudgedCallers {
  changes: number;
  /** Lines that use a changed declaration, counted for each. */
  wanted: number;
  certain: number;
  possible: number;
  /** Certain lines that jig lists. */
  listed: number;
  missed: string[];
  wrong: string[];
  /** Found, but in another declaration than the compiler says. */
  misplaced: string[];
  /** Changes that the compiler's tables don't have, such as indexers. */
  unjudged: string[];
}

const KINDS: Readonly<Record<string, RegExp>> = {
  method: /^Method\.(?:Ordinary|ExplicitInterfaceImplementation)$/,
  constructor: /^Method\.(?:Static)?Constructor$/,
  destructor: /^Method\.Destructor$/,
  property: /^Property/,
  field: /^Field$/,
  enumMember: /^Field\.EnumMember$/,
  event: /^Event$/,
};
const IMPLICIT = [
  "System",
  "System.IO",
  "System.Linq",
  "System.Net.Http",
  "System.Threading",
  "System.Threading.Tasks",
];

export function judgeCallers(compiler: string, tables: string, clone: string, commit: string): JudgedCallers {
  git(clone, "checkout", "-q", "--force", commit);
  const rows = impactOf(clone, `${commit}~1`);
  const changes = rows.filter(({ where }) => where === "changed" || where === "added");
  const found = rows.filter(({ where }) => where === "caller");
  const score: JudgedCallers = {
    changes: changes.length,
    wanted: 0,
    certain: 0,
    possible: 0,
    listed: 0,
    missed: [],
    wrong: [],
    misplaced: [],
    unjudged: [],
  };
  if (changes.length === 0) return score;
  const judged = new Judged(tablesOf(compiler, tables, clone, commit));
  const lineOf = (place: string) => place.replace(/:\d+$/, "");
  const idsOf = new Map<string, number[]>();
  for (const { kind, symbol_path, path, line } of changes) {
    const [word = ""] = kind.split(" ");
    const name = nameOf(symbol_path);
    const wanted = KINDS[word] ?? /^NamedType/;
    const ids = [...judged.symbols.entries()].filter(
      ([, each]) =>
        wanted.test(each.kind) &&
        (each.name === name || name.startsWith(".") || name.startsWith("~")) &&
        each.places.some((place) => lineOf(place) === `${path}:${line}`),
    );
    if (ids.length === 0) score.unjudged.push(`${kind} ${symbol_path}`);
    idsOf.set(
      symbol_path,
      ids.map(([at]) => at),
    );
  }
  const lists = new Map<string, { certainty: string; of: readonly string[]; from: string }[]>();
  for (const { path, line, certainty, lines = [], of = [] } of found)
    for (const each of lines) {
      const place = `${path}:${each}`;
      lists.set(place, [...(lists.get(place) ?? []), { certainty, of, from: `${path}:${line ?? 0}` }]);
    }
  const text = new Map<string, string[]>();
  const lineText = (place: string) => {
    const [path = "", line] = place.split(/:(?=\d+$)/);
    const all = text.get(path) ?? readFileSync(join(clone, path), "utf8").split("\n");
    text.set(path, all);
    return all[Number(line) - 1] ?? "";
  };
  const isUse = ({ kind, place, column, text: word }: JudgedToken, of: string) => {
    if (kind === "decl" || kind === "var") return false;
    if (of === "event")
      return /^\s*(?:\?\.\s*Invoke\b|\.\s*Invoke\b|!?\s*\()/.test(lineText(place).slice(column - 1 + word.length));
    return !/^(?:method|constructor|destructor)$/.test(of) || (kind !== "nameof" && kind !== "cref");
  };
  const byId = new Map<number, JudgedToken[]>();
  for (const token of judged.tokens)
    for (const id of token.ids) {
      const list = byId.get(id);
      if (list) list.push(token);
      else byId.set(id, [token]);
    }
  for (const { kind, symbol_path } of changes) {
    const [word = ""] = kind.split(" ");
    const uses = new Map<string, Set<string>>();
    for (const token of (idsOf.get(symbol_path) ?? []).flatMap((id) => byId.get(id) ?? [])) {
      if (!token.isBound || !isUse(token, word)) continue;
      const from = (judged.symbols[token.member]?.places ?? []).map(lineOf);
      uses.set(token.place, new Set([...(uses.get(token.place) ?? []), ...from]));
    }
    for (const [place, from] of uses) {
      score.wanted++;
      const hits = (lists.get(place) ?? []).filter(({ of }) => of.includes(symbol_path));
      const sure = hits.filter(({ certainty }) => certainty === "certain");
      if (sure.length > 0) {
        score.certain++;
        if (from.size > 0 && !sure.some((hit) => from.has(hit.from)))
          score.misplaced.push(`${symbol_path}: ${place} in ${sure.map((hit) => hit.from)}, not ${[...from]}`);
        continue;
      }
      if (hits.length > 0) score.possible++;
      score.missed.push(
        `${symbol_path}: ${place} ${hits.length > 0 ? "possible" : "missed"}: ${lineText(place).trim()}`,
      );
    }
  }
  const byPlace = Map.groupBy(judged.tokens, ({ place }) => place);
  for (const [place, hits] of lists) {
    const sure = hits.filter(({ certainty }) => certainty === "certain").flatMap(({ of }) => of);
    if (sure.length === 0) continue;
    score.listed++;
    if (!judged.isActive(place)) continue;
    const kin = new Set(sure.flatMap((each) => idsOf.get(each) ?? []).flatMap((id) => [...judged.family(id)]));
    // An unbound `new` only names the type.
    const names = new Set([...sure.map(nameOf), ...[...kin].map((id) => judged.symbols[id]?.name ?? "")]);
    const isKnown = (byPlace.get(place) ?? []).some(
      ({ ids, isBound, text: word }) => ids.some((id) => kin.has(id)) || (!isBound && names.has(word)),
    );
    const isUnjudged = sure.every((each) => (idsOf.get(each) ?? []).length === 0);
    if (!isKnown && !isUnjudged) score.wrong.push(`${[...new Set(sure)]}: ${place}: ${lineText(place).trim()}`);
  }
  return score;
}

/** Every row of the answer. */
function impactOf(clone: string, since: string): Row[] {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const input = { since, limit: 1000, ...(cursor ? { cursor } : {}) };
    const { value } = callJig("script_impact_find", input, { cwd: clone, timeoutMs: 300_000 });
    if (value.error !== undefined) throw new Error(value.error);
    rows.push(...value.results);
    cursor = value.next?.cursor;
    if (!cursor) return rows;
  }
}

/** `Get` for `Space.Type<,>/Get<>(int)`. */
function nameOf(symbolPath: string): string {
  const whole = symbolPath.replace(/ @.*$/, "").replace(/\(.*$/, "");
  if (/\/(?:\.c?ctor|~Finalize)$/.test(whole)) return whole.slice(whole.lastIndexOf("/") + 1);
  return whole.replace(/<[,]*>$/, "").replace(/^.*[/.]/, "");
}

function tablesOf(compiler: string, tables: string, clone: string, commit: string): string {
  const out = join(tables, basename(clone), commit);
  if (existsSync(join(out, "summary.json"))) return out;
  const usings = join(out, "usings");
  mkdirSync(usings, { recursive: true });
  writeFileSync(join(usings, "Usings.cs"), usingsOf(clone));
  execFileSync(compiler, [out, clone, usings], { stdio: ["ignore", "ignore", "ignore"] });
  return out;
}

/** The SDK's implicit usings, plus those that projects add. Each only once, as all projects are compiled together. */
function usingsOf(clone: string): string {
  const found = new Set([...IMPLICIT, "System.Collections.Generic"]);
  for (const path of git(clone, "ls-files", "--", "*.csproj", "*.props", "*.targets").split("\n").filter(Boolean)) {
    const items = readFileSync(join(clone, path), "utf8").matchAll(/<Using\s+Include="([^"$;]+)"([^>]*)>/g);
    for (const [, name = "", more = ""] of items)
      if (!/Alias=/.test(more)) found.add(/Static="true"/i.test(more) ? `static ${name}` : name);
  }
  return [...found].map((name) => `global using ${name};\n`).join("");
}

if (import.meta.main) {
  const [compiler = "", tables = "", count = "", ...clones] = process.argv.slice(2);
  for (const clone of clones) {
    for (const commit of commitsOf(clone, Number(count), "origin/HEAD")) {
      const name = `${basename(clone)} ${commit}`;
      try {
        const { changes, wanted, certain, possible, listed, ...lists } = judgeCallers(compiler, tables, clone, commit);
        const { missed, wrong, misplaced, unjudged } = lists;
        console.log(
          `${name}: ${changes} changes, ${unjudged.length} unjudged; ${certain} of ${wanted} certain, ${possible} possible, ${missed.length - possible} missed; ${listed} listed, ${wrong.length} wrong, ${misplaced.length} misplaced`,
        );
        for (const [which, rows] of Object.entries(lists)) for (const each of rows) console.log(`  ${which} ${each}`);
      } catch (error) {
        console.log(`${name}: not judged: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
}
