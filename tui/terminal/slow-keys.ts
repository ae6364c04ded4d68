/**
 * Joins key sequences that a slow line delivers in pieces, such as ESC and then `[A`. Ink waits 20 ms for the rest, and
 * would insert a later one as text.
 */

export interface SlowKeys {
  /** Returns the input with whole sequences. */
  filter(chunk: string): string;
  close(): void;
}

export interface SlowKeysOptions {
  /** ESC turned out to be the Escape key. */
  onEscape(): void;
  type(text: string): void;
  now(): number;
}

/** In ms. A lone Escape acts after this. */
export const ESCAPE_HOLD = 150;
/** In ms. Nothing else begins like the longer ones, so they may take longer. */
const SEQUENCE_HOLD = 1000;
/** In ms. Alt and a letter arrive together; a letter after this was typed after Escape. */
const ALT = 20;

const PARTIAL = /\u001b(?:\[[0-?]*[ -/]*)?$/;
const PASTE_START = "\u001b[200~";
const PASTE_END = "\u001b[201~";
/** Rest of a sequence: a key, or a reply of the terminal. */
const REST = /^(?:\[|O[A-DFHP-S]|\]\d|P[\d>$+!]|_G)/;
/** The rest of a key, without its ESC. */
const LATE_REST = /^(?:\[[0-?]*[ -/]*[@-~]|O[A-DFHP-S])/;

export function createSlowKeys({ onEscape, type, now }: SlowKeysOptions): SlowKeys {
  let held = "";
  let heldAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Escape acted at this time. */
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
    // After a stall the rest may be here already, so let it be read first.
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
