/** Reads and writes files directly, for previews and for saving. */
import { readFile, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { JigError } from "../../core/host/frontend-api.ts";

/** Files that are larger than this are data. */
const PREVIEW_LIMIT = 4_000_000;

export async function readLines(path: string): Promise<string[]> {
  const { size } = await stat(path);
  if (size > PREVIEW_LIMIT) {
    throw new JigError(
      "LIMIT_EXCEEDED",
      `The file has ${(size / 1e6).toFixed(1)} MB, which is too large for a preview`,
      {
        hint: "Open it in your editor with e",
      },
    );
  }
  const text = new TextDecoder().decode(await readFile(path));
  return text.replace(/\r?\n$/, "").split(/\r\n?|\n/);
}

/** Resolves to the absolute path. Throws EEXIST unless `replace` is set. */
export async function saveText(path: string, text: string, replace: boolean, cwd: string): Promise<string> {
  const target = resolve(cwd, path);
  await writeFile(target, text, { flag: replace ? "w" : "wx" });
  return target;
}
