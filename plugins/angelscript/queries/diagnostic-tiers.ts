/** Sorts binding's errors into two tiers: `error` is proven, `likely` has a near name or compiles all the same. */
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

/** Files looked at to judge whether the engine's types are all known. */
const JUDGED = 60;
/** Scripts that compile have no unresolved names: more than this share says that types are missing. */
const MAX_UNRESOLVED = 0.003;
/** Other files looked at that use a name. */
const OTHERS = 8;
/** A name written more often than this is missing in the sources rather than misspelt. */
const MAX_MISSPELT = 2;

/**
 * Returns true if undeclared names are errors: the editor's database has every type, and scripts bear it out. A `Binds.Cache` lacks
 * what engines bind by hand, so a missing name proves nothing.
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
  // One fault in a small project is not a sign of missing types.
  return unresolved <= Math.max(20, uses * MAX_UNRESOLVED);
}

/** Problems of one file, in the order of the text. */
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

/** True for two files of one project, outside any `#if`. Other projects of the tree have names of their own. */
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

/** The folder of scripts; without one of that name, the first folder below the root. */
function projectOf(path: string, { workspace }: Pick<WorkerContext, "workspace">): string | undefined {
  const named = /^.*?\/Script\//i.exec(path)?.[0];
  if (named !== undefined) return named;
  const root = workspace.roots.find((each) => path.startsWith(`${each.path}/`));
  return root && path.slice(0, path.indexOf("/", root.path.length + 1));
}

/** An undeclared name that several files use is missing in the sources rather than wrong. */
async function isUnknownInOthers(engine: Engine, path: string, name: string, context: WorkerContext): Promise<boolean> {
  const same = engine.unresolved(name);
  const others = engine.filesWith(name).filter((each) => each.path !== path);
  for (const other of others.slice(0, OTHERS)) {
    const uses = await engine.uses(context, other);
    if (targetsOf(uses).includes(same)) return true;
  }
  return false;
}
