/**
 * Strips mouse reports (SGR, xterm 1006) from the input before Ink sees it. Ink would just drop them as unknown
 * sequences.
 */
import type { ReadStream } from "node:tty";
import { filteredInput } from "./filtered-input.ts";
import { createSequenceFilter } from "./sequence-filter.ts";

export interface MouseEvent {
  kind: "press" | "wheel-up" | "wheel-down";
  /** Cell, 0-based from the top left. */
  x: number;
  y: number;
}

/** Clicks and wheel, no motion. SGR because the old encoding stops at column 223. */
export const MOUSE_ON = "\u001b[?1000h\u001b[?1006h";
export const MOUSE_OFF = "\u001b[?1006l\u001b[?1000l";

const REPORT = /\u001b\[<(\d+);(\d+);(\d+)([Mm])/g;
/** Report split across reads. */
const BROKEN = /\u001b\[<[\d;]*$/;

/** Keyboard input on one side, mouse events on the other. */
export function createMouseFilter(): (chunk: string) => { text: string; events: MouseEvent[] } {
  let events: MouseEvent[] = [];
  const filter = createSequenceFilter(REPORT, BROKEN, (button, x, y, end) => {
    const kind = kindOf(Number(button), end);
    if (kind) events.push({ kind, x: Number(x) - 1, y: Number(y) - 1 });
  });
  return (chunk) => {
    events = [];
    return { text: filter(chunk), events };
  };
}

function kindOf(button: number, end: string | undefined): MouseEvent["kind"] | undefined {
  // Mask out Shift (4), Meta (8) and Control (16).
  const plain = button & ~28;
  if (plain === 64) return "wheel-up";
  if (plain === 65) return "wheel-down";
  return plain === 0 && end === "M" ? "press" : undefined;
}

/** Reports go to `onMouse`. */
export function withoutMouse(stdin: ReadStream, onMouse: (event: MouseEvent) => void): ReadStream {
  const filter = createMouseFilter();
  return filteredInput(stdin, (chunk) => {
    const { text, events } = filter(chunk);
    for (const event of events) onMouse(event);
    return text;
  });
}
