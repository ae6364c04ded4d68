/**
 * Defines prompts, which clients show as commands. They suggest first steps in a new project, before a change, or after a
 * failing test.
 */
import type { PromptContribution } from "../../core/host/plugin-api.ts";

export const prompts: PromptContribution[] = [
  {
    name: "explore",
    title: "Explore this project",
    description: "The project's purpose, its layout, and where to start reading",
    arguments: [
      { name: "focus", description: "A part or question to look at; default: the whole project", completion: ["path"] },
    ],
    text: `Get to know this project with jig's tools, reading as little as necessary. Focus: {{focus}} (if this is empty, the whole project).

1. List the top-level directories and the manifests (package.json, *.csproj, *.asmdef, *.uproject, Cargo.toml …), and read what they say about purpose, entry points and dependencies.
2. Measure before reading: which files are the largest, how many tokens they would take, where most of the code is.
3. Find the entry points and the five or so types or modules on which the rest depends: outlines and symbols first, bodies only where a name does not say enough.
4. Follow one typical path from input to effect, by definitions and references.

Then answer: what it is for, in two sentences; a map of its directories; the main types with file and line; how to build and test it; what surprised you. Say which of this you read and which you inferred.`,
  },
  {
    name: "review-impact",
    title: "Review a change's impact",
    description: "Consequences of a change: callers, implementations, assets, tests",
    arguments: [
      {
        name: "change",
        description: "The change: a symbol, a file, or a plan in words",
        required: true,
        completion: ["symbol", "path"],
      },
    ],
    text: `Find out what this change may break, before it is made: {{change}}

1. Find the declaration that changes, and make sure that it is the intended one: several may have the same name.
2. Find its references. Accept those that are certain, and read each that is only possible; a search for the name in text also finds strings, reflection, configuration and documents.
3. Look at what overrides or implements it, and at what is serialized or referred to by assets (scenes, prefabs) where the project has any.
4. Find the tests that reach it, and say what no test reaches.

Answer with a table: place (file and line), how it depends on the change, what would have to change there, how sure you are. Then the order in which to make the changes, and what to run afterwards. An empty list of references does not prove that nothing uses it: say what could call it without being found.`,
  },
  {
    name: "fix-test",
    title: "Fix a failing test",
    description: "From a failing test to its cause and the smallest correct change",
    arguments: [
      {
        name: "test",
        description: "The test's name, or its failure message",
        required: true,
        completion: ["symbol", "path"],
      },
    ],
    text: `This test fails: {{test}}

1. Find the test and read it: what it prepares, calls and expects. Run it where a tool or the shell can, and keep the exact message and the place that it names.
2. Read the code at that place and the code under test, by definitions rather than whole files.
3. Name two or three possible causes, and for each what would have to be true; check each by reading, by searching for other callers, or by a log. Do not change anything before one of them is confirmed.
4. Make the smallest change that corrects the cause. If it is the test that is wrong, say why. Look at the other uses of what you change.
5. Run the test again, and those near it.

Answer: the cause in one sentence with file and line, the change, and what was run with what result.`,
  },
];
