/**
 * Scores a word of a query against a candidate. The exact name is best, followed by the starts of words, initials, and finally
 * scattered letters.
 */
import type { Term } from "./match-query.ts";

/** A candidate that was prepared so that matching it against many queries is fast. */
export interface Candidate {
  text: string;
  /** In lower case, with the same length. */
  lower: string;
  /** The range of the name itself, for example the name of the file in a path, or a tool's title in front of other words. */
  nameStart: number;
  nameEnd: number;
}

/** The points for each kind of match. Within a kind, scores stay below the next number. */
const POINTS = {
  wholeText: 1100,
  wholeName: 1000,
  nameBegins: 900,
  wordInName: 800,
  initials: 760,
  headsInName: 700,
  withinName: 600,
  wholeFolder: 500,
  wordInPath: 450,
  withinPath: 400,
  headsInPath: 300,
  lettersInName: 250,
  lettersInPath: 100,
} as const;
/** The maximum penalty for long names. */
const MAX_LENGTH_PENALTY = 45;
/** The maximum number of ways to assign letters to the starts of words that we try. */
const MAX_TRIES = 400;

/** Returns 0 if it doesn't match. Otherwise the positions of the letters are added to `places`. */
export function scoreTerm(term: Term, candidate: Candidate, places: number[]): number {
  const { nameStart, nameEnd } = candidate;
  const text = term.caseSensitive ? candidate.text : candidate.lower;
  const word = term.text;
  const mark = (start: number, length = word.length) => {
    for (let at = start; at < start + length; at++) places.push(at);
  };
  const spare = (points: number, length = nameEnd - nameStart) =>
    points - Math.min(MAX_LENGTH_PENALTY, (length - word.length) / 2);
  if (term.kind === "glob") {
    const whole = term.pattern?.test(word.includes("/") ? candidate.text : candidate.text.slice(nameStart, nameEnd));
    return whole ? spare(POINTS.nameBegins) : 0;
  }
  if (term.kind === "prefix") {
    const at = text.startsWith(word, nameStart) ? nameStart : text.startsWith(word) ? 0 : -1;
    if (at === -1) return 0;
    mark(at);
    return spare(at === nameStart ? POINTS.nameBegins : POINTS.wordInPath);
  }
  if (term.kind === "suffix" || term.kind === "whole") {
    const end = text.startsWith(word, nameEnd - word.length) ? nameEnd : text.endsWith(word) ? text.length : -1;
    const from = end - word.length;
    if (end === -1 || from < 0 || (term.kind === "whole" && from !== nameStart && from !== 0)) return 0;
    mark(from);
    return spare(term.kind === "whole" ? POINTS.wholeName : POINTS.withinName);
  }
  // Someone who types a whole path means exactly this file, and not others with the same name.
  if (text === word) {
    mark(0);
    return POINTS.wholeText;
  }
  const letters = term.kind === "letters";
  if (letters && !hasInOrder(text, word)) return 0;
  const name = together(text, word, candidate, nameStart, nameEnd);
  if (name) {
    mark(name.at);
    const dot = candidate.text.indexOf(".", nameStart + 1);
    const stem = dot === -1 || dot > nameEnd ? nameEnd : dot;
    const ends = name.at + word.length;
    if (name.at === nameStart && (ends === nameEnd || ends === stem)) return spare(POINTS.wholeName);
    if (name.at === nameStart) return spare(POINTS.nameBegins);
    return spare(name.head ? POINTS.wordInName : POINTS.withinName);
  }
  const heads = letters && !word.includes("/") ? onHeads(text, word, candidate, nameStart, nameEnd) : undefined;
  if (heads) {
    places.push(...heads.places);
    return spare(heads.initials ? POINTS.initials : POINTS.headsInName);
  }
  const path = together(text, word, candidate, 0, text.length);
  if (path) {
    mark(path.at);
    const end = path.at + word.length;
    const folder = path.head && (end === text.length || isBreak(text.charCodeAt(end)));
    const points = folder ? POINTS.wholeFolder : path.head ? POINTS.wordInPath : POINTS.withinPath;
    return spare(points, text.length);
  }
  if (!letters) return 0;
  const inPath = onHeads(text, word, candidate, 0, text.length);
  if (inPath) {
    places.push(...inPath.places);
    return spare(POINTS.headsInPath, text.length);
  }
  return (
    scattered(text, word, nameStart, nameEnd, POINTS.lettersInName, places) ||
    scattered(text, word, 0, text.length, POINTS.lettersInPath, places)
  );
}

