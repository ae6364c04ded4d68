/** Which uses are calls. */
import type { Reference } from "../index/requests.ts";

/** A method is named for a delegate too; of what is no method every use counts. */
export function isCall({ kind }: Pick<Reference, "kind">, isCallable: boolean): boolean {
  return isCallable ? kind === "call" || kind === "read" || kind === "attribute" : kind !== "declaration";
}
