/** Resolves the names of methods in UnityEvents. Each one resolves to a method of a script or of the engine, or to nothing. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { unityNames } from "../engine/unity-names.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { type IndexedSymbol, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import { buildWithProgress } from "../queries/build-with-progress.ts";
import type { EventTarget, EventTargetsRequest } from "../queries/requests/requests.ts";
import { symbolPathsOf } from "../queries/target-declarations.ts";
import { simpleNames } from "../semantics/type-text.ts";
import { splitTop } from "../text/split-top.ts";
import { partsOf, typesMeant } from "../unity/engine-bases.ts";

export async function eventTargets(
  index: ScriptIndex,
  { calls }: EventTargetsRequest,
  context: WorkerContext,
): Promise<EventTarget[]> {
  await buildWithProgress(index, context);
  const paths = await symbolPathsOf(index, context);
  const engine = await unityNames(context);
  const answers: EventTarget[] = [];
  for (const { type: saved, script, engineType, method } of calls) {
    const [called] = saved === "" && engineType !== "" ? engine.typesNamed(engineType) : [];
    const type = called ? `${called.namespace}.${called.name}` : saved;
    // If the name is that of a property, the event calls its setter.
    const name = method.replace(/^[gs]et_/, "");
    const { starts, isNamedSo } = called ? OF_THE_ENGINE : typesOf(index, type, script);
    const simple = type.slice(Math.max(type.lastIndexOf("."), type.lastIndexOf("+")) + 1);
    const { member, external } =
      starts.length > 0 ? searched(index, starts, name) : { member: undefined, external: [simple] };
    if (member) {
      answers.push({
        state: isNamedSo ? "exists" : "renamed",
        symbol_path: await paths.of(member),
        path: index.display(member.path),
        line: member.nameLine,
      });
      continue;
    }
    const owner = external.flatMap((base) => engine.ownersOf(base, name))[0];
    if (owner) answers.push({ state: "engine", symbol_path: `${owner.namespace}.${owner.name}/${name}` });
    else {
      const isKnown = external.every((base) => engine.typesNamed(base).length > 0);
      const [first] = starts;
      const named = first ? await paths.of(first) : type;
      // It might be declared by a base that we do not know.
      const state = isKnown && (first !== undefined || type !== "") ? "missing" : "unknown";
      answers.push({ state, symbol_path: `${named === "" ? "?" : named}/${name}` });
    }
  }
  return answers;
}

const OF_THE_ENGINE: ReturnType<typeof typesOf> = { starts: [], isNamedSo: true };

/**
 * Returns the types to search. Like Unity, we use the type of the target object, since the one that is saved in the asset can
 * be outdated.
 */
function typesOf(
  { store }: ScriptIndex,
  type: string,
  script: string,
): { starts: IndexedSymbol[]; isNamedSo: boolean } {
  if (script !== "") {
    const file = script.slice(script.lastIndexOf("/") + 1).replace(/\.cs$/i, "");
    const here = store.ofFile(script).map((handle) => store.symbol(handle));
    const types = here.filter(({ kind, containers }) => TYPE_KINDS.has(kind) && containers.length === 0);
    const starts = types.filter(({ name }) => name === file);
    if (starts.length > 0) return { starts, isNamedSo: true };
  }
  const names = type.split(/[.+]/);
  const full = names.join(".");
  const isFull = (found: IndexedSymbol) =>
    [found.namespace, ...found.containers, found.name].filter((part) => part !== "").join(".") === full;
  const named = store.typesNamed(names.at(-1) ?? "").map((handle) => store.symbol(handle));
  const exact = named.filter(isFull);
  return exact.length > 0 ? { starts: exact, isNamedSo: true } : { starts: named, isNamedSo: false };
}

/** Searches for a member in a type and its bases, and collects the external bases on the way. */
function searched(
  { store }: ScriptIndex,
  starts: readonly IndexedSymbol[],
  name: string,
): { member: IndexedSymbol | undefined; external: string[] } {
  const external: string[] = [];
  const seen = new Set<string>();
  const pending = [...starts];
  for (let at = pending.shift(); at; at = pending.shift()) {
    const key = `${at.path}:${at.nameLine}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const part of partsOf(store, at)) {
      for (const handle of store.ofFile(part.path)) {
        if (store.name(handle) !== name || !CALLED.has(store.kind(handle))) continue;
        const owner = store.parentOf(handle);
        if (owner?.segment === part.handle.segment && owner.at === part.handle.at)
          return { member: store.symbol(handle), external };
      }
      for (const base of splitTop(store.bases(part.handle))) {
        const [simple] = simpleNames([base]);
        if (simple === undefined) continue;
        const types = typesMeant(store, simple, part);
        pending.push(...types);
        if (types.length === 0) external.push(simple);
      }
    }
  }
  return { member: undefined, external };
}

const CALLED: ReadonlySet<number> = new Set([KIND.method, KIND.property, KIND.field]);
