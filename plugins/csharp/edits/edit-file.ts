/** Edits members in a file. This runs on the index thread. */
import { JigError, type TextEdit, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { nameAt } from "../index/encode-segment.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { type Declaration, KINDS } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { readOutline } from "../outline/read-outline.ts";
import { AnalysisSession } from "../queries/analysis-session.ts";
import { buildWithProgress } from "../queries/build-with-progress.ts";
import type { ReferenceQuery } from "../queries/reference-query.ts";
import type {
  EditFault,
  EditFileAnswer,
  EditFileRequest,
  EditTarget,
  MemberEdit,
} from "../queries/requests/edit-requests.ts";
import { symbolNotFound, symbolPathsOf, targetDeclarations, targetRows } from "../queries/target-declarations.ts";
import { loadGrammar } from "../syntax/grammar.ts";
import { Lines } from "../text/lines.ts";
import { checkCode } from "./check-code.ts";
import { neededUsings, splitUsings, usingEdits } from "./needed-usings.ts";
import { EditPlanner } from "./plan-edits.ts";

/** Returns the parts of the symbol. @throws SYMBOL_NOT_FOUND, SYMBOL_AMBIGUOUS */
export async function editTarget(
  index: ScriptIndex,
  query: ReferenceQuery,
  context: WorkerContext,
): Promise<EditTarget> {
  await buildWithProgress(index, context);
  const paths = await symbolPathsOf(index, context);
  const found = await targetDeclarations(index, { ...query, path: "" }, paths);
  const { targets, targetCount } = await targetRows(index, found, paths);
  const [first] = found;
  if (!first) throw await symbolNotFound(index, query, paths);
  if (targetCount > 1) {
    const candidates = targets.map(({ symbol_path }) => String(symbol_path));
    throw new JigError("SYMBOL_AMBIGUOUS", `${JSON.stringify(query.symbol)} matches ${targetCount} declarations`, {
      hint: `Pass one of ${candidates.join(", ")}`,
      details: { candidates },
    });
  }
  const symbolPath = await paths.of(first);
  const whole = { ...query, symbol: symbolPath, path: "", container: "", namespace: "" };
  const parts = await targetDeclarations(index, whole, paths);
  return {
    symbol_path: symbolPath,
    parts: parts.map(({ path, kind, nameLine, nameColumn, handle }) => ({
      ...{ path, kind: KINDS[kind] ?? "", line: nameLine, column: nameColumn },
      hasBody: (index.store.modifiers(handle) & MODIFIER_BIT.partial) === 0 || isImplementation(index, path, nameLine),
    })),
  };
}

/** Distinguishes the parts of a partial method. The one that implements it has more than one line. */
function isImplementation({ store }: ScriptIndex, path: string, line: number): boolean {
  return store.ofFile(path).some((handle) => {
    const one = store.symbol(handle);
    return one.nameLine === line && one.endLine > line;
  });
}

export async function editFile(
  index: ScriptIndex,
  request: EditFileRequest,
  context: WorkerContext,
): Promise<EditFileAnswer> {
  const { path, text } = request;
  const grammar = await context.keep("grammar", () => loadGrammar(context.assets));
  const session = await AnalysisSession.open(index, context);
  const file = await session.load(path);
  const { declarations } = readOutline(text);
  const planner = new EditPlanner(text, declarations);
  const lines = new Lines(text);
  const edits: TextEdit[] = [];
  const faults: EditFault[] = [];
  const notes: string[] = [];
  const usings = new Set<string>();
  for (const each of request.edits) {
    const fail = (why: string, more?: string) =>
      faults.push({ why: `edit ${each.number}: ${why}`, line: each.line, ...(more ? { text: more } : {}) });
    const declaration = declarationAt(declarations, lines, each);
    if (!declaration || file.text !== text) {
      fail("the file changed while it was being read: try again");
      continue;
    }
    const { usings: written, code } = splitUsings(each.code);
    if (each.do !== "delete") {
      const owner = declarations[declaration.parent];
      const head = text.slice(declaration.start, declaration.header);
      const own = each.do === "body" ? asBody(code) : code;
      const { fault, root } = checkCode(grammar, own, {
        do: each.do,
        declaration,
        owner,
        head,
        lead: own === code ? 0 : 1,
      });
      if (fault) {
        fail(fault.why, fault.text);
        continue;
      }
      const isInside = each.do === "body" || each.do === "append";
      const scope = { file, index: isInside ? declarations.indexOf(declaration) : declaration.parent };
      const needed = await session.withFiles(() => neededUsings(session.model, scope, root, own));
      for (const one of [...written, ...needed.namespaces]) usings.add(one);
      notes.push(...needed.unclear);
    }
    const made = planner.editsOf({ do: each.do, code, declaration });
    if (typeof made === "string") fail(made);
    else edits.push(...made);
  }
  edits.push(...usingEdits(text, declarations, [...usings]));
  return { edits: together(edits), faults, notes: [...new Set(notes)] };
}

/** Adds braces around code that could not be parsed without them. */
function asBody(code: string): string {
  const own = code.trim();
  const isWhole = own.startsWith("{") || own.startsWith("=>");
  if (isWhole) return code;
  return `{${code}\n}`;
}

function declarationAt(
  declarations: readonly Declaration[],
  lines: Lines,
  { line, column, kind }: MemberEdit,
): Declaration | undefined {
  if (line > lines.count) return undefined;
  const at = lines.start(line) + column - 1;
  return declarations.find((each) => nameAt(each) === at && KINDS[each.kind] === kind);
}

/** Joins all edits that insert text at the same offset. */
function together(edits: readonly TextEdit[]): TextEdit[] {
  const found: TextEdit[] = [];
  for (const edit of edits) {
    const same = found.find(({ start, end }) => start === edit.start && end === edit.end && start === end);
    if (same) same.text += edit.text;
    else found.push({ ...edit });
  }
  return found;
}
