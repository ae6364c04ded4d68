/** Names of files and exports, first sentences, and what comments may cite. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FILES, repositoryFiles, TOP, textOf } from "./sources.ts";

test("names are kebab-case and say what is inside", () => {
  const bad = FILES.filter((file) => {
    const name = file.split("/").at(-1)!;
    return (
      !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/.test(name) ||
      /^(utils?|helpers?|common|misc|manager|types)\b/.test(name)
    );
  });
  assert.deepEqual(bad, []);
});

test("every file opens with a sentence of purpose", () => {
  assert.deepEqual(
    FILES.filter((file) => !/^(#!.*\n)?(\/\/|\/\*\*?)/.test(textOf(file))),
    [],
  );
});

test("comments and documents cite only what is in the repository", () => {
  const documents = repositoryFiles("*.md", "*.yml", "*.sh").filter((file) => !file.includes("/fixtures/"));
  const everything = [...FILES, ...documents];
  assert.deepEqual(
    everything.flatMap((file) => strangeCitations(textOf(file)).map((each) => `${file}: ${each}`)),
    [],
  );
  const dead = everything.flatMap((file) =>
    [...textOf(file).matchAll(/docs\/contracts\/[\w-]+\.md/g)]
      .filter(([path]) => !existsSync(join(TOP, path)))
      .map(([path]) => `${file}: ${path}`),
  );
  assert.deepEqual(dead, []);
});

/** Citations of what a stranger cannot read: working papers, numbered specifications and issues. Sections of the C# standard are fine. */
function strangeCitations(text: string): string[] {
  const paper = "(?:desi" + "gn|fac" + "ts)";
  const section = "\\u00a7 ?\\d";
  const cited = new RegExp(
    `\\b(?:${paper} ?\\u00a7|spec[s']* 0\\d|${paper}/|issue #?\\d)|(?<!C# |to |, )${section}`,
    "gi",
  );
  return [...text.matchAll(cited)].map(([found]) => found);
}

test("the citation rule sees a planted one", () => {
  const sign = String.fromCharCode(0xa7);
  const planted = [
    `(desi${"gn"} ${sign}3)`,
    `see spec ${"004"}`,
    `fac${"ts"}/a.md`,
    `Fac${"ts"} ${sign}2`,
    `(is${"sue"} 4)`,
  ];
  for (const wrong of planted) assert.equal(strangeCitations(wrong).length, 1, wrong);
  assert.deepEqual(strangeCitations(`(C# ${sign}10.2.2 to ${sign}10.2.9), docs/contracts/search.md`), []);
});
