/** Converts doc comments to plain text or Markdown. */
import type { MemberSymbol, Place, TypeSymbol } from "../database/symbols.ts";
import type { Sources } from "./source-preview.ts";

export async function docLines(sources: Sources, symbol: MemberSymbol | TypeSymbol): Promise<string[]> {
  const own = "native" in symbol ? symbol.native?.doc : symbol.doc;
  if (own) return cleanDoc(own);
  const place: Place | undefined = "place" in symbol ? symbol.place : symbol.places[0];
  if ("native" in symbol && symbol.native?.generated) return [];
  if ("kind" in symbol && symbol.kind === "access")
    return ["Access specifier: who else may use the members marked with it."];
  const range = place?.declaration.doc;
  return place && range ? cleanDoc(await sources.text(place.file.path, range[0], range[1])) : [];
}

/** Removes the comment markers, and blank lines at the start and end. */
export function cleanDoc(comment: string): string[] {
  const lines = comment
    .replace(/^\s*\/\*+!?/, "")
    .replace(/\*+\/\s*$/, "")
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:\/{2,}!?|\*+(?!\/))?\s?/, "").trim());
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

const TAG = /^[@\\](param|returns?|note|see)\b\s*(.*)$/;

/** Returns a text such as `param Offset: added to the top`. */
export function plainDoc(lines: readonly string[]): string {
  return lines
    .map((line) => {
      const [, tag, rest = ""] = TAG.exec(line) ?? [];
      if (!tag) return line;
      if (tag !== "param") return `${tag.replace(/s$/, "")}: ${rest}`;
      const [, name = "", text = ""] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
      return `param ${name}: ${text}`;
    })
    .join("\n");
}

/** Returns the descriptions by the parameter's name. */
export function parameterDocs(lines: readonly string[]): Map<string, string> {
  const docs = new Map<string, string>();
  for (const line of lines) {
    const [, tag, rest = ""] = TAG.exec(line) ?? [];
    const [, name, text = ""] = (tag === "param" && /^(\S+)\s*(.*)$/.exec(rest)) || [];
    if (name && text !== "") docs.set(name, text);
  }
  return docs;
}

/** Each line becomes a paragraph in italics, and the parameters become a list. */
export function markdownDoc(lines: readonly string[]): string {
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const [, tag, rest = ""] = TAG.exec(line) ?? [];
      if (tag === "param") {
        const [, name = "", text = ""] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
        return `* \`${name}\` - *${text}*\n\n`;
      }
      if (tag === "return" || tag === "returns") return `**Return:** *${rest}*\n\n`;
      return `*${line}*\n\n`;
    })
    .join("");
}
