/**
 * Assigns the errors of the binder to two levels. An `error` is proven, while `likely` is used for probable typing errors and
 * for code that compiles but looks wrong.
 */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { countOfUses, isUnresolved, targetsOf } from "../binding/bound-uses.ts";
import type { SemanticError, SemanticErrors } from "../binding/semantic-errors.ts";
import type { Engine } from "../engine/engine.ts";
import { ConditionalRegions } from "../lexer/conditional-regions.ts";
import { misspelt } from "./misspelt.ts";

export interface Problem {
  start: number;
  end: number;
  severity: "error" | "likely";
  message: string;
}

/** The number of files that we look at to decide whether all engine types are known. */
const JUDGED = 60;
/** Scripts that compile have no unresolved names, so a higher share means that types are missing. */
const MAX_UNRESOLVED = 0.003;
/** The number of other files with the same name that are checked. */
const OTHERS = 8;
/** A name that is used more often than this isn't a typing error. */
const MAX_MISSPELT = 2;

/**
 * Returns true if undeclared names are real errors. This requires the database of the editor, which has all types, and scripts
 * that agree with it. `Binds.Cache` isn't enough, because it doesn't contain types that are bound by hand.
 */
export async function knowsAllNatives(engine: Engine, context: WorkerContext): Promise<boolean> {
  if (engine.native.kind !== "editor" && engine.native.kind !== "unreal-cache") return false;
  let uses = 0;
  let unresolved = 0;
  let judged = 0;
  for (const file of engine.files.values()) {
    if (judged >= JUDGED && file.uses === undefined) continue;
    judged++;
    const list = await engine.uses(context, file);
    uses += countOfUses(list);
    for (const target of targetsOf(list)) if (isUnresolved(target)) unresolved++;
  }
  // A few errors are tolerated, because in a small project a single one would exceed the share.
  return unresolved <= Math.max(20, uses * MAX_UNRESOLVED);
}

/** The problems are sorted by offset. */
export async function tieredProblems(
  engine: Engine,
  path: string,
  errors: SemanticErrors,
  knowsAll: boolean,
  context: WorkerContext,
): Promise<Problem[]> {
  const told: Problem[] = [];
  const counts = new Map<string, number>();
  for (const { unknown } of errors.found)
    if (unknown !== undefined) counts.set(unknown, (counts.get(unknown) ?? 0) + 1);
  for (const error of errors.found) {
    const isRare = (counts.get(error.unknown ?? "") ?? 0) <= MAX_MISSPELT;
    const problem = await problemOf(engine, path, error, knowsAll, isRare, context);
    if (problem) told.push(problem);
  }
  return told.sort((a, b) => a.start - b.start);
}

async function problemOf(
  engine: Engine,
  path: string,
  error: SemanticError,
  knowsAll: boolean,
  isRare: boolean,
  context: WorkerContext,
): Promise<Problem | undefined> {
  const { start, length, unknown, candidates, other, isLikely } = error;
  const told = (severity: Problem["severity"], message = error.message): Problem => {
    return { start, end: start + length, severity, message };
  };
  if (other) return (await isTwice(engine, path, other, context)) ? told("error", twice(error, context)) : undefined;
  if (unknown === undefined && !candidates) return told(isLikely ? "likely" : "error");
  if (unknown === undefined) return told(isLikely ? "likely" : "error", withNear(error));
  if (await isUnknownInOthers(engine, path, unknown, context)) return undefined;
  if (knowsAll && !error.mayBeInherited) return told("error", withNear(error));
  const near = isRare && candidates ? misspelt(unknown, candidates()) : undefined;
  return near === undefined ? undefined : told("likely", `${error.message}: did you mean "${near}"?`);
}

function withNear({ message, unknown, candidates }: SemanticError): string {
  const written = unknown ?? /"([^"]*)"[^"]*$/.exec(message)?.[1];
  const near = candidates && written !== undefined ? misspelt(written, candidates()) : undefined;
  return near === undefined ? message : `${message}: did you mean "${near}"?`;
}

function twice({ message, other }: SemanticError, { workspace }: Pick<WorkerContext, "workspace">): string {
  const path = other?.file.path ?? "";
  const root = workspace.roots.find((each) => path.startsWith(`${each.path}/`));
  return `${message}, also in ${root ? path.slice(root.path.length + 1) : path}`;
}

/**
 * Returns true if both files are in the same project and neither declaration is inside an `#if`. Different projects may use the
 * same names.
 */
async function isTwice(
  engine: Engine,
  path: string,
  other: NonNullable<SemanticError["other"]>,
  context: WorkerContext,
): Promise<boolean> {
  if (other.file.path === path) return true;
  const project = projectOf(path, context);
  if (project === undefined || projectOf(other.file.path, context) !== project) return false;
  const text = await engine.text(context, other.file.path).catch(() => undefined);
  const { nameStart, name } = other.declaration;
  return text?.startsWith(name, nameStart) === true && new ConditionalRegions(text).at(nameStart) === "";
}

/** Returns the `Script` folder, or the first folder below the root. */
function projectOf(path: string, { workspace }: Pick<WorkerContext, "workspace">): string | undefined {
  const named = /^.*?\/Script\//i.exec(path)?.[0];
  if (named !== undefined) return named;
  const root = workspace.roots.find((each) => path.startsWith(`${each.path}/`));
  return root && path.slice(0, path.indexOf("/", root.path.length + 1));
}

/** If several files use an undeclared name, our data is probably incomplete. */
async function isUnknownInOthers(engine: Engine, path: string, name: string, context: WorkerContext): Promise<boolean> {
  const same = engine.unresolved(name);
  const others = engine.filesWith(name).filter((each) => each.path !== path);
  for (const other of others.slice(0, OTHERS)) {
    const uses = await engine.uses(context, other);
    if (targetsOf(uses).includes(same)) return true;
  }
  return false;
}
