/** Converts edits of members to edits of text. */
import type { TextEdit } from "../../../core/host/plugin-api.ts";
import { type Declaration, KIND, KINDS, TRAIT } from "../outline/declaration-table.ts";
import type { EditVerb } from "../queries/requests/edit-requests.ts";
import { bodyText } from "./body-text.ts";
import { type DeclaredRange, isPositional, lineEndAfter, membersOf, rangeOf } from "./declared-range.ts";
import { indented, indentUnit } from "./indent-code.ts";

interface EditedDeclaration {
  do: EditVerb;
  /** The code without its using directives. */
  code: string;
  declaration: Declaration;
}

/** The reason why an edit is refused. */
type Refusal = string;

const NO_BODY = new Set<number>([KIND.field, KIND.enumMember, KIND.delegate, KIND.namespace]);

/** Plans the edits of a file. Offsets always refer to `text`. */
export class EditPlanner {
  readonly #text: string;
  readonly #declarations: readonly Declaration[];
  readonly #unit: string;

  constructor(text: string, declarations: readonly Declaration[]) {
    this.#text = text;
    this.#declarations = declarations;
    this.#unit = indentUnit(text);
  }

  editsOf({ do: verb, code, declaration }: EditedDeclaration): TextEdit[] | Refusal {
    if (declaration.nameEnd === declaration.nameStart) return "top-level statements can only be edited as text";
    if (isPositional(this.#declarations, declaration))
      return `${declaration.name} is a primary constructor parameter: replace the whole type`;
    const range = rangeOf(this.#text, this.#declarations, declaration);
    if (declaration.kind === KIND.namespace && verb !== "append")
      return 'a namespace takes only "append": name a declaration in it';
    switch (verb) {
      case "replace":
        return range.shared ? sharedRefusal(range) : [this.#replaced(range, code)];
      case "body":
        return this.#body(range, code);
      case "before":
        return [this.#before(range, code)];
      case "after":
        return this.#after(range, code);
      case "append":
        return this.#appended(range, code);
      case "delete":
        return range.shared ? sharedRefusal(range) : [this.#deleted(range)];
    }
  }

  /** The existing docs remain unless the new code has its own. */
  #replaced({ declaration, start, end, indent }: DeclaredRange, code: string): TextEdit {
    const isDocumented = /^\s*(?:\/\/\/|\/\*\*)/.test(code);
    const from = isDocumented && start < declaration.start ? start + this.#indentAt(start).length : declaration.start;
    const text = indented(withoutComma(code, declaration), indent, this.#unit).trimStart();
    return { start: from, end, text };
  }

  #body({ declaration, indent, shared }: DeclaredRange, code: string): TextEdit[] | Refusal {
    const kind = KINDS[declaration.kind] ?? "declaration";
    const isFieldLike = declaration.kind === KIND.event && !this.#text.slice(declaration.header).startsWith("{");
    if (NO_BODY.has(declaration.kind) || shared || isFieldLike)
      return `a ${kind} has no body: replace the whole declaration`;
    const head = this.#text.slice(declaration.start, declaration.header).trimEnd();
    const start = declaration.start + head.length;
    const old = this.#text.slice(declaration.header, declaration.end);
    const isOwnLine = old.startsWith("{")
      ? this.#text.slice(start, declaration.header).includes("\n")
      : this.#opensOnOwnLine();
    const text = bodyText(code, { indent, unit: this.#unit, isOwnLine });
    return [{ start, end: declaration.end, text }];
  }

  #before({ declaration, start, indent, ownLine }: DeclaredRange, code: string): TextEdit {
    if (declaration.kind === KIND.enumMember) {
      const text = `${indented(withoutComma(code, declaration), indent, this.#unit)},`;
      return ownLine
        ? { start, end: start, text: `${text}\n` }
        : { start: declaration.start, end: declaration.start, text: `${text.trimStart()} ` };
    }
    const text = indented(code, indent, this.#unit);
    if (!ownLine) return { start: declaration.start, end: declaration.start, text: `${text.trimStart()}\n${indent}` };
    const isSpaced = this.#isSpaced(code, declaration);
    const above = this.#lineBefore(start);
    const gap = isSpaced && above.trim() !== "" && !/\{\s*$/.test(above) && start > 0 ? "\n" : "";
    return { start, end: start, text: `${gap}${text}\n${isSpaced ? "\n" : ""}` };
  }

  #after(range: DeclaredRange, code: string): TextEdit[] {
    const { declaration, end, indent } = range;
    if (declaration.kind === KIND.enumMember) return this.#afterEnumMember(range, code);
    const line = lineEndAfter(this.#text, end);
    const text = indented(code, indent, this.#unit);
    if (!line.isLine) return [{ start: line.at, end: line.at, text: `\n${text}\n${indent}` }];
    const isSpaced = this.#isSpaced(code, declaration);
    const below = /^\r?\n([^\r\n]*)/.exec(this.#text.slice(line.at))?.[1] ?? "";
    const gap = isSpaced && below.trim() !== "" && !/^\s*(?:\}|#end)/.test(below) ? "\n" : "";
    return [{ start: line.at, end: line.at, text: `\n${isSpaced ? "\n" : ""}${text}${gap}` }];
  }

  #afterEnumMember({ declaration, end, indent, ownLine }: DeclaredRange, code: string): TextEdit[] {
    const text = indented(withoutComma(code, declaration), indent, this.#unit);
    const comma = /^\s*,/.exec(this.#text.slice(end))?.[0].length;
    const after = lineEndAfter(this.#text, end + (comma ?? 0));
    if (!ownLine || !after.isLine) return [{ start: end, end, text: `, ${text.trimStart()}` }];
    const added = { start: after.at, end: after.at, text: `\n${text}${comma === undefined ? "" : ","}` };
    if (comma !== undefined) return [added];
    return after.at === end ? [{ ...added, text: `,${added.text}` }] : [{ start: end, end, text: "," }, added];
  }

  #appended(range: DeclaredRange, code: string): TextEdit[] | Refusal {
    const { declaration, indent } = range;
    if (declaration.kind > KIND.enum)
      return `a ${KINDS[declaration.kind]} cannot contain members: use "after" to insert next to it`;
    const members = membersOf(this.#declarations, declaration);
    const last = members.at(-1);
    const lastRange = last && rangeOf(this.#text, this.#declarations, last);
    if (declaration.kind === KIND.enum && lastRange) return this.#afterEnumMember(lastRange, code);
    if ((declaration.traits & TRAIT.fileScoped) !== 0) {
      const end = this.#text.trimEnd().length;
      return [{ start: end, end, text: `\n\n${indented(code, "", this.#unit)}` }];
    }
    const inner = lastRange?.ownLine ? lastRange.indent : indent + this.#unit;
    const text = indented(code, inner, this.#unit);
    const close = declaration.end - 1;
    if (this.#text.charAt(close) === ";") {
      const isOwnLine = this.#opensOnOwnLine();
      const open = isOwnLine ? `\n${indent}{` : " {";
      return [{ start: close, end: close + 1, text: `${open}\n${text}\n${indent}}` }];
    }
    if (this.#text.charAt(close) !== "}") return "its closing brace is missing";
    const lineStart = this.#text.lastIndexOf("\n", close - 1) + 1;
    if (this.#text.slice(lineStart, close).trim() !== "") {
      const from = this.#text.slice(0, close).trimEnd().length;
      return [{ start: from, end: close, text: `\n${text}\n${indent}` }];
    }
    const above = this.#lineBefore(lineStart).trim();
    const isSpaced = last !== undefined && this.#isSpaced(code, last);
    return [{ start: lineStart, end: lineStart, text: `${isSpaced && above !== "" ? "\n" : ""}${text}\n` }];
  }

  /** Also deletes its line, and blank lines that are no longer needed. */
  #deleted({ declaration, start, end, ownLine }: DeclaredRange): TextEdit {
    const comma = declaration.kind === KIND.enumMember ? (/^\s*,/.exec(this.#text.slice(end))?.[0].length ?? 0) : 0;
    const line = lineEndAfter(this.#text, end + comma);
    if (!ownLine || !line.isLine) {
      const blank = /^[ \t]*/.exec(this.#text.slice(end + comma))?.[0].length ?? 0;
      return { start: ownLine ? declaration.start : start, end: end + comma + blank, text: "" };
    }
    const rest = this.#text.slice(line.at);
    const isFirst = start === 0 || /\{\s*$/.test(this.#lineBefore(start));
    const blanksBelow = /^(?:\r?\n[ \t]*)*(?=\r?\n)/.exec(rest)?.[0].length ?? 0;
    if (isFirst) return { start, end: line.at + blanksBelow + newlineAt(this.#text, line.at + blanksBelow), text: "" };
    const blanksAbove = /(?:^|(?<=\n))(?:[ \t]*\r?\n)+$/.exec(this.#text.slice(0, start))?.[0].length ?? 0;
    return { start: start - blanksAbove, end: line.at + newlineAt(this.#text, line.at), text: "" };
  }

  /** Decides whether to put a blank line between the code and its neighbor. Short members such as fields don't get one. */
  #isSpaced(code: string, neighbor: Declaration): boolean {
    const { end, kind } = rangeOf(this.#text, this.#declarations, neighbor).declaration;
    const own = this.#text.slice(neighbor.start, end);
    const isShort = (text: string) => !text.trim().includes("\n") && !/\{[^{}]*\}\s*$/.test(text);
    return !(isShort(code) && (isShort(own) || kind === KIND.field));
  }

  #opensOnOwnLine(): boolean {
    const own = this.#text.match(/^[ \t]*\{[ \t]*\r?$/gm)?.length ?? 0;
    const same = this.#text.match(/\S[ \t]*\{[ \t]*\r?$/gm)?.length ?? 0;
    return own >= same;
  }

  #indentAt(lineStart: number): string {
    return /^[ \t]*/.exec(this.#text.slice(lineStart))?.[0] ?? "";
  }

  #lineBefore(lineStart: number): string {
    return this.#text.slice(this.#text.lastIndexOf("\n", lineStart - 2) + 1, lineStart);
  }
}

function sharedRefusal({ declaration: { name } }: DeclaredRange): Refusal {
  return `${name} is declared together with others in one statement: edit it as text`;
}

function withoutComma(code: string, { kind }: Declaration): string {
  return kind === KIND.enumMember ? code.replace(/\s*,\s*$/, "") : code;
}

function newlineAt(text: string, at: number): number {
  return text.startsWith("\r\n", at) ? 2 : text.startsWith("\n", at) ? 1 : 0;
}
