/**
 * Strict comparison with the peer: signatures as text, definitions by file and lines, references by file and range. Differences due
 * to a bug in KNOWN-PEER-FAULTS.md are recognized by a rule for that bug, which is checked against the sources. All others belong
 * in docs/angelscript-truth.md.
 */
import type { Answer } from "./peer.ts";
import { areApart, classAt, isOverrideAt } from "./peer-classes.ts";
import { type PeerQuestion, placeOf } from "./peer-questions.ts";
import { areAssignedApart, excessRule, isAssigned, lackRule, lostRule, symbolRule } from "./peer-rules.ts";
import { compareHierarchies, compareItems, compareMembers, oneLine } from "./peer-types.ts";
import type { TextPlace, TextTypes } from "./text-types.ts";

export interface Verdict {
  /** One per line. */
  differences: string[];
  /** Differences caused by bugs in the peer: rule and line. */
  known: string[];
}

/** Lines of a script by the path in answers. */
export type Lines = (filePath: string) => string[];

/** Additional input for the rules. */
export interface Known {
  /** Methods of `TArray` and other templates. */
  templateMethods: ReadonlySet<string>;
  /** Base classes of scripts. */
  bases: ReadonlyMap<string, string>;
  /** Member types according to the script text. */
  types: TextTypes;
}

interface Comparison {
  question: PeerQuestion;
  theirs: Answer;
  ours: Answer;
  lines: Lines;
  types: TextTypes;
  verdict: Verdict;
}

export function compareAnswers(
  question: PeerQuestion,
  theirs: Answer,
  ours: Answer,
  lines: Lines,
  { templateMethods, bases, types }: Known,
): Verdict {
  const verdict: Verdict = { differences: [], known: [] };
  const comparison: Comparison = { question, theirs, ours, lines, types, verdict };
  if (!theirs.ok || !ours.ok) {
    if (theirs.ok !== ours.ok) compareFailure(comparison);
    return verdict;
  }
  switch (question.tool) {
    case "angelscript_resolveSymbolAtPosition":
      compareSymbols({ ...comparison, theirs: theirs.data.symbol, ours: ours.data.symbol });
      break;
    case "angelscript_findReferences":
      compareReferences(question, theirs.data.references, ours.data.references, lines, { bases, types }, verdict);
      // The peer lists uses for one template instance, we list them for the method.
      if (["", "Get", "Set"].some((prefix) => templateMethods.has(prefix + wordAt(question, lines).word)))
        moveKnown(verdict, "another instance of the template", wordAt(question, lines).word);
      break;
    case "angelscript_getTypeMembers":
      compareMembers(theirs.data.members, ours.data.members, verdict);
      break;
    case "angelscript_getClassHierarchy":
      compareHierarchies(theirs.data, ours.data, bases, verdict);
      break;
    default:
      compareItems(theirs.data.items, ours.data.items, verdict);
  }
  return verdict;
}

/** The word in question, and the rest of its line. */
function wordAt(question: PeerQuestion, lines: Lines): { word: string; after: string; line: string } {
  const { filePath, character, line: number } = placeOf(question);
  const line = lines(filePath)[number - 1] ?? "";
  const rest = line.slice(character - 1);
  const word = /^\w+/.exec(rest)?.[0] ?? "";
  return { word, after: rest.slice(word.length), line };
}

function textPlaceOf(question: PeerQuestion): TextPlace {
  const { filePath, line, character } = placeOf(question);
  return { filePath, row: line - 1, column: character - 1 };
}

function compareFailure({ question, theirs, ours, lines, types, verdict }: Comparison): void {
  const said = (answer: Answer): string =>
    answer.ok
      ? JSON.stringify(answer.data.symbol ?? answer.data).slice(0, 300)
      : `${answer.error.code} ${answer.error.message}`;
  const row = `${said(theirs)} → ${said(ours)}`;
  const { word, after, line } = wordAt(question, lines);
  const isResolved = question.tool === "angelscript_resolveSymbolAtPosition" && ours.ok;
  const at = textPlaceOf(question);
  const owner = types.ownerAt(at, lines);
  const isTold = isResolved && owner !== undefined && types.areOne(owner, ours.data.symbol.container ?? "");
  const rule = isResolved ? lostRule(ours.data.symbol, word, after, line) : undefined;
  if (rule) verdict.known.push(`${rule}: ${row}`);
  else if (isTold) verdict.known.push(`a member of what the text declares: ${row}`);
  else if (isResolved && areNamed(ours.data.symbol.name, word) && types.endsEarly(at, lines))
    verdict.known.push(`the peer's bases end early: ${row}`);
  else verdict.differences.push(row);
}

