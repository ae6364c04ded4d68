/**
 * Determines how Unity uses a declaration even though no code mentions it. This includes messages, serialized fields, and
 * classes that Unity instantiates.
 */
import type { UnityNames } from "../engine/unity-names.ts";
import type { IndexedSymbol, SymbolStore } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { derivesFromObject, engineBases, hasUnknownBase } from "./engine-bases.ts";
import { type FieldType, isMarkedSerializable, isSavedType } from "./serialized-types.ts";
import { isMessage } from "./unity-messages.ts";

/** Attributes that make Unity or its test runner call a method. */
const CALLED_BY =
  /^(?:[\w.]+\.)?(?:RuntimeInitializeOnLoadMethod|InitializeOnLoadMethod|InitializeOnEnterPlayMode|MenuItem|ContextMenu|SettingsProvider|SettingsProviderGroup|DidReloadScripts|PostProcessBuild|PostProcessScene|OnOpenAsset|Shortcut|ClutchShortcut|DrawGizmo|UnityTest|Test|TestCase|TestCaseSource|UnitySetUp|UnityTearDown|SetUp|TearDown|OneTimeSetUp|OneTimeTearDown|MonoPInvokeCallback)(?:Attribute)?\b/;
/** Networking libraries use these attributes for remote calls. */
const REMOTE_CALL = /^(?:[\w.]+\.)?(?:ServerRpc|ClientRpc|Rpc|Command|TargetRpc|PunRPC)(?:Attribute)?\b/;
const SERIALIZE_FIELD = /^(?:UnityEngine\.)?SerializeField(?:Attribute)?\b/;
const SERIALIZE_REFERENCE = /^(?:UnityEngine\.)?SerializeReference(?:Attribute)?\b/;
const ON_FIELD = /^field\s*:\s*/;
const NON_SERIALIZED = /^(?:field\s*:\s*)?(?:System\.)?NonSerialized(?:Attribute)?\b/;

export type UnityRole = "message" | "serialized" | "component" | "scriptableObject" | "engineCalled";

/**
 * Determines the role of a declaration in Unity.
 * @param header - The header, which must come from the declaration's own file
 * @returns undefined if it has no role
 */
export function unityRole(
  store: SymbolStore,
  found: IndexedSymbol,
  header: HeaderDetails | undefined,
  engine: UnityNames,
): UnityRole | undefined {
  switch (found.kind) {
    case KIND.class: {
      const bases = engineBases(store, engine, found);
      if (bases.has("MonoBehaviour")) return "component";
      return bases.has("ScriptableObject") ? "scriptableObject" : undefined;
    }
    case KIND.method:
      return header && methodRole(store, found, header, engine);
    case KIND.field:
      return header && isSavedField(store, found, header, engine) ? "serialized" : undefined;
    case KIND.property:
      return header && isSavedProperty(store, found, header, engine) ? "serialized" : undefined;
    default:
      return undefined;
  }
}

/** Attributes for tests, setup and teardown in NUnit, Unity, xUnit, MSTest and TUnit. */
const TEST =
  /^(?:[\w.]+\.)?(UnityTest|Test|TestCase|TestCaseSource|Theory|Fact|SkippableFact|SkippableTheory|InlineData|TestMethod|DataTestMethod|SetUp|TearDown|UnitySetUp|UnityTearDown|OneTimeSetUp|OneTimeTearDown|TestInitialize|TestCleanup|ClassInitialize|Before|After)(?:Attribute)?\b/;

/** Returns the attribute by which test runners find it. */
export function testMark(attributes: readonly string[]): string | undefined {
  for (const attribute of attributes) {
    const mark = TEST.exec(attribute)?.[1];
    if (mark !== undefined) return mark;
  }
  return undefined;
}

export function isRemoteCall(attributes: readonly string[]): boolean {
  return attributes.some((attribute) => REMOTE_CALL.test(attribute));
}

