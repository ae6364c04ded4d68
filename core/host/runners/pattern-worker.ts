/** Runs the regular expressions of third-party schemas on a worker, because a thread can be ended when the time is over. */
import type { WorkerModule } from "../contract/define.ts";
import { JigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";
import type { JsonObject } from "../contract/outcome.ts";
import { type Trial, trialsIn } from "../manifest/schema-patterns.ts";
import type { Thread } from "../runtime/runtime.ts";
import { createWorkerPool } from "./worker-pool.ts";

const LIMIT_MS = 500;

/** These errors aren't caused by the pattern: the thread could not be started, or was closed. */
const OF_THE_POOL: ReadonlySet<string> = new Set(["UNAVAILABLE", "CANCELLED"]);

export const PATTERN_WORKER = "patterns";

/** Returns the path of the first string without a match, or null. */
export const patternWorker: WorkerModule = {
  async default(trials: Trial[], { emit }) {
    emit("started");
    return trials.find(({ pattern, text }) => !new RegExp(pattern, "u").test(text))?.path ?? null;
  },
};

export interface PatternChecker {
  /** @throws INVALID_ARGUMENT if a string does not match, or can't be matched in time */
  check(schema: JsonSchema, input: JsonObject): Promise<void>;
  close(): void;
}

export function createPatternChecker(
  startThread: () => Thread,
  log: (level: "debug" | "info" | "warn" | "error", message: string) => void,
): PatternChecker {
  const pool = createWorkerPool({
    name: PATTERN_WORKER,
    threads: 1,
    start: startThread,
    relay: () => Promise.reject(new JigError("INTERNAL", "Patterns ask for nothing")),
    log,
  });
  return {
    async check(schema, input) {
      const trials = trialsIn(schema, input, "");
      if (trials.length === 0) return;
      const stop = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      // This leaves time for starting the thread on a busy machine, and for other inputs.
      const onMessage = () => {
        timer = setTimeout(() => stop.abort(), LIMIT_MS);
      };
      const failed = await pool
        .run(trials, { signal: stop.signal, onMessage })
        .catch((error: JigError) => {
          if (!stop.signal.aborted && OF_THE_POOL.has(error.code)) throw error;
          throw new JigError("INVALID_ARGUMENT", `The patterns of the input could not be compared: ${error.message}`, {
            hint: "Use shorter values, or ask the plugin's author for simpler patterns",
          });
        })
        .finally(() => clearTimeout(timer));
      const trial = trials.find(({ path }) => path === failed);
      if (trial)
        throw new JigError("INVALID_ARGUMENT", `"${trial.path}" must match ${trial.pattern}`, {
          details: { parameter: trial.path },
        });
    },
    close: () => pool.close(),
  };
}
