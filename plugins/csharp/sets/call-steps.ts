/**
 * Expands a call graph by one step. We handle all declarations at once, so that each file is read only once and each name is
 * bound only once.
 */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Binder } from "../binding/bound-value.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import { AnalysisSession } from "../queries/analysis-session.ts";
import { addRoles, type Callable, callersIn, rolePlaces } from "../queries/call-rows.ts";
import { calleesOf } from "../queries/callees.ts";
import { type FileWords, wordsOf } from "../queries/candidate-tokens.ts";
import { TokenClassifier } from "../queries/classify-token.ts";
import { initializerFiles, usesIn } from "../queries/references.ts";
import { type Targets, targetSteps } from "../queries/related-members.ts";
import { rolesOf } from "../queries/relations.ts";
import type { CallNode, CallStepAnswer, CallStepRequest, Reference } from "../queries/requests/requests.ts";
import { symbolPathsOf } from "../queries/target-declarations.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { Lines } from "../text/lines.ts";

const SUFFIX = "Attribute";
/** The time that one part may take, in ms. We report progress and notice cancellations between the parts. */
const PART_MS = 300;
/** The number of parsed files that we keep during a walk. */
const MAX_FILES = 3000;

/** Either an answer, or the words by which the caller should look for candidates. */
type Answer = CallStepAnswer | string[];

/** The state that is shared by the parts of a step, and by later steps. */
interface Walk {
  generation: string;
  session: AnalysisSession;
  files: number;
  step: Step | undefined;
}

interface Step {
  key: string;
  nodes: Node[];
  names: ReadonlySet<string>;
  /** The files that may refer to a node by some other word. */
  others: string[];
  /** The paths of the files, or undefined while we are waiting for the candidates. */
  paths: string[] | undefined;
}

/** A declaration whose uses we search for, together with others. */
export interface Node {
  at: number;
  name: string;
  targets: Targets;
  callable: Callable;
}

export async function callStep(index: ScriptIndex, request: CallStepRequest, context: WorkerContext): Promise<Answer> {
  const walks = await context.keep("call walks", () => new Map<string, Walk>());
  let walk = walks.get("last");
  if (!walk || walk.generation !== index.generation || walk.files > MAX_FILES) {
    walk = {
      generation: index.generation,
      session: await AnalysisSession.open(index, context),
      files: 0,
      step: undefined,
    };
    walks.set("last", walk);
  }
  const until = context.clock.monotonic() + PART_MS;
  const isOver = () => context.clock.monotonic() > until;
  return request.direction === "callers"
    ? await callers(index, walk, request, isOver, context)
    : await callees(index, walk, request, isOver, await symbolPathsOf(index, context));
}

async function callees(
  index: ScriptIndex,
  { session }: Walk,
  { nodes, from }: CallStepRequest,
  isOver: () => boolean,
  paths: SymbolPaths,
): Promise<CallStepAnswer> {
  const rows: CallStepAnswer["rows"] = [];
  let next = from;
  for (; next < nodes.length && (next === from || !isOver()); next++) {
    const node = nodes[next];
    for (const declaration of node ? declarationsOf(index, node) : [])
      for (const row of await calleesOf(session, paths, declaration)) rows.push({ node: next, row });
  }
  return { rows, next, total: nodes.length };
}

async function callers(
  index: ScriptIndex,
  walk: Walk,
  request: CallStepRequest,
  isOver: () => boolean,
  context: WorkerContext,
): Promise<Answer> {
  const { session } = walk;
  const step = await stepOf(index, walk, request);
  const { nodes, names } = step;
  if (!request.candidates && !step.paths) return wordsFor(nodes);
  step.paths ??= inOrder(index, [...(request.candidates ?? []), ...step.others], index.around(request.scope, []));
  const { paths } = step;
  const rows: CallStepAnswer["rows"] = [];
  let next = request.from;
  for (; next < paths.length && (next === request.from || !isOver()); next++) {
    const path = paths[next] ?? "";
    const file = await ifThere(session.load(path));
    if (!file) continue;
    walk.files++;
    const used = { display: index.display(path), absolute: path };
    for (const { at, references, callable } of await usesOf(session, file, nodes, names))
      for (const row of callersIn({ ...used, references }, callable)) rows.push({ node: at, row });
  }
  const found = rows.map(({ row }) => row);
  addRoles(found, await rolesOf(index, rolePlaces(found), context));
  return { rows, next, total: paths.length };
}

