/** Implements `angelscript_diagnostics`, which finds the errors that can be proven without the compiler of the editor. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { SemanticErrors } from "../binding/semantic-errors.ts";
import type { Engine } from "../engine/engine.ts";
import { LineMap } from "../engine/source-text.ts";
import { bindUnsaved } from "../engine/unsaved-text.ts";
import { Names } from "../lexer/interned-names.ts";
import type { FileDiagnostics } from "../native/editor-diagnostics.ts";
import type { SyntaxProblem } from "../parser/syntax.ts";
import { problemsOf, syntaxProblems } from "../parser/syntax-problems.ts";
import { displayPath } from "../symbols/source-preview.ts";
import { knowsAllNatives, type Problem, tieredProblems } from "./diagnostic-tiers.ts";

/** The limit for each file. A file with more errors isn't a script. */
const MAX_DIAGNOSTICS = 50_000;

/** The time limit for semantic checks of a workspace in milliseconds, since they take longer than parsing. */
const MEANING_MS = 25_000;
/** The time limit for syntax checks in milliseconds, so that we answer before the client gives up. */
const SYNTAX_MS = 60_000;

const TOO_LARGE: Problem = { start: 0, end: 0, severity: "error", message: "Scripts over 4 MB are not read" };

export interface DiagnosticsRequest {
  /** An absolute path. All files are checked if it is missing. */
  path?: string | undefined;
  /** Checks this text instead of the file, which doesn't have to exist. */
  content?: string | undefined;
}

export interface Diagnostic {
  filePath: string;
  line: number;
  character: number;
  /** The compiler has no `likely`, which is our level for errors that aren't proven. */
  severity: "error" | "likely" | "warning" | "info";
  message: string;
}

export interface DiagnosticsAnswer {
  source: "editor" | "parser";
  total: number;
  returned: number;
  truncated: boolean;
  filesChecked: number;
  /** The number of files whose semantics were checked, if the time was not enough for all. */
  meaningChecked?: number;
  /** The number of files that could not be checked in time. */
  notChecked?: number;
  /** Tells whether undeclared names could be reported. */
  engineTypes?: string;
  /** The time since the last report of the editor. */
  ageSeconds?: number;
  /** True if a file was saved after that report. */
  isStale?: true;
  /** Tells how the wait for the compile ended. */
  waited?: "compiled" | "timed out" | "no editor";
  diagnostics: Diagnostic[];
}

export async function fileDiagnostics(
  engine: Engine,
  request: DiagnosticsRequest,
  context: WorkerContext,
): Promise<DiagnosticsAnswer> {
  const paths = request.path === undefined ? [...engine.files.keys()] : [request.path];
  const diagnostics: Diagnostic[] = [];
  let total = 0;
  const knowsAll = await knowsAllNatives(engine, context);
  const start = context.clock.monotonic();
  let meaningChecked = 0;
  let looked = 0;
  for (const path of paths) {
    const spent = context.clock.monotonic() - start;
    if (spent > SYNTAX_MS && paths.length > 1) break;
    looked++;
    const isRead = engine.files.get(path)?.isTooLarge !== true;
    const checksMeaning = paths.length === 1 || spent < MEANING_MS;
    if (checksMeaning) meaningChecked++;
    const { text, problems } = isRead
      ? await checked(engine, { path, content: request.content }, checksMeaning, knowsAll, context)
      : { text: "", problems: [TOO_LARGE] };
    total += problems.length;
    if (problems.length === 0 || diagnostics.length >= MAX_DIAGNOSTICS) continue;
    const lines = new LineMap(text);
    for (const problem of problems.slice(0, MAX_DIAGNOSTICS - diagnostics.length))
      diagnostics.push({
        filePath: displayPath(context, path),
        line: lines.lineAt(problem.start),
        character: lines.columnAt(problem.start),
        severity: problem.severity,
        message: problem.message,
      });
  }
  return {
    source: "parser",
    total,
    returned: diagnostics.length,
    truncated: diagnostics.length < total,
    filesChecked: looked,
    ...(meaningChecked < looked ? { meaningChecked } : {}),
    ...(looked < paths.length ? { notChecked: paths.length - looked } : {}),
    engineTypes: knowsAll ? "all known" : "some known: names that the engine might declare were not checked",
    diagnostics,
  };
}

/** Semantic errors that follow a syntax error are usually caused by it, so we leave them out. */
async function checked(
  engine: Engine,
  { path, content }: { path: string; content: string | undefined },
  checksMeaning: boolean,
  knowsAll: boolean,
  context: WorkerContext,
): Promise<{ text: string; problems: Problem[] }> {
  const errors = new SemanticErrors();
  const open =
    content !== undefined
      ? bindUnsaved(engine, path, content, errors, context)
      : checksMeaning
        ? await engine.open(context, path, undefined, errors).catch(() => undefined)
        : undefined;
  if (!open) {
    const text = await engine.text(context, path).catch(() => "");
    return { text, problems: problemsOf(text, new Names()).map(asProblem) };
  }
  const syntax = syntaxProblems(open.tokens, open.syntax);
  const problems =
    syntax.length > 0 ? syntax.map(asProblem) : await tieredProblems(engine, path, errors, knowsAll, context);
  return { text: open.text, problems };
}

function asProblem(problem: SyntaxProblem): Problem {
  return { ...problem, severity: "error" };
}

/** Converts the diagnostics of the editor and sorts them by file and line. */
export function editorDiagnostics(
  reported: ReadonlyMap<string, FileDiagnostics>,
  path: string | undefined,
  context: Pick<WorkerContext, "workspace">,
): DiagnosticsAnswer {
  const wanted = path?.replaceAll("\\", "/").toLowerCase();
  const files = [...reported.values()].filter((file) => wanted === undefined || file.path.toLowerCase() === wanted);
  const all = files
    .flatMap((file) =>
      file.diagnostics.map(({ message, line, character, severity }) => ({
        filePath: displayPath(context, file.path),
        line: Math.max(1, line),
        character: Math.max(1, character),
        severity,
        message,
      })),
    )
    .sort((a, b) => (a.filePath === b.filePath ? a.line - b.line : a.filePath < b.filePath ? -1 : 1));
  const diagnostics = all.slice(0, MAX_DIAGNOSTICS);
  return {
    source: "editor",
    total: all.length,
    returned: diagnostics.length,
    truncated: diagnostics.length < all.length,
    filesChecked: files.length,
    diagnostics,
  };
}
