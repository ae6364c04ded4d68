/**
 * Removes mouse reports (SGR, xterm 1006) from the input before Ink receives it, because Ink would just drop them as unknown
 * sequences.
 */
import type { ReadStream } from "node:tty";
import { filteredInput } from "./filtered-input.ts";
import { createSequenceFilter } from "./sequence-filter.ts";

export interface MouseEvent {
  kind: "press" | "wheel-up" | "wheel-down";
  /** The cell, counted from 0 at the top left. */
  x: number;
  y: number;
}

/** Enables clicks and the wheel but not motion. We use SGR because the old encoding ends at column 223. */
export const MOUSE_ON = "\u001b[?1000h\u001b[?1006h";
export const MOUSE_OFF = "\u001b[?1006l\u001b[?1000l";

const REPORT = /\u001b\[<(\d+);(\d+);(\d+)([Mm])/g;
/** A report that was split across reads. */
const BROKEN = /\u001b\[<[\d;]*$/;

/** Separates keyboard input from mouse events. */
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
  // We ignore Shift (4), Meta (8) and Control (16).
  const plain = button & ~28;
  if (plain === 64) return "wheel-up";
  if (plain === 65) return "wheel-down";
  return plain === 0 && end === "M" ? "press" : undefined;
}

/** Returns a stream without reports, which are passed to `onMouse`. */
export function withoutMouse(stdin: ReadStream, onMouse: (event: MouseEvent) => void): ReadStream {
  const filter = createMouseFilter();
  return filteredInput(stdin, (chunk) => {
    const { text, events } = filter(chunk);
    for (const event of events) onMouse(event);
    return text;
  });
}
