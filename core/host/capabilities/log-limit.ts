/** A plugin's prints as lines of the log: so many a second and so long, the rest counted. */

export type Log = (level: "debug" | "info" | "warn" | "error", message: string) => void;

const MAX_LINES = 100;
const MAX_CHARS = 2000;
const WINDOW_MS = 1000;
/** A terminal would obey these; the last reorder text. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

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
      const text = written.replace(CONTROL, "");
      const now = Date.now();
      if (now - since > WINDOW_MS) {
        flush();
        since = now;
      }
      if (lines++ < MAX_LINES) log(level, text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text);
      else dropped++;
    },
    flush,
  };
}
