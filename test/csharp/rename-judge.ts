/**
 * Compares edits of a rename with the compiler's (rename.tsv of the shared oracle). `bun test/csharp/rename-judge.ts symbols.tsv
 * COUNT SEED` prints random declarations for the judge's `--rename`.
 */
import { globSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { RenameSet, SymbolAtAnswer } from "../../plugins/csharp/queries/requests/requests.ts";
import { parseSymbolPath } from "../../plugins/csharp/symbol-paths/parse-symbol-path.ts";
import { indexedName } from "../../plugins/csharp/symbol-paths/resolve-path.ts";
import { mulberry } from "../mulberry.ts";
import { type IndexThread, openIndexOf, queryFor } from "./index-thread.ts";
import { rowsOf } from "./judge-rows.ts";

export interface JudgedRenames {
  equal: number;
  /** Rejections by reason. */
  refused: string[];
  /** No verdict by the compiler. */
  unjudged: number;
  differing: string[];
}

const KINDS = /^(?:NamedType|Method\.(?:Ordinary|LocalFunction)|Property|Field|Event|Parameter|Local|TypeParameter)/;

/** Random declarations with unused new names. */
export function renameRows(symbols: string, count: number, seed: number): string[] {
  const random = mulberry(seed);
  const places = rowsOf(symbols).flatMap(([, kind = "", name = "", , , declared = "", , , extra = ""]) => {
    const [place = ""] = declared.split("|");
    const [path = "", line, column, ...more] = place.split(":");
    const isNamed = KINDS.test(kind) && kind !== "Property.Indexer" && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);
    if (!isNamed || more.length > 0 || line === undefined || name === "_" || extra.includes("implicit")) return [];
    return [`${path}\t${line}\t${column}\tRenamed${name}`];
  });
  for (let at = places.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [places[at], places[other]] = [places[other] ?? "", places[at] ?? ""];
  }
  return places.slice(0, count);
}

export async function judgeRenames(root: string, sources: string, table: string): Promise<JudgedRenames> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-renames-")));
  const index = openIndexOf(root, folder);
  const result: JudgedRenames = { equal: 0, refused: [], unjudged: 0, differing: [] };
  const paths = globSync("**/*.cs", { cwd: root }).map((path) => join(root, path));
  const texts = paths.map((path) => [path, readFileSync(path, "utf8")] as const);
  const filesWith = (name: string) => texts.filter(([, text]) => text.includes(name)).map(([path]) => path);
  // The compiler didn't read excluded code.
  const inactive = rowsOf(join(dirname(table), "inactive.tsv"));
  const isInactive = (place: string) => {
    const [path, line] = place.split(/:(?=\d+:\d+$)/);
    const at = Number.parseInt(line ?? "", 10);
    return inactive.some(([file, first, last]) => file === path && Number(first) <= at && at <= Number(last));
  };
  // The judge treats a record's parameter and property as different symbols.
  const isOfRecord = (kind: string, { path, line }: { path: string; line: number }) => {
    const text = texts.find(([file]) => file === path)?.[1].split("\n")[line - 1] ?? "";
    return kind === "Parameter" && /\brecord\b/.test(text);
  };
  try {
    await index.ask({ op: "status", wait: true });
    for (const [path = "", line, column, newName = "", name = "", kind = "", edits = "", , blocked = ""] of rowsOf(
      table,
    )) {
      const at = { path: join(sources, path), line: Number(line), column: Number(column) };
      const label = `${kind} ${name} at ${path}:${line}:${column}`;
      if (kind === "unbound" || edits === "" || isOfRecord(kind, at)) {
        result.unjudged++;
        continue;
      }
      const set = await setAt(index, at, newName, filesWith).catch((error: Error) => new Error(error.message));
      const theirs = new Set(edits.split("|").map((each) => each.replace(/=.*/, "")));
      if (set instanceof Error) {
        result.refused.push(`${label}: ${set.message}`);
        continue;
      }
      const { contracts, conflicts, possible } = set;
      const reasons = [
        ...contracts.known,
        ...contracts.possible,
        ...conflicts.map(({ why }) => why),
        ...possible.map((each) => `possible ${each.display}:${each.line}`),
      ];
      if (blocked !== "" || reasons.length > 0) {
        const isMissed = blocked !== "" && reasons.length === 0;
        (isMissed ? result.differing : result.refused).push(
          `${label}: ${reasons[0] ?? `not refused, though it reaches ${blocked}`}`,
        );
        continue;
      }
      const shown = set.places.map((each) => `${relative(sources, each.path)}:${each.line}:${each.column}`);
      // The judge only knows the sources.
      const ours = new Set(shown.filter((place) => !place.startsWith("..")));
      const missing = [...theirs].filter((each) => !ours.has(each));
      const more = [...ours].filter((each) => !theirs.has(each) && !isInactive(each));
      if (missing.length + more.length === 0) result.equal++;
      else result.differing.push(`${label}: missing ${missing.slice(0, 4)} more ${more.slice(0, 4)}`);
    }
  } finally {
    index.close();
  }
  return result;
}

async function setAt(
  index: IndexThread,
  at: { path: string; line: number; column: number },
  newName: string,
  filesWith: (name: string) => string[],
): Promise<RenameSet> {
  const found: SymbolAtAnswer = await index.ask({ op: "symbolAt", ...at });
  const written = "local" in found ? found.local.name : found.symbolPath;
  const name = indexedName(parseSymbolPath(written));
  const query = queryFor(name, { symbol: written, ...("local" in found ? { local: found.local } : {}) });
  const candidates = filesWith(name.endsWith("Attribute") ? name.slice(0, -"Attribute".length) : name);
  return await index.ask({ op: "renameSet", query, newName, candidates });
}

if (import.meta.main) {
  const [symbols = "", count = "200", seed = "1"] = process.argv.slice(2);
  console.log(renameRows(symbols, Number(count), Number(seed)).join("\n"));
}
