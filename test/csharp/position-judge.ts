/** Compares symbols at random positions with the compiler's (tokens.tsv of the shared oracle). */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { McpProcess, type Wire } from "../mcp/mcp-process.ts";
import { rowsOf } from "./judge-rows.ts";

export interface JudgedPositions {
  /** Same symbol, or correctly reported as external or unknown. */
  right: number;
  unknown: number;
  /** Several declarations, one per `#if` branch, including the compiler's. */
  several: string[];
  wrong: string[];
  unknowns: string[];
}

/** `judged` has the compiler's tables, `sources` is the folder they refer to, `root` the opened one. */
export async function judgePositions(
  { root, sources, judged }: { root: string; sources: string; judged: string },
  count: number,
  seed = 1,
): Promise<JudgedPositions> {
  const symbols = rowsOf(join(judged, "symbols.tsv"));
  const inactive = rowsOf(join(judged, "inactive.tsv"));
  const isInactive = (path: string, line: number) =>
    inactive.some(([file, from, to]) => file === path && Number(from) <= line && line <= Number(to));
  const all = rowsOf(join(judged, "tokens.tsv"));
  // The judge reads internal types of the framework too, and then finds no member in `TokenType.Argument`.
  const isMisread = ([, , , , , state, , ids = ""]: readonly string[], at: number) => {
    const [, , , , , next] = all[at + 1] ?? [];
    const [, what, , , , declared] = symbols[Number(ids)] ?? [];
    return state === "sym" && next === "none" && what?.startsWith("NamedType") === true && declared === "";
  };
  const tokens = all.filter((row, at) => isAsked(row) && !(isMisread(row, at) && isDotted(row, all[at + 1] ?? [])));
  function isAsked([path = "", line, , text, kind = "", state]: readonly string[]): boolean {
    return (
      state === "sym" &&
      !kind.startsWith("other") &&
      kind !== "var" &&
      text !== "var" &&
      text !== "_" &&
      !isInactive(path, Number(line))
    );
  }
  const jig = new McpProcess(["--root", root], { cwd: root });
  await jig.initialize();
  const below = relative(root, sources);
  const shown = (path: string) => (path.startsWith(`${below}/`) ? path.slice(below.length + 1) : path);
  const result: JudgedPositions = { right: 0, unknown: 0, several: [], wrong: [], unknowns: [] };
  try {
    await jig.call(0, "script_index_status", { wait: true });
    let random = seed;
    for (let at = 1; at <= count; at++) {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      const [path = "", line = "", column = "", text = "", kind, , , ids = ""] =
        tokens[Math.floor((random / 2_147_483_648) * tokens.length)] ?? [];
      const meant = ids.split("|").map((id) => symbols[Number(id)] ?? []);
      const places = new Set(
        meant
          .flatMap(([, , , , , declared = ""]) => declared.split("|"))
          .filter((place) => place !== "" && !/^\w+:/.test(place)),
      );
      const row = `${path}:${line}:${column} ${text} (${kind}; ${meant.map(([, what, , , , declared]) => `${what} ${declared}`).join(" ")})`;
      const input = { at: `${join(below, path)}:${line}:${column}`, pageSize: 1, snippetContext: 0 };
      const answer = await jig.call(at, "script_refs_find", input);
      jig.received.length = 0;
      const said = String(answer.result?.content?.[0]?.text ?? JSON.stringify(answer));
      const isNamespace = meant.every(([, what]) => what === "Namespace");
      const [target]: Wire[] = answer.result?.isError ? [] : (JSON.parse(said).targets ?? []);
      if (!target) {
        // Properties without a type belong to an anonymous type.
        const isElement =
          said.includes("tuple element or of a member of an anonymous type") &&
          meant.every(([, what, , space, type]) => what === "TupleElement" || (what === "Property" && !space && !type));
        const isAdded = meant.every(
          ([, , , space, type = "", , , , extra = ""]) =>
            /\bimplicit\b/.test(extra) &&
            said.includes(`that the compiler adds to the record ${[space, type].filter(Boolean).join(".")}.`),
        );
        if (isAdded) result.right++;
        else if (places.size === 0 && !isNamespace && /declared outside|tuple|implicit/.test(said)) result.right++;
        else if (isElement) result.right++;
        else if (isNamespace && /declared outside|part of longer names/.test(said)) result.right++;
        else if (
          answer.result?.isError &&
          isInBranches(root, said) &&
          [...places].some((place) => said.includes(lineOf(place)))
        )
          result.several.push(row);
        else {
          result.unknown++;
          result.unknowns.push(`${row}: ${said.slice(0, 300)}`);
        }
        continue;
      }
      const found = [target.at ?? `${target.path}:${target.line}`, ...(target.parts ?? [])].map(shown);
      const isRight = isNamespace
        ? target.symbol_path?.split(" @")[0] === [meant[0]?.[3], meant[0]?.[2]].filter(Boolean).join(".")
        : found.some((place) => [...places].some((each) => each === place || each.startsWith(`${place}:`))) ||
          (target.kind === "implicit parameter" && meant.every(([, what]) => what === "Parameter"));
      if (isRight) result.right++;
      // The compiler read one configuration of the project only.
      else if (places.size === 0 && found.some((place) => isInactive(...pathAndLine(place)))) result.several.push(row);
      else result.wrong.push(`${row}: ${JSON.stringify(target)}`);
    }
  } finally {
    jig.child.stdin.end();
    await jig.ended;
  }
  return result;
}

/** Whether a token is followed by a dot and another one. */
function isDotted([path, line, column, text = ""]: readonly string[], next: readonly string[]): boolean {
  return path === next[0] && line === next[1] && Number(next[2]) === Number(column) + text.length + 1;
}

function pathAndLine(place: string): [path: string, line: number] {
  const [path = "", line] = place.split(":");
  return [path, Number(line)];
}

function lineOf(place: string): string {
  return place.replace(/:\d+$/, "");
}

/** True if the answer lists declarations in a file with an `#if`. */
function isInBranches(root: string, said: string): boolean {
  const [, ...places] = [...said.matchAll(/([^\s"@,]+\.cs):(\d+)/g)];
  const last = places.at(-1);
  const lines = last && readFileSync(join(root, last[1] ?? ""), "utf8").split("\n");
  return (
    said.includes("SYMBOL_AMBIGUOUS") &&
    (lines?.slice(0, Number(last?.[2])).some((each) => /^\s*#if\b/.test(each)) ?? false)
  );
}
