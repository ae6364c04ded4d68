/** Parses sizes and times in the notation of fd and find. */
import { JigError } from "../../../core/host/plugin-api.ts";

const UNITS: Readonly<Record<string, number>> = {
  ...{ "": 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 },
  ...{ ki: 1024, mi: 1024 ** 2, gi: 1024 ** 3, ti: 1024 ** 4 },
};

/**
 * Parses a size in the syntax of fd, e.g. `+10k`, `-1M` or `500b`.
 * @returns a function that tests a size in bytes
 * @throws INVALID_ARGUMENT
 */
export function sizeTest(text: string): (size: number) => boolean {
  const [, sign = "", number = "", unit = ""] = /^([+-]?)(\d+)(?:b|([kmgt]i?)b?)$/i.exec(text) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  if (number === "" || factor === undefined) {
    throw new JigError("INVALID_ARGUMENT", `"${text}" is not a size`, { hint: "Write +10k, -1M or 500b" });
  }
  const limit = Number(number) * factor;
  if (sign === "+") return (size) => size >= limit;
  return sign === "-" ? (size) => size <= limit : (size) => size === limit;
}

const SECONDS: Readonly<Record<string, number>> = {
  ...{ s: 1, sec: 1, second: 1, min: 60, m: 60, minute: 60, h: 3600, hour: 3600, hr: 3600 },
  ...{ d: 86_400, day: 86_400, w: 604_800, week: 604_800, month: 2_630_016, y: 31_557_600, year: 31_557_600 },
};

/**
 * Parses a moment, which is either a duration before now (`2d`, `10h`, `2weeks`), a date (`2024-05-01`) or a timestamp
 * (`@1700000000`).
 * @returns ms since the epoch
 * @throws INVALID_ARGUMENT
 */
export function momentOf(text: string, now: number): number {
  const parts = [...text.matchAll(/(\d+)\s*([a-z]+)\s*/gi)];
  if (parts.length > 0 && parts.map(([whole]) => whole).join("") === text) {
    const seconds = parts.map(([, number, unit = ""]) => {
      const word = unit.toLowerCase();
      return Number(number) * (SECONDS[word] ?? SECONDS[word.replace(/s$/, "")] ?? Number.NaN);
    });
    const total = seconds.reduce((sum, each) => sum + each, 0);
    if (Number.isFinite(total)) return now - total * 1000;
  }
  if (/^@\d+$/.test(text)) return Number(text.slice(1)) * 1000;
  // For both programs, a date without a time means midnight in local time.
  const date = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text.replace(" ", "T"));
  if (Number.isNaN(date)) {
    throw new JigError("INVALID_ARGUMENT", `"${text}" is not a time`, { hint: "Write 2d, 10h, 3weeks or 2024-05-31" });
  }
  return date;
}
