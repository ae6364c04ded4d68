/** Tables that the judge of the shared oracle wrote. */
import { readFileSync } from "node:fs";

/** The fields of each line, separated by tabs. */
export function rowsOf(file: string): string[][] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"));
}
