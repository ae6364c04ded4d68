/** Finds error codes in a plugin's sources that jig's catalogue does not have. */
import { readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { didYouMean, ERRORS, listNamesBelow, type ManifestFault, unknownCode } from "../host/frontend-api.ts";

/** Codes that a handler may give. */
const GIVEN = Object.entries(ERRORS).flatMap(([code, { by }]) => (by === "anyone" ? [code] : []));
const FOLDERS = [".", "src", "lib", "cmd"];
const SOURCES = [".ts", ".mts", ".js", ".mjs", ".py", ".sh", ".bash", ".rb", ".pl", ".php", ".lua", ".go", ".rs"];
const NOT_ITS_OWN = ["jig.js", "jig.d.ts", "plugin.ts"];
const MAX_BYTES = 512 * 1024;
/** `"code": "X"`, `code: "X"`, `code="X"`, `new JigError("X"`. */
const CODE = /(?:(?<![\w.-])["']?code["']?\s*[:=]\s*|\bJigError\(\s*)["']([A-Z][A-Z0-9_]*)["']/g;

export function sourceCodeFaults(folder: string): ManifestFault[] {
  return listNamesBelow(folder, FOLDERS)
    .filter((path) => SOURCES.includes(extname(path)) && !NOT_ITS_OWN.includes(path))
    .flatMap((path) => {
      const text = textOf(join(folder, path));
      return [...text.matchAll(CODE)].flatMap(({ 1: code = "", index }): ManifestFault[] => {
        if (unknownCode(code) === undefined) return [];
        const near = didYouMean(code, Object.keys(ERRORS));
        // `code: "USD"` is an answer of its own.
        if (near === undefined && !code.includes("_")) return [];
        const line = text.slice(0, index).split("\n").length;
        const write = near ? `Did you mean "${near}"?` : `Known: ${GIVEN.join(", ")}`;
        return [
          { where: `${path}:${line}`, what: `fails with the code "${code}", which is not one of jig's codes`, write },
        ];
      });
    });
}

/** Empty for a file that is gone, no file, or too large to be a source. */
function textOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, "utf8") : "";
}
