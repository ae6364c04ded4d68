/** Binds names inside specifiers, such as `Attach = Root` or `EditCondition = "bUse && Kind == EKind::Far"`. */
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import { Kind, Op, type Tokens } from "../lexer/tokens.ts";
import type { DeclarationSyntax, NameSyntax } from "../parser/syntax.ts";
import type { Binder } from "./binder.ts";
import type { TypeUse } from "./type-use.ts";

/** The specifiers that refer to a symbol. The values of all others are plain text. */
const NAMES: Readonly<Record<string, "property" | "element" | "function" | "parameter" | "type">> = {
  ...each("property", "attach overridecomponent displayafter editcondition editconditionhides"),
  ...each("element", "titleproperty"),
  ...each("function", "replicatedusing blueprintgetter blueprintsetter getoptions"),
  ...each("parameter", "defaulttoself worldcontext hidepin determinesoutputtype expandenumasexecs expandboolasexecs"),
  ...each("parameter", "autocreaterefterm customstructureparam arrayparm"),
  ...each("type", "arraysizeenum bitmaskenum enum allowedclasses disallowedclasses metaclass mustimplement"),
  ...each("type", "basestruct rowtype rowstruct within"),
};

function each<Names extends string>(names: Names, keys: string): Record<string, Names> {
  return Object.fromEntries(keys.split(" ").map((key) => [key, names]));
}

/** The package of script types in asset paths. The names of classes have no prefix there, but those of enums keep it. */
const SCRIPT_MODULE = "/Script/Angelscript.";
const PATH = /(?<![\w.])[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*/g;

/**
 * `type` is the property's type, and the parameters of a function are in scope. Unknown names are ignored, since many values
 * are free text.
 */
export function bindSpecifiers(
  binder: Binder,
  tokens: Tokens,
  { macroStart, name }: DeclarationSyntax,
  type?: TypeUse,
): void {
  if (macroStart < 0) return;
  const { kinds, starts, ends, text } = tokens;
  for (let at = indexOf(tokens, macroStart); (starts[at] ?? name.start) < name.start; at++) {
    if (kinds[at] !== Kind.name || kinds[at + 1] !== Op["="]) continue;
    const named = NAMES[text.slice(starts[at], ends[at]).toLowerCase()];
    if (!named) continue;
    const last = lastOfValue(tokens, at + 2, name.start);
    const start = starts[at + 2] ?? 0;
    const value = text.slice(start, ends[last]);
    at = last;
    if (named === "type") bindTypes(binder, value, start);
    else for (const path of pathsIn(value, start)) bindPath(binder, path, named, type);
  }
}

function indexOf({ starts, count }: Tokens, offset: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastOfValue({ kinds, starts }: Tokens, from: number, end: number): number {
  let depth = 0;
  for (let at = from; (starts[at] ?? end) < end; at++) {
    const kind = kinds[at];
    if (kind === Op["("] || kind === Op["{"]) depth++;
    else if ((kind === Op[")"] || kind === Op["}"]) && depth-- === 0) return at - 1;
    else if (kind === Op[","] && depth === 0) return at - 1;
  }
  return from;
}

function* pathsIn(value: string, start: number): Generator<NameSyntax[]> {
  for (const { 0: path, index } of value.matchAll(PATH))
    yield [...path.matchAll(/\w+/g)].map((part) => ({ name: part[0], start: start + index + part.index }));
}

function bindPath(
  binder: Binder,
  path: readonly NameSyntax[],
  named: "property" | "element" | "function" | "parameter",
  type: TypeUse | undefined,
): void {
  const { lookup } = binder;
  const last = path.at(-1);
  if (!last) return;
  if (path.length > 1) {
    const scope = path.slice(0, -1);
    const found = lookup.table.typeFrom(scope.map((part) => part.name).join("::"), binder.namespace, binder.root);
    const value = found?.kind === "enum" ? found.member(last.name)[0] : undefined;
    const word = scope.at(-1);
    if (!found || !value || !word) return;
    binder.markType(word, found);
    binder.markMember(last, value, "read");
  } else if (named === "parameter") {
    const local = binder.local(last.name);
    if (local) binder.markLocal(last, local, "read");
  } else {
    const owner = named === "element" ? (type?.arguments.at(-1) ?? type)?.symbol : binder.type;
    const member = owner && memberOf(binder, owner, last.name, named === "function");
    if (member) binder.markMember(last, member, named === "function" ? "bind" : "read");
  }
}

function memberOf({ lookup }: Binder, owner: TypeSymbol, name: string, isCallable: boolean): MemberSymbol | undefined {
  return lookup.members(owner, name).find((member) => member.isCallable === isCallable && member.kind !== "access");
}

/** Binds a value such as `"/Script/Angelscript.LampComponent, EKind"`. */
function bindTypes(binder: Binder, value: string, start: number): void {
  const { table } = binder.lookup;
  for (const { 0: written, index } of value.matchAll(/[\w/.:]+/g)) {
    const isInModule = written.startsWith(SCRIPT_MODULE);
    if (!isInModule && written.includes("/")) continue;
    const word = written.slice(Math.max(written.lastIndexOf("."), written.lastIndexOf(":")) + 1);
    const spelled = isInModule ? ["", "U", "A", "F"] : [""];
    const type = spelled
      .map((letter) => table.typeFrom(`${letter}${word}`, binder.namespace, binder.root))
      .find(Boolean);
    if (type) binder.markType({ name: word, start: start + index + written.length - word.length }, type);
  }
}
