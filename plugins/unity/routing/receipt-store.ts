/** Receipts of the commands sent to a project's Editor, on disk: they outlive the client and the process. They hold no parameters and no contents. */
import { createHash, randomInt } from "node:crypto";
import {
  errorMessage,
  isObject,
  type JsonObject,
  parseJson,
  type ServiceContext,
} from "../../../core/host/plugin-api.ts";
import type { Receipt } from "../command/receipt.ts";

const MAX_RECEIPTS = 200;
/** Lines are some 200 bytes: rewritten long before reading them costs anything. */
const COMPACT_OVER = 256 * 1024;

/** The part of the host that the store uses. */
type StoreHost = Pick<ServiceContext, "cache" | "clock" | "log">;

export class ReceiptStore {
  readonly #host: StoreHost;
  readonly #key: string;

  constructor(host: StoreHost, projectRoot: string) {
    this.#host = host;
    this.#key = `receipts-${createHash("sha256").update(projectRoot).digest("hex").slice(0, 16)}.jsonl`;
  }

  /** An id that no other call of any jig has: `compile_1795204267906_031763`. */
  newId(tool: string): string {
    return `${tool}_${this.#host.clock.now()}_${String(randomInt(1_000_000)).padStart(6, "0")}`;
  }

  /** The later line of an id replaces the earlier one. Never fails a call: without a place to write there is no receipt. */
  async record(receipt: Receipt): Promise<void> {
    try {
      await this.#host.cache.append(this.#key, new TextEncoder().encode(`${JSON.stringify(receipt)}\n`));
    } catch (thrown) {
      this.#host.log.warn(`No receipt could be written: ${errorMessage(thrown)}`);
    }
  }

  /** The newest last. */
  async list(): Promise<Receipt[]> {
    const bytes = await this.#host.cache.read(this.#key);
    if (!bytes) return [];
    const receipts = new Map<string, Receipt>();
    for (const line of new TextDecoder().decode(bytes).split("\n")) {
      const receipt = receiptIn(line);
      if (receipt) receipts.set(receipt.id, receipt);
    }
    const latest = [...receipts.values()].slice(-MAX_RECEIPTS);
    if (bytes.length > COMPACT_OVER) await this.#compact(latest);
    return latest;
  }

  async #compact(receipts: Receipt[]): Promise<void> {
    const lease = await this.#host.cache.lease(this.#key);
    if (!lease) return;
    try {
      const text = receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join("");
      await this.#host.cache.write(this.#key, new TextEncoder().encode(text));
    } finally {
      await lease.release();
    }
  }
}

function isReceipt(value: unknown): value is Receipt {
  return isObject(value) && typeof value.id === "string" && typeof value.tool === "string";
}

/** Undefined for a line that a crash tore. */
function receiptIn(line: string): Receipt | undefined {
  if (line === "") return undefined;
  try {
    const value = parseJson(line);
    return isReceipt(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The part of an answer that a receipt keeps: numbers, truth values and short texts. Never the results of the caller's own code. */
export function scalarsOf(result: JsonObject): JsonObject {
  const scalars = Object.entries(result).filter(
    ([key, value]) =>
      value === null ||
      typeof value === "number" ||
      typeof value === "boolean" ||
      (typeof value === "string" && key !== "Result" && value.length <= 200),
  );
  return Object.fromEntries(scalars);
}
