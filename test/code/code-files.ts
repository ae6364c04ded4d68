/** Source files in a language that the plugin supports. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isCode, isManifest } from "../../plugins/code/index/source-files.ts";

const LEFT_OUT = /[/\\](node_modules|\.git|target)[/\\]/;

export function codeFiles(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => !LEFT_OUT.test(file) && (isCode(file) || isManifest(file))).sort();
}
