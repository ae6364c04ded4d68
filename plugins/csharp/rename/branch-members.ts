/** Handles members that are declared again in another branch of `#if`, so that a build only has one of them. */

import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { exclude } from "../outline/conditions.ts";
import { KIND } from "../outline/declaration-table.ts";
import { AnalysisSession } from "../queries/analysis-session.ts";
import { TokenClassifier } from "../queries/classify-token.ts";
import { usesIn } from "../queries/references.ts";
import { signatureOf, type Targets, targetSteps } from "../queries/related-members.ts";
import { sameSignature } from "../semantics/member-signature.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";

/** Returns the declarations of the same member in other branches, which always have the same name. */
export function twinsOf(model: SemanticModel, member: Member): Member[] {
  return inOtherBranches(model, member).filter((each) => isTwin(model, member, each));
}

/** Returns true if all of these declare the first one again, in other branches. */
export function areTwins(model: SemanticModel, symbols: readonly IndexedSymbol[]): boolean {
  const [first, ...more] = symbols.map((each) => memberOf(model, each));
  if (!first) return false;
  const twins = new Set(twinsOf(model, first).map(({ key }) => key));
  return more.every((each) => each !== undefined && twins.has(each.key));
}

/** Returns the other overloads that a call means in builds without the member. */
function rivalsOf(model: SemanticModel, members: readonly Member[]): Member[] {
  const own = new Set(members.map(({ key }) => key));
  const found = members.flatMap((member) => inOtherBranches(model, member));
  return [...new Map(found.map((each) => [each.key, each])).values()].filter(({ key }) => !own.has(key));
}

function inOtherBranches(model: SemanticModel, { declaration, owner }: Member): Member[] {
  if (declaration.condition === "") return [];
  return model
    .members(owner, declaration.name)
    .filter((each) => exclude(declaration.condition, each.declaration.condition));
}

function isTwin(model: SemanticModel, one: Member, other: Member): boolean {
  const isMethod = ({ declaration }: Member) => declaration.kind === KIND.method;
  return !isMethod(one) || !isMethod(other) || sameSignature(model, one, other, new Map());
}

function memberOf(model: SemanticModel, { path, name, handle }: IndexedSymbol): Member | undefined {
  const file = model.file(path);
  const index = model.store.indexOf(handle);
  const owner = model.typeAt(file, file.declaration(index).parent);
  return owner && model.members(owner, name).find((each) => each.file.path === path && each.index === index);
}

/** Finds the meanings of a member's uses in the builds that have it, and in the others. */
export interface Builds {
  /** A session in which the overloads of other branches are left out. */
  session: AnalysisSession;
  targets: Targets;
  /** Returns the overload that a use means in builds without the member. */
  otherAt(path: string, line: number, column: number): Promise<string | undefined>;
}

/** Returns undefined if no overload is declared in another branch. */
export async function buildsOf(
  index: ScriptIndex,
  session: AnalysisSession,
  { all, members }: { all: readonly IndexedSymbol[]; members: readonly Member[] },
  context: WorkerContext,
): Promise<Builds | undefined> {
  const rivals = await session.withFiles(() => rivalsOf(session.model, members));
  if (rivals.length === 0) return undefined;
  const keysOf = (some: readonly Member[]) => new Set(some.map(({ key }) => key));
  const having = await AnalysisSession.open(index, context, keysOf(rivals));
  const lacking = await AnalysisSession.open(index, context, keysOf(members));
  const symbols = rivals.flatMap(({ file, index: at }) => {
    const handle = session.model.store.ofFile(file.path)[at];
    return handle ? [session.model.store.symbol(handle)] : [];
  });
  const targetsIn = (one: AnalysisSession, some: readonly IndexedSymbol[]) =>
    one.inSteps(targetSteps(one.model, some, (path) => one.assemblies.of(path)));
  const others = await targetsIn(lacking, symbols);
  const name = rivals[0]?.declaration.name ?? "";
  const found = new Map<string, Map<string, string>>();
  const placesIn = async (path: string) => {
    const file = await lacking.load(path);
    const classifier = new TokenClassifier(lacking.model, file, others, name);
    const { references } = await usesIn(lacking, file, { targets: others, name, includeText: false, classifier });
    const uses = references.filter(({ kind }) => kind !== "declaration");
    const rival = ({ of }: { of?: string }) => rivals.find(({ key }) => key === of) ?? rivals[0];
    return new Map(
      uses.flatMap((use) => {
        const member = rival(use);
        return member ? [[`${use.line}:${use.column}`, signatureOf(member)] as const] : [];
      }),
    );
  };
  return {
    session: having,
    targets: await targetsIn(having, all),
    otherAt: async (path, line, column) => {
      const places = found.get(path) ?? (await placesIn(path));
      found.set(path, places);
      return places.get(`${line}:${column}`);
    },
  };
}
