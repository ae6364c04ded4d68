/**
 * Compares dead code findings with the compiler's references and a text search: `bun test/csharp/dead-judge.ts ROOT SOURCES
 * JUDGED`. JUDGED is the judge's output for ROOT/SOURCES.
 */
import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import { McpProcess, type Wire } from "../mcp/mcp-process.ts";
import { rowsOf } from "./judge-rows.ts";

interface DeadScore {
  certain: number;
  judged: number;
  /** Uses bound by the compiler, other than crefs and those inside the declaration. */
  reached: string[];
  crefs: string[];
  /** Other lines with the name, unless the compiler resolved them to something else. */
  named: string[];
}

export async function judgeDead(root: string, sources: string, judged: string): Promise<DeadScore> {
  const symbols = new Map(rowsOf(join(judged, "symbols.tsv")).map((row) => [row[0] ?? "", row]));
  const uses = new Map<string, { place: string; kind: string; member: string }[]>();
  const files = new Set<string>();
  /** Lines where the compiler bound the name. */
  const bound = new Set<string>();
  for (const [path = "", line, , text = "", kind = "", state, member = "", ids = ""] of rowsOf(
    join(judged, "tokens.tsv"),
  )) {
    files.add(path);
    if (state === "sym") bound.add(`${text} ${path}:${line}`);
    if (kind === "decl") continue;
    for (const id of ids.split("|"))
      uses.set(id, [...(uses.get(id) ?? []), { place: `${path}:${line}`, kind, member }]);
  }
  const byPlace = new Map<string, string[]>();
  for (const [id, row] of symbols)
    for (const place of (row[5] ?? "").split("|")) {
      const line = place.replace(/:\d+$/, "");
      byPlace.set(line, [...(byPlace.get(line) ?? []), id]);
    }
  const score: DeadScore = { certain: 0, judged: 0, reached: [], crefs: [], named: [] };
  for (const { path, line, symbol, symbol_path } of await certainFindings(root)) {
    score.certain++;
    const name = String(symbol).replace(/.*[/.]/, "");
    const own = sources === "" ? path : path.startsWith(`${sources}/`) ? path.slice(sources.length + 1) : "";
    const ids = (byPlace.get(`${own}:${line}`) ?? []).filter((id) => symbols.get(id)?.[2] === name);
    if (!files.has(own) || ids.length === 0) continue;
    score.judged++;
    const container = symbols
      .get(ids[0] ?? "")
      ?.slice(3, 5)
      .filter(Boolean)
      .join(".");
    const whole = [container, name].filter(Boolean).join(container?.includes(".") ? "/" : ".");
    for (const { place, kind, member } of ids.flatMap((id) => uses.get(id) ?? [])) {
      const [, , called = "", space = "", outer = ""] = symbols.get(member) ?? [];
      const inside = [space, outer.replaceAll("/", ".")].filter(Boolean).join(".");
      const isWithin = ids.includes(member) || `${inside}.${called}.`.includes(`.${name}.`);
      if (!isWithin) (kind === "cref" ? score.crefs : score.reached).push(`${symbol_path}: ${place} ${kind} ${whole}`);
    }
    for (const hit of linesWith(root, name)) {
      const [file, at] = hit.split(/:(\d+)(?::|$)/);
      const isDeclared = (byPlace.get(hit.split(":").slice(0, 2).join(":")) ?? []).some(
        (id) => symbols.get(id)?.[2] === name,
      );
      const inSources = sources === "" ? file : relative(sources, file ?? "");
      // Already included.
      if (bound.has(`${name} ${inSources}:${at}`)) continue;
      if ((file !== path || Number(at) !== line) && !isDeclared && !/\.mdx?$/.test(file ?? ""))
        score.named.push(`${symbol_path}: ${hit.slice(0, 160)}`);
    }
  }
  return score;
}

async function certainFindings(root: string): Promise<Wire[]> {
  const jig = new McpProcess(["--root", root, "--budget", "49999"], { cwd: root });
  await jig.initialize();
  const found: Wire[] = [];
  try {
    for (let id = 1, cursor: string | undefined; ; id++) {
      const answer = await jig.call(id, "script_project_check", {
        check: "dead",
        limit: 1000,
        ...(cursor ? { cursor } : {}),
      });
      jig.received.length = 0;
      const text = String(answer.result?.content?.[0]?.text ?? "");
      const page = JSON.parse(text.slice(0, text.lastIndexOf("}") + 1));
      found.push(...page.results);
      cursor = page.next?.cursor;
      if (!cursor) return found.filter(({ certainty }) => certainty === "certain");
    }
  } finally {
    jig.child.stdin.end();
    await jig.ended;
  }
}

function linesWith(root: string, name: string): string[] {
  try {
    const words = ["-nwF", "--no-heading", "--hidden", "-g", "!.git", "--", name];
    return execFileSync("rg", words, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    })
      .split("\n")
      .filter(Boolean);
  } catch {
    return [];
  }
}

if (import.meta.main) {
  const [root = "", sources = "", judged = ""] = process.argv.slice(2);
  const { certain, judged: count, reached, crefs, named } = await judgeDead(root, sources, judged);
  console.log(
    `${certain} certain, ${count} judged, ${reached.length} reached, ${crefs.length} crefs, ${named.length} named`,
  );
  for (const each of reached) console.log(`  reached ${each}`);
  for (const each of crefs) console.log(`  cref ${each}`);
  for (const each of named) console.log(`  named ${each}`);
}
