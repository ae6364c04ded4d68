/** Reference results from ripgrep for the differential tests, parsed in the simplest way. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const platform = require.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/package.json`);
export const RG = join(dirname(platform), process.platform === "win32" ? "bin/rg.exe" : "bin/rg");

export interface Question {
  query: string;
  fixed_strings?: boolean;
  word?: boolean;
  case?: "smart" | "insensitive" | "sensitive";
  multiline?: boolean;
  hidden?: boolean;
  no_ignore?: boolean;
  include_globs?: string[];
  exclude_globs?: string[];
  max_filesize?: string;
  encoding?: string;
}

export interface OracleRow {
  file: string;
  line_number: number;
  column: number;
  match_text: string;
}

/** All matches in a directory, sorted by path, line and column. Undefined if rg rejects the query. */
export function askRipgrep(root: string, question: Question): OracleRow[] | undefined {
  const args = ["--no-config", "--json", "--crlf", "--regexp", question.query];
  if (question.fixed_strings) args.push("-F");
  if (question.word) args.push("-w");
  if (question.multiline) args.push("-U");
  if (question.hidden) args.push("--hidden");
  if (question.no_ignore) args.push("--no-ignore");
  if (question.max_filesize) args.push("--max-filesize", question.max_filesize);
  if (question.encoding) args.push("--encoding", question.encoding);
  args.push({ smart: "-S", insensitive: "-i", sensitive: "-s" }[question.case ?? "smart"]);
  for (const glob of question.include_globs ?? []) args.push("-g", glob);
  for (const glob of question.exclude_globs ?? []) args.push("-g", `!${glob}`);
  const { stdout, status } = spawnSync(RG, [...args, "--", root], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1024 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (status === 2 && stdout === "") return undefined;
  const rows: OracleRow[] = [];
  let ofFile: OracleRow[] = [];
  for (const line of stdout.split("\n")) {
    if (line === "") continue;
    const { type, data } = JSON.parse(line);
    if (type === "begin") ofFile = [];
    if (type === "end" && data.binary_offset === null) rows.push(...ofFile);
    if (type !== "match") continue;
    const bytes = bytesOf(data.lines);
    // `--count-matches` counts an empty match at the end of a file without trailing line break, but `--json` has no range for it.
    const end = { start: bytes.length, end: bytes.length };
    for (const { start, end: stop } of data.submatches.length === 0 ? [end] : data.submatches) {
      const from = start === 0 ? 0 : bytes.lastIndexOf(10, start - 1) + 1;
      ofFile.push({
        file: bytesOf(data.path).toString(),
        line_number: data.line_number + count(bytes.subarray(0, start)),
        column: bytes.subarray(from, start).toString().length + 1,
        match_text: bytes.subarray(start, stop).toString(),
      });
    }
  }
  return rows.sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line_number - b.line_number || a.column - b.column,
  );
}

function bytesOf(text: { text?: string; bytes?: string }): Buffer {
  return text.text === undefined ? Buffer.from(text.bytes!, "base64") : Buffer.from(text.text);
}

function count(bytes: Buffer): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines++;
  return lines;
}
