/** Writes docs/evidence.md from what was measured: sums first, then every task. */
import { readFileSync } from "node:fs";
import type { Corpus, Kind, Task } from "./task.ts";

export interface Row {
  task: Task;
  verdict: "right" | "marked" | "wrong";
  calls: number;
  tokens: number;
}

interface Measured {
  corpora: Record<string, Corpus>;
  rows: { grep: Row[]; read: Row[]; jig: Row[]; codegraph: Row[] };
  lists: Record<string, number>;
}

const KINDS: Record<Kind, string> = {
  uses: "every use of a declaration",
  declared: "where it is declared",
  derived: "derived types, in any depth",
  callers: "every call of a method",
  assets: "scenes and prefabs that use a script",
  subclasses: "AngelScript subclasses, in any depth",
  text: "lines with a word",
  files: "files by name",
  lines: "lines of a file",
  tokens: "tokens of a file",
};

const sum = (rows: Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
const count = (rows: Row[], verdict: Row["verdict"]) => rows.filter((row) => row.verdict === verdict).length;
const number = (value: number) => value.toLocaleString("en-US");
function median(rows: Row[]): number {
  const sorted = rows.map(({ tokens }) => tokens).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function summary(name: string, rows: Row[]): string {
  const cells = [
    name,
    rows.length,
    count(rows, "right"),
    count(rows, "marked"),
    count(rows, "wrong"),
    sum(rows, ({ calls }) => calls),
    number(sum(rows, ({ tokens }) => tokens)),
    number(median(rows)),
  ];
  return `| ${cells.join(" | ")} |`;
}

function short({ verdict, calls, tokens }: Row): string {
  return `${verdict}, ${calls}, ${number(tokens)}`;
}

export function table({ corpora, rows, lists }: Measured): string {
  const { grep, read, jig, codegraph } = rows;
  const kinds = [...new Set(jig.map(({ task }) => task.kind))];
  const of = (all: Row[], kind: Kind) => all.filter(({ task }) => task.kind === kind);
  const share = (all: Row[]) =>
    `${count(all, "right") + count(all, "marked")} of ${all.length}, ${number(sum(all, ({ tokens }) => tokens))}`;
  return `# Fifty questions, answered three ways

Written by \`test/evidence/evidence.ts\`; do not edit. The questions were drawn by chance from public projects (\`test/evidence/choose.ts\`), and the right
answers do not come from jig: they are what the Roslyn compiler bound each name to, the guid in Unity's files, the text itself.

- **grep**: one \`rg\` search, or one for each level of a hierarchy; every line that it prints is the answer.
- **grep + read**: the same search, then ${"ten lines around every hit"}, a call for each file. The reader is taken never to be mistaken about what was read, which
  is more than any model does; so this column is the least that it costs and the most that it can know.
- **jig**: the tool for the question, asked as \`jig mcp --as text\` answers, all pages of it. Names are given with their type, as \`Type.Member\`.

_Right_: all of the right answer is there as certain, and nothing that is false. _Marked_: everything is there, but some of it as possible, to be
read. _Wrong_: something is missing, or something false is given as certain. Tokens are those of question and answer by the o200k vocabulary.

| | questions | right | marked | wrong | calls | tokens in all | median |
| --- | --- | --- | --- | --- | --- | --- | --- |
${summary("grep", grep)}
${summary("grep + read", read)}
${summary("jig", jig)}

A client also puts jig's list of tools before the model, once a session: ${Object.entries(lists)
    .map(([name, tokens]) => `${number(tokens)} tokens in ${name}`)
    .join(", ")}. That is not in the table; grep costs nothing there.

## By kind of question

Right or marked of how many, and tokens of all.

| question | grep | grep + read | jig |
| --- | --- | --- | --- |
${kinds.map((kind) => `| ${KINDS[kind]} | ${share(of(grep, kind))} | ${share(of(read, kind))} | ${share(of(jig, kind))} |`).join("\n")}

## Where jig is no better, or worse

${limits(grep, read, jig)}
${codegraph.length === 0 ? "" : beside(codegraph, jig)}
## Projects

| project | repository | commit |
| --- | --- | --- |
${Object.entries(corpora)
  .map(
    ([name, { repository, commit, root }]) =>
      `| ${name} | ${repository}${root ? `, folder ${root}` : ""} | ${commit.slice(0, 12)} |`,
  )
  .join("\n")}

## Every question

Verdict, calls, tokens.

| project | question | right answer from | grep | grep + read | jig |
| --- | --- | --- | --- | --- | --- |
${jig.map((row, at) => `| ${row.task.corpus} | ${row.task.asks} | ${row.task.judge} | ${short(grep[at]!)} | ${short(read[at]!)} | ${short(row)} |`).join("\n")}

${readFileSync(new URL("repository-table.md", import.meta.url), "utf8").trimEnd()}
`;
}

/** Written from the figures, so that it stays true when they change. */
function limits(grep: Row[], read: Row[], jig: Row[]): string {
  const dearer = jig.filter((row, at) => grep[at]!.verdict === "right" && row.tokens > grep[at]!.tokens);
  const wrong = jig.filter(({ verdict }) => verdict === "wrong");
  const marked = jig.filter(({ verdict }) => verdict === "marked");
  const cheaperRead = jig.filter((row, at) => read[at]!.verdict === "right" && row.tokens > read[at]!.tokens);
  return [
    `- In ${dearer.length} questions one search by grep was right as well, and cost fewer tokens: a word that means one thing, a file by its name, the lines of a file need no index.`,
    `- In ${cheaperRead.length} questions grep and reading cost less than jig.`,
    ...(marked.length > 0
      ? [
          `- In ${marked.length} questions part of jig's answer is marked as possible, and has to be read: ${marked.map(({ task }) => `${task.asks} (${task.corpus})`).join("; ")}.`,
        ]
      : []),
    ...(wrong.length > 0
      ? [`- jig was wrong in ${wrong.length}: ${wrong.map(({ task }) => `${task.asks} (${task.corpus})`).join("; ")}.`]
      : []),
    "- The C# projects are among those by which jig's resolver was developed, with the same compiler's answers: in code that it has never met, expect what [the count of uses](csharp-truth.md) shows for projects such as InputSystem.",
    "- With jig's list of tools counted in, a session of a few simple questions costs more than with grep alone.",
    "- The strategies are scripts. A model may search more cleverly than they do, or less; these figures say what the answers cost and hold, and nothing of what a model makes of them.",
    "- Serena is not in the table: it downloads its C# language server when it is first used, from a registry that the measuring machine does not reach.",
  ].join("\n");
}

function beside(codegraph: Row[], jig: Row[]): string {
  const same = jig.filter(({ task }) => codegraph.some((row) => row.task === task));
  return `
## Beside codegraph

codegraph's command line has a word for ${codegraph.length} of the questions: callers of a method, and a declaration by name, in C# projects that it had indexed before. It names
calling members and no lines, so it is right where every call lies in a member that it names, and it names no other. jig's row is of the same questions.

| | questions | right | marked | wrong | calls | tokens in all | median |
| --- | --- | --- | --- | --- | --- | --- | --- |
${summary("codegraph", codegraph)}
${summary("jig", same)}
`;
}
