/** Passes the log of the host to the log screen, including the messages from before the screen was opened. */

export interface LogLine {
  /** The time in ms since the epoch. */
  at: number;
  level: "debug" | "info" | "warn" | "error";
  text: string;
  /** The number of consecutive repeats, which is 1 by default. */
  times?: number;
}

type Take = (level: LogLine["level"], text: string) => void;

export interface LogFeed {
  add: Take;
  /** Passes on everything that has been logged so far, and then all further messages. */
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
