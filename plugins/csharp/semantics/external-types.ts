/** Contains rules for external types that describe how collections, tasks and the engine's generic methods pass types along. */
import { isNonDelegateName, isValueName } from "./framework-types.ts";
import type { Substitution } from "./substitution.ts";
import {
  type ExternalType,
  external,
  externalName,
  isAnonymous,
  isFullyExternal,
  OPAQUE,
  type TypeRef,
  UNKNOWN,
} from "./type-ref.ts";

const COLLECTIONS = new Set(
  (
    "List IList IEnumerable ICollection IReadOnlyList IReadOnlyCollection HashSet ISet Queue Stack LinkedList SortedSet ObservableCollection Collection " +
    "ReadOnlyCollection Span ReadOnlySpan Memory ReadOnlyMemory NativeArray NativeList NativeSlice ArraySegment ConcurrentQueue ConcurrentBag ConcurrentStack " +
    "IOrderedEnumerable IQueryable ImmutableArray ImmutableList IEnumerator BlockingCollection"
  ).split(" "),
);
const DICTIONARIES = new Set(
  "Dictionary IDictionary IReadOnlyDictionary SortedDictionary SortedList ConcurrentDictionary NativeHashMap ImmutableDictionary".split(
    " ",
  ),
);
const WRAPPERS = new Set(
  "Task ValueTask Nullable Lazy WeakReference LinkedListNode KeyValuePair ThreadLocal AsyncLocal".split(" "),
);

const NO_COLLECTIONS = new Set(
  "Nullable Action Func Predicate Comparison Task ValueTask ConfiguredTaskAwaitable ConfiguredValueTaskAwaitable Expression Lazy * ?".split(
    " ",
  ),
);

/** These methods configure an awaitable without affecting its result. */
const CONFIGURED: Readonly<Record<string, string>> = {
  Task: "ConfiguredTaskAwaitable",
  ValueTask: "ConfiguredValueTaskAwaitable",
  IAsyncEnumerable: "ConfiguredCancelableAsyncEnumerable",
  ConfiguredCancelableAsyncEnumerable: "ConfiguredCancelableAsyncEnumerable",
};

const ELEMENT_MEMBERS = new Set(
  "First FirstOrDefault Last LastOrDefault Single SingleOrDefault ElementAt ElementAtOrDefault Peek Pop Dequeue Find FindLast Current Max Min Value GetValueOrDefault Target Result".split(
    " ",
  ),
);
const SAME_MEMBERS = new Set(
  (
    "Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile Concat Union Except Intersect Reverse Distinct " +
    "AsEnumerable AsReadOnly FindAll GetRange Append Prepend Slice DefaultIfEmpty AsParallel"
  ).split(" "),
);
/** These methods copy the elements to a new collection. */
const GATHERED: Readonly<Record<string, (element: TypeRef) => TypeRef>> = {
  ToArray: (element) => ({ is: "array", element }),
  ToList: (element) => external("List", [element]),
  ToHashSet: (element) => external("HashSet", [element]),
  AsQueryable: (element) => external("IQueryable", [element]),
  AsSpan: (element) => external("Span", [element]),
  AsMemory: (element) => external("Memory", [element]),
  GetEnumerator: (element) => external("IEnumerator", [element]),
};
/** These methods pass an element as the first parameter of a lambda. */
const ELEMENT_LAMBDAS = new Set(
  (
    "Where Select SelectMany ForEach Any All First FirstOrDefault Last LastOrDefault Single SingleOrDefault Count Sum Min Max Average OrderBy OrderByDescending ThenBy " +
    "ThenByDescending Find FindAll FindIndex FindLast FindLastIndex Exists TrueForAll RemoveAll RemoveWhere TakeWhile SkipWhile GroupBy ToDictionary ToLookup ConvertAll Sort Distinct"
  ).split(" "),
);
/** These generic methods of the engine return their type argument, or an array of it. */
const GIVES_ARGUMENT =
  /^(?:Get|Add|TryGet|FindObjectOf|FindFirstObjectBy|FindAnyObjectBy|Create|Load|Instantiate|Resolve|Require|GetOrAdd|Deserialize|FromJson|Cast|OfType|Empty|Default|Allocate)/;
