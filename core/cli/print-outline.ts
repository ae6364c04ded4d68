/** Prints the declarations of a file if its language has no outline tool, one per line or as JSON. */
import { type FileSymbol, JigError } from "../host/frontend-api.ts";
import type { Shell } from "./shell.ts";

/** Throws INVALID_ARGUMENT if there are flags, since they would belong to the tool of another language. */
export async function printOutline(
  { path, declarations }: { path: string; declarations: readonly FileSymbol[] },
  words: readonly string[],
  { flags, print, say }: Shell,
): Promise<number> {
  const flag = words.find((word) => word.startsWith("-"));
  if (flag !== undefined) {
    throw new JigError("INVALID_ARGUMENT", `${flag} has no effect on the outline of ${path}`, {
      hint: "Leave it out; --json prints the same as JSON",
    });
  }
  if (flags.as === "json") {
    const rows = declarations.map(({ name, kind, container = null, startLine, endLine }) => ({
      ...{ name, kind, container },
      ...{ start_line: startLine, end_line: endLine },
    }));
    await print(JSON.stringify({ success: true, path, count: rows.length, declarations: rows }));
  } else if (declarations.length === 0) say(`${path} declares nothing`);
  else {
    const lines = declarations.map(({ name, kind, container, startLine, endLine }) => {
      const place = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
      return `${place}\t${kind}\t${container ? `${container}.` : ""}${name}`;
    });
    await print(lines.join("\n"));
  }
  return declarations.length === 0 ? 1 : 0;
}
