/** Finds unknown error codes in the sources of a plugin. */
import { readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { didYouMean, ERRORS, listNamesBelow, type ManifestFault, unknownCode } from "../host/frontend-api.ts";

/** The codes that handlers may use. */
const GIVEN = Object.entries(ERRORS).flatMap(([code, { by }]) => (by === "anyone" ? [code] : []));
const FOLDERS = [".", "src", "lib", "cmd"];
const SOURCES = [".ts", ".mts", ".js", ".mjs", ".py", ".sh", ".bash", ".rb", ".pl", ".php", ".lua", ".go", ".rs"];
const NOT_ITS_OWN = ["jig.js", "jig.d.ts", "plugin.ts"];
const MAX_BYTES = 512 * 1024;
/** Matches `"code": "X"`, `code: "X"`, `code="X"` and `new JigError("X"`. */
const CODE = /(?:(?<![\w.-])["']?code["']?\s*[:=]\s*|\bJigError\(\s*)["']([A-Z][A-Z0-9_]*)["']/g;

export interface SourceFile {
  path: string;
  text: string;
}

/** Returns the source files of a plugin, without those that jig writes. */
export function sourcesIn(folder: string): SourceFile[] {
  return listNamesBelow(folder, FOLDERS)
    .filter((path) => SOURCES.includes(extname(path)) && !NOT_ITS_OWN.includes(path))
    .map((path) => ({ path, text: textOf(join(folder, path)) }));
}

/** Returns the 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

export function sourceCodeFaults(sources: readonly SourceFile[]): ManifestFault[] {
  return sources.flatMap(({ path, text }) => {
    return [...text.matchAll(CODE)].flatMap(({ 1: code = "", index }): ManifestFault[] => {
      if (unknownCode(code) === undefined) return [];
      const near = didYouMean(code, Object.keys(ERRORS));
      // This is probably not an error code, as in `code: "USD"`.
      if (near === undefined && !code.includes("_")) return [];
      const line = lineAt(text, index);
      const write = near ? `Did you mean "${near}"?` : `Known: ${GIVEN.join(", ")}`;
      return [
        { where: `${path}:${line}`, what: `fails with the code "${code}", which is not one of jig's codes`, write },
      ];
    });
  });
}

/** Returns an empty string if the file is missing, not a regular file, or too large for source code. */
function textOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, "utf8") : "";
}
