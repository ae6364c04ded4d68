/**
 * Compound question about a public project. The expected answer was determined with grep beforehand: a file (or ""), and text that
 * one line of the answer for that file must contain.
 */
export interface CompoundQuestion {
  question: string;
  /** Similar to a question in "Third look J". */
  isOfJ: boolean;
  calls: [tool: string, input: object][];
  truth: [file: string, ...parts: string[]][];
  /** Words that must not be in the answer. */
  not?: string[];
}

export function at(file: string, ...lines: number[]): [string, string][] {
  return lines.map((line) => [file, `${line}:`]);
}

export const UNUSED = "used by no script";
