/** Tables written by the shared oracle's judge. */
import { readFileSync } from "node:fs";

/** Tab-separated fields by line. */
export function rowsOf(file: string): string[][] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"));
}
