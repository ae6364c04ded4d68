/** Collects the syntax errors of a file, including those in the bodies of functions. */
import type { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import type { Tokens } from "../lexer/tokens.ts";
import { parseFile } from "./declaration-parser.ts";
import { BRACE_EXPECTED } from "./declaration-parts.ts";
import { parseStatements } from "./statement-parser.ts";
import type { DeclarationSyntax, FileSyntax, SyntaxProblem } from "./syntax.ts";
import { TokenCursor } from "./token-cursor.ts";

/** The problems are sorted by offset. */
export function problemsOf(text: string, names: Names): SyntaxProblem[] {
  const tokens = tokenize(text, names);
  return syntaxProblems(tokens, parseFile(tokens));
}

export function syntaxProblems(tokens: Tokens, syntax: FileSyntax): SyntaxProblem[] {
  const problems = [syntax.errors];
  const lost = syntax.errors.find((error) => error.message === BRACE_EXPECTED)?.start ?? Number.POSITIVE_INFINITY;
  const visit = (declaration: DeclarationSyntax): void => {
    if (declaration.body) {
      const cursor = new TokenCursor(tokens, declaration.body[0] + 1, declaration.body[1]);
      while (!cursor.ended) {
        parseStatements(cursor);
        if (!cursor.ended) cursor.at++;
      }
      const [first, last] = declaration.body.map((at) => tokens.starts[at] as number) as [number, number];
      // A body that isn't closed continues into the code below it, so errors there don't count.
      const isOpen = first < lost && lost <= last;
      problems.push(isOpen ? cursor.errors.filter((error) => error.start < lost) : cursor.errors);
    }
    for (const member of declaration.members ?? []) visit(member);
  };
  for (const declaration of syntax.declarations) visit(declaration);
  return problems.flat().sort((a, b) => a.start - b.start);
}
