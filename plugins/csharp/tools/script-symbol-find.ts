/** Implements `script_symbol_find`, which finds declarations by name or name path and returns the best matches first. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { KINDS } from "../outline/declaration-table.ts";
import type { FileScope } from "../project/scopes.ts";
import type { FindAnswer, FindRequest, NeedText } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { wordsOf } from "../symbol-paths/find-symbols.ts";
import { parseSymbolPath } from "../symbol-paths/parse-symbol-path.ts";
import { scriptError } from "./error-envelope.ts";

export interface Input {
  name: string;
  scope: FileScope;
  kind?: string | undefined;
  exact: boolean;
  pageSize: number;
  startAfter: string;
}

export default async function scriptSymbolFind(input: Input, context: Context): Promise<Outcome> {
  if (wordsOf(input.name).every((word) => parseSymbolPath(word).last.name === "")) {
    throw scriptError("NAME_REQUIRED", "INVALID_ARGUMENT", `${JSON.stringify(input.name)} contains no name`, {
      hint: "Write a name such as Player, or a name path such as Player/Move",
    });
  }
  const service = await context.service<ScriptService>();
  const request: FindRequest = {
    op: "find",
    name: input.name,
    exact: input.exact,
    kinds: kindsOf(input.kind),
    scope: input.scope,
    pageSize: input.pageSize,
    startAfter: input.startAfter,
  };
  // This runs while the index thread is checking the files.
  const unread = service.unread();
  unread.catch(() => {});
  let answer = await service.ask<FindAnswer | NeedText>(request, context);
  if ("needText" in answer) {
    // The index is incomplete, so for this answer we only parse the files that contain the name.
    const candidates = await service.filesWith(answer.words, answer, { signal: context.signal, ignoreCase: true });
    answer = await service.ask<FindAnswer>({ ...request, candidates }, context);
  }
  const { cursors, files, unread: unknown, ...value } = answer;
  const notes = [unknown, (await unread).unread].filter((note) => note !== undefined);
  return {
    value: { success: true, ...value, ...(notes.length > 0 ? { unread: notes.join(". ") } : {}) },
    cursors,
    files,
    ...(value.cursor === undefined ? {} : { next: { startAfter: value.cursor } }),
  };
}

/** The kinds of use, which `jig refs --kind` accepts for other languages. */
const USES = /^(?:call|read|write|base|import|declaration)s?$/i;

/** Splits a list at commas. `type` is short for every kind of type. */
export function kindsOf(written: string | undefined): string[] {
  const kinds: string[] = [];
  for (const word of (written ?? "").split(/[,\s|]+/).filter((part) => part !== "")) {
    if (word === "type") kinds.push("class", "struct", "interface", "enum", "delegate");
    else if (word === "record") kinds.push("class", "struct");
    else {
      const kind = KINDS.find((each) => each.toLowerCase() === word.toLowerCase());
      if (!kind) {
        throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Unknown kind ${JSON.stringify(word)}`, {
          hint: USES.test(word)
            ? "kind is the kind of declaration, and each use shows its own kind. script_calls_find lists the calls of a function"
            : `Write one of ${KINDS.join(", ")}, type`,
        });
      }
      kinds.push(kind);
    }
  }
  return kinds;
}
