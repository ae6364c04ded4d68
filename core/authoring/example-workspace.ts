/** Finds the workspace of an example. Calls that may change files get a temporary copy, so that examples can be repeated. */
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  effectOfCall,
  type Host,
  type JsonObject,
  readFolder,
  removeTree,
  writeContent,
} from "../host/frontend-api.ts";

export const workspaceOf = (folder: string) => join(folder, "test", "workspace");

export function changesFiles(host: Host, tool: string, input: JsonObject): boolean {
  const known = host.tool(tool);
  if (!known) return false;
  // A synonym can set a parameter that raises the effect.
  const isSpelled = !Object.keys(input).some((name) => Object.hasOwn(known.synonyms, name));
  return effectOfCall(known, input) !== "read" || !(isSpelled || Object.keys(known.parameterEffects).length === 0);
}

/**
 * Runs something in a copy of `test/workspace`, or in an empty folder if the plugin has none. As in every plugin folder, links are
 * refused and the size is limited, so the copy is too.
 */
export async function inFreshWorkspace<T>(folder: string, run: (root: string) => Promise<T>): Promise<T> {
  const own = workspaceOf(folder);
  const top = mkdtempSync(join(tmpdir(), "jig-example-"));
  try {
    const root = join(top, "workspace");
    mkdirSync(root);
    if (existsSync(own)) writeContent(readFolder(own), root);
    return await run(root);
  } finally {
    removeTree(top);
  }
}