/** Checks whether the characters of a word occur in order. This is cheap and excludes most candidates. */
function hasInOrder(text: string, word: string): boolean {
  let at = -1;
  for (let index = 0; index < word.length; index++) {
    at = text.indexOf(word.charAt(index), at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** Matches the word as a substring. A match at the start of a word is preferred over any other. */
function together(text: string, word: string, candidate: Candidate, from: number, to: number) {
  let first = -1;
  for (let at = text.indexOf(word, from); at !== -1 && at + word.length <= to; at = text.indexOf(word, at + 1)) {
    if (isHead(candidate.text, at)) return { at, head: true };
    if (first === -1) first = at;
  }
  return first === -1 ? undefined : { at: first, head: false };
}

/** Matches parts of the word at the starts of words, for example `plcon` or `PC` for PlayerController. */
function onHeads(text: string, word: string, candidate: Candidate, from: number, to: number) {
  if (word.length < 2 || word.length > 24) return undefined;
  let tries = 0;
  const places: number[] = [];
  const lay = (done: number, at: number): boolean => {
    if (done === word.length) return true;
    for (let head = at; head < to; head++) {
      if (text[head] !== word[done] || !isHead(candidate.text, head)) continue;
      if (++tries > MAX_TRIES) return false;
      let length = 1;
      while (done + length < word.length && head + length < to && text[head + length] === word[done + length]) length++;
      for (; length > 0; length--) {
        for (let each = 0; each < length; each++) places.push(head + each);
        if (lay(done + length, head + length)) return true;
        places.length -= length;
      }
    }
    return false;
  };
  if (!lay(0, from)) return undefined;
  const initials = places.every((place) => isHead(candidate.text, place)) && places[0] === from;
  return { places, initials };
}

/** Matches the letters in order and as close to each other as possible. It works backwards from the last letter. */
function scattered(text: string, word: string, from: number, to: number, points: number, places: number[]): number {
  let end = from - 1;
  for (let index = 0; index < word.length; index++) {
    end = text.indexOf(word.charAt(index), end + 1);
    if (end === -1 || end >= to) return 0;
  }
  const found: number[] = [];
  let at = end;
  for (let index = word.length - 1; index >= 0; index--, at--) {
    at = text.lastIndexOf(word.charAt(index), at);
    found.push(at);
  }
  places.push(...found.reverse());
  const gaps = end - (found[0] ?? end) + 1 - word.length;
  return Math.max(1, points - Math.min(points - 1, gaps * 6) - Math.min(MAX_LENGTH_PENALTY, (to - from) / 8));
}

/** A word begins after punctuation, on a change of case, or at a digit that follows a letter. */
function isHead(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (isBreak(before)) return !isBreak(code);
  if (isBreak(code)) return true;
  if (isCapital(code)) return !isCapital(before) || isSmall(text.charCodeAt(at + 1));
  return isDigit(code) && !isDigit(before);
}

function isBreak(code: number): boolean {
  return !(isSmall(code) || isCapital(code) || isDigit(code) || code > 127);
}

const isCapital = (code: number) => code >= 65 && code <= 90;
const isSmall = (code: number) => code >= 97 && code <= 122;
const isDigit = (code: number) => code >= 48 && code <= 57;
