/** Narrow rules for what differs from the peer, each on what the answers and the script say. */
import type { Answer } from "./peer.ts";

const ASSIGNED = /^\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/;

/** The rule by which two symbols differ; `after` is what follows the name. */
export function symbolRule(theirs: Answer, ours: Answer, after: string): string | undefined {
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
  if (isSame && theirs.signature === `auto ${ours.name}` && ours.signature.endsWith(` ${ours.name}`))
    return "`auto` for the inferred type";
  const isTwin = theirs.signature !== ours.signature && bare(theirs.signature) === bare(ours.signature);
  if (isNative && isTwin) return "two native methods of the same parameter types";
  const isName = /\(FName \w+\)/.test(theirs.signature) && /\(U\w+ \w+\)/.test(ours.signature);
  if (isNative && isName && /^\(U\w+\(/.test(after)) return "an object where the peer's overload takes a name";
  return undefined;
}

function isSamePlace(theirs: Answer, ours: Answer): boolean {
  if (!theirs || !ours) return theirs === ours;
  return theirs.filePath === ours.filePath && theirs.startLine === ours.startLine && theirs.endLine === ours.endLine;
}

/** The rule by which the peer does not find what stands at the place asked about; `after` follows the word, `line` holds both. */
export function lostRule(symbol: Answer, word: string, after: string, line: string): string | undefined {
  if (after.startsWith("<") && symbol.name === word) return "res.template";
  if (symbol.kind !== "parameter" || symbol.name !== word) return undefined;
  if (/^\s*=(?!=)/.test(after)) return "label of a named argument";
  const isDeclared = /^\s*(?:event|delegate)\s/.test(line) && /^\s*[,)=]/.test(after);
  return isDeclared ? "parameter of an event or delegate" : undefined;
}

/** A signature without the names of its parameters. */
function bare(signature: string): string {
  return signature.replace(/(\w[&>]*) \w+(?=[,)])/g, "$1");
}

/** The rule by which the peer lacks a use; `after` follows it, `asked` follows the name `word` that is asked about. */
export function lackRule(
  filePath: string,
  text: string,
  after: string,
  word: string,
  asked: string,
): string | undefined {
  if (!filePath.endsWith(".as")) return "a script named .As";
  if (after.startsWith("::")) return "a type before `::`";
  const asksSet = ASSIGNED.test(asked) || word === `Set${text}`;
  if (ASSIGNED.test(after) && asksSet) return "an assigned property is its Get";
  return undefined;
}

/** The rule by which the peer has a use too many; `ours` are jig's, without a write where they are of a Get. */
export function excessRule(ours: readonly Answer[], after: string, asked: string): string | undefined {
  const isRead =
    !ASSIGNED.test(asked) && ours.length > 0 && ours.every(({ kind }) => kind === "read" || kind === "call");
  return isRead && ASSIGNED.test(after) ? "an assigned property is its Get" : undefined;
}
