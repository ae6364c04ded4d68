/** Contains what we know about the types of the framework: the numbers, the other value types, and the bases of each type. */
import { type ExternalType, external, externalName, isAnonymous, type TypeRef } from "./type-ref.ts";

/** The implicit numeric conversions (C# §10.2.3), by source type. */
const WIDER: Readonly<Record<string, string>> = {
  sbyte: "short int long float double decimal nint",
  byte: "short ushort int uint long ulong float double decimal nint nuint",
  short: "int long float double decimal nint",
  ushort: "int uint long ulong float double decimal nint nuint",
  int: "long float double decimal nint",
  uint: "long ulong float double decimal nuint",
  long: "float double decimal",
  ulong: "float double decimal",
  char: "ushort int uint long ulong float double decimal nint nuint",
  float: "double",
  double: "",
  decimal: "",
  nint: "long float double decimal",
  nuint: "ulong float double decimal",
};
const NUMBERS = new Set(Object.keys(WIDER));
const SIGNED = new Set(["sbyte", "short", "int", "long", "nint"]);
const UNSIGNED = new Set(["byte", "ushort", "uint", "ulong", "nuint"]);
/**
 * The ranges of the integer types for which a JavaScript number is exact. `nuint` is limited to the range that all machines
 * support.
 */
const RANGES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  sbyte: [-128, 127],
  byte: [0, 255],
  short: [-32_768, 32_767],
  ushort: [0, 65_535],
  char: [0, 65_535],
  int: [-2_147_483_648, 2_147_483_647],
  uint: [0, 4_294_967_295],
  ulong: [0, Number.MAX_SAFE_INTEGER],
  nuint: [0, 4_294_967_295],
};

/** Common structs and enums, not including the numbers. */
const VALUE_TYPES = new Set(
  (
    "bool void DateTime DateTimeOffset TimeSpan Guid IntPtr UIntPtr KeyValuePair ValueTuple Nullable Span ReadOnlySpan Memory ReadOnlyMemory ArraySegment " +
    "CancellationToken ValueTask GCHandle Index Range DateOnly TimeOnly Half BigInteger " +
    "Vector2 Vector3 Vector4 Vector2Int Vector3Int Quaternion Color Color32 Matrix4x4 Rect RectInt Bounds BoundsInt Ray Ray2D RaycastHit RaycastHit2D Plane " +
    "LayerMask Keyframe NativeArray NativeList NativeSlice Scene JobHandle float2 float3 float4 int2 int3 int4 quaternion KeyCode"
  ).split(" "),
);

/** The structs that have no implicit conversions other than those in `CONVERTED`. */
const PLAIN_VALUES = new Set(
  "bool DateTime DateTimeOffset TimeSpan Guid CancellationToken GCHandle DateOnly TimeOnly BigInteger".split(" "),
);

