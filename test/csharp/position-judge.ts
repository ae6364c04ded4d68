/** Asks what stands at random positions of a judged tree, and compares each answer with the compiler's (shared oracle, tokens.tsv). */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative as relativePath } from "node:path";
import type { SymbolAtAnswer } from "../../plugins/csharp/queries/requests.ts";
import { openIndexOf } from "./index-thread.ts";
import { rowsOf } from "./judge-rows.ts";

export interface JudgedPositions {
  /** The same symbol; said to be of no source, and the compiler says so; said to be unknown. */
  right: number;
  unknown: number;
  wrong: string[];
  unknowns: string[];
}

/** `judged` holds the compiler's tables; `sources` is the folder that they name, `root` the one that is opened. */
export async function judgePositions(
  { root, sources, judged }: { root: string; sources: string; judged: string },
  count: number,
  seed = 1,
): Promise<JudgedPositions> {
  const symbols = rowsOf(join(judged, "symbols.tsv"));
  const inactive = rowsOf(join(judged, "inactive.tsv"));
  const isInactive = (path: string, line: number) =>
    inactive.some(([file, from, to]) => file === path && Number(from) <= line && line <= Number(to));
  const tokens = rowsOf(join(judged, "tokens.tsv")).filter(
    ([path = "", line, , text, kind = "", state]) =>
      state === "sym" &&
      !kind.startsWith("other") &&
      kind !== "var" &&
      text !== "var" &&
      text !== "_" &&
      !isInactive(path, Number(line)),
  );
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-judge-")));
  const index = openIndexOf(root, folder);
  const result: JudgedPositions = { right: 0, unknown: 0, wrong: [], unknowns: [] };
  try {
    await index.ask({ op: "status", wait: true });
    let random = seed;
    for (let at = 0; at < count; at++) {
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
      const answer: SymbolAtAnswer | Error = await index
        .ask({ op: "symbolAt", path: join(sources, path), line: Number(line), column: Number(column) })
        .catch((error: Error) => error);
      const isNamespace = meant.every(([, what]) => what === "Namespace");
      if (answer instanceof Error || "message" in answer) {
        const { message } = answer as Error;
        const isElement = meant.every(([, what]) => what === "TupleElement") && message.includes("tuple");
        if (places.size === 0 && !isNamespace && /declared outside|tuple|implicit/.test(message)) result.right++;
        else if (isElement) result.right++;
        else if (isNamespace && /declared outside|only longer names/.test(message)) result.right++;
        else {
          result.unknown++;
          result.unknowns.push(`${row}: ${message}`);
        }
        continue;
      }
      const found = await placesOf(answer, index.ask, { root, sources });
      const isRight = isNamespace
        ? "symbolPath" in answer &&
          answer.symbolPath.split(" @")[0] === [meant[0]?.[3], meant[0]?.[2]].filter(Boolean).join(".")
        : found.some((place) => places.has(place)) ||
          ("local" in answer &&
            answer.local.kind === "implicit parameter" &&
            meant.every(([, what]) => what === "Parameter"));
      if (isRight) result.right++;
      else result.wrong.push(`${row}: ${JSON.stringify(answer)} ${found.join(" ")}`);
    }
  } finally {
    index.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

async function placesOf(
  answer: SymbolAtAnswer,
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  ask: (request: any) => Promise<any>,
  { root, sources }: { root: string; sources: string },
): Promise<string[]> {
  const relative = (path: string) => (path.startsWith(`${sources}/`) ? path.slice(sources.length + 1) : path);
  const below = relativePath(root, sources);
  const shown = (path: string) => (path.startsWith(`${below}/`) ? path.slice(below.length + 1) : path);
  if ("local" in answer) return [`${relative(answer.local.path)}:${answer.local.line}:${answer.local.column}`];
  const found = await ask({
    op: "find",
    name: answer.symbolPath,
    exact: true,
    kinds: [],
    scope: "all",
    pageSize: 50,
    startAfter: "",
    candidates: [],
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  return (found.results ?? []).flatMap(({ path, symbol }: any) => [
    `${shown(path)}:${symbol.nameLine}:${symbol.nameColumn}`,
  ]);
}
