/** Generates docs/evidence.md from the results: totals, then all tasks. */
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
  derived: "derived types, at any depth",
  callers: "every call of a method",
  assets: "scenes and prefabs that use a script",
  subclasses: "AngelScript subclasses, at any depth",
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

Written by \`test/evidence/evidence.ts\`; do not edit. The questions were drawn at random from public projects (\`test/evidence/choose.ts\`), and the right
answers come from independent sources: the Roslyn compiler's binding of each name, the guid in Unity's files, or the text itself.

- **grep**: one \`rg\` search, or one for each level of a hierarchy; every line that it prints is the answer.
- **grep + read**: the same search, then ${"ten lines around every hit"}, one call per file. The reader is assumed never to misunderstand what it read, which
  no model achieves; so this column is a lower bound for the cost and an upper bound for the knowledge.
- **jig**: the tool for the question, with all pages of its answer in the format of \`jig mcp --as text\`. Names are given with their type, as \`Type.Member\`.

_Right_: the whole answer is given as certain, and nothing false. _Marked_: the answer is complete, but part of it is only possible and has to be
checked. _Wrong_: something is missing, or something false is given as certain. Tokens are those of question and answer, counted with the o200k vocabulary.

| | questions | right | marked | wrong | calls | tokens in total | median |
| --- | --- | --- | --- | --- | --- | --- | --- |
${summary("grep", grep)}
${summary("grep + read", read)}
${summary("jig", jig)}

A client also sends jig's list of tools to the model once per session: ${Object.entries(lists)
    .map(([name, tokens]) => `${number(tokens)} tokens in ${name}`)
    .join(", ")}. The table does not include it; grep has no such cost.

## By kind of question

Answers that are right or marked, and total tokens.

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

${readFileSync(new URL("compound-table.md", import.meta.url), "utf8").trimEnd()}
`;
}

/** Generated, so that it stays in sync with the numbers. */
function limits(grep: Row[], read: Row[], jig: Row[]): string {
  const dearer = jig.filter((row, at) => grep[at]!.verdict === "right" && row.tokens > grep[at]!.tokens);
  const wrong = jig.filter(({ verdict }) => verdict === "wrong");
  const marked = jig.filter(({ verdict }) => verdict === "marked");
  const cheaperRead = jig.filter((row, at) => read[at]!.verdict === "right" && row.tokens > read[at]!.tokens);
  return [
    `- In ${dearer.length} questions, a single grep was also right, and cost fewer tokens: an unambiguous word, a file name or a range of lines needs no index.`,
    `- In ${cheaperRead.length} questions grep and reading cost less than jig.`,
    ...(marked.length > 0
      ? [
          `- In ${marked.length} questions part of jig's answer is marked as possible, and has to be read: ${marked.map(({ task }) => `${task.asks} (${task.corpus})`).join("; ")}.`,
        ]
      : []),
    ...(wrong.length > 0
      ? [`- jig was wrong in ${wrong.length}: ${wrong.map(({ task }) => `${task.asks} (${task.corpus})`).join("; ")}.`]
      : []),
    "- jig's C# resolver was developed against these projects and the same compiler's answers. For unfamiliar code, expect the results that [the count of uses](csharp-truth.md) shows for projects such as InputSystem.",
    "- Including jig's list of tools, a session with a few simple questions costs more than with grep alone.",
    "- The strategies are scripts. A model may search more or less cleverly. The figures measure the cost and content of the answers, not how a model uses them.",
    "- Serena is not in the table: it downloads its C# language server when it is first used, from a registry that the test machine cannot reach.",
  ].join("\n");
}

function beside(codegraph: Row[], jig: Row[]): string {
  const same = jig.filter(({ task }) => codegraph.some((row) => row.task === task));
  return `
## Compared with codegraph

codegraph's command line can answer ${codegraph.length} of the questions: callers of a method, and a declaration by name, in C# projects that it had already indexed. It lists
calling members without lines, so an answer counts as right if it names exactly the members that contain the calls. jig's row covers the same questions.

| | questions | right | marked | wrong | calls | tokens in total | median |
| --- | --- | --- | --- | --- | --- | --- | --- |
${summary("codegraph", codegraph)}
${summary("jig", same)}
`;
}
