/**
 * Compound questions about public Unity projects: the calls and bytes that eight of them take, the list of tools included, beside
 * those of a shell that batches its commands. A wrong answer is not counted as an answer.
 */
import { askProjects } from "../csharp/ask-projects.ts";
import { corpus } from "../jig.ts";
import type { Bench } from "./row.ts";
import { withServer } from "./search-total.bench.ts";

const EIGHT = 8;
const KILOBYTE = 1000;

const compoundQuestions: Bench = async (jig) => {
  const asked = (await askProjects()).flatMap(({ shell, ...each }) => (shell ? [{ ...each, shell }] : []));
  const [first] = asked;
  const root = first && corpus(first.project);
  if (!root) {
    console.error("compound-questions: needs game-programming-patterns-demo or FPSSample in JIG_CORPUS");
    return undefined;
  }
  const listed = await withServer(jig, root, async (server) => JSON.stringify(await server.tools()));
  const eight = (of: (each: (typeof asked)[number]) => number) =>
    (asked.reduce((all, each) => all + of(each), 0) * EIGHT) / asked.length;
  const kilobytes = (bytes: number) => bytes / KILOBYTE;
  const calls = eight((each) => each.calls);
  const answers = kilobytes(eight(({ bytes }) => bytes));
  const list = kilobytes(Buffer.byteLength(listed));
  const right = asked.filter(({ faults }) => faults.length === 0).length;
  const note = `${right} of ${asked.length} right; the mean, for ${EIGHT}`;
  return [
    {
      what: "eight compound questions: calls",
      ours: `${calls.toFixed(1)} calls`,
      yardstick: `shell ${eight(({ shell }) => shell.calls).toFixed(1)}`,
      value: calls,
      unit: "calls",
      bar: 16,
      aim: 10,
      note,
    },
    {
      what: "eight compound questions: bytes read, list of tools included",
      ours: `${answers.toFixed(1)} kB, list ${list.toFixed(1)} kB`,
      yardstick: `shell ${kilobytes(eight(({ shell }) => shell.bytes)).toFixed(1)} kB`,
      value: answers + list,
      unit: "kB",
      bar: 80,
      aim: 50,
      note,
    },
  ];
};

export default compoundQuestions;
