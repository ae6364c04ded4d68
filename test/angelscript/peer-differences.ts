/**
 * Compares an answer of jig with the peer's, strictly: signatures as text, definitions by file, first and last line, references by
 * file and range. A difference that a fault of KNOWN-PEER-FAULTS.md makes is told apart by the fault's rule, checked on the sources;
 * the rest is for the table of docs/angelscript-truth.md.
 */
import type { Answer } from "./peer.ts";
import { areApart, classAt, isOverrideAt } from "./peer-classes.ts";
import { type PeerQuestion, placeOf } from "./peer-questions.ts";
import { excessRule, lackRule, lostRule, symbolRule } from "./peer-rules.ts";

export interface Verdict {
  /** What differs, a line each. */
  differences: string[];
  /** What differs, too, by a fault of the peer: the rule's name and the line. */
  known: string[];
}

/** The lines of a script as answers name it. */
export type Lines = (filePath: string) => string[];

/** What the rules need beside the answers. */
export interface Known {
  /** Names of the methods of `TArray` and the like. */
  templateMethods: ReadonlySet<string>;
  /** Bases of the scripts' classes. */
  bases: ReadonlyMap<string, string>;
}

export function compareAnswers(
  question: PeerQuestion,
  theirs: Answer,
  ours: Answer,
  lines: Lines,
  { templateMethods, bases }: Known,
): Verdict {
  const verdict: Verdict = { differences: [], known: [] };
  if (!theirs.ok || !ours.ok) {
    if (theirs.ok !== ours.ok) compareFailure(question, theirs, ours, lines, verdict);
    return verdict;
  }
  switch (question.tool) {
    case "angelscript_resolveSymbolAtPosition":
      compareSymbols(question, theirs.data.symbol, ours.data.symbol, lines, verdict);
      break;
    case "angelscript_findReferences":
      compareReferences(question, theirs.data.references, ours.data.references, lines, bases, verdict);
      // The peer lists those of one instance; ours are of the method, whatever the template's argument.
      if (["", "Get", "Set"].some((prefix) => templateMethods.has(prefix + wordAt(question, lines).word)))
        moveKnown(verdict, "another instance of the template", wordAt(question, lines).word);
      break;
    case "angelscript_getTypeMembers":
      compareMembers(theirs.data.members, ours.data.members, verdict);
      break;
    case "angelscript_getClassHierarchy":
      compareHierarchies(theirs.data, ours.data, verdict);
      break;
    default:
      compareItems(theirs.data.items, ours.data.items, verdict);
  }
  return verdict;
}

/** The word asked about, and what follows it on its line. */
function wordAt(question: PeerQuestion, lines: Lines): { word: string; after: string; line: string } {
  const { filePath, character, line: number } = placeOf(question);
  const line = lines(filePath)[number - 1] ?? "";
  const rest = line.slice(character - 1);
  const word = /^\w+/.exec(rest)?.[0] ?? "";
  return { word, after: rest.slice(word.length), line };
}

function compareFailure(question: PeerQuestion, theirs: Answer, ours: Answer, lines: Lines, verdict: Verdict): void {
  const said = (answer: Answer): string =>
    answer.ok
      ? JSON.stringify(answer.data.symbol ?? answer.data).slice(0, 300)
      : `${answer.error.code} ${answer.error.message}`;
  const row = `${said(theirs)} → ${said(ours)}`;
  const { word, after, line } = wordAt(question, lines);
  const isResolved = question.tool === "angelscript_resolveSymbolAtPosition" && ours.ok;
  const rule = isResolved ? lostRule(ours.data.symbol, word, after, line) : undefined;
  if (rule) verdict.known.push(`${rule}: ${row}`);
  else verdict.differences.push(row);
}

