/**
 * References in generated sources: at least 99.5 % precision and recall. Checks all shared names and every fourth other name, which
 * covers all constructs. `JIG_LONG=1` checks all names.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { generate, type Token } from "./generator.ts";
import { openSession } from "./session.ts";

const FILES = 24;
const EVERY = 4;

test("references of every construct are found, and nothing else", { timeout: 240_000 }, async () => {
  const { files, truth } = generate(FILES, 7);
  const root = scratch(files);
  const name = root.slice(root.lastIndexOf("/") + 1);
  const session = await openSession({ cwd: root, args: ["--root", root] });
  const text = (token: Token): string => `${name}/${token.file}:${token.line}:${token.character}`;
  let right = 0;
  let missed = 0;
  let wrong = 0;
  const complaints: string[] = [];
  const isAsked = ([, tokens]: [string, Token[]], index: number): boolean =>
    process.env.JIG_LONG !== undefined || index % EVERY === 0 || new Set(tokens.map(({ file }) => file)).size > 1;
  const asked = [...truth].filter(isAsked);
  for (const [id, tokens] of asked) {
    const [declaration] = tokens as [Token, ...Token[]];
    const found = new Set<string>();
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const answer = await session.call("angelscript_findReferences", {
        filePath: declaration.file,
        position: { line: declaration.line, character: declaration.character },
        limit: 60,
        ...(cursor ? { cursor } : {}),
      });
      assert.ok(answer.ok, `${id}: ${JSON.stringify(answer.error)}`);
      for (const each of answer.data.references) {
        const start = each.range.start;
        found.add(`${each.filePath}:${start.line + 1}:${start.character + 1}`);
      }
      cursor = answer.data.nextCursor;
    }
    const expected = new Set(tokens.map(text));
    for (const each of expected)
      if (found.has(each)) right++;
      else {
        missed++;
        complaints.push(`missed ${id} ${each}`);
      }
    for (const each of found)
      if (!expected.has(each)) {
        wrong++;
        complaints.push(`wrong ${id} ${each}`);
      }
  }
  await session.close();
  const precision = right / (right + wrong);
  const recall = right / (right + missed);
  console.log(
    `${asked.length} of ${truth.size} declarations, ${right + missed} references: precision ${precision}, recall ${recall}`,
  );
  assert.ok(precision >= 0.995 && recall >= 0.995, complaints.slice(0, 40).join("\n"));
});
