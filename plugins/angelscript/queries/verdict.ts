/** What of binding's errors is told: as an error what is proven, as likely what has a near name or compiles all the same. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { countOfUses, isUnresolved, targetsOf } from "../binding/bound-uses.ts";
import type { SemanticError, SemanticErrors } from "../binding/semantic-errors.ts";
import type { Engine } from "../engine/engine.ts";
import { branchesAt } from "../lexer/conditional-regions.ts";
import { misspelt } from "./misspelt.ts";

export interface Verdict {
  start: number;
  end: number;
  severity: "error" | "likely";
  message: string;
}

/** Files looked at to judge whether the engine's types are all known. */
const JUDGED = 60;
/** Scripts that compile have no unresolved names: more than this share says that types are missing. */
const MOST_UNRESOLVED = 0.003;
/** Other files looked at that use a name. */
const OTHERS = 8;
/** Who misspells a name does it once or twice: what is written more often is a name that the sources lack. */
const MOST_MISSPELT = 2;

/**
 * Whether names that nobody declares are errors: the editor's database has every type, and scripts bear it out. A
 * `Binds.Cache` lacks what engines bind by hand, so that nothing follows from what is not in it.
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
  // One fault in a small project is no sign of missing types.
  return unresolved <= Math.max(20, uses * MOST_UNRESOLVED);
}

/** What is told of one file, in the order of the text. */
export async function verdicts(
  engine: Engine,
  path: string,
  errors: SemanticErrors,
  knowsAll: boolean,
  context: WorkerContext,
): Promise<Verdict[]> {
  const told: Verdict[] = [];
  const counts = new Map<string, number>();
  for (const { unknown } of errors.found)
    if (unknown !== undefined) counts.set(unknown, (counts.get(unknown) ?? 0) + 1);
  for (const error of errors.found) {
    const isRare = (counts.get(error.unknown ?? "") ?? 0) <= MOST_MISSPELT;
    const verdict = await verdictOf(engine, path, error, knowsAll, isRare, context);
    if (verdict) told.push(verdict);
  }
  return told.sort((a, b) => a.start - b.start);
}

async function verdictOf(
  engine: Engine,
  path: string,
  error: SemanticError,
  knowsAll: boolean,
  isRare: boolean,
  context: WorkerContext,
): Promise<Verdict | undefined> {
  const { start, length, unknown, candidates, other, isLikely } = error;
  const told = (severity: Verdict["severity"], message = error.message): Verdict => {
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

/** Two files of one project: what stands in other projects of the tree, or in a branch of an `#if`, is declared apart. */
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
  return text?.startsWith(name, nameStart) === true && branchesAt(text, nameStart) === "";
}

/** The folder of scripts, or what lies below the root where none is called so. */
function projectOf(path: string, { workspace }: Pick<WorkerContext, "workspace">): string | undefined {
  const named = /^.*?\/Script\//i.exec(path)?.[0];
  if (named !== undefined) return named;
  const root = workspace.roots.find((each) => path.startsWith(`${each.path}/`));
  return root && path.slice(0, path.indexOf("/", root.path.length + 1));
}

/** A name that several files use and nobody declares is rather one that the sources lack. */
async function isUnknownInOthers(engine: Engine, path: string, name: string, context: WorkerContext): Promise<boolean> {
  const same = engine.unresolved(name);
  const others = engine.filesWith(name).filter((each) => each.path !== path);
  for (const other of others.slice(0, OTHERS)) {
    const uses = await engine.uses(context, other);
    if (targetsOf(uses).includes(same)) return true;
  }
  return false;
}
