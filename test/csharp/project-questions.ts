/** A question on a public Unity project, with its truth: read out of the files with rg, sed and Python before jig was asked. */
export interface ProjectQuestion {
  question: string;
  calls: [tool: string, input: object][];
  /** A file, or "", and what one line of the answer that is about that file must hold. */
  truth: [file: string, ...parts: string[]][];
  /** Words that must not be in the answer. */
  not?: string[];
  /** Of a compound question: the commands of a shell that batches them, one string a call. */
  shell?: string[];
}

export function linesOf(file: string, ...lines: number[]): [string, string][] {
  return lines.map((line) => [file, `${line}`]);
}

/** Parts of the truth that an answer does not hold. */
export function missingParts(answer: string, { truth, not = [] }: ProjectQuestion): string[] {
  let about = "";
  const rows = answer.split("\n").map((line) => {
    // A row of the same file as the row before gives the line alone.
    const [, named] = /^(?:(?:asset|prefab|scene) )?(\S.*?\.(?:cs|prefab|unity|asset))(?:$|, uses)/.exec(line) ?? [];
    const [, located] = / {2}(\S.*?\.(?:cs|prefab|unity|asset)):\d/.exec(line) ?? [];
    about = named ?? located ?? about;
    return { about, line };
  });
  const holds = ([file, ...parts]: [string, ...string[]]) =>
    rows.some(
      (row) =>
        (row.about.includes(file) || row.line.includes(file)) &&
        parts.every((part) =>
          /^\d+$/.test(part) ? new RegExp(`(?<!\\d)${part}(?!\\d)`).test(row.line) : row.line.includes(part),
        ),
    );
  return [
    ...truth.filter((each) => !holds(each)).map((each) => `no row ${each.join(" · ")}`),
    ...not.filter((each) => answer.includes(each)).map((each) => `but "${each}"`),
  ];
}
