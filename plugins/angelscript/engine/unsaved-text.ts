/** Binds the unsaved text of an editor as if it were on disk. The index doesn't change. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { nameKey, UseList } from "../binding/bound-uses.ts";
import { type BoundFile, bindFile } from "../binding/file-binder.ts";
import { Lookup } from "../binding/lookup.ts";
import type { SemanticErrors } from "../binding/semantic-errors.ts";
import { Declaration, toRow } from "../database/declaration.ts";
import { SymbolTable } from "../database/symbol-table.ts";
import type { ScriptFile } from "../database/symbols.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import type { Tokens } from "../lexer/tokens.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import type { FileSyntax } from "../parser/syntax.ts";
import type { Engine } from "./engine.ts";
import { rootOf } from "./indexed-file.ts";

export interface UnsavedText {
  text: string;
  tokens: Tokens;
  syntax: FileSyntax;
  table: SymbolTable;
  bound: BoundFile;
}

export function bindUnsaved(
  engine: Engine,
  path: string,
  text: string,
  errors: SemanticErrors,
  context: Pick<WorkerContext, "workspace">,
): UnsavedText {
  const tokens = tokenize(text, new Names());
  const syntax = parseFile(tokens);
  const root = rootOf(context, path);
  const declarations = syntax.declarations.map((each) => new Declaration(toRow(each)));
  const file: ScriptFile = { path, root, size: text.length, mtimeMs: 0, declarations };
  const others = [...engine.files.values()].filter((each) => each.path !== path);
  const table = new SymbolTable([...others, file], engine.table.native);
  const bound = bindFile(tokens, syntax, {
    lookup: new Lookup(table),
    keys: engine.keys,
    nameNumber: (name) => engine.keys.number(nameKey(name)),
    root,
    uses: new UseList(),
    errors,
    path,
  });
  return { text, tokens, syntax, table, bound };
}
