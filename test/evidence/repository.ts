/**
 * Thirty questions of a stranger about five repositories, as a table for docs/evidence.md. The repositories are in JIG_CORPUS by their
 * last name.
 *
 *   JIG_CORPUS=/folder bun test/evidence/repository.ts [more-repository-questions.json]
 */
import { askRepositories, MAX_TOKENS } from "./ask-repositories.ts";

const folder = process.env.JIG_CORPUS;
if (!folder) throw new Error("JIG_CORPUS must name the folder with the repositories");

const rows = askRepositories(process.argv[2] ?? "repository-questions.json", folder);
const number = (value: number) => value.toLocaleString("en-US");
process.stdout.write(
  "| repository | question | jig: one call, tokens | grep and reading, tokens |\n| --- | --- | --- | --- |\n",
);
for (const { corpus, question, isRight, tokens, theirs } of rows)
  process.stdout.write(
    `| ${corpus} | ${question} | ${isRight ? "right" : "wrong"}, ${number(tokens)} | ${number(theirs)} |\n`,
  );
const all = (of: (row: (typeof rows)[number]) => number) => number(rows.reduce((sum, row) => sum + of(row), 0));
const right = rows.filter(({ isRight }) => isRight).length;
process.stdout.write(
  `\n${right} of ${rows.length} right in at most ${MAX_TOKENS} tokens: ${all(({ tokens }) => tokens)} in all, grep and reading ${all(({ theirs }) => theirs)}\n`,
);
