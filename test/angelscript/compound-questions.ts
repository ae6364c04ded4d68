/**
 * A compound question on a public project, with its truth: read out of the files with grep before jig was asked. A part of the
 * truth is a file (or "") and what one line of the answer below that file must hold.
 */
export interface CompoundQuestion {
  question: string;
  /** Third-look J asked one of the same kind. */
  isOfJ: boolean;
  calls: [tool: string, input: object][];
  truth: [file: string, ...parts: string[]][];
  /** Words that must not be in the answer. */
  not?: string[];
}

/** The lines of one file. */
export function at(file: string, ...lines: number[]): [string, string][] {
  return lines.map((line) => [file, `${line}:`]);
}

export const UNUSED = "used by no script";
