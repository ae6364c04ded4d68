/** Feeds the host's log to the log screen, including messages from before the screen was opened. */

export interface LogLine {
  /** Unix ms. */
  at: number;
  level: "debug" | "info" | "warn" | "error";
  text: string;
  /** Repeats in a row, default 1. */
  times?: number;
}

type Take = (level: LogLine["level"], text: string) => void;

export interface LogFeed {
  add: Take;
  /** Replays what's been logged so far, then follows. */
  follow(take: Take): void;
}

export function createLogFeed(): LogFeed {
  const before: Parameters<Take>[] = [];
  let take: Take = (...line) => void before.push(line);
  return {
    add: (level, text) => take(level, text),
    follow(next) {
      take = next;
      for (const line of before.splice(0)) next(...line);
    },
  };
}
