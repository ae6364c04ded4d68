/** Question about a public Unity project. The expected answer was determined with rg, sed and Python beforehand. */
export interface ProjectQuestion {
  question: string;
  calls: [tool: string, input: object][];
  /** A file (or ""), and text that one line of the answer about that file must contain. */
  truth: [file: string, ...parts: string[]][];
  /** Words that must not be in the answer. */
  not?: string[];
  /** For compound questions: equivalent shell commands, one string per call. */
  shell?: string[];
}

export const RG = "rg -n --no-heading -tcs";
/** Shell function that lists the assets above a file, step by step. */
export const ABOVE =
  'up() { local p q; for p in "$@"; do case " $seen " in *" $p "*) continue;; esac; seen="$seen $p"; g=$(sed -n \'s/^guid: //p\' "$p.meta" | tr -d \'\\r\'); for q in $(rg -l $g Assets -g \'!*.meta\' | tr \' \' \'?\'); do echo "$p < $q"; case $q in *.prefab) up "$q";; esac; done; done; }; up';

/** Expects members on a type's line. */
export function row(type: string, ...members: string[]): [string, string, ...string[]] {
  return ["", type, ...members];
}

export function linesOf(file: string, ...lines: number[]): [string, string][] {
  return lines.map((line) => [file, `${line}`]);
}

/** Expected parts that the answer doesn't have. */
export function missingParts(answer: string, { truth, not = [] }: ProjectQuestion): string[] {
  let about = "";
  const rows = answer.split("\n").map((line) => {
    // The path is only shown for the first row of a file.
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
