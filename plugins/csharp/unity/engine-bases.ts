/** Finds the engine classes that a workspace class derives from. We resolve names by their namespaces. */
import type { EngineType, UnityNames } from "../engine/unity-names.ts";
import { type IndexedSymbol, type SymbolStore, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { parseTypeText } from "../semantics/type-text.ts";
import { splitTop } from "../text/split-top.ts";

const ENGINE_NAMESPACE = /^(?:UnityEngine|UnityEditor)(?:\.|$)/;
/** Classes of common packages with their engine base. The packages themselves are rarely in a workspace. */
const OF_PACKAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      "UIBehaviour Selectable Button Toggle Slider Scrollbar ScrollRect Dropdown InputField Graphic MaskableGraphic Image RawImage Text LayoutGroup " +
      "NetworkBehaviour NetworkTransform NetworkManager MonoBehaviourPun MonoBehaviourPunCallbacks SerializedMonoBehaviour BaseInputModule BaseMeshEffect"
    )
      .split(" ")
      .map((name) => [name, "MonoBehaviour"]),
  ),
  SerializedScriptableObject: "ScriptableObject",
  OdinEditorWindow: "EditorWindow",
  OdinEditor: "Editor",
};

/** Returns the names of all engine classes that a class derives from, directly or indirectly. */
export function engineBases(store: SymbolStore, engine: UnityNames, type: IndexedSymbol): Set<string> {
  return basesAbove(store, engine, type).known;
}

/**
 * Returns true if a class has a base that we know nothing about. Such a base is neither in the workspace nor part of the
 * engine, so it must come from some package.
 */
export function hasUnknownBase(store: SymbolStore, engine: UnityNames, type: IndexedSymbol): boolean {
  return basesAbove(store, engine, type).hasUnknown;
}

function basesAbove(
  store: SymbolStore,
  engine: UnityNames,
  type: IndexedSymbol,
): { known: Set<string>; hasUnknown: boolean } {
  const known = new Set<string>();
  let hasUnknown = false;
  const seen = new Set<string>();
  const pending = [type];
  for (let at = pending.pop(); at && seen.size < 200; at = pending.pop()) {
    const key = `${at.path}:${at.nameLine}:${at.nameColumn}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const part of partsOf(store, at)) {
      for (const base of splitTop(store.bases(part.handle))) {
        const { name, qualifier } = baseName(base);
        if (name === undefined) continue;
        const declared = typesMeant(store, name, part, qualifier);
        const meant = declared.filter((each) => each.kind === KIND.class);
        pending.push(...meant);
        // The workspace might be the source code of the engine itself.
        if (meant.length > 0 && !meant.some((each) => ENGINE_NAMESPACE.test(each.namespace))) continue;
        if (!addEngine(engine, name, known) && declared.length === 0 && !/^I[A-Z]/.test(name)) hasUnknown = true;
      }
    }
  }
  return { known, hasUnknown };
}

/** Splits `Space.Outer.Name<T>(arguments)` into a name and a qualifier. */
export function baseName(base: string): { name: string | undefined; qualifier: string[] } {
  const segments = parseTypeText(base.replace(/\s*\(.*\)\s*$/s, ""))?.segments ?? [];
  return { name: segments.at(-1)?.name, qualifier: segments.slice(0, -1).map((each) => each.name) };
}

/** Checks a qualifier, because a qualified name has to match. For instance, `Fusion.Behaviour` is not the one of UnityEngine. */
export function isQualifiedBy({ namespace }: EngineType, qualifier: readonly string[]): boolean {
  return qualifier.length === 0 || `.${namespace}`.endsWith(`.${qualifier.join(".")}`);
}

export function derivesFromObject(store: SymbolStore, engine: UnityNames, type: IndexedSymbol): boolean {
  return engineBases(store, engine, type).has("Object");
}

/** Returns true if we know the name. Note that the classes of some packages have the same names as classes in UI Toolkit. */
function addEngine(engine: UnityNames, name: string, found: Set<string>): boolean {
  const names = [engine.typesNamed(name).length > 0 ? name : undefined, OF_PACKAGES[name]];
  for (const known of names) {
    if (known === undefined) continue;
    found.add(known);
    for (const above of engine.above(known) ?? []) found.add(above);
  }
  return names.some((known) => known !== undefined);
}

export function isObjectOfPackage(name: string): boolean {
  return OF_PACKAGES[name] !== undefined;
}

/** Returns the workspace types that a name might mean, which are those in the nearest namespace. */
export function typesMeant(
  store: SymbolStore,
  name: string,
  from: IndexedSymbol,
  qualifier: readonly string[] = [],
): IndexedSymbol[] {
  const all = store
    .typesNamed(name)
    .map((handle) => store.symbol(handle))
    .filter(({ kind }) => TYPE_KINDS.has(kind))
    .filter((each) => {
      const outer = [...each.namespace.split("."), ...each.containers];
      return qualifier.every((part, at) => outer[outer.length - qualifier.length + at] === part);
    });
  // Without a qualifier, a nested type is only visible in its outer type and in types derived from that.
  const reachable =
    qualifier.length > 0 ? all : all.filter((each) => each.containers.length === 0 || isAround(each, from));
  const nearest = (reachable.length > 0 ? reachable : all).map((each) => ({ each, near: nearness(each, from) }));
  const best = Math.max(...nearest.map(({ near }) => near));
  return nearest.filter(({ near }) => near === best).map(({ each }) => each);
}

function isAround({ containers, namespace }: IndexedSymbol, from: IndexedSymbol): boolean {
  const inside = [...from.containers, from.name];
  return namespace === from.namespace && containers.every((part, at) => inside[at] === part);
}

/**
 * Ranks a type by its distance. A type that is nested in the same type is the nearest one, followed by types in the same
 * namespace, in an enclosing one, and finally all others.
 */
function nearness(type: IndexedSymbol, from: IndexedSymbol): number {
  if (type.containers.length > 0 && isAround(type, from)) return 1000 + type.containers.length;
  if (type.namespace === from.namespace) return 500;
  return from.namespace.startsWith(`${type.namespace}.`) ? type.namespace.length : 0;
}

export function partsOf(store: SymbolStore, type: IndexedSymbol): IndexedSymbol[] {
  if ((store.modifiers(type.handle) & MODIFIER_BIT.partial) === 0) return [type];
  return store
    .typesNamed(type.name)
    .map((handle) => store.symbol(handle))
    .filter(
      (each) =>
        each.kind === type.kind &&
        each.namespace === type.namespace &&
        each.containers.join("/") === type.containers.join("/"),
    );
}
