/** What was sent to a project's Editor and what came of it, on disk, so that a client that gave up or a jig that ended can still be told. Holds no parameters and no contents. */
import { createHash, randomInt } from "node:crypto";
import { isObject, type Json, type JsonObject, type ServiceContext } from "../../../core/host/plugin-api.ts";

export interface Receipt {
  id: string;
  tool: string;
  backend: string;
  /** Milliseconds since the epoch. */
  at: number;
  state: "sent" | "answered" | "not run" | "lost";
  /** The Editor's own name for what was begun. */
  handle?: string;
  /** The scalars of the answer, where one came. */
  result?: JsonObject;
  /** The code that was sent refuses to run a second time, and the Editor can be asked whether it did. */
  guarded?: boolean;
}

export interface Verdict {
  verdict: "ran" | "did not run" | "still running" | "unknown";
  why: string;
  result?: JsonObject;
}

const KEPT = 200;
/** Lines are some 200 bytes: rewritten long before reading them costs anything. */
const COMPACT_OVER = 256 * 1024;

export class Ledger {
  readonly #context: ServiceContext;
  readonly #key: string;

  constructor(context: ServiceContext, projectRoot: string) {
    this.#context = context;
    this.#key = `receipts-${createHash("sha256").update(projectRoot).digest("hex").slice(0, 16)}.jsonl`;
  }

  /** An id that no other call of any jig has: `compile_1795204267906_031763`. */
  newId(tool: string): string {
    return `${tool}_${this.#context.clock.now()}_${String(randomInt(1_000_000)).padStart(6, "0")}`;
  }

  /** The later line of an id replaces the earlier one. Never fails a call: without a place to write there is no receipt. */
  async note(receipt: Receipt): Promise<void> {
    try {
      await this.#context.cache.append(this.#key, new TextEncoder().encode(`${JSON.stringify(receipt)}\n`));
    } catch (thrown) {
      this.#context.log.warn(`No receipt could be written: ${(thrown as Error).message}`);
    }
  }

  /** The newest last. */
  async all(): Promise<Receipt[]> {
    const bytes = await this.#context.cache.read(this.#key);
    if (!bytes) return [];
    const receipts = new Map<string, Receipt>();
    for (const line of new TextDecoder().decode(bytes).split("\n")) {
      const receipt = receiptIn(line);
      if (receipt) receipts.set(receipt.id, receipt);
    }
    const kept = [...receipts.values()].slice(-KEPT);
    if (bytes.length > COMPACT_OVER) await this.#compact(kept);
    return kept;
  }

  async #compact(kept: Receipt[]): Promise<void> {
    const lease = await this.#context.cache.lease(this.#key);
    if (!lease) return;
    try {
      const text = kept.map((receipt) => `${JSON.stringify(receipt)}\n`).join("");
      await this.#context.cache.write(this.#key, new TextEncoder().encode(text));
    } finally {
      await lease.release();
    }
  }
}

/** Undefined for a line that a crash tore. */
function receiptIn(line: string): Receipt | undefined {
  if (line === "") return undefined;
  try {
    const value = JSON.parse(line) as Json;
    return isObject(value) && typeof value.id === "string" && typeof value.tool === "string"
      ? (value as unknown as Receipt)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Numbers, truth values and short texts of an answer: what a receipt keeps of it. What the caller's own code returned is none of its business. */
export function scalarsOf(result: JsonObject): JsonObject {
  const kept = Object.entries(result).filter(
    ([key, value]) =>
      value === null ||
      typeof value === "number" ||
      typeof value === "boolean" ||
      (typeof value === "string" && key !== "Result" && value.length <= 200),
  );
  return Object.fromEntries(kept);
}
