/** Narrow rules for known differences from the peer, based on answers and script text. */
import type { Answer } from "./peer.ts";

export function isAssigned(after: string): boolean {
  return /^\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/.test(after);
}

/** Rule for two different symbols. `after` is the text after the name, `typeOf` returns declared types of arguments. */
export function symbolRule(
  theirs: Answer,
  ours: Answer,
  after: string,
  typeOf: (expression: string) => string | undefined = () => undefined,
): string | undefined {
  const named = typeRule(theirs, ours, after);
  if (named) return named;
  const isNative = !theirs.definition && !ours.definition;
  const isSame = isSamePlace(theirs.definition, ours.definition);
  const isNamespace = theirs.kind === "namespace" && ours.kind === "namespace" && theirs.signature === ours.signature;
  if (isNamespace && (theirs.name !== ours.name || !isSame)) {
    const isThere = isSame || /^\s*namespace\b/.test(ours.definition?.preview ?? "");
    if (isThere && ours.signature.split(/::| /).at(-1) === ours.name)
      return "one of a namespace's places, or its qualified name";
  }
  if (theirs.kind === "unknown" && ours.kind === "access" && theirs.signature === ours.signature && isSame)
    return "an access rule has no kind";
  if (theirs.kind !== ours.kind || theirs.name !== ours.name) return undefined;
  if (isNative && theirs.kind === "event" && theirs.signature === `event void ${ours.name}()`)
    if (ours.signature === `event ${ours.name}`) return "a native event without a signature";
  const isOfNamespace =
    ours.signature.replace(new RegExp(`\\b(?:\\w+::)+(?=${ours.name}\\b)`), "") === theirs.signature;
  if (theirs.kind === "event" && isSame && isOfNamespace && theirs.signature !== ours.signature)
    return "the namespace of an event";
  const isDelegate = /^\s*(?:event|delegate)\b/.test(ours.definition?.preview ?? "");
  const isDefault =
    theirs.signature !== ours.signature && ours.signature.replace(/ = [^,)]*/g, "") === theirs.signature;
  if (isSame && isDelegate && isDefault) return "a delegate's default";
  if (isNative && isDetermined(theirs.signature, ours.signature)) return "a type that an argument determines";
  if (isNative && hasFloatFor(theirs.signature, ours.signature, after, typeOf))
    return "a float where the overload has an integer";
  if (isSame && theirs.signature === `auto ${ours.name}` && ours.signature.endsWith(` ${ours.name}`))
    return "`auto` for the inferred type";
  if (
    isSame &&
    theirs.signature.replace(/\bconst (\w+)&\./, "$1.") === ours.signature &&
    theirs.signature !== ours.signature
  )
    return "a mixin of a reference";
  const isTwin = theirs.signature !== ours.signature && bare(theirs.signature) === bare(ours.signature);
  if (isNative && isTwin) return "two native methods of the same parameter types";
  const isName = /\(FName \w+\)/.test(theirs.signature) && /\(U\w+ \w+\)/.test(ours.signature);
  if (isNative && isName && /^\(U\w+\(/.test(after)) return "an object where the peer's overload takes a name";
  return undefined;
}

/** Names that are a type or start with one. */
function typeRule(theirs: Answer, ours: Answer, after: string): string | undefined {
  const isType = ours.kind === "struct" || ours.kind === "class" || ours.kind === "enum";
  const isNamespace = ["namespace", `namespace ${ours.name}`].includes(theirs.signature.trim());
  if (theirs.kind === "namespace" && isNamespace && isType && after.startsWith("::")) return "a type before `::`";
  return undefined;
}

/** The peer substitutes the argument's class (or `auto`) for the declared base, in the return type and in `TSubclassOf` parameters. */
function isDetermined(theirs: string, ours: string): boolean {
  const [their = [], our = []] = [theirs, ours].map((signature) => signature.match(/\w+|\W/g) ?? []);
  if (their.length !== our.length) return false;
  const differ = our.flatMap((word, at) => (word === their[at] ? [] : [at]));
  const [first = -1] = differ;
  const isOne = differ.every((at) => their[at] === their[first] && our[at] === our[first]);
  const stands = (at: number): boolean =>
    at === 0 || our.slice(0, at).join("") === "const " || our.slice(0, at).join("").endsWith("TSubclassOf<");
  return first >= 0 && isOne && differ.every(stands) && our.join("").includes("TSubclassOf<");
}

/** Overloads where an argument is a float literal: the peer picks the integer version, jig the float version. */
function hasFloatFor(
  theirs: string,
  ours: string,
  after: string,
  typeOf: (expression: string) => string | undefined,
): boolean {
  const typesOf = (signature: string): string[] =>
    signature
      .replace(/^.*?\(|\).*$/gs, "")
      .split(",")
      .map((each) => each.trim().replace(/ \w+(?: = .*)?$/, ""));
  const [, written] = /^\((.*)\)/.exec(after) ?? [];
  const [their, our] = [typesOf(theirs), typesOf(ours)];
  return splitArguments(written ?? "").some(
    (each, at) =>
      (/^(?:-?(?:\d+\.\d*|\.\d+)f?|float(?:32|64)?\(.*\))$/.test(each) ||
        /^(?:float|double)/.test(typeOf(each) ?? "")) &&
      /^u?int\d*$/.test(their[at] ?? "") &&
      /^float\d*$/.test(our[at] ?? ""),
  );
}

/** Arguments up to the closing parenthesis. */
function splitArguments(written: string): string[] {
  const list = [""];
  let depth = 0;
  for (const each of written) {
    if ("([<{".includes(each)) depth++;
    if (")]>}".includes(each)) depth--;
    if (depth < 0) break;
    if (each === "," && depth === 0) list.push("");
    else list[list.length - 1] += each;
  }
  return list.map((each) => each.trim());
}

function isSamePlace(theirs: Answer, ours: Answer): boolean {
  if (!theirs || !ours) return theirs === ours;
  return theirs.filePath === ours.filePath && theirs.startLine === ours.startLine && theirs.endLine === ours.endLine;
}

/** Rule for a position at which the peer finds nothing. `after` is the text after the word, `line` the entire line. */
export function lostRule(symbol: Answer, word: string, after: string, line: string): string | undefined {
  if (after.startsWith("<") && symbol.name === word) return "res.template";
  if (symbol.kind !== "parameter" || symbol.name !== word) return undefined;
  if (/^\s*=(?!=)/.test(after)) return "label of a named argument";
  const isDeclared = /^\s*(?:event|delegate)\s/.test(line) && /^\s*[,)=]/.test(after);
  return isDeclared ? "parameter of an event or delegate" : undefined;
}

