/** Verifies an edit. The file must still parse, and other declarations must keep their owners. */
import type { TextEdit } from "../../../core/host/plugin-api.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { Op } from "../lexer/tokens.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import type { DeclarationSyntax } from "../parser/syntax.ts";
import { problemsOf } from "../parser/syntax-problems.ts";

export interface EditFault {
  why: string;
  /** The first line of the new code. */
  text: string;
}

export function editFault(text: string, edit: TextEdit, code: string): EditFault | undefined {
  const bracket = unmatchedBracket(code);
  if (bracket !== undefined) {
    const line = code.slice(0, bracket).split("\n").length;
    return {
      why: `line ${line} of its code: "${code.charAt(bracket)}" has no matching bracket`,
      text: lineOf(code, line),
    };
  }
  const after = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  const moved = (offset: number) => (offset >= edit.end ? offset + edit.text.length - (edit.end - edit.start) : offset);
  const names = new Names();
  const before = new Set(problemsOf(text, names).map(({ start, message }) => `${moved(start)} ${message}`));
  const fresh = problemsOf(after, names).find(({ start, message }) => !before.has(`${start} ${message}`));
  if (fresh) {
    const shown = after.slice(0, fresh.start).split("\n").length - after.slice(0, edit.start).split("\n").length;
    // The edit may start with a line break that isn't part of the code.
    const lead = /^\n*/.exec(edit.text)?.[0].length ?? 0;
    const line = Math.max(1, shown - lead + 1);
    return {
      why: `does not parse at line ${line} of its code: ${fresh.message}`,
      text: lineOf(after, after.slice(0, fresh.start).split("\n").length),
    };
  }
  const now = new Set([...declared(after, names)].map(({ start, path }) => `${start} ${path}`));
  for (const { start, path, end } of declared(text, names)) {
    const isReplaced = start >= edit.start && start < edit.end;
    if (!isReplaced && !now.has(`${moved(start)} ${path}`))
      return {
        why: `its code closes the enclosing declaration, so ${path} would change`,
        text: lineOf(text.slice(start, end), 1),
      };
  }
  return undefined;
}

function lineOf(text: string, line: number): string {
  return (text.split("\n")[line - 1] ?? "").trim().slice(0, 200);
}

function* declared(text: string, names: Names): Generator<{ start: number; end: number; path: string }> {
  function* visit(
    list: readonly DeclarationSyntax[],
    owner: string,
  ): Generator<{ start: number; end: number; path: string }> {
    for (const { kind, name, end, members } of list) {
      const path = `${owner}${name.name}`;
      yield { start: name.start, end, path: `${kind} ${path}` };
      yield* visit(members ?? [], `${path}/`);
    }
  }
  yield* visit(parseFile(tokenize(text, names)).declarations, "");
}

function unmatchedBracket(code: string): number | undefined {
  // Each branch of an `#if` may declare the name.
  if (/^[ \t]*#[ \t]*if/m.test(code)) return undefined;
  const { kinds, starts, count } = tokenize(code, new Names());
  const pairs = new Map([
    [Op[")"], Op["("]],
    [Op["]"], Op["["]],
    [Op["}"], Op["{"]],
  ]);
  const openers = new Set(pairs.values());
  const open: { kind: number; start: number }[] = [];
  for (let at = 0; at < count; at++) {
    const [kind, start] = [kinds[at] ?? 0, starts[at] ?? 0];
    const opener = pairs.get(kind);
    if (openers.has(kind)) open.push({ kind, start });
    else if (opener !== undefined && open.pop()?.kind !== opener) return start;
  }
  return open.at(-1)?.start;
}
