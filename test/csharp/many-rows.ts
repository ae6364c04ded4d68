/** A Unity project whose results exceed one page. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertWhole, openClient } from "../follow.ts";
import { scratch } from "../jig.ts";
import type { Wire } from "../mcp/mcp-process.ts";

const GUID = "0123456789abcdef0123456789abcdef";
export const FILES = 60;
export const MATCHES = 8;
const LONG = "x".repeat(300);
export const source = (at: number) =>
  `class F${at} {\n${Array.from({ length: MATCHES }, (_, line) => `  void Needle${line}() { Target.needle("${LONG}"); }\n`).join("")}}\n`;

export const PROJECT = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
};

export function project(): Record<string, string> {
  const files: Record<string, string> = {
    ...PROJECT,
    "Assets/Target.cs": "static class Target { public static void needle(string s) { } }\n",
    "Assets/Target.cs.meta": `fileFormatVersion: 2\nguid: ${GUID}\n`,
    "Assets/Many.cs": `namespace Game {\nclass Many {\n${Array.from({ length: 400 }, (_, at) => `  public static void Method${at}(int number, string text) { }\n`).join("")}}\n}\n`,
    "Assets/Big.cs": `class Big {\n${Array.from({ length: 40 }, (_, at) => `  void Part${at}() {\n    // ${LONG}${LONG}${LONG}\n    Target.needle("a");\n    Target.needle("b");\n  }\n`).join("")}}\n`,
  };
  for (let at = 0; at < FILES; at++) files[`Assets/F${at}.cs`] = source(at);
  for (let at = 0; at < 30; at++) {
    const uses = Array.from(
      { length: at === 7 ? 1500 : 20 },
      (_, use) =>
        `--- !u!1 &${use * 2 + 1}\nGameObject:\n  m_Name: Hero${use}\n--- !u!114 &${use * 2 + 2}\nMonoBehaviour:\n  m_GameObject: {fileID: ${use * 2 + 1}}\n  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}\n`,
    );
    files[`Assets/Scene${at}.unity`] = uses.join("");
  }
  return files;
}

export const MATCHING = [
  ...Array.from({ length: FILES * MATCHES }, (_, at) => `Assets/F${Math.floor(at / MATCHES)}.cs:${(at % MATCHES) + 2}`),
  ...Array.from({ length: 80 }, (_, at) => `Assets/Big.cs:${Math.floor(at / 2) * 5 + 4 + (at % 2)}`),
];

export const searched = (pages: Wire[]) =>
  pages.flatMap(({ pathTable, results }) =>
    results.flatMap((one: Wire) => one.snippets.map((each: Wire) => `${pathTable[one.fileId]}:${each.line}`)),
  );

export const found = (pages: Wire[]) =>
  pages.flatMap(({ results }) => results.map((one: Wire) => `${one.path}:${one.line}:${one.column}`));

const EDITED = ["Assets/F12.cs", "Assets/F33.cs"];

/** Edits two files after the first page. Rows of other files must occur exactly once, and later pages must mention the two. */
export async function editedBetweenPages(
  tool: string,
  input: object,
  rows: (pages: Wire[]) => string[],
  restarted: boolean,
): Promise<void> {
  const isChanged = (row: string) => EDITED.some((path) => row.startsWith(`${path}:`));
  const root = scratch(project());
  const env = { XDG_CACHE_HOME: scratch() };
  let client = await openClient(root, { env });
  await client.call("script_index_status", { wait: true });
  const before = rows(await client.pages(tool, input));
  const first = await client.call(tool, input);
  for (const path of EDITED) {
    const at = Number(/\d+/.exec(path)![0]);
    writeFileSync(join(root, path), `// edited\n// meanwhile\n${source(at)}`);
  }
  if (restarted) {
    await client.end();
    client = await openClient(root, { env });
  }
  const rest = await client.pages(tool, { ...input, ...first.next });
  await client.end();
  for (const page of rest) {
    for (const path of EDITED) assert.ok(page.changed?.includes(path), `${path} is named: ${page.changed}`);
    assert.deepEqual([...page.changed].sort(), EDITED);
  }
  assertWhole(
    rows([first, ...rest]).filter((row: string) => !isChanged(row)),
    before.filter((row: string) => !isChanged(row)),
  );
}
