/** Narrow rules for what differs from the peer, each on what the answers and the script say. */
import type { Answer } from "./peer.ts";

const ASSIGNED = /^\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/;

/** The rule by which two symbols differ; `after` is what follows the name. */
export function symbolRule(theirs: Answer, ours: Answer, after: string): string | undefined {
  const isNative = !theirs.definition && !ours.definition;
  const isSame = JSON.stringify(theirs.definition) === JSON.stringify(ours.definition);
  if (theirs.kind === "namespace" && ours.kind === "namespace" && theirs.signature === ours.signature)
    return "one of a namespace's places, or its qualified name";
  if (theirs.kind === "unknown" && ours.kind === "access" && theirs.signature === ours.signature && isSame)
    return "an access rule has no kind";
  if (theirs.kind !== ours.kind || theirs.name !== ours.name) return undefined;
  if (isSame && theirs.signature === `auto ${ours.name}` && ours.signature.endsWith(` ${ours.name}`))
    return "`auto` for the inferred type";
  if (isNative && bare(theirs.signature) === bare(ours.signature))
    return "two native methods of the same parameter types";
  const isName = /\(FName \w+\)/.test(theirs.signature) && /\(U\w+ \w+\)/.test(ours.signature);
  if (isNative && isName && /^\(U\w+\(/.test(after)) return "an object where the peer's overload takes a name";
  return undefined;
}

/** A signature without the names of its parameters. */
function bare(signature: string): string {
  return signature.replace(/(\w[&>]*) \w+(?=[,)])/g, "$1");
}

/** The rule by which the peer lacks a use; `after` follows it, `asked` follows the name asked about. */
export function lackRule(filePath: string, after: string, asked: string): string | undefined {
  if (!filePath.endsWith(".as")) return "a script named .As";
  if (after.startsWith("::")) return "a type before `::`";
  if (ASSIGNED.test(after) && ASSIGNED.test(asked)) return "an assigned property is its Get";
  return undefined;
}
