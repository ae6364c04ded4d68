/** Finds indirect uses, i.e. by attributes, reflection, serializers, marshaling or markup. */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { UnityNames } from "../engine/unity-names.ts";
import { type IndexedSymbol, type SymbolStore, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { simpleNames } from "../semantics/type-text.ts";
import type { DeclarationHeaders } from "../symbol-paths/declaration-headers.ts";
import { derivesFromObject, partsOf } from "../unity/engine-bases.ts";

/** There is no framework that looks for declarations by these attributes. */
const HARMLESS =
  /^(?:[\w.]+\.)?(?:Serializable|Flags|Obsolete|HideInInspector|Header|Tooltip|Range|Min|Space|TextArea|Multiline|ColorUsage|DisallowMultipleComponent|AddComponentMenu|RequireComponent|MethodImpl|NonSerialized|SerializeField|SerializeReference|FormerlySerializedAs|DefaultExecutionOrder|ExecuteInEditMode|ExecuteAlways|SuppressMessage|Conditional|DebuggerDisplay|ContextMenuItem|SelectionBase|HelpURL|EditorBrowsable|CanBeNull|NotNull|Pure|ThreadStatic|BurstCompile|NativeDisableContainerSafetyRestriction)(?:Attribute)?\b/;
const LAYOUT = /^(?:[\w.]+\.)?StructLayout(?:Attribute)?\b/;
/** The code files of markup. For example, `Cart.razor.cs` and `Cart.razor` make up one class. */
const BEHIND_MARKUP = /\.(?:razor|cshtml|xaml|axaml)(?=\.cs$)/i;
/** Newtonsoft.Json and the XML serializer call these methods to find out whether to write a property. */
const ASKED_BY_SERIALIZERS = /^ShouldSerialize(?=.)/;
/**
 * These are called by name, for example by `foreach`, `await`, deconstruction, collection expressions, interpolation, the
 * startup of ASP.NET, and the tools of Entity Framework.
 */
const CALLED_BY_SHAPE = new Set(
  (
    "GetEnumerator GetAsyncEnumerator MoveNext MoveNextAsync Current Deconstruct GetAwaiter GetResult IsCompleted OnCompleted Add Slice " +
    "Dispose DisposeAsync EnterScope GetPinnableReference AppendLiteral AppendFormatted Invoke InvokeAsync Configure ConfigureServices " +
    "ConfigureContainer CreateHostBuilder"
  ).split(" "),
);
/** Controllers and view components don't need a base or an attribute. */
const BY_SUFFIX = /.(?:Controller|ViewComponent)$/;
/**
 * The namespaces of types such as `IsExternalInit` and `Index`. If the framework lacks such a type, the compiler finds yours by
 * its name.
 */
const COMPILERS = /^System(?:\.Runtime\.CompilerServices|\.Diagnostics\.CodeAnalysis)?$/;
const TAKEN_BY_COMPILER = "the compiler may use it by name";
const BOUND = "a serializer or a binding may set it";

/** Libraries that copy values between members of the same name, by the words that occur in code that uses them. */
const MAPPERS = ["AutoMapper", "Mapster", "Mapperly", "ValueInjecter", "AgileMapper", "ExpressMapper", "TinyMapper"];

/** Returns the mapping library that the code uses, if any. */
export function mapperIn(words: ReadonlyMap<string, number>): string | undefined {
  return MAPPERS.find((name) => words.has(name));
}

/**
 * Returns true if a mapping library may read the member. These libraries read public members by name, including methods without
 * parameters (such as `GetTotal` for `Total`).
 */
export function isMappable(store: SymbolStore, found: IndexedSymbol, header: HeaderDetails): boolean {
  const modifiers = store.modifiers(found.handle);
  const owner = store.parentOf(found.handle);
  const isPublic = (modifiers & MODIFIER_BIT.public) !== 0 || (owner && store.kind(owner) === KIND.interface);
  const isExtension = header.parameters[0]?.passing === "this";
  if (!isPublic || ((modifiers & MODIFIER_BIT.static) !== 0 && !isExtension)) return false;
  if (found.kind !== KIND.method) return found.kind === KIND.property || found.kind === KIND.field;
  return header.parameters.length === (isExtension ? 1 : 0) && header.type !== "void";
}

export function attributeMark({ attributes }: HeaderDetails): string {
  const attribute = attributes.find((each) => !HARMLESS.test(each.replace(/^\w+\s*:\s*/, "")));
  return attribute === undefined ? "" : `marked [${attribute.split("(")[0]}]`;
}

/** Describes how a type is used without being named in code. Returns "" if there is no such use. */
export async function indirectTypeUse(
  store: SymbolStore,
  parts: readonly IndexedSymbol[],
  headers: DeclarationHeaders,
  context: WorkerContext,
): Promise<string> {
  if (parts.some(({ namespace }) => COMPILERS.test(namespace))) return TAKEN_BY_COMPILER;
  for (const { path } of parts) {
    if (!BEHIND_MARKUP.test(path)) continue;
    const markup = path.slice(0, -".cs".length);
    const isThere = await ifThere(context.files.stat(markup));
    if (isThere) return `its other part is ${markup.slice(markup.lastIndexOf("/") + 1)}`;
  }
  for (const part of parts) {
    for (const handle of store.ofFile(part.path)) {
      if (store.parentOf(handle)?.at !== part.handle.at) continue;
      const member = store.symbol(handle);
      if (TYPE_KINDS.has(member.kind)) return `it contains ${member.name}, which may be used`;
      const header = await headers.of(member);
      const mark = header ? attributeMark(header) : "";
      if (mark !== "") return `its member ${member.name} is ${mark}`;
    }
  }
  const [first] = parts;
  if (first?.kind === KIND.class && BY_SUFFIX.test(first.name)) return "ASP.NET may find it by its name";
  const isMade =
    first !== undefined &&
    first.kind !== KIND.interface &&
    (store.modifiers(first.handle) & MODIFIER_BIT.abstract) === 0;
  const [base] = isMade ? simpleNames(parts.map((part) => store.bases(part.handle))) : [];
  return base === undefined ? "" : `reflection may find it through its base ${base}`;
}

/** Describes how a member is used without being named in code. Returns "" if there is no such use. */
export async function indirectMemberUse(
  store: SymbolStore,
  found: IndexedSymbol,
  owner: IndexedSymbol,
  header: HeaderDetails,
  headers: DeclarationHeaders,
  engine: UnityNames,
): Promise<string> {
  if (COMPILERS.test(owner.namespace)) return TAKEN_BY_COMPILER;
  const isPublic = (store.modifiers(found.handle) & MODIFIER_BIT.public) !== 0;
  if (found.kind === KIND.method && isPublic && BY_SUFFIX.test(owner.name)) return "ASP.NET may call it by name";
  if (CALLED_BY_SHAPE.has(found.name)) return "the language or a framework may call it by name";
  const generated = await mayBeGenerated(store, owner, headers);
  if (generated) return "a source generator may call it: its type is partial and marked";
  const isStatic = (store.modifiers(found.handle) & MODIFIER_BIT.static) !== 0;
  if (found.kind === KIND.field && !isStatic) {
    const ownerHeader = await headers.of(owner);
    return ownerHeader?.attributes.some((each) => LAYOUT.test(each))
      ? "its type has a fixed layout ([StructLayout])"
      : "";
  }
  if (found.kind === KIND.property && !isStatic && owner.kind !== KIND.interface) {
    // The properties of engine objects are only ever set by code.
    if (derivesFromObject(store, engine, owner)) return "";
    const isOfRecord = hasTrait(store, owner, TRAIT.record) && !hasTrait(store, found, TRAIT.arrow);
    return header.isSettable || isOfRecord ? BOUND : "";
  }
  const property = found.name.replace(ASKED_BY_SERIALIZERS, "");
  if (found.kind !== KIND.method || property === found.name) return "";
  const isCalled = store
    .ofFile(owner.path)
    .some((handle) => store.name(handle) === property && store.parentOf(handle)?.at === owner.handle.at);
  return isCalled ? "serializers call it by name" : "";
}

/** Returns true for a partial type that has just one part, and whose attributes suggest that another part is generated. */
async function mayBeGenerated(store: SymbolStore, owner: IndexedSymbol, headers: DeclarationHeaders): Promise<boolean> {
  const isPartial = (store.modifiers(owner.handle) & MODIFIER_BIT.partial) !== 0;
  if (!isPartial || partsOf(store, owner).length > 1) return false;
  const header = await headers.of(owner);
  return header !== undefined && attributeMark(header) !== "";
}

function hasTrait(store: SymbolStore, { handle }: IndexedSymbol, bit: number): boolean {
  return (store.traits(handle) & bit) !== 0;
}
