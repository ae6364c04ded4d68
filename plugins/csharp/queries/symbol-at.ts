/** The declaration that a name at a position means: its own, or the one that the compiler's rules find for a use. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { DeclarationBinder } from "../binding/binder.ts";
import type { BoundValue } from "../binding/bound-value.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { SymbolHandle } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import type { Member } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import type { TypeRef } from "../semantics/type-ref.ts";
import { tokenAt } from "../syntax/token-position.ts";
import { Lines } from "../text/lines.ts";
import { AnalysisSession } from "./analysis-session.ts";
import { buildWithProgress } from "./build-with-progress.ts";
import type { SymbolAtRequest } from "./requests.ts";
import { symbolPathsOf } from "./target-declarations.ts";

const NAME = /[\p{L}\p{N}\p{M}\p{Pc}]/u;

/** Its symbol path. Throws SYMBOL_NOT_FOUND and SYMBOL_AMBIGUOUS. */
export async function symbolAt(
  index: ScriptIndex,
  { path, line, column }: SymbolAtRequest,
  context: WorkerContext,
): Promise<{ symbolPath: string }> {
  await buildWithProgress(index, context);
  await index.ensure([path]);
  const session = await AnalysisSession.open(index, context);
  const file = await session.load(path);
  const place = `${index.display(path)}:${line}:${column}`;
  const offset = nameStart(file.text, new Lines(file.text), line, column);
  if (offset === undefined)
    throw new JigError("SYMBOL_NOT_FOUND", `There is no name at ${place}`, {
      hint: "Lines and columns count from 1; script_symbols_get lists the declarations of a file with their places",
    });
  const found = await session.withFiles(() => meantAt(session, file, offset));
  const paths = await symbolPathsOf(index, context);
  const candidates = new Set<string>();
  for (const handle of found.handles) candidates.add(await paths.of(index.store.symbol(handle)));
  const [symbolPath] = candidates;
  if (symbolPath === undefined)
    throw new JigError("SYMBOL_NOT_FOUND", `${JSON.stringify(found.word)} at ${place} is ${found.is}`, {
      hint: "Name a type, a member or a namespace that the sources declare",
    });
  if (candidates.size > 1)
    throw new JigError(
      "SYMBOL_AMBIGUOUS",
      `${JSON.stringify(found.word)} at ${place} may mean ${candidates.size} declarations`,
      {
        hint: `Pass one of ${[...candidates].join(", ")}`,
        details: { candidates: [...candidates] },
      },
    );
  return { symbolPath };
}

/** The start of the word that covers a column, or ends at it. */
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

interface Meaning {
  handles: SymbolHandle[];
  word: string;
  /** Why there is no declaration. */
  is: string;
}

function meantAt(session: AnalysisSession, file: SourceFile, offset: number): Meaning {
  const { model } = session;
  const word = /^[\p{L}\p{N}\p{M}\p{Pc}]+/u.exec(file.text.slice(offset, offset + 500))?.[0] ?? "";
  const own = file.declarations.findIndex(({ nameStart: from, nameEnd }) => from <= offset && offset < nameEnd);
  const ofFile = model.store.ofFile(file.path);
  const declared = own < 0 ? undefined : ofFile[own];
  if (declared && (file.declaration(own).kind !== KIND.namespace || file.declaration(own).name === word))
    return { handles: [declared], word, is: "" };
  const index = file.declarationAt(offset);
  if (index < 0) return { handles: [], word, is: "outside every declaration" };
  for (const pass of file.passesOf(offset)) {
    if (!file.isActive(offset, pass)) continue;
    const token = tokenAt(file.tree(index, pass), offset);
    if (token?.type !== "identifier") break;
    const value = new DeclarationBinder(model, file, index).resolve(token);
    return { handles: handlesOf(session, value), word, is: describe(value) };
  }
  return { handles: [], word, is: "no name of the code" };
}

function handlesOf(session: AnalysisSession, value: BoundValue): SymbolHandle[] {
  switch (value.is) {
    case "group":
      return value.members.flatMap((member) => handleOf(session, member));
    case "value":
      return (value.members ?? []).flatMap((member) => handleOf(session, member));
    case "type":
      return firstPart(value.type);
    case "namespace": {
      const { store } = session.model;
      const named = store.byName(value.name, true).filter((handle) => store.kind(handle) === KIND.namespace);
      return named.slice(0, 1);
    }
    default:
      return [];
  }
}

function handleOf({ model }: AnalysisSession, { file, index }: Member): SymbolHandle[] {
  return model.store.ofFile(file.path).slice(index, index + 1);
}

function firstPart(type: TypeRef): SymbolHandle[] {
  return type.is === "type" ? type.type.parts.slice(0, 1).map(({ handle }) => handle) : [];
}

function describe(value: BoundValue): string {
  switch (value.is) {
    case "local":
      return "a local, a parameter or a label, which has no symbol path";
    case "external":
      return "declared outside the sources";
    case "type":
      return value.type.is === "parameter"
        ? "a type parameter, which has no symbol path"
        : "declared outside the sources";
    default:
      return "not understood";
  }
}
