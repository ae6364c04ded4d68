/** Compares members, hierarchies and searches with the peer; see peer-differences.ts. */
import type { Answer } from "./peer.ts";
import type { Verdict } from "./peer-differences.ts";

export function compareMembers(theirs: Answer[], ours: Answer[], verdict: Verdict): void {
  const text = ({ kind, name, signature, declaredIn, isInherited, isMixin, isAccessor, visibility }: Answer): string =>
    JSON.stringify({
      kind,
      name,
      signature: oneLine(signature),
      declaredIn,
      isInherited,
      isMixin,
      isAccessor,
      visibility,
    });
  const known = new Set(ours.map(text));
  const seen = new Set(theirs.map(text));
  const nearest = new Map<string, string>();
  for (const each of ours) if (!nearest.has(each.name)) nearest.set(each.name, each.declaredIn);
  for (const each of theirs) {
    if (known.has(text(each))) continue;
    const isShadowed = each.isInherited && nearest.has(each.name) && nearest.get(each.name) !== each.declaredIn;
    const twins = (list: Answer[]): number =>
      list.filter(({ name, declaredIn }) => name === each.name && declaredIn === each.declaredIn).length;
    const declared = ours.find(
      ({ name, declaredIn, signature }) =>
        name === each.name && declaredIn === each.declaredIn && isDetermined(each.signature, signature),
    );
    const bare = each.signature.replace(/(?:const )?int& __ANY_STRUCT_REF/, "");
    const plain = ours.find(({ signature, declaredIn }) => signature === bare && declaredIn === each.declaredIn);
    if (plain && bare !== each.signature) {
      verdict.known.push(`any struct or none: - ${text(each)}`);
      seen.add(text(plain));
    } else if (isShadowed) verdict.known.push(`members.inherited: - ${text(each)}`);
    else if (declared) {
      verdict.known.push(`auto for the declared type: - ${text(each)}`);
      seen.add(text(declared));
    } else if (each.isAccessor && ours.some((other) => isIndexed(other, each))) {
      verdict.known.push(`an accessor with an index: - ${text(each)}`);
      for (const other of ours) if (isIndexed(other, each)) seen.add(text(other));
    } else if (twins(theirs) > twins(ours) && twins(ours) > 0) verdict.known.push(`listed twice: - ${text(each)}`);
    else verdict.differences.push(`- ${text(each)}`);
  }
  for (const each of ours) {
    if (seen.has(text(each))) continue;
    const isSwitch =
      each.name.startsWith("bOverride_") && ours.some(({ name }) => name.replace(/^b/, "") === each.name.slice(10));
    if (isSwitch) verdict.known.push(`switch of a setting: + ${text(each)}`);
    else if (each.isStatic) verdict.known.push(`members.class: + ${text(each)}`);
    else if (each.isInherited && !theirs.some(({ declaredIn }) => declaredIn === each.declaredIn))
      verdict.known.push(`the peer's bases end before ${each.declaredIn}: + ${text(each)}`);
    else verdict.differences.push(`+ ${text(each)}`);
  }
}

/** Getters with a parameter need an index. The peer prints them as plain properties. */
function isIndexed(our: Answer, their: Answer): boolean {
  const isSame = our.name === their.name && our.declaredIn === their.declaredIn && !our.isAccessor;
  return isSame && / property$/.test(our.signature) && !/\(\s*\)/.test(our.signature);
}

/** The peer prints `auto` if an argument determines the return type. */
function isDetermined(their: string, our: string): boolean {
  return oneLine(their).startsWith("auto ") && oneLine(their).slice("auto".length) === oneLine(our).replace(/^\S+/, "");
}

export function compareHierarchies(
  theirs: Answer,
  ours: Answer,
  bases: ReadonlyMap<string, string>,
  verdict: Verdict,
): void {
  const isCutShort =
    theirs.supers.length < ours.supers.length &&
    theirs.supers.every((each: string, at: number) => ours.supers[at] === each);
  if (isCutShort) verdict.known.push(`the peer's bases end early: ${theirs.supers} → ${ours.supers}`);
  for (const field of isCutShort ? ["root", "derivedByParent"] : ["root", "supers", "derivedByParent", "truncated"]) {
    const [their, our] = [JSON.stringify(theirs[field]), JSON.stringify(ours[field])];
    if (their === our) continue;
    const isFurther = field === "truncated" && bases.has(ours.supers.at(-1)) && !theirs.truncated.supers;
    if (isFurther && JSON.stringify({ ...theirs.truncated, supers: true }) === our)
      verdict.known.push(`a further base is cut off: ${their} → ${our}`);
    else verdict.differences.push(`${field}: ${their} → ${our}`);
  }
  for (const [name, { source, filePath, startLine, endLine }] of Object.entries<Answer>(theirs.sourceByClass)) {
    const our = ours.sourceByClass[name] ?? {};
    const same =
      source === our.source && filePath === our.filePath && startLine === our.startLine && endLine === our.endLine;
    if (!same)
      verdict.differences.push(
        `${name}: ${source} ${filePath}:${startLine}-${endLine} → ${our.source} ${our.filePath}:${our.startLine}-${our.endLine}`,
      );
  }
}

/** We must find every label the peer finds. It has no signatures here, and finds less. */
export function compareItems(theirs: Answer[], ours: Answer[], verdict: Verdict): void {
  const found = ours.map(({ signature }) => ` ${oneLine(signature)}`);
  for (const { signature } of theirs) {
    const name = oneLine(signature)
      .replace(/\(.*/, "")
      .replace(/^<ctor>/, "")
      .replace(/^::/, "");
    if (!found.some((each) => each.includes(` ${name}`))) verdict.differences.push(`- ${signature}`);
  }
}

/** Normalizes whitespace and removes comments, which the peer keeps. */
export const oneLine = (signature: string): string =>
  signature
    .replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, "")
    .replace(/\s+/g, " ")
    .replace(/\( /g, "(")
    .replace(/ \)/g, ")")
    .replace(/,(?=\S)/g, ", ")
    .replace(/ &/g, "&");
