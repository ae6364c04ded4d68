/**
 * tree-sitter's TypeScript grammar takes a call signature that begins a line with `<` for the rest of the line above, and loses
 * all that follows. A semicolon in its indentation says that it begins anew.
 */

const SIGNATURE = /[ \t](?=<(?:const )?[\p{L}_$][\w$]*(?:\s+extends\b|\s*[,=>]))|[ \t](?=<$)/u;
/** After one of these a member begins anyway, or an expression continues. */
const OPEN = /[;,{(<[=|&?:+*/!~^%-]\s*$|=>\s*$|\b(?:return|extends|new|typeof|await|yield|case|in|of)\s*$/;

export function repairTypescript(text: string): string {
  let before = "";
  return text
    .split("\n")
    .map((line) => {
      const isComment = /^\s*(?:\/\/|\/\*|\*)/.test(line);
      const fits = /^\s+</.test(line) && SIGNATURE.test(line) && !OPEN.test(before);
      if (line.trim() !== "" && !isComment) before = line.replace(/\/\/.*$/, "");
      return fits ? line.replace(/[ \t](?=<)/, ";") : line;
    })
    .join("\n");
}
