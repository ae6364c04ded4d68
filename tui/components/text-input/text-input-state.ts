/** Implements a line editor that has the commands of readline. */

export interface TextState {
  text: string;
  /** The caret in UTF-16 units. It is never inside a grapheme. */
  caret: number;
}

export function textOfInput(text: string): TextState {
  return { text, caret: text.length };
}

export function insert({ text, caret }: TextState, typed: string): TextState {
  return { text: text.slice(0, caret) + typed + text.slice(caret), caret: caret + typed.length };
}

type Edit = (state: TextState) => TextState;

/** All edits except for typing. */
export type TextEdit =
  | "left"
  | "right"
  | "start"
  | "end"
  | "word-left"
  | "word-right"
  | "cut-left"
  | "cut-right"
  | "cut-word"
  | "cut-to-start"
  | "cut-to-end";

export function edited(state: TextState, edit: TextEdit): TextState {
  return EDITS[edit](state);
}

const EDITS: Readonly<Record<TextEdit, Edit>> = {
  left: (state) => ({ ...state, caret: before(state) }),
  right: (state) => ({ ...state, caret: after(state) }),
  start: (state) => ({ ...state, caret: 0 }),
  end: (state) => ({ ...state, caret: state.text.length }),
  "word-left": (state) => ({ ...state, caret: wordBefore(state) }),
  "word-right": (state) => ({ ...state, caret: wordAfter(state) }),
  "cut-left": (state) => remove(state, before(state), state.caret),
  "cut-right": (state) => remove(state, state.caret, after(state)),
  "cut-word": (state) => remove(state, wordBefore(state), state.caret),
  "cut-to-start": (state) => remove(state, 0, state.caret),
  "cut-to-end": (state) => remove(state, state.caret, state.text.length),
};

function remove({ text }: TextState, from: number, to: number): TextState {
  return { text: text.slice(0, from) + text.slice(to), caret: from };
}

/**
 * The number of UTF-16 units in which we look for the boundary of a grapheme. Otherwise, a single step through a megabyte of
 * pasted text would segment all of it.
 */
const GRAPHEME = 64;

function before({ text, caret }: TextState): number {
  const from = Math.max(0, caret - GRAPHEME);
  const graphemes = [...new Intl.Segmenter().segment(text.slice(from, caret))];
  return from + (graphemes.at(-1)?.index ?? 0);
}

function after({ text, caret }: TextState): number {
  const [first] = new Intl.Segmenter().segment(text.slice(caret, caret + GRAPHEME));
  return caret + (first?.segment.length ?? 0);
}

function wordBefore({ text, caret }: TextState): number {
  return text.slice(0, caret).replace(/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u, (tail) => {
    // Like readline, we skip the characters that don't belong to a word, and then a word.
    const word = /[\p{L}\p{N}_]+[^\p{L}\p{N}_]*$/u.exec(tail);
    return word ? tail.slice(0, word.index) : "";
  }).length;
}

function wordAfter({ text, caret }: TextState): number {
  const word = /^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(text.slice(caret));
  return caret + (word?.[0].length ?? 0);
}
