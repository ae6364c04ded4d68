/** Symbols of one AngelScript file, for whoever asks the host (`context.symbols`). */
import type { Context, FileSymbol } from "../../../core/host/plugin-api.ts";
import { LineMap } from "../engine/source-text.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import type { DeclarationSyntax } from "../parser/syntax.ts";

/** Longer texts are taken apart on a thread: here that would hold up every other call. */
const LONG_CHARS = 50_000;

export default async function symbols(file: string, context: Context): Promise<FileSymbol[]> {
  const { text } = await context.files.readText(file);
  if (text.length <= LONG_CHARS) return symbolsOf(text);
  return await context.worker<FileSymbol[]>("symbols", { file }, { signal: context.signal });
}

export function symbolsOf(text: string): FileSymbol[] {
  const lines = new LineMap(text);
  const found: FileSymbol[] = [];
  const visit = (declaration: DeclarationSyntax, container: string | null, inType: boolean): void => {
    if (declaration.kind === "access") return;
    found.push({
      name: declaration.name.name,
      kind: kindOf(declaration, inType),
      container,
      startLine: lines.lineAt(declaration.start),
      endLine: lines.lineAt(Math.max(declaration.end - 1, declaration.start)),
    });
    const name = container === null ? declaration.name.name : `${container}::${declaration.name.name}`;
    const opensType = declaration.kind !== "namespace";
    for (const member of declaration.members ?? []) visit(member, name, opensType);
  };
  for (const declaration of parseFile(tokenize(text, new Names())).declarations) visit(declaration, null, false);
  return found;
}

function kindOf(declaration: DeclarationSyntax, inType: boolean): string {
  if (declaration.kind === "function") return inType ? "method" : "function";
  if (declaration.kind === "variable") return inType ? "property" : "variable";
  return declaration.kind === "enumValue" ? "enumMember" : declaration.kind;
}
