/** Parses the parameters in the signature of a Java method. */
import type { IndexedDeclaration } from "../../index/index-part.ts";

/** Returns the written types of a method's parameters without type arguments. They distinguish overloads. */
export function parameterTypes({ signature }: IndexedDeclaration): string {
  return (parametersIn(signature.slice(parametersAt(signature))) ?? [])
    .map((each) => {
      const plain = withoutArguments(each).replace(/@[\w.]+(?:\([^()]*\))?|\bfinal\b/g, "");
      const [, type = "", brackets = ""] = /^(.*?)\s*[\w$]+\s*((?:\[\])*)$/.exec(plain.trim()) ?? [];
      return `${type.replace("...", "[]").replace(/^.*\./, "").replace(/\s+/g, "")}${brackets}`;
    })
    .join();
}

function withoutArguments(type: string): string {
  const inner = type.replace(/<[^<>]*>/g, "");
  return inner === type ? type : withoutArguments(inner);
}

/** Returns true if a method can be called with this number of arguments. */
export function takes({ kind, signature }: IndexedDeclaration, count: number | undefined): boolean {
  if (count === undefined || (kind !== "method" && kind !== "constructor")) return true;
  const written = parametersIn(signature.slice(parametersAt(signature)));
  if (!written) return true;
  return written.at(-1)?.includes("...") ? count >= written.length - 1 : count === written.length;
}

/** Returns the offset of the bracket after the name. Annotations can contain brackets as well. */
function parametersAt(signature: string): number {
  return signature.indexOf("(", signature.search(/(?<![\w@.])[\w$]+\s*\((?!.*\b(?:throws)\b.*\()/));
}

/** Returns the parameters in `(…)`, or undefined if the signature was truncated. */
function parametersIn(text: string): string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if ("(<[{".includes(letter)) depth++;
    else if (")>]}".includes(letter)) depth--;
    if ((letter === "," && depth === 1) || depth === 0) {
      const part = text.slice(start, at).trim();
      if (part !== "") parts.push(part);
      start = at + 1;
    }
    if (depth === 0) return parts;
  }
  return undefined;
}
