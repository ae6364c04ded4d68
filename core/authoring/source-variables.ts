/** Finds environment variables that a plugin's sources read and its manifest doesn't declare. */
import type { ManifestFault, PluginFile } from "../host/frontend-api.ts";
import { lineAt, type SourceFile } from "./source-codes.ts";

/** The patterns for each extension. Shell scripts are left out, because their own variables look the same. */
const READS: Record<string, RegExp> = {
  py: /\bos\.(?:environ\[|environ\.get\(|getenv\()\s*["']([A-Za-z_]\w*)["']/g,
  js: /\b(?:process|Bun)\.env(?:\.([A-Za-z_]\w*)|\[["']([A-Za-z_]\w*)["']\])|\bDeno\.env\.get\(["']([A-Za-z_]\w*)["']/g,
  go: /\bos\.(?:Getenv|LookupEnv)\("([A-Za-z_]\w*)"\)/g,
  rs: /\benv::var(?:_os)?\("([A-Za-z_]\w*)"\)/g,
  rb: /\bENV(?:\[|\.fetch\()["']([A-Za-z_]\w*)["']/g,
};
const LIKE_JS = ["ts", "mts", "mjs", "cjs"];
/** Every process has these. */
const GIVEN =
  /^(?:PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|TERM|USER|NO_COLOR|PYTHON\w+|JIG_\w+|(?:HTTPS?|NO)_PROXY)$/i;

export function sourceVariableFaults(sources: readonly SourceFile[], { permissions }: PluginFile): ManifestFault[] {
  const { env = [] } = permissions;
  const seen = new Set<string>();
  return sources.flatMap(({ path, text }) => {
    const extension = path.slice(path.lastIndexOf(".") + 1);
    const reads = READS[LIKE_JS.includes(extension) ? "js" : extension];
    return [...text.matchAll(reads ?? /(?!)/g)].flatMap((match): ManifestFault[] => {
      const name = match.slice(1).find((each) => each !== undefined) ?? "";
      if (env.includes(name) || GIVEN.test(name) || seen.has(name)) return [];
      seen.add(name);
      const line = lineAt(text, match.index);
      const what = `reads the environment variable ${name}, which the process does not get`;
      return [{ where: `${path}:${line}`, what, write: `Add "${name}" to permissions.env` }];
    });
  });
}
