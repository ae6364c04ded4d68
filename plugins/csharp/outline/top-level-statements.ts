/** Handles top-level statements (C# 9). Statements before the types of a file become the body of `Program/<Main>$`. */
import { type Declaration, KIND } from "./declaration-table.ts";
import { MODIFIER_BIT } from "./keywords.ts";
import { Scanner } from "./scanner.ts";
import { MAIN, PROGRAM } from "./top-level-names.ts";

/** Matches directives, as opposed to `using var x = …;` and `using (…)`. */
const USING =
  /^(?:global\s+)?using\s+(?:(?:static|unsafe)\s+)*(?:@?[\w.:]+(?:\s*<[\w\s.,<>?[\]]*>)?|@?\w+\s*=[^;]+)\s*;/;
const ALIAS = /^extern\s+alias\s+\w+\s*;/;
const OF_ASSEMBLY = /^\[\s*(?:assembly|module)\s*:/;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\r\n]*/g;
const MAX_LENGTH = 1000;
/** Members can have these, but statements can't. */
const ACCESS = MODIFIER_BIT.public | MODIFIER_BIT.private | MODIFIER_BIT.protected | MODIFIER_BIT.internal;

/** Adds the two generated declarations. The locals of the statements are removed. */
export function withTopLevelStatements(text: string, declarations: readonly Declaration[]): Declaration[] {
  const start = firstStatement(text);
  if (start < 0) return [...declarations];
  const next = declarations.find(({ kind, parent, nameStart }) => nameStart > start && parent < 0 && isContainer(kind));
  const end = next ? next.start : text.trimEnd().length;
  const inside = (one: Declaration) => one.parent < 0 && one.start >= start && one.start < end;
  if (end <= start || !/[;}]/.test(text.slice(start, end))) return [...declarations];
  if (declarations.some((one) => inside(one) && (one.modifiers & ACCESS) !== 0)) return [...declarations];
  const at = declarations.findIndex((one) => one.start >= start);
  const before = declarations.slice(0, at < 0 ? declarations.length : at);
  const after = at < 0 ? [] : declarations.slice(at).filter((one) => one.start >= end);
  const removed = declarations.length - before.length - after.length;
  const [program, main] = [
    madeUp(KIND.class, PROGRAM, -1, start, end),
    madeUp(KIND.method, MAIN, before.length, start, end),
  ];
  const moved = after.map((one) => (one.parent < 0 ? one : { ...one, parent: one.parent + 2 - removed }));
  return [...before, program, main, ...moved];
}

function isContainer(kind: number): boolean {
  return kind <= KIND.enum || kind === KIND.delegate;
}

/** Creates a declaration for something whose name doesn't occur in the text. */
function madeUp(kind: number, name: string, parent: number, start: number, end: number): Declaration {
  const modifiers = kind === KIND.class ? MODIFIER_BIT.partial | MODIFIER_BIT.internal : MODIFIER_BIT.static;
  return {
    kind,
    name,
    parent,
    start,
    header: start,
    end,
    nameStart: start,
    nameEnd: start,
    modifiers,
    traits: 0,
    arity: 0,
    bases: "",
    condition: "",
  };
}

/** Returns the offset after directives and assembly attributes, or -1 if there are no statements. */
function firstStatement(text: string): number {
  const scanner = new Scanner(text, 0);
  for (;;) {
    const c = scanner.skipTrivia();
    if (Number.isNaN(c)) return -1;
    const written = text
      .slice(scanner.at, scanner.at + MAX_LENGTH)
      .replace(COMMENT, (found) => " ".repeat(found.length));
    const directive = USING.exec(written) ?? ALIAS.exec(written);
    if (directive) scanner.at += directive[0].length;
    else if (OF_ASSEMBLY.test(written)) scanner.skipGroup();
    else return scanner.at;
  }
}
