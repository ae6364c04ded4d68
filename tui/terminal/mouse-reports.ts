/**
 * Removes mouse reports (SGR, xterm 1006) from the terminal's input before Ink reads it, because Ink drops unknown
 * sequences.
 */
import type { ReadStream } from "node:tty";
import { filteredInput } from "./filtered-input.ts";

export interface MouseEvent {
  kind: "press" | "wheel-up" | "wheel-down";
  /** The position in cells, which starts at 0 in the upper left corner. */
  x: number;
  y: number;
}

/** Turns on reports of clicks and the wheel, but not of motion. The SGR form is not limited to 223 columns. */
export const MOUSE_ON = "\u001b[?1000h\u001b[?1006h";
export const MOUSE_OFF = "\u001b[?1006l\u001b[?1000l";

const REPORT = /\u001b\[<(\d+);(\d+);(\d+)([Mm])/g;
/** Matches a report that is cut off at the end of a read. */
const BROKEN = /\u001b\[<[\d;]*$/;

/** Splits the input into keyboard input and mouse events. */
export function createMouseFilter(): (chunk: string) => { text: string; events: MouseEvent[] } {
  let rest = "";
  return (chunk) => {
    const events: MouseEvent[] = [];
    const text = (rest + chunk).replace(REPORT, (_, button: string, x: string, y: string, end: string) => {
      const kind = kindOf(Number(button), end);
      if (kind) events.push({ kind, x: Number(x) - 1, y: Number(y) - 1 });
      return "";
    });
    rest = BROKEN.exec(text)?.[0] ?? "";
    return { text: rest === "" ? text : text.slice(0, -rest.length), events };
  };
}

function kindOf(button: number, end: string): MouseEvent["kind"] | undefined {
  // The bits 4, 8 and 16 represent Shift, Meta and Control.
  const plain = button & ~28;
  if (plain === 64) return "wheel-up";
  if (plain === 65) return "wheel-down";
  return plain === 0 && end === "M" ? "press" : undefined;
}

/** Returns the terminal's input without mouse reports, which are passed to `onMouse`. */
export function withoutMouse(stdin: ReadStream, onMouse: (event: MouseEvent) => void): ReadStream {
  const filter = createMouseFilter();
  return filteredInput(stdin, (chunk) => {
    const { text, events } = filter(chunk);
    for (const event of events) onMouse(event);
    return text;
  });
}