const GIVES_MANY = /^(?:GetComponents|FindObjectsOf|FindObjectsBy|LoadAll|OfType|Cast|Empty|Get\w*Array$)/;
/** These methods return the type itself rather than a wrapper or a collection. */
const GIVES_ITSELF =
  /^(?:GetComponent(?:In(?:Children|Parent))?|AddComponent|FindObjectOfType|Find(?:First|Any)ObjectByType|CreateInstance|Instantiate|Load|Get(?:Required|Keyed)?Service|Resolve|FromJson|Deserialize(?:Object)?)$/;

const INT_MEMBERS = /^(?:Count|Length|Rank|IndexOf|LastIndexOf|FindIndex|GetHashCode|CompareTo|GetInstanceID)$/;
const BOOL_MEMBERS =
  /^(?:Contains|ContainsKey|ContainsValue|TryGetValue|TryParse|TryAdd|Equals|Any|All|Exists|HasValue|IsCompleted|IsNullOrEmpty|IsNullOrWhiteSpace|StartsWith|EndsWith|SequenceEqual|MoveNext|IsAssignableFrom|IsSubclassOf|IsInstanceOfType)$/;
const NOTHING_MEMBERS = /^(?:Clear|AddRange|RemoveAt|Insert|CopyTo|Enqueue|Push|WriteLine|ForEach|Dispose)$/;
/** The methods of `System.Convert`. */
const CONVERTED: Readonly<Record<string, TypeRef>> = Object.fromEntries(
  Object.entries({
    ToBoolean: "bool",
    ToByte: "byte",
    ToSByte: "sbyte",
    ToChar: "char",
    ToDateTime: "DateTime",
    ToDecimal: "decimal",
    ToDouble: "double",
    ToInt16: "short",
    ToInt32: "int",
    ToInt64: "long",
    ToSingle: "float",
    ToString: "string",
    ToUInt16: "ushort",
    ToUInt32: "uint",
    ToUInt64: "ulong",
    ToBase64String: "string",
  }).map(([method, type]) => [method, external(type)]),
);

/** The members that every value, delegate or enum has. */
export const OBJECT_MEMBERS: Substitution = new Map([
  ["ToString", external("string")],
  ["Equals", external("bool")],
  ["ReferenceEquals", external("bool")],
  ["GetHashCode", external("int")],
  ["GetType", external("Type")],
  ["MemberwiseClone", external("object")],
  ["CompareTo", external("int")],
  ["HasFlag", external("bool")],
  ["Invoke", UNKNOWN],
  ["BeginInvoke", UNKNOWN],
  ["EndInvoke", UNKNOWN],
  ["Method", external("MethodInfo")],
  ["HasValue", external("bool")],
]);

/** The methods that can be called without a receiver. */
const OBJECT_CALLS = /^(?:GetType|ToString|GetHashCode|Equals|ReferenceEquals)$/;

/** Returns the element type of a collection, or undefined if the type is not a collection. */
export function elementOf(type: TypeRef): TypeRef | undefined {
  if (type.is === "array") return type.element;
  if (type.is === "external") {
    if (COLLECTIONS.has(type.name) && type.args.length === 1) return type.args[0];
    if (isAnonymous(type)) return undefined;
    if (DICTIONARIES.has(type.name) && type.args.length === 2) return external("KeyValuePair", type.args);
    if (type.name === "string" || type.name === "String") return external("char");
    if (type.name === "IGrouping") return type.args[1];
    if (type.name === "ReadOnlySequence") return external("ReadOnlyMemory", type.args);
    if (/^I?Lookup$/.test(type.name) && type.args.length === 2) return external("IGrouping", type.args);
    // If a type has one type argument and is indexed or iterated, we take it for a collection of that argument.
    if (type.args.length === 1 && !NO_COLLECTIONS.has(type.name)) return type.args[0];
    if (type.args.length === 0) return OPAQUE;
  }
  return undefined;
}