/** True if the names are equal, or one is an accessor of the other. */
function areNamed(one: string, other: string): boolean {
  return ["", "Get", "Set"].some((prefix) => one === prefix + other || other === prefix + one);
}

function compareSymbols(comparison: Comparison): void {
  const { question, theirs, ours, lines, types, verdict } = comparison;
  const { word, after, line } = wordAt(question, lines);
  const row = (answer: Answer): string => {
    const at = answer.definition;
    return `${answer.kind} ${answer.signature} ${at ? `${at.filePath}:${at.startLine}-${at.endLine}` : "-"}`;
  };
  const told = `${row(theirs)} → ${row(ours)}`;
  const isConstructor = ours.kind === "constructor" && /struct|class/.test(theirs.kind) && after.startsWith("(");
  if (isConstructor && ours.name === theirs.name) {
    verdict.known.push(`res.ctor: ${told}`);
    return;
  }
  // At a declaration, the peer may pick another overload. The right one is at the given position.
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
  const pair = new Set([theirs.name, ours.name].map((name: string) => name.slice(0, 3)));
  if (
    ours.name !== theirs.name &&
    theirs.name.slice(3) === word &&
    ours.name.slice(3) === word &&
    pair.has("Get") &&
    pair.has("Set")
  ) {
    if (ours.name.startsWith("Set") === isAssigned(after)) {
      verdict.known.push(`res.accessor: ${told}`);
      return;
    }
  }
  const { definition } = theirs;
  const isImport =
    definition && /^\s*import\b.*\bfrom\s*"/.test(lines(definition.filePath)[definition.startLine - 1] ?? "");
  if (isImport && ours.definition && ours.kind === theirs.kind && ours.name === theirs.name) {
    verdict.known.push(`an import is what it imports: ${told}`);
    return;
  }
  const rule = symbolRule(theirs, ours, after, (expression) => types.typeOf(expression, textPlaceOf(question), lines));
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
  compareDefinitions(comparison, told);
}

/** Lines that can come between the peer's first line and ours: macros, access specifiers, continued macros. */
const LOOK_BACK = /^\s*(?:U(?:CLASS|STRUCT|ENUM|FUNCTION|PROPERTY)\b|access\s*:|UMETA\b)/;

const TYPE_ALONE = /^\s*(?:const\s+)?\w+(?:<[\w<>:, ]*>)?&?\s*$/;

