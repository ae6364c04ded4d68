/**
 * Joins key sequences that a slow line delivers in pieces, such as ESC and then `[A`. Ink only waits 20 ms for the second
 * piece, and would insert a later one as text.
 */

export interface SlowKeys {
  /** Returns the input with whole sequences. */
  filter(chunk: string): string;
  close(): void;
}

export interface SlowKeysOptions {
  /** Called if the ESC turns out to be the Escape key. */
  onEscape(): void;
  type(text: string): void;
  now(): number;
}

/** The time in ms after which a lone Escape takes effect. */
export const ESCAPE_HOLD = 150;
/** The time in ms for longer sequences. They may take longer because nothing else begins like them. */
const SEQUENCE_HOLD = 1000;
/** The time in ms for Alt and a letter, which arrive together. A letter that arrives later was typed after Escape. */
const ALT = 20;

const PARTIAL = /\u001b(?:\[[0-?]*[ -/]*)?$/;
const PASTE_START = "\u001b[200~";
const PASTE_END = "\u001b[201~";
/** The rest of a sequence, which is a key or a reply of the terminal. */
const REST = /^(?:\[|O[A-DFHP-S]|\]\d|P[\d>$+!]|_G)/;
/** The rest of a key without its ESC. */
const LATE_REST = /^(?:\[[0-?]*[ -/]*[@-~]|O[A-DFHP-S])/;

export function createSlowKeys({ onEscape, type, now }: SlowKeysOptions): SlowKeys {
  let held = "";
  let heldAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The time at which Escape took effect. */
  let actedAt = Number.NEGATIVE_INFINITY;
  let isPaste = false;

  function release() {
    clearTimeout(timer);
    const rest = held.slice(1);
    held = "";
    onEscape();
    actedAt = now();
    if (rest === "[") type(rest);
  }

  function hold(text: string) {
    held = text;
    heldAt = now();
    clearTimeout(timer);
    // After a delay the rest may already have arrived, so we let it be read first.
    const wait = text === "\u001b" ? ESCAPE_HOLD : SEQUENCE_HOLD;
    timer = setTimeout(() => setImmediate(() => held === text && now() - heldAt >= wait && release()), wait);
  }

  return {
    filter(chunk) {
      if (chunk === "") return "";
      let text = chunk;
      if (held.length > 1 || (held !== "" && (REST.test(chunk) || now() - heldAt < ALT))) {
        text = held + chunk;
        held = "";
        clearTimeout(timer);
      } else if (held !== "") release();
      else if (now() - actedAt < SEQUENCE_HOLD && LATE_REST.test(chunk)) text = `\u001b${chunk}`;
      const end = text.lastIndexOf(PASTE_END);
      isPaste = text.lastIndexOf(PASTE_START) > end || (isPaste && end < 0);
      const partial = isPaste ? "" : (PARTIAL.exec(text)?.[0] ?? "");
      if (partial !== "") hold(partial);
      return text.slice(0, text.length - partial.length);
    },
    close: () => clearTimeout(timer),
  };
}
