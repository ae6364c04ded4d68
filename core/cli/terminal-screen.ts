/** Prints one screenful of output without control sequences and counts the rest. */
import { plain } from "./text-layout.ts";

/** The time limit for counting the lines that don't fit, in milliseconds. */
const COUNT_MS = 1500;

/** Colors and links to files, which we and ripgrep write. Any other escape sequence comes from a file. */
const OURS =
  /(\x1b\[(?:[0-7]?\d(?:;\d{1,3})*)?m|\x1b\]8;;(?:(?:file:\/\/|(?:vscode|vscode-insiders|vscodium|cursor|zed):\/\/file\/)[\x21-\x7e]*)?\x1b\\)/;

export interface Screen {
  /** Returns the part that fits. `more` becomes false when counting stops. */
  take(data: string | Uint8Array): { text: string; more: boolean };
  /** Writes the last line. `hidden` describes the part that didn't fit. */
  end(): { text: string; hidden?: string };
}

export function createScreen(lines: number): Screen {
  const decoder = new TextDecoder();
  let open = "";
  let shown = 0;
  let hidden = 0;
  let until = Number.POSITIVE_INFINITY;
  let counting = true;
  return {
    take(data) {
      const text = open + (typeof data === "string" ? data : decoder.decode(data, { stream: true }));
      const end = text.lastIndexOf("\n") + 1;
      open = text.slice(end);
      const whole = text.slice(0, end).split("\n").slice(0, -1);
      const fits = whole.slice(0, Math.max(0, lines - shown));
      shown += fits.length;
      hidden += whole.length - fits.length;
      if (hidden > 0 && until === Number.POSITIVE_INFINITY) until = performance.now() + COUNT_MS;
      if (performance.now() > until) counting = false;
      return { text: fits.map((line) => `${cleaned(line)}\n`).join(""), more: counting };
    },
    end() {
      const last = open !== "" && shown < lines ? `${cleaned(open)}\n` : "";
      if (hidden === 0) return { text: last };
      const total = (shown + hidden).toLocaleString("en");
      return { text: last, hidden: `${shown} lines of ${counting ? total : `at least ${total}`}` };
    },
  };
}

function cleaned(line: string): string {
  return line
    .split(OURS)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join("");
}