function compareSymbols(question: PeerQuestion, theirs: Answer, ours: Answer, lines: Lines, verdict: Verdict): void {
  const { word, after, line } = wordAt(question, lines);
  const row = (answer: Answer): string => {
    const at = answer.definition;
    return `${answer.kind} ${answer.signature} ${at ? `${at.filePath}:${at.startLine}-${at.endLine}` : "-"}`;
  };
  const told = `${row(theirs)} → ${row(ours)}`;
  const isConstructor = ours.kind === "constructor" && theirs.kind === "struct" && after.startsWith("(");
  if (isConstructor && ours.name === theirs.name) {
    verdict.known.push(`res.ctor: ${told}`);
    return;
  }
  // At a declaration the peer may take another overload: the right one is where the question is.
  const place = placeOf(question);
  const holds = ({ definition: at }: Answer): boolean =>
    at?.filePath.endsWith(`/${place.filePath}`) && at.startLine <= place.line && place.line <= at.endLine;
  if (
    ours.name === theirs.name &&
    ours.kind === theirs.kind &&
    ours.signature !== theirs.signature &&
    holds(ours) &&
    !holds(theirs)
  ) {
    verdict.known.push(`overload at its declaration: ${told}`);
    return;
  }
  const isAssigned = /^\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/.test(after);
  const pair = new Set([theirs.name, ours.name].map((name: string) => name.slice(0, 3)));
  if (
    ours.name !== theirs.name &&
    theirs.name.slice(3) === word &&
    ours.name.slice(3) === word &&
    pair.has("Get") &&
    pair.has("Set")
  ) {
    if (ours.name.startsWith("Set") === isAssigned) {
      verdict.known.push(`res.accessor: ${told}`);
      return;
    }
  }
  const rule = symbolRule(theirs, ours, after);
  if (rule) {
    verdict.known.push(`${rule}: ${told}`);
    return;
  }
  if (ours.kind !== theirs.kind || ours.name !== theirs.name) {
    verdict.differences.push(`kind or name: ${told}; at: ${line.trim()}`);
    return;
  }
  if (ours.signature !== theirs.signature) {
    const isVisibility =
      ours.signature.replace(/^(?:private|protected) /, "") === theirs.signature.replace(/^(?:private|protected) /, "");
    if (isVisibility) verdict.known.push(`res.nameliteral: ${told}`);
    else if (oneLine(ours.signature) === oneLine(theirs.signature)) verdict.known.push(`blanks as written: ${told}`);
    else verdict.differences.push(`signature: ${told}; at: ${line.trim()}`);
  }
  compareDefinitions(theirs, ours, lines, told, verdict);
}

/** What may stand between the first line that the peer gives and ours: macros, access lines, and what continues a macro. */
const LOOK_BACK = /^\s*(?:U(?:CLASS|STRUCT|ENUM|FUNCTION|PROPERTY)\b|access\s*:|UMETA\b)/;

function compareDefinitions(theirs: Answer, ours: Answer, lines: Lines, told: string, verdict: Verdict): void {
  const their = theirs.definition;
  const our = ours.definition;
  if (!their && !our) return;
  if (!their || !our || their.filePath !== our.filePath || their.endLine !== our.endLine) {
    verdict.differences.push(`definition: ${told}`);
    return;
  }
  if (their.startLine === our.startLine) return;
  const between = lines(our.filePath).slice(
    Math.min(our.startLine, their.startLine) - 1,
    Math.max(our.startLine, their.startLine) - 1,
  );
  if (our.startLine < their.startLine && LOOK_BACK.test(between[0] ?? ""))
    verdict.known.push(`res.accessprop, res.struct: ${told}`);
  else if (
    our.startLine > their.startLine &&
    ours.kind === "parameter" &&
    between.every((each) => LOOK_BACK.test(each))
  )
    verdict.known.push(`res.param: ${told}`);
  else verdict.differences.push(`definition: ${told}`);
}

