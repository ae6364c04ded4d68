/**
 * Repairs source code for tree-sitter's TypeScript grammar. If a line begins with the `<` of a call signature, the grammar
 * takes it for a continuation of the line above, and loses everything after it. A semicolon in the indentation marks
 * the start of a new member.
 */

const SIGNATURE = /[ \t](?=<(?:const )?[\p{L}_$][\w$]*(?:\s+extends\b|\s*[,=>]))|[ \t](?=<$)/u;
/** After one of these, a member begins anyway, or an expression continues. */
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
