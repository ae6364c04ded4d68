/** The limits of a batch and what passing each of them does (docs/contracts/extract.md, "Limits"). */
import { JigError } from "../../core/host/plugin-api.ts";

export const LIMITS = {
  max_files: 20,
  max_sections_per_file: 50,
  max_sections_total: 200,
  max_total_bytes: 1_048_576,
  max_total_lines: 5000,
  max_file_size_bytes: 5_242_880,
};

export type LimitName = keyof typeof LIMITS;

/** Names the limit, the number and the maximum. */
export function overLimit(limit: LimitName, number: number): JigError {
  const maximum = LIMITS[limit];
  return new JigError("LIMIT_EXCEEDED", `Batch extract exceeds limits: ${number} > ${limit}=${maximum}`, {
    hint: "Request less, or set allow_truncate to get the whole sections that fit into the limit",
    details: { limit, number, maximum },
  });
}

/** Totals of the sections so far. */
export class BatchBudget {
  private sections = 0;
  private bytes = 0;
  private lines = 0;

  /** Charges a section. Over a limit it returns that limit's error and charges nothing. Counts the lines read, not the range. */
  charge(content: string, lines: number): JigError | undefined {
    const bytes = this.bytes + Buffer.byteLength(content);
    const total = this.lines + lines;
    if (bytes > LIMITS.max_total_bytes) return overLimit("max_total_bytes", bytes);
    if (total > LIMITS.max_total_lines) return overLimit("max_total_lines", total);
    this.bytes = bytes;
    this.lines = total;
    return undefined;
  }

  /** Counts a section with a valid range. */
  chargeSection(): JigError | undefined {
    if (this.sections >= LIMITS.max_sections_total) return overLimit("max_sections_total", this.sections + 1);
    this.sections++;
    return undefined;
  }
}