function methodRole(
  store: SymbolStore,
  found: IndexedSymbol,
  { attributes, parameters, typeParameters, explicitInterface }: HeaderDetails,
  engine: UnityNames,
): UnityRole | undefined {
  if (attributes.some((attribute) => CALLED_BY.test(attribute))) return "engineCalled";
  const owner = ownerOf(store, found);
  if (owner?.kind !== KIND.class || typeParameters.length > 0 || explicitInterface !== "") return undefined;
  const isStatic = (store.modifiers(found.handle) & MODIFIER_BIT.static) !== 0;
  const types = parameters.map(({ type }) => type);
  return isMessage(engineBases(store, engine, owner), found.name, types, isStatic) ? "message" : undefined;
}

function isSavedField(
  store: SymbolStore,
  found: IndexedSymbol,
  { attributes, type, aliased = type }: HeaderDetails,
  engine: UnityNames,
): boolean {
  const modifiers = store.modifiers(found.handle);
  if ((modifiers & (MODIFIER_BIT.static | MODIFIER_BIT.const | MODIFIER_BIT.readonly)) !== 0) return false;
  if (attributes.some((attribute) => NON_SERIALIZED.test(attribute))) return false;
  const byReference = attributes.some((attribute) => SERIALIZE_REFERENCE.test(attribute));
  const isMarked = byReference || attributes.some((attribute) => SERIALIZE_FIELD.test(attribute));
  if (!isMarked && (modifiers & MODIFIER_BIT.public) === 0) return false;
  return isSavedMember(store, found, engine, { type: aliased, byReference, isMarked });
}

/**
 * Checks whether `[field: SerializeField]` is in effect. It requires an auto property with a `set`, since otherwise the backing
 * field is read-only.
 */
function isSavedProperty(
  store: SymbolStore,
  found: IndexedSymbol,
  { attributes, type, aliased = type, isAutomatic }: HeaderDetails,
  engine: UnityNames,
): boolean {
  const onField = attributes.filter((each) => ON_FIELD.test(each)).map((each) => each.replace(ON_FIELD, ""));
  const byReference = onField.some((attribute) => SERIALIZE_REFERENCE.test(attribute));
  const isMarked = byReference || onField.some((attribute) => SERIALIZE_FIELD.test(attribute));
  if (!isMarked || !isAutomatic || (store.modifiers(found.handle) & MODIFIER_BIT.static) !== 0) return false;
  return isSavedMember(store, found, engine, { type: aliased, byReference, isMarked });
}

/** Returns true if the owner is an engine object (or serialized inside one), and the member has a type that Unity serializes. */
function isSavedMember(
  store: SymbolStore,
  found: IndexedSymbol,
  engine: UnityNames,
  { isMarked, ...field }: Omit<FieldType, "owner"> & { isMarked: boolean },
): boolean {
  const owner = ownerOf(store, found);
  const isClass = owner?.kind === KIND.class;
  if (!owner || (!isClass && owner.kind !== KIND.struct)) return false;
  // If there is such an attribute, we assume that an external base is an engine object.
  const isObject =
    isClass && (derivesFromObject(store, engine, owner) || (isMarked && hasUnknownBase(store, engine, owner)));
  const isHeld = isObject || isMarkedSerializable(store, owner);
  return isHeld && isSavedType(store, engine, { ...field, owner });
}

/** Returns true if the member belongs to a type that is saved inside other objects. */
export function isSavedInside(store: SymbolStore, found: IndexedSymbol, engine: UnityNames): boolean {
  const owner = ownerOf(store, found);
  if (!owner) return false;
  return owner.kind === KIND.struct || (isMarkedSerializable(store, owner) && !derivesFromObject(store, engine, owner));
}

function ownerOf(store: SymbolStore, found: IndexedSymbol): IndexedSymbol | undefined {
  const handle = store.parentOf(found.handle);
  return handle && store.symbol(handle);
}