/** Returns the type of `value[…]`. */
export function indexedType(type: TypeRef): TypeRef {
  if (type.is === "external" && DICTIONARIES.has(type.name)) return type.args[1] ?? UNKNOWN;
  return elementOf(type) ?? (isFullyExternal(type) ? OPAQUE : UNKNOWN);
}

/** Returns the type of a member of an external type, or UNKNOWN if that may be a type of the workspace. */
export function externalMemberType(type: TypeRef, name: string): TypeRef {
  if (type.is === "external") {
    if (isAnonymous(type)) {
      const at = type.name.slice(1, -1).split(",").indexOf(name);
      if (at >= 0) return type.args[at] ?? UNKNOWN;
    } else if (type.name === "Expression" && name === "Compile") return type.args[0] ?? UNKNOWN;
    else if (/^(?:Value)?Tuple$/.test(type.name) && /^Item[1-7]$/.test(name))
      return type.args[Number(name.at(-1)) - 1] ?? UNKNOWN;
    else if (Object.hasOwn(CONFIGURED, type.name) && /^(?:ConfigureAwait|WithCancellation)$/.test(name))
      return external(CONFIGURED[type.name] ?? "", type.args);
    else if (type.name === "IGrouping" && name === "Key") return type.args[0] ?? UNKNOWN;
    else if (type.name === "KeyValuePair" || DICTIONARIES.has(type.name)) {
      const [key, value] = type.args;
      if (name === "Key") return key ?? UNKNOWN;
      if (name === "Value") return value ?? UNKNOWN;
      if (name === "Keys") return external("ICollection", key ? [key] : []);
      if (name === "Values") return external("ICollection", value ? [value] : []);
    } else if (WRAPPERS.has(type.name) && type.args.length === 1 && ELEMENT_MEMBERS.has(name))
      return type.args[0] ?? UNKNOWN;
  }
  const settled = fixedMemberType(type, name);
  if (settled) return settled;
  const element = elementOf(type);
  if (element) {
    if (ELEMENT_MEMBERS.has(name)) return element;
    if (Object.hasOwn(GATHERED, name)) return GATHERED[name]!(element);
    const isQueryable = type.is === "external" && /Queryable$/.test(type.name) && !/^(?:As|Get)/.test(name);
    if (SAME_MEMBERS.has(name) && element !== OPAQUE)
      return external(isQueryable ? "IQueryable" : "IEnumerable", [element]);
  }
  return isFullyExternal(type) ? OPAQUE : UNKNOWN;
}

/** Returns the type of a member that has the same type in every class. */
export function fixedMemberType(type: TypeRef, name: string): TypeRef | undefined {
  if (type.is === "external") {
    const own = externalName(type);
    // The member is named like a factory or a well-known value, so we assume that it returns the declaring type.
    if (
      isValueName(own) &&
      /^(?:From[A-Z]\w*|Parse\w*|NewGuid|Empty|Zero|One|Now|UtcNow|Today|MinValue|MaxValue|zero|one|up|down|left|right|forward|back|identity|normalized|NaN|Epsilon|PositiveInfinity|NegativeInfinity|Add[A-Z]\w*|Subtract|Lerp|None)$/.test(
        name,
      )
    )
      return type;
    if (
      own === "string" &&
      /^(?:Substring|Trim\w*|Replace|To(?:Upper|Lower)\w*|Insert|Remove|Pad\w+|Format|Join|Concat|Empty)$/.test(name)
    )
      return type;
    if (own === "StringBuilder" && /^(?:Append(?:Format|Join|Line)?|Insert|Remove|Replace|Clear)$/.test(name))
      return type;
    if (name === "Slice" && /^(?:ReadOnly)?(?:Span|Memory)$/.test(own)) return type;
    if (own === "string" && /^As(?:Span|Memory)$/.test(name))
      return external(`ReadOnly${name.slice(2)}`, [external("char")]);
    if (own === "string" && name === "Split") return { is: "array", element: type };
    // These are members of reflection and of the file system.
    if (/^(?:Type|\w+Info|Assembly)$/.test(own) && /^(?:Name|FullName|Namespace|AssemblyQualifiedName)$/.test(name))
      return external("string");
    if (own === "Convert") return CONVERTED[name];
    // These are members of Unity's clock.
    if (own === "Time")
      return external(/[Ff]rame(?:Count|rate)$/.test(name) ? "int" : /AsDouble$/.test(name) ? "double" : "float");
    if (own === "ArraySegment" && name === "Array") return { is: "array", element: type.args[0] ?? UNKNOWN };
    if (/Exception$/.test(own) && /^(?:Message|StackTrace|Source)$/.test(name)) return external("string");
  }
  if (type.is === "array" && /^Get(?:Length|LowerBound|UpperBound)$/.test(name)) return external("int");
  if (INT_MEMBERS.test(name)) return external("int");
  if (BOOL_MEMBERS.test(name)) return external("bool");
  if (/^(?:ToString|GetType)$/.test(name)) return OBJECT_MEMBERS.get(name);
  return NOTHING_MEMBERS.test(name) ? external("void") : undefined;
}

