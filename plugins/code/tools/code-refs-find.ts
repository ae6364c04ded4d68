/** Implements `code_refs_find`, which returns the uses of declarations. Each is certain or possible. */
import {
  type Context,
  gitChanges,
  JigError,
  type JsonObject,
  type Outcome,
  parsePosition,
} from "../../../core/host/plugin-api.ts";
import { GuestLanguages } from "../index/guest-languages.ts";
import { isCode } from "../index/source-files.ts";
import { askIndex, type RefsRequest, type SinceRequest } from "../queries/ask-index.ts";
import { parseNamePath } from "../queries/name-path.ts";
import type { UsesFilter } from "../queries/select-uses.ts";

export interface Input {
  name?: string | undefined;
  names?: string[] | undefined;
  at?: string | undefined;
  path?: string | undefined;
  kind?: string | undefined;
  in?: string | undefined;
  tests?: "only" | "none" | undefined;
  callees?: boolean | undefined;
  since?: string | undefined;
}

const KINDS = ["declaration", "call", "read", "write", "type", "base", "import"];

export default async function codeRefsFind(input: Input, context: Context): Promise<Outcome> {
  if (input.since !== undefined) return await usesSince(input.since.trim(), input, context);
  const names = [...(input.name === undefined ? [] : [input.name]), ...(input.names ?? [])];
  if (names.length > 0 && input.at !== undefined)
    throw invalid("Pass either names or at, not both", "at already identifies the name by its location");
  const empty = names.find((name) => parseNamePath(name).name === "");
  if (empty !== undefined)
    throw invalid(
      `${JSON.stringify(empty)} contains no name`,
      "Write a name such as render, or a name path such as App/render",
    );
  const at = input.at === undefined ? undefined : await placeOf(input.at, context);
  const within = input.path === undefined ? undefined : await context.workspace.resolve(input.path, { expect: "any" });
  if (names.length === 0 && !at && within?.kind !== "file")
    throw invalid(
      "The call names no declaration",
      "Pass name, names, at, or the path of a file for the uses of all its declarations",
    );
  const request: RefsRequest = {
    op: "refs",
    names,
    filter: filterOf(input),
    ...(input.callees ? { hasCallees: true } : {}),
    ...(at ? { at } : {}),
    ...(within ? { within: within.absolute } : {}),
  };
  return { value: { success: true, ...(await askIndex<JsonObject>(request, context)) } };
}

async function usesSince(since: string, input: Input, context: Context): Promise<Outcome> {
  if (since === "") throw invalid('"since" is empty', 'Write a commit such as HEAD~3, "staged" or "worktree"');
  if (input.name !== undefined || input.names !== undefined || input.at !== undefined)
    throw invalid("since already selects the declarations, so name, names and at have no effect", "Omit them");
  const within = input.path === undefined ? undefined : await context.workspace.resolve(input.path, { expect: "any" });
  const isWithin = (path: string) =>
    !within || path === within.absolute || path.startsWith(`${within.absolute.replace(/\/$/, "")}/`);
  const guests = new GuestLanguages(await context.guests.list());
  const apart: string[] = [];
  const isCompared = (path: string) => {
    if (guests.of(path)) apart.push(path);
    return isCode(path);
  };
  const { files, moved, compared, missing, left } = await gitChanges(since, isCompared, context);
  const places = new Set(moved.flat());
  const request: SinceRequest = {
    op: "since",
    files: files.filter(({ path }) => isWithin(path) && !places.has(path)),
    filter: filterOf(input),
  };
  const { note, ...answer } = await askIndex<JsonObject>(request, context);
  const shown = (path: string) => context.workspace.display(path);
  const notes = [
    ...(typeof note === "string" ? [note] : []),
    ...moved.filter(([, to]) => isWithin(to)).map(([from, to]) => `Moved unchanged: ${shown(from)} to ${shown(to)}`),
    ...(missing.length > 0 ? [`Not compared, because this clone lacks them: ${missing.map(shown).join(", ")}`] : []),
    ...(apart.length > 0 ? [`Not compared, in a plugin's language: ${[...new Set(apart)].map(shown).join(", ")}`] : []),
    ...left,
  ];
  return { value: { success: true, ...answer, compared, ...(notes.length > 0 ? { note: notes.join(". ") } : {}) } };
}

async function placeOf(written: string, context: Context): Promise<NonNullable<RefsRequest["at"]>> {
  const { path, line, column } = parsePosition(written);
  const { absolute } = await context.workspace.resolve(path);
  return { path: absolute, line, column };
}

function filterOf({ kind, in: place, tests }: Input): UsesFilter {
  return {
    kinds: kindsOf(kind),
    ...(place === undefined ? {} : { in: place }),
    ...(tests === undefined ? {} : { tests }),
  };
}

function kindsOf(written = ""): string[] {
  const words = written.split(/[,\s|]+/).filter((word) => word !== "");
  const kinds = words.map((word) => word.toLowerCase().replace(/s$/, ""));
  const unknown = words.find((_, at) => !KINDS.includes(kinds[at] ?? ""));
  if (unknown !== undefined)
    throw invalid(`Unknown kind ${JSON.stringify(unknown)}`, `Write one of ${KINDS.join(", ")}`);
  return kinds;
}

function invalid(message: string, hint: string): JigError {
  return new JigError("INVALID_ARGUMENT", message, { hint });
}
