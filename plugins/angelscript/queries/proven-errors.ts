/** Semantic errors: those that scripts prove, and, where all of the engine's types are known, names that nobody declares. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { countOfUses, isUnresolved, targetsOf } from "../binding/bound-uses.ts";
import type { SemanticErrors } from "../binding/semantic-errors.ts";
import type { Engine } from "../engine/engine.ts";
import type { IndexedFile } from "../engine/indexed-file.ts";
import type { SyntaxProblem } from "../parser/syntax.ts";

/** Files looked at to judge whether the engine's types are all known. */
const JUDGED = 60;
/** Scripts that compile have no unresolved names: more than this share says that types are missing. */
const MOST_UNRESOLVED = 0.003;
/** Other files looked at that use a name. */
const OTHERS = 8;

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

/** Those of what binding saw that are proven, in the order of the text. */
export async function provenErrors(
  engine: Engine,
  file: IndexedFile,
  errors: SemanticErrors,
  knowsAll: boolean,
  context: WorkerContext,
): Promise<SyntaxProblem[]> {
  const sure: SyntaxProblem[] = [];
  for (const { start, length, message, unknown } of errors.found) {
    const isSure = unknown === undefined || (knowsAll && !(await isUnknownInOthers(engine, file, unknown, context)));
    if (isSure) sure.push({ start, end: start + length, message });
  }
  return sure.sort((a, b) => a.start - b.start);
}

/** A name that several files use and nobody declares is rather one that the database lacks. */
async function isUnknownInOthers(
  engine: Engine,
  file: IndexedFile,
  name: string,
  context: WorkerContext,
): Promise<boolean> {
  const same = engine.unresolved(name);
  const others = engine.filesWith(name).filter((each) => each !== file);
  for (const other of others.slice(0, OTHERS)) {
    const uses = await engine.uses(context, other);
    if (targetsOf(uses).includes(same)) return true;
  }
  return false;
}
