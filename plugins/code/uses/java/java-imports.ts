/** Parses the package and imports of a file, and the parts of a qualified name. */
import type { LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";

/** A longer chain of names is not a type. */
const LONGEST_TYPE = 1000;

/** Returns the parts of `a.b.C`, or undefined for any other text. */
export function partsOf(node: LightNode, file: ParsedFile): string[] | undefined {
  if (node.end - node.start > LONGEST_TYPE) return undefined;
  const written = file.textOf(node).replace(/\s+/g, "");
  return /^[\w.$]+$/.test(written) ? written.split(".") : undefined;
}

interface JavaImport {
  path: string[];
  all: boolean;
  isStatic: boolean;
}

export function importsOf(file: ParsedFile): JavaImport[] {
  return file.root.children.flatMap((node) => {
    if (node.type !== "import_declaration") return [];
    const name = node.children.find(({ type }) => /identifier$/.test(type));
    const all = node.children.some(({ type }) => type === "asterisk");
    const isStatic = /^import\s+static\b/.test(file.textOf(node));
    return name ? [{ path: file.textOf(name).split(/\s*\.\s*/), all, isStatic }] : [];
  });
}

export function packageOf(file: ParsedFile): string[] {
  const declaration = file.root.children.find(({ type }) => type === "package_declaration");
  const name = declaration?.children.find(({ type }) => /identifier$/.test(type));
  return name ? file.textOf(name).split(/\s*\.\s*/) : [];
}
