/** Describes a folder by its files and their declarations, which are ranked by how many other files use their names. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { CodeIndex } from "../index/code-index.ts";
import { isSamePlace } from "../index/index-part.ts";
import { symbolPaths } from "../outline/symbol-paths.ts";
import { isTest } from "./find-symbols.ts";
import type { NameRanks } from "./name-ranks.ts";

/** Maximum and minimum number of declarations to show per file. The more files there are, the fewer are shown. */
const MAX_PER_FILE = 12;
const MIN_PER_FILE = 1;
const MAX_PER_MAP = 36;
/** The maximum number of files without declarations to list. */
const MAX_NAMED = 10;

/** `ranks` are those of this index. */
export function folderMap(
  index: CodeIndex,
  ranks: NameRanks,
  folder: string,
  display: (path: string) => string,
): JsonObject {
  const places = [...index.places].flatMap(([path, place]) => {
    if (!path.startsWith(`${folder}/`)) return [];
    const shown = display(path);
    return [{ ...place, path, shown, isTest: isTest(shown) }];
  });
  const sources = places.filter((each) => !each.isTest).length;
  const most = Math.max(MIN_PER_FILE, Math.min(MAX_PER_FILE, Math.floor(MAX_PER_MAP / Math.max(1, sources))));
  const files = places
    .map(({ segment, file, path, shown: display, isTest }) => {
      const ranked = ranks.of(segment, file);
      const best = ranked.toSorted((a, b) => b.score - a.score).slice(0, isTest ? 1 : most);
      const shown = best
        .sort((a, b) => a.at - b.at)
        .map(({ at, files }) => {
          const namesakes = segment.named(segment.nameId(at), file, path);
          const declaration = segment.declaration(at, path);
          const which = namesakes.findIndex((each) => isSamePlace(each, declaration));
          return { declaration, files, symbolPath: symbolPaths(display, namesakes)[which] ?? path };
        });
      const score = ranked.reduce((sum, each) => sum + each.score, 0) * (isTest ? 0.001 : 1);
      return { path: display, shown, total: ranked.length, score };
    })
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  const symbols = files.flatMap(({ path, shown, total }) =>
    shown.map(({ declaration, symbolPath, files: used }, at) => ({
      path,
      symbol_path: symbolPath,
      kind: declaration.kind,
      signature: declaration.signature,
      line: declaration.nameLine,
      end_line: declaration.endLine,
      used_in_files: used,
      ...(at === shown.length - 1 && total > shown.length ? { more_in_file: total - shown.length } : {}),
    })),
  );
  const empty = files.filter(({ total }) => total === 0).map(({ path }) => path);
  return {
    symbols,
    total: symbols.length,
    files: files.length,
    ...(empty.length > 0 ? { files_without_declarations: empty.length, without_declarations: namesOf(empty) } : {}),
  };
}

/** Lists the files without declarations, which only call macros, contain statements or export other modules. */
function namesOf(empty: readonly string[]): string {
  const names = empty.slice(0, MAX_NAMED).join(", ");
  return `Without declarations: ${names}${empty.length > MAX_NAMED ? ` and ${empty.length - MAX_NAMED} more` : ""}`;
}
