/** Classifies unindexed files: why, could they contain a match, and what to tell the user. */
import type { Tree } from "./repo-catalog.ts";

const MAX_NAMED = 3;
/** Zoekt doesn't index anything shorter. */
const SHORTEST_INDEXED = 3;
/** Zoekt treats UTF-16 as binary. Recognize text files by name. */
const TEXT_NAMES =
  /\.(?:as|bat|c|cc|cfg|cmd|conf|config|cpp|cs|css|csproj|csv|cxx|fs|go|h|hpp|html?|hxx|idl|inf|ini|java|js|json|kt|log|lua|md|ps1|psm1|py|rb|rc|reg|resx|rs|rst|sh|sln|sql|strings|swift|tex|ts|tsv|tsx|txt|vb|vcxproj|xaml|xml|ya?ml)$/i;

/** Never text, so ripgrep wouldn't find anything in these either. */
const BINARY_NAMES =
  /\.(?:7z|a|aiff?|avi|bank|bin|blend|bmp|bz2|class|dds|dll|docx?|dylib|exe|exr|flac|gif|gz|hdr|ico|jar|jpe?g|ktx2?|lib|mov|mp3|mp4|nupkg|o|ogg|otf|pdb|png|pptx?|psb|psd|pyc|rar|so|tga|tiff?|ttc|ttf|unitypackage|wasm|wav|webm|webp|woff2?|xlsx?|xz|zip|zst)$/i;

/** True if ripgrep might find something in an unindexed file. */
export function mayHoldMatch(path: string, why: string, shortest: number): boolean {
  if (BINARY_NAMES.test(path)) return false;
  if (why.includes("binary")) return TEXT_NAMES.test(path);
  if (why.includes("too few")) return shortest < SHORTEST_INDEXED;
  return true;
}

export function unindexedWarning(tree: Tree, left: readonly { path: string; why: string }[]): string {
  const reasons = [...Map.groupBy(left, ({ why }) => why)].map(([why, files]) => {
    return `${listPaths(files)} (${why})`;
  });
  return `Not in the index of ${tree.name}, so not searched: ${reasons.join("; ")}`;
}

export function listPaths(files: readonly { path: string }[]): string {
  const more = files.length - MAX_NAMED;
  const some = files.slice(0, MAX_NAMED).map(({ path }) => path);
  return `${some.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Zoekt replaces the content of skipped files by the reason. Undefined if it's real content. */
export function skipReason(content: string): string | undefined {
  const [, why] = /^NOT-INDEXED: ((?:exceeds|contains|object) [a-z ]{5,60}|unknown skip reason)$/.exec(content) ?? [];
  return why;
}
