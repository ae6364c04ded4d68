/**
 * Receipts on disk, one JSON object per line. They have to outlive the client as well as this process, since the whole
 * point is to find out later how a command went. When a command's state changes we append another line with the same
 * id; readers take the last one. We never store parameters or file contents.
 */
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
/** If the file is larger than this number of bytes, it is compacted. */
const COMPACT_OVER = 256 * 1024;

type StoreHost = Pick<ServiceContext, "cache" | "clock" | "log">;

export class ReceiptStore {
  readonly #host: StoreHost;
  readonly #key: string;

  constructor(host: StoreHost, projectRoot: string) {
    this.#host = host;
    this.#key = `receipts-${createHash("sha256").update(projectRoot).digest("hex").slice(0, 16)}.jsonl`;
  }

  /** The id has the form `compile_1795204267906_031763`, so that it is unique across calls and processes. */
  newId(tool: string): string {
    return `${tool}_${this.#host.clock.now()}_${String(randomInt(1_000_000)).padStart(6, "0")}`;
  }

  /**
   * A later line with the same id replaces this one. This never throws. If the file can't be written, there is simply no
   * receipt.
   */
  async record(receipt: Receipt): Promise<void> {
    try {
      await this.#host.cache.append(this.#key, new TextEncoder().encode(`${JSON.stringify(receipt)}\n`));
    } catch (thrown) {
      this.#host.log.warn(`No receipt could be written: ${errorMessage(thrown)}`);
    }
  }

  /** Returns the oldest receipt first. */
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

/** After a crash the last line can be incomplete, in which case it is skipped. */
function receiptIn(line: string): Receipt | undefined {
  if (line === "") return undefined;
  try {
    const value = parseJson(line);
    return isReceipt(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the parts of an answer that can be stored safely, which are numbers, booleans and short strings. The results of the
 * caller's code are never stored.
 */
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
