/** Passes the log of the host to the log screen. Earlier messages are kept. */

export interface LogLine {
  /** Milliseconds since the epoch. */
  at: number;
  level: "debug" | "info" | "warn" | "error";
  text: string;
  /** Number of times that the message occurs in a row. Defaults to 1. */
  times?: number;
}

type Take = (level: LogLine["level"], text: string) => void;

export interface LogFeed {
  add: Take;
  /** Passes on earlier and future messages. */
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
