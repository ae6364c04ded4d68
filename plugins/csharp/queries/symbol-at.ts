/** Finds the symbol at a position, which is either the declaration there or the one that the name refers to. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { keyOfLocal } from "../positions/local-symbol.ts";
import { meaningAt, wordAt } from "../positions/meaning-at.ts";
import { Lines } from "../text/lines.ts";
import { AnalysisSession } from "./analysis-session.ts";
import { buildWithProgress } from "./build-with-progress.ts";
import { localName } from "./local-references.ts";
import type { SymbolAtAnswer, SymbolAtRequest } from "./requests/requests.ts";
import { symbolPathsOf } from "./target-declarations.ts";

const NAME = /[\p{L}\p{N}\p{M}\p{Pc}]/u;

/** Returns a symbol path or a local symbol. @throws SYMBOL_NOT_FOUND, SYMBOL_AMBIGUOUS */
export async function symbolAt(
  index: ScriptIndex,
  { path, line, column }: SymbolAtRequest,
  context: WorkerContext,
): Promise<SymbolAtAnswer> {
  await buildWithProgress(index, context);
  await index.ensure([path]);
  const session = await AnalysisSession.open(index, context);
  const file = await session.load(path);
  const place = `${index.display(path)}:${line}:${column}`;
  const offset = nameStart(file.text, new Lines(file.text), line, column);
  if (offset === undefined)
    throw new JigError("SYMBOL_NOT_FOUND", `There is no name at ${place}`, {
      hint: "Lines and columns are counted from 1; script_symbols_get lists the declarations of a file with their lines",
    });
  const word = wordAt(file.text, offset);
  const found = await session.withFiles(() => meaningAt(session.model, file, offset));
  const [local] = found.locals;
  if (local && new Set(found.locals.map(keyOfLocal)).size === 1)
    return { local: await localName(session, local), word };
  const paths = await symbolPathsOf(index, context);
  const candidates = new Set<string>();
  for (const handle of found.handles) candidates.add(await paths.of(index.store.symbol(handle)));
  for (const each of found.locals) {
    const { path: declaring, line: at, column: from } = await localName(session, each);
    candidates.add(`${index.display(declaring)}:${at}:${from}`);
  }
  const [symbolPath] = candidates;
  if (symbolPath === undefined) {
    const record = found.record && (await paths.of(index.store.symbol(found.record)));
    const what = record === undefined ? found.is : `${found.is} to the record ${record}`;
    throw new JigError("SYMBOL_NOT_FOUND", `${JSON.stringify(word)} at ${place} is ${what}`, {
      hint:
        record === undefined ? "Name a type, member or namespace that is declared in the sources" : `Pass ${record}`,
    });
  }
  if (candidates.size > 1)
    throw new JigError(
      "SYMBOL_AMBIGUOUS",
      `${JSON.stringify(word)} at ${place} may refer to any of ${candidates.size} declarations`,
      {
        hint: `Pass one of ${[...candidates].join(", ")}`,
        details: { candidates: [...candidates] },
      },
    );
  return { symbolPath, word };
}

/** Returns the offset at which the word at a column starts. */
function nameStart(text: string, lines: Lines, line: number, column: number): number | undefined {
  if (line > lines.count) return undefined;
  const from = lines.start(line);
  let at = from + column - 1;
  if (at > text.length || text.slice(from, at).includes("\n")) return undefined;
  if (text.charAt(at) === "@") at++;
  else if (!NAME.test(text.charAt(at)) && NAME.test(text.charAt(at - 1)) && at > from) at--;
  if (!NAME.test(text.charAt(at))) return undefined;
  while (at > from && NAME.test(text.charAt(at - 1))) at--;
  return at;
}
