/** Lists files that are not ignored. This is done by ripgrep, since listings and searches must agree. */
import type { Context } from "../../../core/host/plugin-api.ts";
import { filesArguments } from "../ripgrep/command-line.ts";
import { hidesAllFiles } from "../ripgrep/has-files.ts";
import { globsOfEscapingLinks } from "../ripgrep/link-globs.ts";
import { runRg } from "../ripgrep/run-ripgrep.ts";
import { SearchDeadline } from "../ripgrep/search-deadline.ts";
import { IGNORE_FILES, watchForPipe } from "../ripgrep/waited-pipes.ts";
import type { Warnings } from "../ripgrep/warnings.ts";
import { concatBytes } from "./entry-table.ts";
import type { ListRoot } from "./list-roots.ts";
import type { ListRequest } from "./request.ts";

const TIMEOUT_MS = 60_000;

/**
 * Returns absolute paths, each of them followed by NUL. If a root turns out to be ignored as a whole, it is listed without
 * ignore rules, and `note` says so.
 */
export async function visibleFiles(
  context: Context,
  roots: readonly ListRoot[],
  request: ListRequest,
  warnings: Warnings,
): Promise<{ visible: Uint8Array<ArrayBuffer>; note: string | undefined }> {
  const deadline = new SearchDeadline(TIMEOUT_MS);
  const chunks: Uint8Array[] = [];
  const hidden: string[] = [];
  for (const { absolute, cwd } of roots) {
    const target = { cwd, paths: [absolute], explicit: false, noIgnore: false, without: [] };
    const { followSymlinks } = request;
    const excludeGlobs = followSymlinks ? await globsOfEscapingLinks(context, target, request.hidden, warnings) : [];
    const walk = {
      includeGlobs: [],
      excludeGlobs,
      types: [],
      maxFilesize: undefined,
      followSymlinks,
      hidden: request.hidden,
    };
    const list = async (noIgnore: boolean) => {
      const args = filesArguments({ ...walk, noIgnore }, [absolute]);
      const ended = watchForPipe("rg", noIgnore ? [] : [absolute], IGNORE_FILES, context, () => deadline.end());
      const end = await runRg(context, { args, cwd, spool: true }, deadline, async (stdout) => {
        for await (const chunk of stdout) chunks.push(chunk);
      }).finally(ended);
      const fault = ended();
      if (fault) throw fault;
      warnings.addStderr(end.stderr);
    };
    const before = chunks.length;
    await list(false);
    const query = { hidden: request.hidden, followSymlinks };
    if (chunks.length === before && (await hidesAllFiles({ context, query, deadline }, cwd, absolute))) {
      hidden.push(`"${absolute}"`);
      await list(true);
    }
  }
  const note = `Ignore rules hide everything under ${hidden.join(", ")}, so they were not applied there`;
  return { visible: concatBytes(chunks), note: hidden.length === 0 ? undefined : note };
}