/**
 * Returns the result of an external call. Since we don't know any declarations here, this relies on the type arguments and on
 * the types of the arguments.
 */
export function externalCallType(
  receiver: TypeRef | undefined,
  name: string,
  typeArgs: TypeRef[],
  args: () => TypeRef[],
): TypeRef {
  const fromArguments = receiver?.is === "external" ? typeFromArguments(receiver, name, typeArgs, args) : undefined;
  if (fromArguments) return fromArguments;
  const [argument] = typeArgs;
  if (argument && typeArgs.length === 1) {
    if (/^(?:OfType|Cast)$/.test(name)) return external("IEnumerable", [argument]);
    if (GIVES_MANY.test(name)) return { is: "array", element: argument };
    if (GIVES_ITSELF.test(name)) return argument;
    if (GIVES_ARGUMENT.test(name)) return argument.is === "type" ? { ...argument, guessed: true } : argument;
  }
  if (name === "Instantiate" && args().length > 0) return args()[0] ?? UNKNOWN;
  if (!receiver && OBJECT_CALLS.test(name)) return OBJECT_MEMBERS.get(name) ?? OPAQUE;
  const ofReceiver = receiver ? externalMemberType(receiver, name) : OPAQUE;
  if (ofReceiver.is === "unknown") return UNKNOWN;
  // Generic calls often return the type of one of their arguments.
  const mixed =
    typeArgs.some((arg) => !isFullyExternal(arg)) ||
    ((!receiver || isFullyExternal(receiver)) && args().some((arg) => !isFullyExternal(arg)));
  return mixed && isFullyExternal(ofReceiver) && !hasFixedResult(name) ? UNKNOWN : ofReceiver;
}

/** Puts a result together from the types of the arguments, for example a tuple. */
function typeFromArguments(
  receiver: ExternalType,
  name: string,
  typeArgs: TypeRef[],
  args: () => TypeRef[],
): TypeRef | undefined {
  // These read or swap a variable, so the result has the type of that variable.
  if (/^(?:Interlocked|Volatile)$/.test(receiver.name) && /^(?:Exchange|CompareExchange|Read)$/.test(name))
    return typeArgs[0] ?? args()[0];
  if (receiver.name === "MemoryMarshal" && /^Get(?:ArrayData)?Reference$/.test(name))
    return typeArgs[0] ?? elementOf(args()[0] ?? UNKNOWN);
  if (name === "Create" && receiver.args.length === 0 && /^(?:Tuple|ValueTuple|KeyValuePair)$/.test(receiver.name)) {
    const items = typeArgs.length > 0 ? typeArgs : args();
    return items.length > 0 && items.length < 8 ? external(receiver.name, items) : undefined;
  }
  if (name !== "GetCustomAttributes" || !/^(?:Type|\w+Info|Assembly|Module)$/.test(receiver.name)) return undefined;
  if (typeArgs.length > 0) return external("IEnumerable", typeArgs);
  const given = args().map((arg) => (arg.is === "external" ? externalName(arg) : ""));
  if (given.at(-1) === "bool") return { is: "array", element: external("object") };
  return given.every((each) => each === "Type") ? external("IEnumerable", [external("Attribute")]) : undefined;
}

