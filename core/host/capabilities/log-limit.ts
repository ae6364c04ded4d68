/** Limits the log output of a plugin by the length of lines and their number per second. The lines that are dropped are counted. */

import { shortText } from "../contract/short-json.ts";
import { withEscapes } from "../contract/unseen-characters.ts";

export type Log = (level: "debug" | "info" | "warn" | "error", message: string) => void;

const MAX_LINES = 100;
const MAX_CHARS = 2000;
const WINDOW_MS = 1000;

export function createLogLimit(log: Log) {
  let since = 0;
  let lines = 0;
  let dropped = 0;
  const flush = () => {
    if (dropped > 0) log("warn", `${dropped} more lines were dropped`);
    dropped = 0;
    lines = 0;
  };
  return {
    line(level: Parameters<Log>[0], written: string): void {
      // Windows uses CRLF.
      const text = withEscapes(written.replace(/\r$/, ""));
      const now = Date.now();
      if (now - since > WINDOW_MS) {
        flush();
        since = now;
      }
      if (lines++ < MAX_LINES) log(level, shortText(text, MAX_CHARS));
      else dropped++;
    },
    flush,
  };
}
