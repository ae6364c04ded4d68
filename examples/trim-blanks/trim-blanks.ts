/** Plans edits of ranges: the host shows them, applies them and takes them back. */
import type { Context, FileChange, Outcome } from "../../core/host/plugin-api.ts";

export default async ({ paths }: { paths: string[] }, context: Context): Promise<Outcome> => {
  const files: FileChange[] = [];
  for (const path of paths) {
    const { text, hash } = await context.changes.read(path);
    const edits = [...text.matchAll(/[ \t]+(?=\r?$)/gm)].map(({ index, 0: blanks }) => ({
      start: index,
      end: index + blanks.length,
      text: "",
    }));
    if (edits.length > 0) files.push({ path, hash, edits, why: `${edits.length} lines end with blanks` });
  }
  return await context.changes.propose({ title: "Trim blanks at line ends", files });
};
