/** A line of text being typed, with the keys of readline. Pure. */

export interface TextState {
  text: string;
  /** Caret, in UTF-16 units, always between graphemes. */
  caret: number;
}

export function textOfInput(text: string): TextState {
  return { text, caret: text.length };
}

/** Inserts at the caret. */
export function insert({ text, caret }: TextState, typed: string): TextState {
  return { text: text.slice(0, caret) + typed + text.slice(caret), caret: caret + typed.length };
}

type Edit = (state: TextState) => TextState;

/** What a key does to the text; undefined where it is no editing key. */
export function editKey(key: string): Edit | undefined {
  return Object.hasOwn(EDITS, key) ? EDITS[key] : undefined;
}

const EDITS: Readonly<Record<string, Edit>> = {
  left: (state) => ({ ...state, caret: before(state) }),
  right: (state) => ({ ...state, caret: after(state) }),
  home: (state) => ({ ...state, caret: 0 }),
  "ctrl+a": (state) => ({ ...state, caret: 0 }),
  end: (state) => ({ ...state, caret: state.text.length }),
  "ctrl+e": (state) => ({ ...state, caret: state.text.length }),
  "alt+left": (state) => ({ ...state, caret: wordBefore(state) }),
  "alt+b": (state) => ({ ...state, caret: wordBefore(state) }),
  "alt+right": (state) => ({ ...state, caret: wordAfter(state) }),
  "alt+f": (state) => ({ ...state, caret: wordAfter(state) }),
  backspace: (state) => remove(state, before(state), state.caret),
  delete: (state) => remove(state, state.caret, after(state)),
  "ctrl+w": (state) => remove(state, wordBefore(state), state.caret),
  "alt+backspace": (state) => remove(state, wordBefore(state), state.caret),
  "ctrl+u": (state) => remove(state, 0, state.caret),
  "ctrl+k": (state) => remove(state, state.caret, state.text.length),
};

function remove({ text }: TextState, from: number, to: number): TextState {
  return { text: text.slice(0, from) + text.slice(to), caret: from };
}

/** No grapheme that anybody types is longer, in UTF-16 units: a pasted megabyte is not taken apart for one step. */
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
    // One run of other characters, then one word: as readline does.
    const word = /[\p{L}\p{N}_]+[^\p{L}\p{N}_]*$/u.exec(tail);
    return word ? tail.slice(0, word.index) : "";
  }).length;
}

function wordAfter({ text, caret }: TextState): number {
  const word = /^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(text.slice(caret));
  return caret + (word?.[0].length ?? 0);
}
