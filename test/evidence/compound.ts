/**
 * Updates the table of compound questions in docs/evidence.md: jig compared with a shell that batches commands.
 * `JIG_CORPUS=<folder> bun test/evidence/compound.ts`
 */
import { writeFileSync } from "node:fs";
import { askProjects } from "../csharp/ask-projects.ts";

const rows = await askProjects();
const number = (value: number) => value.toLocaleString("en-US");
const sum = (of: (row: (typeof rows)[number]) => number) => number(rows.reduce((total, row) => total + of(row), 0));
const compound = rows.filter(({ shell }) => shell !== undefined);
const total = (of: (row: (typeof rows)[number]) => number) => number(compound.reduce((all, row) => all + of(row), 0));
const lines = compound.map(({ project, question, calls, tokens, faults, shell }) => {
  const verdict = faults.length === 0 ? "right" : "wrong";
  return `| ${project.replace(/^.*\+/, "")} | ${question} | ${verdict}, ${calls}, ${number(tokens)} | ${shell?.calls}, ${number(shell?.tokens ?? 0)} |`;
});
const right = rows.filter(({ faults }) => faults.length === 0).length;

writeFileSync(
  new URL("compound-table.md", import.meta.url),
  `## Compound questions about six Unity projects

Written by \`test/evidence/compound.ts\`. 120 questions on six public projects, half of them compound: several symbols, types with their members and assets, events
with their handlers, prefabs with what contains them. The expected answers (\`test/csharp/patterns-questions.ts\`, \`fps-questions.ts\`, \`boss-questions.ts\`,
\`discover-questions.ts\`, \`runner-questions.ts\`, \`paddle-questions.ts\`) were taken from the files before jig was asked. jig: one or two calls and at most 4,000 tokens each, the answers as text. The shell batches: every \`rg\`, \`cat\` and loop that the
question needs in one command, or two if the second needs the first; everything that they print is read, and a reader still has to distinguish namesakes, comments and
overloads.

The first run on the first two projects answered 24 of 40. Six times, a table of members named users without their lines, which it now gives. Seven times, the check did not
recognize the answer's form (a row of the same file, \`set\` for a property that is written, \`git lfs\` in lower case), and once the expected answer lacked a use; both were corrected.
Three times, jig was wrong, in four ways: uses through a package without sources were left out, \`script_impact_find\` did not count unread assets, an assembly was not found by
name outside the default scope, and a prefab that another one creates was not followed.

The first run on the other two answered 29 of 40. Four times, jig was wrong: uses inside the embedded package that declares a type were not counted, extension methods
with \`ref this\` had no callers, a table named at most eight users of a member, and 115 UnityEvent targets did not fit into 4,000 tokens; reading the answers also showed
that overrides of an event's target were not followed, and that of several members on one line only one was printed. Seven times, the expected answer or the question was wrong:
a shell loop invented variants, an event without a target was counted for a class, and counts, overloads and lines were written in another form. All eighty were asked again after the
fixes.

The first run on the last two answered 32 of 40. Twice, jig was wrong: a hierarchy did not say with which type argument a class derives from a generic base, and a define
named only its first line in a file. Six times, the expected answer had another form (\`call\` for a delegate that is invoked, a declaration that begins at its attribute,
a table without file names). Reading the accepted answers showed three more faults: a method that only Unity or a UnityEvent calls had no calls, the targets of 37
UnityEvents in an old file format were not known, and a reference in a prefab named neither component nor field. The expected answers became stricter, and after the fixes
all 120 were asked again.

| project | compound question | jig: verdict, calls, tokens | shell: calls, tokens |
| ------- | ----------------- | --------------------------- | -------------------- |
${lines.join("\n")}

Compound: ${compound.length} questions, jig ${total(({ calls }) => calls)} calls and ${total(({ tokens }) => tokens)} tokens, shell ${total(({ shell }) => shell?.calls ?? 0)} calls and ${total(({ shell }) => shell?.tokens ?? 0)} tokens. All: ${right} of ${rows.length} right, ${sum(({ calls }) => calls)} calls and ${sum(({ tokens }) => tokens)} tokens of jig.

Repositories: Unity-Technologies/game-programming-patterns-demo b2b309abf65c, Unity-Technologies/FPSSample c8375e7cf29c,
Unity-Technologies/com.unity.multiplayer.samples.coop e9b773289a2f, oculus-samples/Unity-Discover e0b0d9a8d8fd,
Unity-Technologies/EndlessRunnerSampleGame 8a11421d4563, UnityTechnologies/PaddleGameSO 1cf256813330.
`,
);
