/** Asks dist/jig what a stranger asks about a repository, over its command line, beside grep with reading. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { environment, JIG } from "../jig.ts";

interface Question {
  corpus: string;
  kind: "declared" | "callers" | "file" | "folder";
  question: string;
  word?: string;
  path?: string;
  filter?: object;
  holds?: string[];
  calls?: string[];
}

export const MAX_TOKENS = 1000;
/** Lines to read around each match. */
const AROUND = 10;

function ask(tool: string, input: object, root: string, form: "text" | "json"): string {
  const command = [
    "call",
    tool,
    "--root",
    root,
    "--input",
    JSON.stringify(input),
    form === "json" ? "--json" : "--as=text",
  ];
  const { stdout, stderr } = spawnSync(JIG, command, { env: environment(), encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout === "" ? stderr : stdout;
}

function callOf({ kind, word, path, filter }: Question): { tool: string; input: object } {
  switch (kind) {
    case "declared":
      return { tool: "code_symbol_find", input: { name: word, exact: true, ...filter, max_tokens: MAX_TOKENS } };
    case "callers":
      return { tool: "code_refs_find", input: { name: word, kind: "call", max_tokens: MAX_TOKENS } };
    default:
      return { tool: "code_outline", input: { path, max_tokens: MAX_TOKENS } };
  }
}

function isRight({ kind, holds, calls }: Question, text: string, json: string): boolean {
  if (kind === "callers") {
    const { uses = [] }: { uses?: { path: string; line: number; certainty: string }[] } = JSON.parse(json);
    const certain = new Set(
      uses.filter((use) => use.certainty === "certain").map(({ path, line }) => `${path}:${line}`),
    );
    return certain.size === calls!.length && calls!.every((call) => certain.has(call));
  }
  if (kind === "declared") {
    const { results = [] }: { results?: { path: string; line: number }[] } = JSON.parse(json);
    const [path, line] = holds!;
    return results[0]?.path === path && (line === undefined || results[0]?.line === Number(line));
  }
  return holds!.every((each) => text.includes(each));
}

/** Matching lines with context. For a file or folder, everything. */
function grepAndRead({ kind, word, path }: Question, root: string): number {
  if (kind === "file" || kind === "folder") {
    const names = spawnSync("find", [path!, "-type", "f"], { cwd: root, encoding: "utf8" }).stdout;
    const read = names
      .split("\n")
      .filter(
        (name) =>
          name !== "" && !name.includes(".git/") && (kind === "file" || /\.(?:ts|go|py|rs|java|[ch])$/.test(name)),
      );
    return (
      countTokens(names) + read.reduce((sum, name) => sum + countTokens(readFileSync(join(root, name), "utf8")), 0)
    );
  }
  const name = word!.replace(/^.*[#/.]/, "");
  const hits = spawnSync("grep", ["-rnwI", "--exclude-dir=.git", name, "."], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const places = hits.stdout.split("\n").flatMap((line) => {
    const [, file, number] = /^(.*?):(\d+):/.exec(line) ?? [];
    return file ? [{ file, number: Number(number) }] : [];
  });
  const wanted = new Map<string, Set<number>>();
  for (const { file, number } of places) {
    const lines = wanted.get(file) ?? new Set<number>();
    for (let at = number - AROUND; at <= number + AROUND; at++) lines.add(at - 1);
    wanted.set(file, lines);
  }
  const read = [...wanted].map(([file, lines]) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((_, at) => lines.has(at))
      .join("\n"),
  );
  return countTokens(hits.stdout) + countTokens(read.join("\n"));
}

export interface AskedQuestion {
  corpus: string;
  question: string;
  /** Whether the answer is right and has at most `MAX_TOKENS` tokens. */
  isRight: boolean;
  tokens: number;
  /** Tokens with grep and reading. */
  theirs: number;
}

/** Asks the questions in a file of this folder. The repositories are in `folder` by their last name. */
export function askRepositories(file: string, folder: string): AskedQuestion[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const { questions }: { questions: Question[] } = JSON.parse(text);
  return questions.map((question) => {
    const root = join(folder, question.corpus);
    const { tool, input } = callOf(question);
    const text = ask(tool, input, root, "text");
    const tokens = countTokens(JSON.stringify(input)) + countTokens(text);
    return {
      corpus: question.corpus,
      question: question.question,
      isRight: isRight(question, text, ask(tool, input, root, "json")) && tokens <= MAX_TOKENS,
      tokens,
      theirs: grepAndRead(question, root),
    };
  });
}