function compareReferences(
  question: PeerQuestion,
  theirs: Answer[],
  ours: Answer[],
  lines: Lines,
  bases: ReadonlyMap<string, string>,
  verdict: Verdict,
): void {
  const { filePath, line, character } = placeOf(question);
  const isAsked = (each: Answer): boolean =>
    each.filePath.endsWith(`/${filePath}`) &&
    each.range.start.line === line - 1 &&
    each.range.start.character === character - 1;
  const key = ({ filePath, range: { start, end } }: Answer): string =>
    `${filePath}:${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
  const textOf = ({ filePath, range: { start, end } }: Answer): string =>
    (lines(filePath)[start.line] ?? "").slice(start.character, end.character);
  const behind = ({ filePath, range: { end } }: Answer): string =>
    (lines(filePath)[end.line] ?? "").slice(end.character);
  const { word, after, line: asked } = wordAt(question, lines);
  const home = ours.find(isAsked) ?? theirs.find(isAsked);
  const around = home && classAt(home.filePath, line - 1, lines);
  const isApart = ({ filePath: path, range: { start } }: Answer): boolean => {
    const other = classAt(path, start.line, lines);
    if (!around || !other || !areApart(around, other, bases)) return false;
    return isOverrideAt(lines(path), start.line, start.character);
  };
  const known = new Set(ours.map(key));
  const seen = new Set(theirs.map(key));
  for (const each of theirs) {
    if (known.has(key(each))) continue;
    const place = `${key(each)} ${textOf(each)}`;
    if (["auto", "Super"].includes(textOf(each))) verdict.known.push(`ref.class.decl: - ${place}`);
    else if (textOf(each) === word && isApart(each))
      verdict.known.push(`override of an engine's event in a class apart: - ${place}`);
    else if (textOf(each) === word && isConstructorOf(word, asked, lines(each.filePath)[each.range.start.line] ?? ""))
      verdict.known.push(`a struct and its constructors are one: - ${place}`);
    else if (textOf(each) === word && excessRule(ours, behind(each), after))
      verdict.known.push(`an assigned property is its Get: - ${place}`);
    else verdict.differences.push(`- ${key(each)} ${(lines(each.filePath)[each.startLine - 1] ?? "").trim()}`);
  }
  for (const each of ours) {
    if (seen.has(key(each))) continue;
    const line = (lines(each.filePath)[each.startLine - 1] ?? "").trim();
    const text = lines(each.filePath)[each.range.start.line] ?? "";
    const rule = lackRule(each.filePath, textOf(each), text.slice(each.range.end.character), word, after);
    if (/^access\s+\w+\s*=/.test(line)) verdict.known.push(`in an access list: + ${key(each)}`);
    else if (rule) verdict.known.push(`${rule}: + ${key(each)}`);
    else verdict.differences.push(`+ ${key(each)} ${line}`);
  }
  if (ours.some(isAsked) && !theirs.some(isAsked))
    moveKnown(verdict, "the place asked about is not in the peer's list", word);
}

/** The question, or the use, is the declaration of a constructor. */
function isConstructorOf(word: string, asked: string, use: string): boolean {
  const declared = new RegExp(`^\\s*${word}\\s*\\(`);
  return declared.test(asked) || declared.test(use);
}

/** Differences that are no more than uses of the word which the peer lacks. */
function moveKnown(verdict: Verdict, rule: string, word: string): void {
  const isWord = (each: string): boolean => each.startsWith("+ ") && new RegExp(`\\b(?:[GS]et)?${word}\\b`).test(each);
  if (verdict.differences.every(isWord))
    verdict.known.push(...verdict.differences.splice(0).map((each) => `${rule}: ${each}`));
}

function compareMembers(theirs: Answer[], ours: Answer[], verdict: Verdict): void {
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

/** `auto` is what the peer prints where an argument determines the type that a native function returns. */
function isDetermined(their: string, our: string): boolean {
  return oneLine(their).startsWith("auto ") && oneLine(their).slice("auto".length) === oneLine(our).replace(/^\S+/, "");
}

function compareHierarchies(theirs: Answer, ours: Answer, verdict: Verdict): void {
  const isCutShort =
    theirs.supers.length < ours.supers.length &&
    theirs.supers.every((each: string, at: number) => ours.supers[at] === each);
  if (isCutShort) verdict.known.push(`the peer's bases end early: ${theirs.supers} → ${ours.supers}`);
  for (const field of isCutShort ? ["root", "derivedByParent"] : ["root", "supers", "derivedByParent", "truncated"]) {
    const [their, our] = [JSON.stringify(theirs[field]), JSON.stringify(ours[field])];
    if (their !== our) verdict.differences.push(`${field}: ${their} → ${our}`);
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

/** Every label that the peer finds must be found: it gives no signatures here, and finds less. */
function compareItems(theirs: Answer[], ours: Answer[], verdict: Verdict): void {
  const found = ours.map(({ signature }) => ` ${oneLine(signature)}`);
  for (const { signature } of theirs) {
    const name = oneLine(signature)
      .replace(/\(.*/, "")
      .replace(/^<ctor>/, "")
      .replace(/^::/, "");
    if (!found.some((each) => each.includes(` ${name}`))) verdict.differences.push(`- ${signature}`);
  }
}

/** Signatures without line ends, blanks and comments that the peer keeps as they are written. */
const oneLine = (signature: string): string =>
  signature
    .replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, "")
    .replace(/\s+/g, " ")
    .replace(/\( /g, "(")
    .replace(/ \)/g, ")")
    .replace(/ &/g, "&");
