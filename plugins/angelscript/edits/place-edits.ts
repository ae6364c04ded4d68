/** Converts a member edit into a text edit. */
import { JigError, type TextEdit } from "../../../core/host/plugin-api.ts";
import { Op, type Tokens } from "../lexer/tokens.ts";
import type { DeclarationSyntax } from "../parser/syntax.ts";
import type { PlacedVerb } from "./edit-verbs.ts";
import { blankOf, indentStep, reindent } from "./reindent.ts";

/** A declaration with its siblings. */
export interface EditedMember {
  declaration: DeclarationSyntax;
  siblings: readonly DeclarationSyntax[];
}

/** Throws CHANGE_REFUSED if the verb can't be used for this declaration. */
export function placedEdit(tokens: Tokens, member: EditedMember, verb: PlacedVerb, code: string): TextEdit {
  const { text } = tokens;
  const { declaration, siblings } = member;
  const { kind, name, start, end } = declaration;
  const step = indentStep(text);
  const indent = blankOf(text.slice(lineStart(text, start)));
  const isValue = kind === "enumValue";
  const isOwnLine = text.slice(lineStart(text, start), start).trim() === "";
  const isShared = siblings.some((each) => each !== declaration && each.start === start);
  if (isShared && (verb === "replace" || verb === "delete"))
    throw refused(`${name.name} is declared together with others in one statement: edit it as text`);
  const own = isValue ? code.replace(/\s*,\s*$/, "") : code;
  switch (verb) {
    case "replace": {
      const isDocumented = /^\s*\/[/*]/.test(code) && declaration.docStart >= 0;
      const from = isDocumented ? declaration.docStart : start;
      return { start: from, end, text: reindent(own, indent, step).trimStart() };
    }
    case "body": {
      const [open, close] = bracesOf(tokens, declaration);
      return { start: open + 1, end: close, text: innerText(own, indent, step) };
    }
    case "before": {
      const from = isOwnLine ? lineStart(text, documented(declaration)) : start;
      const added = `${reindent(own, indent, step)}${isValue ? "," : ""}`;
      if (!isOwnLine) return { start, end: start, text: `${added.trimStart()}${isValue ? " " : `\n${indent}`}` };
      const gap = isSpaced(text, own, declaration) ? "\n" : "";
      return { start: from, end: from, text: `${added}\n${gap}` };
    }
    case "after": {
      const comma = isValue ? (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0) : 0;
      const at = lineEnd(text, end + comma);
      const added = `${reindent(own, indent, step)}${comma > 0 ? "," : ""}`;
      // The comma that is missing goes directly after the previous value.
      if (isValue && comma === 0)
        return { start: end, end, text: isOwnLine ? `,\n${added}` : `, ${added.trimStart()}` };
      if (at === undefined) return { start: end + comma, end: end + comma, text: `\n${added}\n${indent}` };
      return { start: at, end: at, text: `\n${isSpaced(text, own, declaration) ? "\n" : ""}${added}` };
    }
    case "append":
      return appended(tokens, declaration, code, step, indent);
    case "delete":
      return deleted(text, declaration, isOwnLine);
  }
}

function appended(
  tokens: Tokens,
  declaration: DeclarationSyntax,
  code: string,
  step: string,
  indent: string,
): TextEdit {
  const { text } = tokens;
  const { members, name } = declaration;
  if (!members) throw refused(`${name.name} is not a type or namespace, so nothing can be appended to it`);
  const last = members.at(-1);
  if (last?.kind === "enumValue") return placedEdit(tokens, { declaration: last, siblings: members }, "after", code);
  const [open, close] = bracesOf(tokens, declaration);
  const inner = last ? blankOf(text.slice(lineStart(text, last.start))) : "";
  const added = reindent(code, inner.length > indent.length ? inner : indent + step, step);
  const from = lineStart(text, close);
  if (from <= open || text.slice(from, close).trim() !== "") {
    const at = text.slice(0, close).trimEnd().length;
    return { start: at, end: close, text: `\n${added}\n${indent}` };
  }
  const gap =
    last && isSpaced(text, code, last) && text.slice(lineStart(text, from - 1), from).trim() !== "" ? "\n" : "";
  return { start: from, end: from, text: `${gap}${added}\n` };
}

/** Also removes the doc comment, the line break, and a blank line if there would be two in a row. */
function deleted(text: string, declaration: DeclarationSyntax, isOwnLine: boolean): TextEdit {
  const comma = declaration.kind === "enumValue" ? (/^\s*,/.exec(text.slice(declaration.end))?.[0].length ?? 0) : 0;
  const end = declaration.end + comma;
  const after = lineEnd(text, end);
  if (!isOwnLine || after === undefined) {
    const blank = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
    return { start: declaration.start, end: end + blank, text: "" };
  }
  const start = lineStart(text, documented(declaration));
  const below = /^\r?\n/.exec(text.slice(after))?.[0].length ?? 0;
  const above = text.slice(0, start);
  const isFirst = start === 0 || /\{[ \t]*\r?\n$/.test(above);
  const blanks = isFirst ? 0 : (/(?:\r?\n)((?:[ \t]*\r?\n)+)$/.exec(above)?.[1]?.length ?? 0);
  const next = isFirst ? (/^(?:[ \t]*\r?\n)+/.exec(text.slice(after + below))?.[0].length ?? 0) : 0;
  return { start: start - blanks, end: after + below + next, text: "" };
}

/** Changes the indentation of code that is placed between two braces. */
function innerText(code: string, indent: string, step: string): string {
  const own = code.trim();
  const isWhole = own.startsWith("{") && own.endsWith("}");
  const inner = isWhole ? own.slice(1, -1) : code;
  if (isWhole && inner.trim() !== "" && !inner.includes("\n")) return ` ${inner.trim()} `;
  return inner.trim() === "" ? `\n${indent}` : `\n${reindent(inner, indent + step, step)}\n${indent}`;
}

export function bracesOf(
  { kinds, starts, count }: Tokens,
  declaration: DeclarationSyntax,
): [open: number, close: number] {
  const { body, members, name, end } = declaration;
  if (body) return [starts[body[0]] ?? 0, starts[body[1]] ?? 0];
  if (members)
    for (let at = 0; at < count; at++) {
      const start = starts[at] ?? 0;
      if (start > name.start && start < end && kinds[at] === Op["{"]) return [start, end - 1];
    }
  throw refused(`${name.name} has no body: replace the whole declaration`);
}

function documented({ docStart, start }: DeclarationSyntax): number {
  return docStart >= 0 ? docStart : start;
}

/** Members are separated by a blank line unless they consist of one line. */
function isSpaced(text: string, code: string, neighbor: DeclarationSyntax): boolean {
  const isShort = (each: string) => !each.trim().includes("\n");
  return neighbor.kind !== "enumValue" && !(isShort(code) && isShort(text.slice(neighbor.start, neighbor.end)));
}

export function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** Returns the end of the line including a trailing comment, or undefined if other code follows. */
function lineEnd(text: string, from: number): number | undefined {
  const rest = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(from));
  return rest ? from + rest[0].length : undefined;
}

export function refused(message: string, hint?: string): JigError {
  return new JigError("CHANGE_REFUSED", message, hint === undefined ? {} : { hint });
}
