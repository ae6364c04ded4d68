/** Runs questions about public projects: each in one or two calls and at most 1,500 tokens, with the expected answer. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { McpDriver } from "../driver.ts";

const CORPUS = process.env.JIG_CORPUS ?? "";
const MAX_TOKENS = 1_500;

type Call = [tool: string, input: object];

export interface Question {
  ask: string;
  calls: Call[];
  /** The answers must match all of these. */
  truth: RegExp[];
}

export const read = (path: string, more: object = {}): Call => [
  "unity-asset-read",
  { path, max_tokens: MAX_TOKENS, ...more },
];
export const users = (path: string): Call => ["script_asset_usages", { path, max_tokens: MAX_TOKENS }];

function folderOf(sign: string): string | undefined {
  const [file = "", text = ""] = sign.split(/:(.*)/s);
  if (CORPUS === "" || !existsSync(CORPUS)) return undefined;
  const names = readdirSync(CORPUS).map((name) => join(CORPUS, name));
  return names.find((root) => existsSync(join(root, file)) && readFileSync(join(root, file), "utf8").includes(text));
}

/** `projects`: `file:text` that identifies the project, so the folder name doesn't matter. */
export function ask(projects: Record<string, Question[]>): void {
  let right = 0;
  after(() => console.log(`${right} questions answered as they should be`));

  for (const [sign, questions] of Object.entries(projects)) {
    const root = folderOf(sign);
    test(`questions about ${sign}`, { skip: root ? false : "JIG_CORPUS does not hold the project" }, async () => {
      const jig = await McpDriver.open([root ?? ""]);
      const wrong: string[] = [];
      for (const { ask, calls, truth } of questions) {
        let text = "";
        for (const [tool, input] of calls) text += JSON.stringify((await jig.call(tool, input)).value);
        const tokens = encode(text).length;
        const missing = truth.filter((each) => !each.test(text));
        if (missing.length > 0 || tokens > MAX_TOKENS || calls.length > 2)
          wrong.push(`${ask} ${tokens} tokens, missing ${missing.join(" ")}: ${text.slice(0, 700)}`);
        else right++;
      }
      await jig.close();
      assert.deepEqual(wrong, []);
    });
  }
}
