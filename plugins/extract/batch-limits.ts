/** Limits of a batch and the effect of exceeding them (see "Limits" in docs/contracts/extract.md). */
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

/** The message has the limit's name, the actual number and the maximum. */
export function overLimit(limit: LimitName, number: number): JigError {
  const maximum = LIMITS[limit];
  return new JigError("LIMIT_EXCEEDED", `Batch extract exceeds limits: ${number} > ${limit}=${maximum}`, {
    hint: "Request less, or set allow_truncate to get the whole sections that fit within the limit",
    details: { limit, number, maximum },
  });
}

/** Running totals. */
export class BatchBudget {
  private sections = 0;
  private bytes = 0;
  private lines = 0;

  /** Adds a section, or returns the error of a limit that it would exceed. Lines are those read, not those requested. */
  charge(content: string, lines: number): JigError | undefined {
    const bytes = this.bytes + Buffer.byteLength(content);
    const total = this.lines + lines;
    if (bytes > LIMITS.max_total_bytes) return overLimit("max_total_bytes", bytes);
    if (total > LIMITS.max_total_lines) return overLimit("max_total_lines", total);
    this.bytes = bytes;
    this.lines = total;
    return undefined;
  }

  chargeSection(): JigError | undefined {
    if (this.sections >= LIMITS.max_sections_total) return overLimit("max_sections_total", this.sections + 1);
    this.sections++;
    return undefined;
  }
}
