/** A tree with a thousand folders of a hundred files each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FOLDERS = 1000;
const FILES_EACH = 100;

/** `small` is a folder with a single file. */
export async function withManyFiles<Made>(
  act: (tree: { root: string; small: string }) => Promise<Made>,
): Promise<Made> {
  const root = mkdtempSync(join(tmpdir(), "jig-many-"));
  try {
    const small = join(root, "few");
    mkdirSync(small);
    writeFileSync(join(small, "one.cs"), source(0));
    for (let number = 0; number < FOLDERS; number++) {
      const folder = join(root, `d${number}`);
      mkdirSync(folder);
      for (let at = 0; at < FILES_EACH; at++)
        writeFileSync(join(folder, `f${at}.cs`), source(number * FILES_EACH + at));
    }
    return await act({ root, small });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function source(number: number): string {
  return `public static class File${number}\n{\n    int GetComponent() { return null; } // ${number % 7 === 0 ? "InternalOneAttribute" : ""}\n}\n`;
}
