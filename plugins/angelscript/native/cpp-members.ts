/** Converts C++ members to their form in scripts, by the binding rules of Unreal's AngelScript plugin. */
import { specifier, splitList } from "./cpp-text.ts";

export interface HeaderMember {
  /** The declaration in the form of a script. Events include the macro. */
  text: string;
  /** The namespace of a static function, or "" if it is global. */
  namespace?: string;
  /** The type that a function of a mixin library extends. */
  mixin?: string;
}

/** The class that contains a function. */
export interface Holder {
  namespace: string;
  /** The types that its static functions extend. */
  mixins: readonly string[];
}

export function headerProperty(declaration: string): HeaderMember | undefined {
  const [, type, name] = /^\s*([\s\S]+?)\s*\b(\w+)\s*(?::\s*\d+|\[[^\]]*\]|\([^)]*\))?\s*$/.exec(declaration) ?? [];
  const script = type && scriptType(type);
  return script ? { text: `${script} ${name}` } : undefined;
}

interface Parameter {
  type: string;
  name: string;
  value: string | undefined;
}

const FUNCTION =
  /^\s*(?:(?:virtual|static|inline|FORCEINLINE|FORCENOINLINE|constexpr|\w+_API|\[\[\w+\]\])\s+|UE_DEPRECATED\s*\([^)]*\)\s*)*([\s\S]+?)\s*\b(\w+)\s*\(/;

/**
 * In `masked`, comments and strings are replaced by spaces, and it ends at the `;` or body. The result is undefined if scripts
 * can't see the function.
 */
export function headerFunction(
  declaration: string,
  masked: string,
  specifiers: string,
  holder: Holder,
): HeaderMember | undefined {
  if (
    !/\bBlueprint(?:Callable|Pure|NativeEvent|ImplementableEvent|AuthorityOnly|Cosmetic)\b|\bScriptCallable\b/.test(
      specifiers,
    )
  )
    return undefined;
  const head = FUNCTION.exec(masked);
  const close = masked.lastIndexOf(")");
  if (!head || close < 0) return undefined;
  const [whole, written = "", cppName = ""] = head;
  const returns = scriptType(written);
  const name = scriptName(cppName, specifiers);
  if (!returns || name === "-") return undefined;
  const world = specifier(specifiers, "WorldContext");
  const parameters: Parameter[] = [];
  for (const [start, end] of splitList(masked, whole.length, close)) {
    const parameter = parameterOf(declaration.slice(start, end), masked.slice(start, end));
    if (!parameter) return undefined;
    if (parameter.name !== world) parameters.push(parameter);
  }
  const isConst = /^\s*const\b/.test(masked.slice(close + 1));
  const event = /\bBlueprint(?:Native|Implementable)Event\b/.test(specifiers) ? "UFUNCTION(BlueprintEvent) " : "";
  const text = (list: readonly Parameter[], constant: boolean): string => {
    const required = list.filter(({ value }) => value === undefined).length;
    const isAccessor = /^Get[A-Z]/.test(name) ? required === 0 : /^Set[A-Z]/.test(name) && list.length === 1;
    const suffix = isAccessor && specifier(specifiers, "NotAngelscriptProperty") === undefined ? " property" : "";
    return `${event}${returns} ${name}(${list.map(parameterText).join(", ")})${constant ? " const" : ""}${suffix}`;
  };
  if (!/\bstatic\b/.test(masked.slice(0, whole.length))) return { text: text(parameters, isConst) };
  const [first] = parameters;
  const extended = first && /^(const )?(\w+)(&?)/.exec(first.type);
  if (extended?.[2] && holder.mixins.includes(extended[2]))
    return { text: text(parameters.slice(1), extended[1] !== undefined), mixin: extended[2] };
  const namespace = specifier(specifiers, "ScriptGlobalScope") === undefined ? holder.namespace : "";
  return { text: text(parameters, false), namespace };
}

function parameterText({ type, name, value }: Parameter): string {
  return `${type} ${name}${value === undefined ? "" : ` = ${value}`}`;
}

function parameterOf(written: string, masked: string): Parameter | undefined {
  const macro = /^\s*UPARAM\s*\([^)]*\)/.exec(masked)?.[0].length ?? 0;
  const equals = masked.indexOf("=", macro);
  const declared = masked.slice(macro, equals < 0 ? undefined : equals).trim();
  const cut = /^([\s\S]+?)\s*\b(\w+)$/.exec(declared);
  const type = cut && scriptType(cut[1] ?? "");
  if (!cut || !type) return undefined;
  const value = equals < 0 ? undefined : scriptValue(written.slice(equals + 1).trim());
  return { type, name: cut[2] ?? "", value };
}

/** Converts a C++ default value. */
function scriptValue(value: string): string {
  const [, text] = /^(?:TEXT\s*\()?\s*("[\s\S]*")\s*\)?$/.exec(value) ?? [];
  if (text) return text;
  return value === "NULL" ? "nullptr" : value.replace(/\s+/g, " ");
}

/** Uses `ScriptName` if there is one. Otherwise the prefixes for Blueprints are removed. */
function scriptName(name: string, specifiers: string): string {
  const written = specifier(specifiers, "ScriptName");
  if (written) return written.replace(/;.*/s, "");
  const plain = name.replace(/^K2_/, "").replace(/^BP_/, "").replace(/^AS_/, "");
  const isEvent = /\bBlueprint(?:Native|Implementable)Event\b/.test(specifiers);
  return isEvent ? plain.replace(/^Received_/, "").replace(/^Receive(?=[A-Z])/, "") : plain;
}

const PREFIXES = ["UBlueprint", "UKismet"];
const SUFFIXES = ["BlueprintFunctionLibrary", "BlueprintLibrary", "FunctionLibrary", "Library", "Statics"];

/**
 * Returns the namespace for the static functions of a class, which is the name of the class in the shortened form that the
 * engine uses by default.
 */
export function namespaceOf(className: string, scriptName: string | undefined): string {
  const name = scriptName || className;
  const prefix = PREFIXES.find((each) => name.startsWith(each)) ?? "";
  const inner = name.slice(prefix.length);
  const suffix = SUFFIXES.find((each) => inner.endsWith(each)) ?? "";
  const short = suffix === "" ? inner : inner.slice(0, -suffix.length);
  return !scriptName && prefix === "" && suffix !== "" ? short.replace(/^U/, "") : short;
}

const NUMBERS = new Map([
  ["int32", "int"],
  ["uint32", "uint"],
  ["float", "float32"],
  ["double", "float64"],
]);

/** Returns undefined for types that scripts don't have. */
export function scriptType(type: string): string | undefined {
  const isConst = /^\s*const\b/.test(type);
  const plain = type
    .replace(/\b(?:const|class|struct|enum|mutable|FORCEINLINE|virtual|inline)\b/g, " ")
    .replace(/\bTObjectPtr\s*<\s*([\w:]+)\s*>/g, "$1")
    .replace(/\bTEnumAsByte\s*<\s*(?:\w+::)*(\w+?)(?:::Type)?\s*>/g, "$1")
    .replace(/\b(E\w+)::Type\b/g, "$1")
    .replace(/\*/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([<>,&]) ?/g, "$1")
    .replace(/\w+/g, (word) => NUMBERS.get(word) ?? word)
    .trim();
  if (!/^[\w:<>,]+&?$/.test(plain)) return undefined;
  return isConst && plain.endsWith("&") ? `const ${plain}` : plain;
}