/** Creates the step when its first part runs. */
async function stepOf(index: ScriptIndex, walk: Walk, { nodes, scope }: CallStepRequest): Promise<Step> {
  const { session } = walk;
  const key = JSON.stringify([scope, nodes]);
  if (walk.step?.key === key) return walk.step;
  const made: Node[] = [];
  const others = new Set<string>();
  for (const [at, node] of nodes.entries()) {
    const declarations = declarationsOf(index, node);
    if (declarations.length === 0) continue;
    const targets = await session.inSteps(
      targetSteps(session.model, declarations, (path) => session.assemblies.of(path)),
    );
    const callable = node.isRaised ? "raised" : callableOf(declarations);
    made.push({ at, name: node.name, targets, callable });
    for (const path of targets.homeFiles ?? []) others.add(path);
    for (const path of await session.withFiles(() => initializerFiles(session.model, targets))) others.add(path);
    await session.checkSlice();
  }
  walk.step = { key, nodes: made, names: new Set(made.map(({ name }) => name)), others: [...others], paths: undefined };
  return walk.step;
}

export function callableOf(declarations: readonly IndexedSymbol[]): Callable {
  if (declarations.every(({ kind }) => kind === KIND.method || kind === KIND.constructor)) return "callable";
  return declarations.every(({ kind }) => kind === KIND.event) ? "raised" : "value";
}

/** Returns the words to search for. Private members don't contribute any, because we already know the files that may use them. */
export function wordsFor(nodes: readonly Node[]): string[] {
  const open = nodes.filter(({ targets }) => !targets.homeFiles);
  // An attribute `[Foo]` can mean the class `FooAttribute`.
  return [...new Set(open.flatMap(({ name }) => [name, name.replace(/(?<=.)Attribute$/, "")]))];
}

export function inOrder(index: ScriptIndex, paths: readonly string[], isIn: (path: string) => boolean): string[] {
  const inScope = [...new Set(paths)].filter(isIn);
  return inScope.sort((a, b) => (index.display(a) < index.display(b) ? -1 : 1));
}

function declarationsOf(index: ScriptIndex, { name, path, line }: CallNode): IndexedSymbol[] {
  const here = index.store.ofFile(path).map((handle) => index.store.symbol(handle));
  return here.filter((found) => found.name === name && found.nameLine === line);
}

interface NodeUses extends Pick<Node, "at" | "callable"> {
  references: Reference[];
  /** The number of words by that name which mean something else. */
  other: number;
}

export async function usesOf(
  session: AnalysisSession,
  file: SourceFile,
  nodes: readonly Node[],
  names: ReadonlySet<string>,
): Promise<NodeUses[]> {
  const short = [...names].filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
  const aliases = file.imports.map(({ alias }) => alias).filter((alias) => alias !== "");
  const words = wordsOf(file.text, names, new Set([...short, ...aliases]));
  const lines = new Lines(file.text);
  const binders = new Map<string, Map<number, Binder>>();
  const found: NodeUses[] = [];
  for (const { at, name, targets, callable } of nodes) {
    if (targets.homeFiles?.has(file.path) === false || !mayName(words, name, targets, aliases)) continue;
    const shared = binders.get(name) ?? new Map<number, Binder>();
    binders.set(name, shared);
    const classifier = new TokenClassifier(session.model, file, targets, name, shared);
    const search = { targets, name, includeText: false, classifier, words, lines };
    found.push({ at, callable, ...(await usesIn(session, file, search)) });
  }
  return found;
}

/** Returns true if the file might use this target. This also considers aliases, attributes (`[Foo]`), and `base` or `this` for constructors. */
function mayName({ code, crefs, initializers }: FileWords, name: string, targets: Targets, aliases: string[]): boolean {
  return (
    code.has(name) ||
    crefs.has(name) ||
    (name.endsWith(SUFFIX) && code.has(name.slice(0, -SUFFIX.length))) ||
    aliases.some((alias) => code.has(alias)) ||
    (initializers.length > 0 && targets.members.some(({ declaration }) => declaration.kind === KIND.constructor))
  );
}
