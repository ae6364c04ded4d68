/** `answer:<id>`, the path of a kept answer: every tool that reads accepts it, though it lies outside the roots. */
import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { ResolvedPath, ResolveOptions, Workspace } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import type { SavedAnswers } from "./saved-answers.ts";

const PREFIX = "answer:";

/** The workspace with kept answers in it: all of them, or where `plugin` is given only its own. */
export function withAnswers(workspace: Workspace, kept: SavedAnswers, plugin?: string): Workspace {
  return {
    ...workspace,
    async resolve(path, options) {
      const id = idOf(path, kept);
      if (id === undefined) return await workspace.resolve(path, options);
      await kept.written(id);
      return resolved(path, id, workspace, kept, plugin, options);
    },
    display(absolute) {
      const id = idOf(absolute, kept);
      return id === undefined ? workspace.display(absolute) : PREFIX + id;
    },
  };
}

function idOf(path: unknown, kept: SavedAnswers): string | undefined {
  if (typeof path !== "string") return undefined;
  if (path.startsWith(PREFIX)) return path.slice(PREFIX.length);
  return path.endsWith(".txt") && dirname(path) === kept.folder ? basename(path, ".txt") : undefined;
}

function resolved(
  written: string,
  id: string,
  { roots }: Workspace,
  kept: SavedAnswers,
  plugin: string | undefined,
  { expect = "file" }: ResolveOptions = {},
): ResolvedPath {
  const found = kept.textFile(id);
  const root = roots[0];
  if (!found || !root || (plugin !== undefined && found.plugin !== plugin)) {
    throw new JigError("PATH_NOT_FOUND", `Unknown kept answer ${JSON.stringify(written)}`, {
      hint: "Answers are kept for 7 days: ask again, and take the name from the new answer",
    });
  }
  if (expect === "new" || expect === "directory") {
    throw new JigError(
      expect === "new" ? "PERMISSION_DENIED" : "NOT_A_FILE",
      `${JSON.stringify(written)} is a kept answer`,
      {
        hint: "It can be read, and nothing else",
      },
    );
  }
  const stat = statSync(found.path);
  const display = PREFIX + id;
  return {
    written,
    absolute: found.path,
    relative: display,
    display,
    root,
    kind: "file",
    size: stat.size,
    mtimeMs: stat.mtimeMs,
  };
}
