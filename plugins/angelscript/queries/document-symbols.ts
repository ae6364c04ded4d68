/** Returns the outline of a file. Long files are handled by the `symbols` worker. */
import type { FileSymbol, WorkerContext } from "../../../core/host/plugin-api.ts";
import { LineMap } from "../engine/source-text.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import type { DeclarationSyntax } from "../parser/syntax.ts";

export default async function fileSymbols({ file }: { file: string }, context: WorkerContext): Promise<FileSymbol[]> {
  return documentSymbols((await context.files.readText(file)).text);
}

export function documentSymbols(text: string): FileSymbol[] {
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