/** Returns true if the types of the arguments have no influence on the result. */
function hasFixedResult(name: string): boolean {
  return /^(?:Log|LogError|LogWarning|Add|Remove|Contains|Equals|ToString|IndexOf|AreEqual|IsTrue|IsNull|Format|Concat|WriteLine|Register|CompareTo|GetHashCode|Insert|Push|Enqueue|ContainsKey|TryGetValue|SetDirty|Destroy|DestroyImmediate|StartCoroutine|IsNullOrEmpty)/.test(
    name,
  );
}

/** Returns the types of the parameters of a lambda that is passed to an external method. */
export function elementLambdaParameters(receiver: TypeRef, method: string): TypeRef[] | undefined {
  const element = elementOf(receiver);
  if (!element || !ELEMENT_LAMBDAS.has(method)) return undefined;
  return method === "Sort" ? [element, element] : [element, external("int")];
}

/**
 * Returns the type that a method expects for the element that it adds to a collection.
 * @param at - Index of the argument
 */
export function storedType(type: TypeRef, method: string, at: number): TypeRef | undefined {
  if (type.is !== "external") return undefined;
  const { name, args } = type;
  if (DICTIONARIES.has(name)) return /^(?:Add|TryAdd)$/.test(method) ? args[at] : undefined;
  if (!COLLECTIONS.has(name) || args.length !== 1) return undefined;
  if (method === "Insert") return at === 0 ? external("int") : args[0];
  return at === 0 && /^(?:Add|AddFirst|AddLast|TryAdd|Enqueue|Push)$/.test(method) ? args[0] : undefined;
}

/**
 * Returns the parameters and the result of a framework delegate. For others we do not know them, although they cannot be types
 * of the workspace.
 */
export function frameworkDelegate(
  type: TypeRef,
): { parameters: TypeRef[]; result: TypeRef; known: boolean } | undefined {
  if (type.is !== "external") return undefined;
  const { name, args } = type;
  const known = (parameters: TypeRef[], result: TypeRef) => ({ parameters, result, known: true });
  if (name === "Func") return known(args.slice(0, -1), args.at(-1) ?? UNKNOWN);
  if (name === "Action" || name === "UnityAction") return known(args, external("void"));
  if (name === "Predicate") return known(args.slice(0, 1), external("bool"));
  if (name === "Comparison") return known([args[0] ?? UNKNOWN, args[0] ?? UNKNOWN], external("int"));
  if (name === "Converter") return known(args.slice(0, 1), args[1] ?? UNKNOWN);
  if (name === "EventHandler") return known([external("object"), args[0] ?? external("EventArgs")], external("void"));
  if (isNonDelegateName(name)) return undefined;
  if (!isFullyExternal(type)) return undefined;
  return { parameters: Array.from({ length: 16 }, () => OPAQUE), result: args.at(-1) ?? OPAQUE, known: false };
}

/** Returns the type of an `out var` argument in an external call. */
export function externalOutType(receiver: TypeRef, name: string, typeArgs: TypeRef[]): TypeRef {
  if (typeArgs.length === 1) return typeArgs[0] ?? UNKNOWN;
  if (receiver.is === "external" && name === "TryGetValue" && receiver.args.length === 2)
    return receiver.args[1] ?? UNKNOWN;
  const element = elementOf(receiver);
  if (element && /^Try(?:Dequeue|Pop|Peek|Take|Get)/.test(name)) return element;
  return isFullyExternal(receiver) ? OPAQUE : UNKNOWN;
}

/** The wrappers that are removed by `await` or `.Result`. */
const AWAITABLE =
  /^(?:Task|ValueTask|ConfiguredTaskAwaitable|ConfiguredValueTaskAwaitable|UniTask|Awaitable|IUniTask)$/;

export function awaitedType(type: TypeRef): TypeRef {
  if (type.is === "external" && AWAITABLE.test(type.name)) return type.args[0] ?? external("void");
  if (type.is === "type" && AWAITABLE.test(type.type.name)) return type.args[0] ?? external("void");
  return UNKNOWN;
}
