/** How a connection can end after the request, and what the call reports. */

import assert from "node:assert/strict";
import { SOON_MS } from "../soon.ts";
import type { Exchange } from "./fake/editor.ts";
import { scenario } from "./scenario.ts";

type End = (exchange: Exchange) => void;

export const ENDS: [how: string, end: End][] = [
  ["a clean close", ({ socket }) => void socket.end()],
  ["a reset", ({ socket }) => void socket.resetAndDestroy()],
  ["half a reply", ({ socket }) => void socket.end('Content-Length: 500\r\n\r\n{"jsonrpc"')],
];

/** Removed tools only exist in the older Editor. */
const generationFor = (tool: string) => (["execute-menu-item", "unity-search"].includes(tool) ? "seed" : "v2");

/** For tools with side effects. */
export async function isLostOnce(tool: string, input: object, end: End): Promise<void> {
  await scenario({ generation: generationFor(tool) }, async (editor, jig) => {
    // Newer Editors write the result to a file, which is tested with reloads.
    if (tool === "compile") editor.once("get-tool-details", ({ reply }) => reply({ Tools: [], Ver: editor.ver }));
    editor.once(tool, end);
    const { value, failed, ms } = await jig.call(tool, input);
    assert.equal(failed, true, tool);
    assert.equal(value.Code, "LOST_AFTER_DISPATCH", tool);
    assert.equal(value.Details.Editor, "ready", tool);
    assert.equal(editor.count(tool), 1, tool);
    assert.ok(ms < SOON_MS, `${tool}: ${ms} ms`);
  });
}

export async function isReadAgain(end: End): Promise<void> {
  await scenario({}, async (editor, jig) => {
    editor.once("get-logs", end);
    assert.equal((await jig.call("get-logs")).value.TotalCount, 1);
    assert.equal(editor.count("get-logs"), 2);
    editor.always("get-logs", end);
    assert.equal((await jig.call("get-logs")).value.Code, "LOST_AFTER_DISPATCH");
    assert.equal(editor.count("get-logs"), 2 + 4);
  });
}