/** The complete bases of these types, apart from `object`. This rules out any other conversion. `*` is the type argument. */
const BASES: Readonly<Record<string, string>> = {
  string: "IEnumerable<char> IEnumerable IComparable ICloneable IConvertible IEquatable<string> IComparable<string>",
  bool: "IComparable IConvertible IEquatable<bool> IComparable<bool> IFormattable ValueType",
  List: "IList<*> ICollection<*> IEnumerable<*> IReadOnlyList<*> IReadOnlyCollection<*> IList ICollection IEnumerable",
  HashSet:
    "ISet<*> ICollection<*> IEnumerable<*> IReadOnlyCollection<*> IEnumerable IReadOnlySet<*> ISerializable IDeserializationCallback",
  Queue: "IEnumerable<*> IReadOnlyCollection<*> ICollection IEnumerable",
  Stack: "IEnumerable<*> IReadOnlyCollection<*> ICollection IEnumerable",
  LinkedList:
    "ICollection<*> IEnumerable<*> IReadOnlyCollection<*> ICollection IEnumerable ISerializable IDeserializationCallback",
  IList: "ICollection<*> IEnumerable<*> ICollection IEnumerable",
  ICollection: "IEnumerable<*> IEnumerable",
  IReadOnlyList: "IReadOnlyCollection<*> IEnumerable<*> IEnumerable",
  IReadOnlyCollection: "IEnumerable<*> IEnumerable",
  IEnumerable: "IEnumerable",
  IQueryable: "IEnumerable<*> IQueryable IEnumerable",
  IOrderedQueryable: "IQueryable<*> IEnumerable<*> IQueryable IEnumerable",
  IOrderedEnumerable: "IEnumerable<*> IEnumerable",
  // This isn't a base, but it converts in the same way.
  Span: "ReadOnlySpan<*> ValueType",
  ReadOnlySpan: "ValueType",
  StringBuilder: "ISerializable",
  Exception: "ISerializable",
  DateTime: "IComparable IFormattable IConvertible ISerializable IEquatable<DateTime> IComparable<DateTime> ValueType",
  DateTimeOffset:
    "IComparable IFormattable ISerializable IDeserializationCallback IEquatable<DateTimeOffset> IComparable<DateTimeOffset> ValueType",
  TimeSpan: "IComparable IFormattable IEquatable<TimeSpan> IComparable<TimeSpan> ValueType",
  Guid: "IComparable IFormattable IEquatable<Guid> IComparable<Guid> ValueType",
  Uri: "ISerializable",
  LambdaExpression: "Expression",
  Type: "MemberInfo IReflect",
  GameObject: "Object",
  Transform: "Component Object IEnumerable",
  RectTransform: "Transform Component Object IEnumerable",
  MonoBehaviour: "Behaviour Component Object",
  ScriptableObject: "Object",
  Rigidbody: "Component Object",
  Vector2: "IEquatable<Vector2> IFormattable ValueType",
  Vector3: "IEquatable<Vector3> IFormattable ValueType",
  Quaternion: "IEquatable<Quaternion> IFormattable ValueType",
  Color: "IEquatable<Color> IFormattable ValueType",
};
/** The types in System.Linq.Expressions, except for those of lambdas. */
const EXPRESSIONS =
  /^(?:Binary|Block|Conditional|Constant|Default|Goto|Index|Invocation|Label|ListInit|Loop|Member|MemberInit|MethodCall|New|NewArray|Parameter|Switch|Try|TypeBinary|Unary)Expression$/;
/** The conversions that the engine defines between unrelated types. */
const CONVERTED: Readonly<Record<string, string>> = {
  Vector2: "Vector3 Vector4",
  Vector3: "Vector2 Vector4",
  Vector4: "Vector2 Vector3 Color",
  Color: "Color32 Vector4",
  Color32: "Color",
  DateTime: "DateTimeOffset",
  string: "ReadOnlySpan GUIContent",
  GameObject: "bool",
  Transform: "bool",
  RectTransform: "bool",
  MonoBehaviour: "bool",
  ScriptableObject: "bool",
  Rigidbody: "bool",
};

export function isNumber(name: string): boolean {
  return NUMBERS.has(name);
}

export function isValueName(name: string): boolean {
  return NUMBERS.has(name) || VALUE_TYPES.has(name);
}

/** Returns true for framework types that only convert to interfaces and `object`. */
export function isPlainValue(name: string): boolean {
  return PLAIN_VALUES.has(name);
}

export function isWiderNumber(from: string, to: string): boolean {
  return (WIDER[from] ?? "").split(" ").includes(to);
}

/** Returns undefined for types that aren't integers, and for `long`, which is too large for a JavaScript number. */
export function rangeOf(name: string): readonly [least: number, most: number] | undefined {
  return Object.hasOwn(RANGES, name) ? RANGES[name] : undefined;
}

/**
 * Checks whether an `int` constant fits into a smaller or unsigned type, or a `long` constant into `ulong`. NaN means that the
 * value is unknown.
 */
export function constantFits(from: string, value: () => number | undefined, to: string): "yes" | "maybe" | "no" {
  // There is no such conversion to `int` or `char` (C# §10.2.11).
  const range = to === "int" || to === "char" ? undefined : rangeOf(to);
  if (!range || (from !== "int" && (from !== "long" || to !== "ulong"))) return "no";
  const given = value();
  if (given === undefined) return "no";
  if (Number.isNaN(given)) return "maybe";
  return given >= range[0] && given <= range[1] ? "yes" : "no";
}