function compareDefinitions({ question, theirs, ours, lines, verdict }: Comparison, told: string): void {
  const { filePath: asked } = placeOf(question);
  const their = theirs.definition;
  const our = ours.definition;
  const isGlobal = ({ filePath, startLine }: Answer): boolean => /^const\b/.test(lines(filePath)[startLine - 1] ?? "");
  if (their && our && their.filePath !== our.filePath && our.filePath.endsWith(`/${asked}`) && isGlobal(their))
    if (isGlobal(our)) {
      verdict.known.push(`constants of one name in two files: ${told}`);
      return;
    }
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
  else if (our.startLine < their.startLine && between.every((each) => TYPE_ALONE.test(each)))
    verdict.known.push(`a result on its own line: ${told}`);
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
  { bases, types }: Pick<Known, "bases" | "types">,
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
  const asksAt = textPlaceOf(question);
  const ownerAsked = home && types.ownerAt(asksAt, lines);
  const isLost = types.endsEarly(asksAt, lines);
  /** Undefined if the text isn't enough to decide. */
  const isOfAsked = (each: Answer): boolean | undefined => {
    const owner = types.ownerAt(placeOfUse(each), lines);
    return owner === undefined || ownerAsked === undefined ? undefined : types.areOne(owner, ownerAsked);
  };
  const declares = (path: string): boolean =>
    lines(path).some((text) => new RegExp(`^const\\s+\\w+\\s+${word}\\b`).test(text));
  const isOtherFiles = (path: string): boolean =>
    !path.endsWith(`/${filePath}`) && declares(path) && declares(filePath);
  const known = new Set(ours.map(key));
  const seen = new Set(theirs.map(key));
  for (const each of theirs) {
    if (known.has(key(each))) continue;
    const place = `${key(each)} ${textOf(each)}`;
    if (["auto", "Super"].includes(textOf(each))) verdict.known.push(`ref.class.decl: - ${place}`);
    else if (textOf(each) === word && isApart(each))
      verdict.known.push(`override of an engine's event in an unrelated class: - ${place}`);
    else if (textOf(each) === word && isConstructorOf(word, asked, lines(each.filePath)[each.range.start.line] ?? ""))
      verdict.known.push(`a struct and its constructors are one: - ${place}`);
    else if (textOf(each) === word && excessRule(ours, behind(each), after))
      verdict.known.push(`an assigned property is its Get: - ${place}`);
    else if (textOf(each) === word && isOtherFiles(each.filePath))
      verdict.known.push(`constants of one name in two files: - ${place}`);
    else if (isOfAsked(each) === false) verdict.known.push(`a member of another class, by the text: - ${place}`);
    else if (textOf(each) === word && areAssignedApart(asked, lines(each.filePath)[each.range.start.line] ?? "", word))
      verdict.known.push(`an overload of another type: - ${place}`);
    else verdict.differences.push(`- ${key(each)} ${(lines(each.filePath)[each.startLine - 1] ?? "").trim()}`);
  }
  for (const each of ours) {
    if (seen.has(key(each))) continue;
    const line = (lines(each.filePath)[each.startLine - 1] ?? "").trim();
    const text = lines(each.filePath)[each.range.start.line] ?? "";
    const rule = lackRule(each.filePath, textOf(each), text.slice(each.range.end.character), word, after);
    if (/^access\s+\w+\s*=/.test(line)) verdict.known.push(`in an access list: + ${key(each)}`);
    else if (
      /^U(?:PROPERTY|FUNCTION|CLASS)\s*\(.*\w\s*=/.test(line) &&
      line.indexOf(textOf(each)) < line.lastIndexOf(")")
    )
      verdict.known.push(`in a specifier: + ${key(each)}`);
    else if (rule) verdict.known.push(`${rule}: + ${key(each)}`);
    else if (isOfAsked(each)) verdict.known.push(`a member of what the text declares: + ${key(each)}`);
    else if (areNamed(textOf(each), word) && (isLost || types.endsEarly(placeOfUse(each), lines)))
      verdict.known.push(`the peer's bases end early: + ${key(each)}`);
    else if (isBound(text, each.range, word, around, classAt(each.filePath, each.range.start.line, lines), types))
      verdict.known.push(`a bind that names the function: + ${key(each)}`);
    else verdict.differences.push(`+ ${key(each)} ${line}`);
  }
  if (ours.some(isAsked) && !theirs.some(isAsked))
    moveKnown(verdict, "the given place is not in the peer's list", word);
}

function placeOfUse({ filePath, range: { start } }: Answer): TextPlace {
  return { filePath, row: start.line, column: start.character };
}

/** True for `AddUFunction(this, n"Name")` and similar calls in a related class. */
function isBound(
  text: string,
  { start, end }: Answer,
  word: string,
  around: string | undefined,
  other: string | undefined,
  types: TextTypes,
): boolean {
  const owner = around && types.ownerOf(around, word);
  if (!owner || !other || types.ownerOf(other, word) !== owner) return false;
  const name = text.slice(start.character, end.character);
  const isNamed = text.slice(0, start.character).endsWith('n"') && text[end.character] === '"' && name === word;
  return isNamed && /\(\s*this\s*,\s*n"$/.test(text.slice(0, start.character));
}

/** True if the question or the use is at a constructor's declaration. */
function isConstructorOf(word: string, asked: string, use: string): boolean {
  const declared = new RegExp(`^\\s*${word}\\s*\\(`);
  return declared.test(asked) || declared.test(use);
}

/** Moves differences that are just uses missing in the peer. */
function moveKnown(verdict: Verdict, rule: string, word: string): void {
  const isWord = (each: string): boolean => each.startsWith("+ ") && new RegExp(`\\b(?:[GS]et)?${word}\\b`).test(each);
  if (verdict.differences.every(isWord))
    verdict.known.push(...verdict.differences.splice(0).map((each) => `${rule}: ${each}`));
}
