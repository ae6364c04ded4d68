/**
 * The `pattern`s of third parties' schemas. A regular expression can take longer than the universe lasts, so that of a stranger
 * is never tried on the host's own thread: a worker does it, and is ended where it takes too long.
 */
import type { WorkerModule } from "../contract/define.ts";
import { JigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import { createWorkerPool } from "../runners/worker-pool.ts";
import type { Thread } from "../runtime/runtime.ts";

const LIMIT_MS = 500;

/** A text and the pattern that it must match. */
interface Trial {
  path: string;
  pattern: string;
  text: string;
}

/** The name of the host's worker for it. */
export const PATTERN_WORKER = "patterns";

/** Answers the path of the first text that does not match, or null. */
export const patternWorker: WorkerModule = {
  default: async (trials: Trial[]) =>
    trials.find(({ pattern, text }) => !new RegExp(pattern, "u").test(text))?.path ?? null,
};

export interface PatternChecker {
  /** Throws INVALID_ARGUMENT for a text that does not match, or cannot be compared in time. */
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
      // A busy machine may take long to start a thread: that is not the pattern's fault.
      await pool.run([], {});
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), LIMIT_MS);
      const failed = await pool
        .run(trials, { signal: stop.signal })
        .catch((error: JigError) => {
          throw new JigError("INVALID_ARGUMENT", `The patterns of the input could not be compared: ${error.message}`, {
            hint: "Give shorter texts, or ask the plugin's author for simpler patterns",
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

/** The schema as the host itself can check it. */
export function withoutPatterns(schema: JsonSchema): JsonSchema {
  return strip(schema) as JsonSchema;
}

/** Names of properties are kept: one may be called `pattern`. */
function strip(schema: Json | undefined): Json | undefined {
  if (Array.isArray(schema)) return schema.map((each) => strip(each) ?? null);
  if (typeof schema !== "object" || schema === null) return schema;
  const stripped: JsonObject = {};
  for (const [word, value] of Object.entries(schema)) {
    if (word === "pattern" || word === "patternProperties" || word === "propertyNames") continue;
    if (word === "properties" || word === "$defs" || word === "definitions") {
      stripped[word] = Object.fromEntries(
        Object.entries(value ?? {}).map(([name, inner]) => [name, strip(inner as Json)]),
      );
    } else if (word === "enum" || word === "const" || word === "default" || word === "examples") stripped[word] = value;
    else stripped[word] = strip(value);
  }
  return stripped;
}

/** Along properties and items; what stands in alternatives says nothing about any one text. */
function trialsIn(schema: JsonSchema | undefined, value: Json | undefined, path: string): Trial[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (typeof value === "string")
    return typeof schema.pattern === "string" ? [{ path, pattern: schema.pattern, text: value }] : [];
  if (Array.isArray(value))
    return value.flatMap((item, at) => trialsIn(schema.items as JsonSchema, item, `${path}[${at}]`));
  if (typeof value !== "object" || value === null) return [];
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = Object.hasOwn(properties, name)
      ? properties[name]
      : (schema.additionalProperties as JsonSchema | undefined);
    return trialsIn(own, inner, path === "" ? name : `${path}.${name}`);
  });
}
