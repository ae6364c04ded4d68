/** Words of a name in top-level statements, outside all declarations: their meaning is not decided. */
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { KIND } from "../outline/declaration-table.ts";
import { enclosingDeclarations, type SourceFile } from "../semantics/source-file.ts";

export function topLevelWords(file: SourceFile, name: string): number[] {
  const { text } = file;
  const found: number[] = [];
  eachToken(text, (kind, start, end) => {
    const from = text.charCodeAt(start) === 64 ? start + 1 : start;
    const isName = kind === TOKEN.word && end - from === name.length && text.startsWith(name, from);
    if (isName && !isInType(file, from) && !isInDirective(text, from)) found.push(from);
  });
  return found;
}

/** A member outside all types is a statement that the outline misread. */
function isInType(file: SourceFile, offset: number): boolean {
  for (const index of enclosingDeclarations(file, file.declarationAt(offset))) {
    const { kind, start, nameEnd } = file.declaration(index);
    if (kind <= KIND.enum && kind !== KIND.namespace) return true;
    if (kind === KIND.delegate) return true;
    if (kind === KIND.namespace && start <= offset && offset < nameEnd) return true;
  }
  return false;
}

function isInDirective(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 400), offset);
  const statement = before.slice(Math.max(before.lastIndexOf(";"), before.lastIndexOf("}")) + 1);
  return /^\s*(?:(?:\/\/[^\n]*\n|#[^\n]*\n)\s*)*(?:global\s+)?(?:using\s[^()]*$|namespace\s|\[\s*(?:assembly|module)\s*:|extern\s)/.test(
    statement,
  );
}
