/** Parses file sizes in the form in which people write them, for example `1.5M`. */
import { JigError } from "../../../core/host/plugin-api.ts";

const UNITS: Record<string, number> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/**
 * Parses a file size.
 * @param size - `500K`, `1.5M`, `1G`, or a plain number of bytes
 * @throws INVALID_ARGUMENT for anything else
 */
export function parseFileSize(size: string): number {
  const parts = /^([0-9]+(?:\.[0-9]+)?)([KMG])?$/i.exec(size.trim());
  const bytes = parts ? Math.floor(Number(parts[1]) * (UNITS[parts[2]?.toUpperCase() ?? ""] ?? 1)) : Number.NaN;
  if (!Number.isSafeInteger(bytes)) {
    throw new JigError("INVALID_ARGUMENT", `"${size}" is not a file size`, {
      hint: 'Write a number with K, M or G: "10M"',
    });
  }
  return bytes;
}
