/** What Unity does with scripts behind the compiler's back: messages it calls, fields it saves, classes it creates. */

import type { Found, SymbolStore } from "../index/store.ts";
import { KIND } from "../outline/symbols.ts";
import { MODIFIER_BIT } from "../outline/words.ts";

/** Classes of the engine whose subclasses get messages and are saved. */
const ENGINE_BASES = new Set(
  "MonoBehaviour ScriptableObject Editor EditorWindow StateMachineBehaviour PropertyDrawer DecoratorDrawer AssetPostprocessor AssetModificationProcessor ScriptableWizard ScriptedImporter ScriptableSingleton UIBehaviour NetworkBehaviour".split(
    " ",
  ),
);

const MESSAGES = new Set(
  (
    "Awake Start Update LateUpdate FixedUpdate OnEnable OnDisable OnDestroy OnValidate Reset OnGUI OnApplicationFocus OnApplicationPause OnApplicationQuit " +
    "OnBecameVisible OnBecameInvisible OnPreCull OnPreRender OnPostRender OnRenderObject OnWillRenderObject OnRenderImage OnDrawGizmos OnDrawGizmosSelected " +
    "OnCollisionEnter OnCollisionStay OnCollisionExit OnCollisionEnter2D OnCollisionStay2D OnCollisionExit2D OnTriggerEnter OnTriggerStay OnTriggerExit " +
    "OnTriggerEnter2D OnTriggerStay2D OnTriggerExit2D OnControllerColliderHit OnJointBreak OnJointBreak2D OnParticleCollision OnParticleTrigger " +
    "OnParticleSystemStopped OnParticleUpdateJobScheduled OnMouseDown OnMouseUp OnMouseUpAsButton OnMouseDrag OnMouseEnter OnMouseExit OnMouseOver " +
    "OnTransformChildrenChanged OnTransformParentChanged OnBeforeTransformParentChanged OnRectTransformDimensionsChange OnCanvasGroupChanged " +
    "OnCanvasHierarchyChanged OnDidApplyAnimationProperties OnAnimatorIK OnAnimatorMove OnAudioFilterRead OnConnectedToServer OnDisconnectedFromServer " +
    "OnServerInitialized OnStateEnter OnStateExit OnStateUpdate OnStateMove OnStateIK OnStateMachineEnter OnStateMachineExit CreateGUI ShowButton " +
    "OnFocus OnLostFocus OnHierarchyChange OnProjectChange OnSelectionChange OnInspectorUpdate OnInspectorGUI OnSceneGUI OnWizardCreate OnWizardUpdate " +
    "OnWizardOtherButton OnPreprocessTexture OnPostprocessTexture OnPreprocessModel OnPostprocessModel OnPreprocessAudio OnPostprocessAudio " +
    "OnPreprocessAsset OnPostprocessAllAssets OnWillSaveAssets OnWillCreateAsset OnWillDeleteAsset OnWillMoveAsset"
  ).split(" "),
);

/** Attributes by which Unity calls a static method. */
const CALLED_BY =
  /^(?:UnityEngine\.|UnityEditor\.)?(?:RuntimeInitializeOnLoadMethod|InitializeOnLoadMethod|MenuItem|ContextMenu|SettingsProvider|DidReloadScripts|PostProcessBuild|OnOpenAsset|Shortcut|DrawGizmo|UnityTest|Test|SetUp|TearDown)\b/;

export type UnityRole = "message" | "serialized" | "component" | "scriptableObject" | "engineCalled";

/** What Unity makes of a declaration, or undefined. `attributes` are its own, as written. */
export function unityRole(store: SymbolStore, found: Found, attributes: readonly string[]): UnityRole | undefined {
  const modifiers = store.segments[found.place.segment]!.columns.modifiers[found.place.at]!;
  if (found.kind === KIND.class) {
    const bases = engineBases(store, found);
    if (bases.has("ScriptableObject")) return "scriptableObject";
    return bases.has("MonoBehaviour") || bases.has("NetworkBehaviour") || bases.has("UIBehaviour")
      ? "component"
      : undefined;
  }
  if (found.kind === KIND.method) {
    if (attributes.some((attribute) => CALLED_BY.test(attribute))) return "engineCalled";
    const owner = store.parentOf(found.place);
    return owner && MESSAGES.has(found.name) && engineBases(store, store.found(owner)).size > 0 ? "message" : undefined;
  }
  if (found.kind !== KIND.field && found.kind !== KIND.property) return undefined;
  const asked = attributes.some((attribute) =>
    /^(?:field:\s*)?(?:UnityEngine\.)?Serialize(?:Field|Reference)\b/.test(attribute),
  );
  if (found.kind === KIND.property) return asked ? "serialized" : undefined;
  const never = MODIFIER_BIT.static | MODIFIER_BIT.const | MODIFIER_BIT.readonly;
  if ((modifiers & never) !== 0 || attributes.some((attribute) => /^(?:System\.)?NonSerialized\b/.test(attribute)))
    return undefined;
  if (asked) return "serialized";
  const owner = store.parentOf(found.place);
  const isPublic = (modifiers & MODIFIER_BIT.public) !== 0;
  return isPublic && owner && engineBases(store, store.found(owner)).size > 0 ? "serialized" : undefined;
}

/** The engine's classes among the bases of a type, through bases of the workspace. Names are compared without namespaces. */
export function engineBases(store: SymbolStore, type: Found): Set<string> {
  const engine = new Set<string>();
  const seen = new Set<string>();
  const pending = simpleNames(partsOf(store, type));
  for (let name = pending.pop(); name !== undefined && seen.size < 64; name = pending.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (ENGINE_BASES.has(name)) engine.add(name);
    for (const place of store.typesNamed(name)) {
      if (store.kind(place) === KIND.class) pending.push(...simpleNames([store.bases(place)]));
    }
  }
  return engine;
}

function partsOf(store: SymbolStore, type: Found): string[] {
  const own = store.bases(type.place);
  const modifiers = store.segments[type.place.segment]!.columns.modifiers[type.place.at]!;
  if ((modifiers & MODIFIER_BIT.partial) === 0) return [own];
  const others = store.typesNamed(type.name).filter((place) => store.kind(place) === KIND.class);
  return others.map((place) => store.bases(place));
}

/** `Game.Base<int>, IFoo` → `Base`, `IFoo`. */
export function simpleNames(bases: readonly string[]): string[] {
  const names: string[] = [];
  for (const list of bases) {
    let flat = list;
    for (let before = ""; before !== flat; ) {
      before = flat;
      flat = flat.replace(/<[^<>]*>|\([^()]*\)/g, "");
    }
    for (const base of flat.split(",")) {
      const name = /(@?[\p{L}_][\p{L}\p{N}_]*)\s*$/u.exec(base)?.[1];
      if (name) names.push(name.replace("@", ""));
    }
  }
  return names;
}
