/** Over 500 generated searches match ripgrep's results row by row. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { corpus } from "../jig.ts";
import { compare, compareContext, ODD_QUERIES, oddTextsAreRipgreps } from "./differential.ts";
import { questions } from "./questions.ts";
import { openSavingSession } from "./session.ts";

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".cs"))
    .sort()
    .map((path) => join(root, path));
}

describe("answers are ripgrep's", () => {
  test("odd texts", { timeout: 120_000 }, () => oddTextsAreRipgreps(ODD_QUERIES));

  for (const [name, count] of [
    ["UniTask", 275],
    ["Mirror", 250],
  ] as const) {
    const root = corpus(name);
    test(`${count} questions about ${name}`, { timeout: 600_000, skip: root ? false : "no JIG_CORPUS" }, async () => {
      const session = await openSavingSession(root!);
      for (const [index, question] of questions(filesOf(root!), count, count).entries()) {
        await compare(session, root!, question);
        if (index % 4 === 0) await compareContext(session, root!, question);
      }
      await session.close();
    });
  }
});