/** Returns true if the first number is the better one. Signed types are preferred to unsigned ones (C# §12.6.4.7). */
export function isBetterNumber(a: string, b: string): boolean {
  return SIGNED.has(a) && UNSIGNED.has(b);
}

/** Returns the type of an arithmetic operation on two numbers (C# §12.4.7.3). */
export function promotedNumber(a: string, b: string): string {
  for (const wide of ["decimal", "double", "float", "ulong", "long"]) if (a === wide || b === wide) return wide;
  if (a === "uint" || b === "uint") {
    const other = a === "uint" ? b : a;
    return SIGNED.has(other) ? "long" : other === "nuint" ? "nuint" : "uint";
  }
  for (const native of ["nuint", "nint"]) if (a === native || b === native) return native;
  return "int";
}

/** Returns the bases of an external type, or undefined if we do not know all of them. */
export function frameworkBases(type: ExternalType): TypeRef[] | undefined {
  const name = externalName(type);
  if (NUMBERS.has(name))
    return [
      ...["IComparable", "IFormattable", "IConvertible", "ValueType"].map((each) => external(each)),
      ...["IComparable", "IEquatable"].map((each) => external(each, [type])),
    ];
  if (isAnonymous(type)) return [];
  // `Expression<T>` is the type of a lambda, although it has the same name as the common base class.
  if (name === "Expression" && type.args.length === 1) return ["LambdaExpression", name].map((each) => external(each));
  if (EXPRESSIONS.test(name)) return [external("Expression")];
  const above = Object.hasOwn(BASES, name) ? BASES[name] : undefined;
  if (above === undefined) return /Exception$/.test(name) && name !== "Exception" ? [external("Exception")] : undefined;
  return above.split(" ").map((written) => {
    const [base = "", arg] = written.replace(">", "").split("<");
    if (arg === undefined) return external(base);
    return external(base, arg === "*" ? type.args.slice(0, 1) : [external(arg)]);
  });
}

/** Returns true for expression trees, which no other type converts to. */
export function isExpressionTree(name: string): boolean {
  return name === "Expression" || name === "LambdaExpression" || EXPRESSIONS.test(name);
}

/** Returns true if the name looks like that of an interface, which means an `I` followed by a capital and a lower-case letter. */
export function isInterfaceName(name: string): boolean {
  return /^I[A-Z][a-z]/.test(name);
}

/** Returns true for well-known delegates of the framework. No type can derive from a delegate. */
export function isDelegateName(name: string): boolean {
  return /^(?:Action|Func|Predicate|Comparison|Converter|EventHandler|UnityAction|AsyncCallback|ThreadStart)$/.test(
    name,
  );
}

export function hasPublicConstructor(name: string): boolean {
  return /^(?:List|Dictionary|HashSet|SortedSet|SortedDictionary|SortedList|Queue|Stack|LinkedList|Collection|ObservableCollection|ConcurrentDictionary|ConcurrentQueue|ConcurrentStack|ConcurrentBag|ArrayList|Hashtable|StringBuilder|MemoryStream|Random|Exception|\w+Exception|Stopwatch|HttpClient|EventArgs|GameObject)$/.test(
    name,
  );
}

/** Returns true if we know all bases of a type. In that case it does not have any other conversions either. */
export function hasKnownBases(type: ExternalType): boolean {
  const name = externalName(type);
  return NUMBERS.has(name) || Object.hasOwn(BASES, name) || isAnonymous(type);
}

export function hasKnownConversion(from: string, to: string): boolean {
  return (Object.hasOwn(CONVERTED, from) ? (CONVERTED[from] ?? "") : "").split(" ").includes(to);
}

/** Returns true if the name alone rules out a delegate. */
export function isNonDelegateName(name: string): boolean {
  return (
    isValueName(name) ||
    isInterfaceName(name) ||
    /^(?:string|String|object|Object|Type|List|Dictionary|HashSet)$/.test(name) ||
    /(?:Stream|Writer|Reader|Builder|Provider|Info|Attribute|Exception|Collection|Settings|Options|Context|Document|Element)$/.test(
      name,
    )
  );
}
