/** Questions of a stranger about five repositories: the tokens of jig's answers beside those of grep and reading. */
import { askRepositories } from "../evidence/ask-repositories.ts";
import { corpus } from "../jig.ts";
import type { Bench } from "./row.ts";

const REPOSITORIES = ["fd", "gson", "hono", "mux", "requests"];

const repositoryQuestions: Bench = async () => {
  const folder = process.env.JIG_CORPUS ?? "";
  const missing = REPOSITORIES.filter((name) => !corpus(name));
  if (missing.length > 0) {
    console.error(`repository-questions: needs ${missing.join(", ")} in JIG_CORPUS`);
    return undefined;
  }
  const asked = askRepositories("repository-questions.json", folder);
  const sum = (of: (each: (typeof asked)[number]) => number) => asked.reduce((all, each) => all + of(each), 0);
  const [ours, theirs] = [sum(({ tokens }) => tokens), sum((each) => each.theirs)];
  return [
    {
      what: "tokens: questions about code",
      ours: `${ours} tokens`,
      yardstick: `grep and reading ${theirs}`,
      value: ours / theirs,
      unit: "× grep and reading",
      bar: 0.2,
      aim: 0.15,
      note: `${asked.filter(({ isRight }) => isRight).length} of ${asked.length} right`,
    },
  ];
};

export default repositoryQuestions;
