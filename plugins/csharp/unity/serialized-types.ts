/** Implements Unity's rules for the types of fields that it serializes, which differ from those of .NET. */
import type { UnityNames } from "../engine/unity-names.ts";
import type { IndexedSymbol, SymbolStore } from "../index/symbol-store.ts";
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { parseTypeText, type WrittenType } from "../semantics/type-text.ts";
import { derivesFromObject, isObjectOfPackage, partsOf, typesMeant } from "./engine-bases.ts";

/** Numbers and strings, by all of their names. */
const VALUES = new Set(
  (
    "bool byte sbyte short ushort int uint long ulong float double char " +
    "Boolean Byte SByte Int16 UInt16 Int32 UInt32 Int64 UInt64 Single Double Char"
  ).split(" "),
);
/** These types are serialized although they are not [Serializable]. */
const BUILT_IN = new Set("AnimationCurve Gradient Keyframe UnityEvent PropertyName RectOffset GUIStyle".split(" "));
/** Common types that Unity does not serialize. */
const NEVER = new Set(
  (
    "object Object dynamic decimal Decimal nint nuint IntPtr UIntPtr void Dictionary SortedDictionary ConcurrentDictionary ConcurrentQueue ConcurrentBag " +
    "ConcurrentStack HashSet SortedSet SortedList Queue Stack LinkedList LinkedListNode ObservableCollection ReadOnlyCollection Collection ArrayList Hashtable " +
    "BitArray KeyValuePair Tuple ValueTuple Nullable Lazy WeakReference DateTime DateTimeOffset TimeSpan DateOnly TimeOnly Guid Type Uri Version Half BigInteger " +
    "Action Func Predicate Comparison Converter EventHandler Delegate MulticastDelegate UnityAction Task ValueTask UniTask Thread Timer Random Regex StringBuilder " +
    "CancellationToken CancellationTokenSource Exception Stopwatch Stream FileStream MemoryStream Encoding CultureInfo Assembly MethodInfo FieldInfo PropertyInfo " +
    "Span ReadOnlySpan Memory ReadOnlyMemory ArraySegment ImmutableArray ImmutableList HttpClient Socket TcpClient UdpClient Process Mutex Semaphore SemaphoreSlim " +
    "NativeArray NativeList NativeHashMap NativeQueue NativeSlice JobHandle IEnumerator IEnumerable GameObjectPool ObjectPool"
  ).split(" "),
);

export interface FieldType {
  /** The type, verbatim. */
  type: string;
  /** True if the field is marked as [SerializeReference]. */
  byReference: boolean;
  /** The type that declares the field. */
  owner: IndexedSymbol;
}

export function isSavedType(store: SymbolStore, engine: UnityNames, { type, byReference, owner }: FieldType): boolean {
  const written = parseTypeText(type);
  if (!written || written.tuple || type.includes("delegate") || /\[[\s]*,/.test(type)) return false;
  const elements = elementType(store, written, owner);
  if (!elements) return false;
  return byReference ? isReference(store, engine, elements, owner) : isSaved(store, engine, elements, owner);
}

/** Returns the element type of an array or list. The result is undefined if it is nested, because Unity doesn't serialize that. */
function elementType(store: SymbolStore, written: WrittenType, owner: IndexedSymbol): WrittenType | undefined {
  const arrays = written.suffixes.filter((suffix) => suffix === "[]").length;
  const last = written.segments.at(-1);
  if (!last) return undefined;
  const isList = last.name === "List" && last.args.length === 1 && typesMeant(store, "List", owner).length === 0;
  if (arrays + (isList ? 1 : 0) > 1) return undefined;
  if (!isList) return { ...written, suffixes: written.suffixes.filter((suffix) => suffix !== "[]") };
  const inside = parseTypeText(last.args[0] ?? "");
  if (!inside || inside.tuple || inside.suffixes.includes("[]")) return undefined;
  const deeper = inside.segments.at(-1);
  return deeper?.name === "List" && deeper.args.length === 1 ? undefined : inside;
}

function isSaved(
  store: SymbolStore,
  engine: UnityNames,
  { segments, suffixes }: WrittenType,
  owner: IndexedSymbol,
): boolean {
  if (suffixes.includes("*")) return false;
  const name = segments.at(-1)?.name ?? "";
  const isNullable = suffixes.includes("?");
  if (VALUES.has(name)) return !isNullable;
  if (name === "string" || name === "String") return true;
  const isQualified = segments.length > 1;
  const meant = typesMeant(store, name, owner, isQualified ? segments.slice(0, -1).map((each) => each.name) : []);
  if (meant.length > 0) return meant.some((each) => isSavedHere(store, engine, each, isNullable));
  const [known] = engine.typesNamed(name);
  // We have to find out if this is System.Object or UnityEngine.Object.
  if (name === "Object") return isQualified ? segments.at(-2)?.name === "UnityEngine" : known !== undefined;
  if (NEVER.has(name)) return false;
  if (BUILT_IN.has(name)) return true;
  if (isObjectOfPackage(name) && segments.at(-2)?.name !== "UIElements") return true;
  if (!known) return !/^I[A-Z][a-z]/.test(name);
  if (known.kind === "interface" || known.kind === "delegate") return false;
  if (known.kind === "enum") return !isNullable;
  if (known.kind === "struct") return known.isSerializable && !isNullable;
  return engine.derivesFrom(name, "Object") || (known.isSerializable && !known.isAbstract);
}

function isSavedHere(store: SymbolStore, engine: UnityNames, type: IndexedSymbol, isNullable: boolean): boolean {
  const isMarked = isMarkedSerializable(store, type);
  switch (type.kind) {
    case KIND.enum:
      return !isNullable && !/\b(?:long|ulong|Int64|UInt64)\b/.test(store.bases(type.handle));
    case KIND.struct:
      return !isNullable && isMarked;
    case KIND.class: {
      if (derivesFromObject(store, engine, type)) return true;
      const never = MODIFIER_BIT.abstract | MODIFIER_BIT.static;
      return isMarked && (store.modifiers(type.handle) & never) === 0;
    }
    default:
      return false;
  }
}

/** Returns true if [SerializeReference] has an effect, which is the case for everything but values and engine objects. */
function isReference(
  store: SymbolStore,
  engine: UnityNames,
  { segments, suffixes }: WrittenType,
  owner: IndexedSymbol,
): boolean {
  const name = segments.at(-1)?.name ?? "";
  if (suffixes.includes("*") || VALUES.has(name) || name === "string") return false;
  if (name === "object") return true;
  const meant = typesMeant(store, name, owner);
  if (meant.length > 0)
    return meant.some(
      (each) => each.kind === KIND.interface || (each.kind === KIND.class && !derivesFromObject(store, engine, each)),
    );
  return !engine.derivesFrom(name, "Object") && engine.typesNamed(name)[0]?.kind !== "struct" && !NEVER.has(name);
}

/** Returns true if any part of the type is marked. */
export function isMarkedSerializable(store: SymbolStore, type: IndexedSymbol): boolean {
  return partsOf(store, type).some(({ handle }) => (store.traits(handle) & TRAIT.serializable) !== 0);
}
