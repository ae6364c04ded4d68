/** A scenario: fake Editor with a project, and jig over MCP with that root. */

import { test } from "node:test";
import { McpDriver } from "./driver.ts";
import { type EditorOptions, FakeEditor } from "./fake/editor.ts";
import type { Generation } from "./fake/tools.ts";

export async function scenario(
  options: EditorOptions,
  body: (editor: FakeEditor, jig: McpDriver) => Promise<void>,
): Promise<void> {
  const editor = await FakeEditor.start(options);
  const jig = await McpDriver.open([editor.project.root]);
  try {
    await body(editor, jig);
  } finally {
    await jig.close();
    await editor.stop();
  }
}

type Body = (editor: FakeEditor, jig: McpDriver) => Promise<void>;

/** Runs on each generation of the protocol: TCP without and with identity, and the project's socket. */
export function everywhere(title: string, body: Body): void {
  at(["seed", "v2", "v3"], title, body);
}

export function at(generations: Generation[], title: string, body: Body): void {
  for (const generation of generations) test(`${title} (${generation})`, () => scenario({ generation }, body));
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Tools with side effects, with a valid input for each. */
export const SIDE_EFFECTS: [tool: string, input: object][] = [
  ["compile", {}],
  ["run-tests", {}],
  ["clear-console", {}],
  ["execute-menu-item", { MenuItemPath: "Tools/Build" }],
  ["execute-dynamic-code", { Code: "return 1;" }],
  ["unity-search", { SaveToFile: true }],
];