/** Signature without parameter names. */
function bare(signature: string): string {
  return signature.replace(/(\w[&>]*) \w+(?=[,)])/g, "$1");
}

/** Rule for a use the peer doesn't have. `after` follows the use, `asked` follows the name in question. */
export function lackRule(
  filePath: string,
  text: string,
  after: string,
  word: string,
  asked: string,
): string | undefined {
  if (!filePath.endsWith(".as")) return "a script named .As";
  if (after.startsWith("::")) return "a type before `::`";
  const asksSet = isAssigned(asked) || word === `Set${text}`;
  if (isAssigned(after) && asksSet) return "an assigned property is its Get";
  return undefined;
}

/** Rule for a use that only the peer has. `ours` excludes writes to a getter. */
export function excessRule(ours: readonly Answer[], after: string, asked: string): string | undefined {
  const isRead = !isAssigned(asked) && ours.length > 0 && ours.every(({ kind }) => kind === "read" || kind === "call");
  return isRead && isAssigned(after) ? "an assigned property is its Get" : undefined;
}

/** The results of the overloads are assigned to variables of two unrelated types. */
export function areAssignedApart(asked: string, use: string, word: string): boolean {
  const typeOf = (line: string): string =>
    (
      new RegExp(`^\\s*(?:const\\s+)?(\\w+)\\s+\\w+\\s*=\\s*(?:\\w+::)*${word}\\s*\\(`).exec(line)?.[1] ?? "auto"
    ).replace(/^float\d+$/, "float");
  const [one, other] = [typeOf(asked), typeOf(use)];
  return one !== "auto" && other !== "auto" && one !== other && (one.startsWith("F") || other.startsWith("F"));
}
