/** Makes `answer:<id>` a path. It is outside of the roots, but reading tools accept it. */
import { createReadStream, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { createInterface } from "node:readline";
import type { Workspace } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import type { SavedAnswers } from "./saved-answers.ts";

const PREFIX = "answer:";

/** Adds saved answers to the workspace. With `plugin`, only those of that plugin are added. */
export function withAnswers(workspace: Workspace, store: SavedAnswers, plugin?: string): Workspace {
  const idOf = (path: unknown) => {
    if (typeof path !== "string") return undefined;
    if (path.startsWith(PREFIX)) return path.slice(PREFIX.length);
    return path.endsWith(".txt") && dirname(path) === store.folder ? basename(path, ".txt") : undefined;
  };
  return {
    ...workspace,
    async resolve(written, options) {
      const id = idOf(written);
      if (id === undefined) return await workspace.resolve(written, options);
      await store.written(id);
      const found = store.textFile(id);
      const [root] = workspace.roots;
      if (!found || !root || (plugin !== undefined && found.plugin !== plugin)) {
        throw new JigError("PATH_NOT_FOUND", `Unknown saved answer ${JSON.stringify(written)}`, {
          hint: "Answers are kept for 7 days: repeat the call, and use the name from the new answer",
        });
      }
      if (options?.expect === "new" || options?.expect === "directory") {
        const code = options.expect === "new" ? "PERMISSION_DENIED" : "NOT_A_FILE";
        throw new JigError(code, `${JSON.stringify(written)} is a saved answer`, {
          hint: "It can only be read",
        });
      }
      const { size, mtimeMs } = statSync(found.path);
      const display = PREFIX + id;
      return { written, absolute: found.path, relative: display, display, root, kind: "file", size, mtimeMs };
    },
    display(absolute) {
      const id = idOf(absolute);
      return id === undefined ? workspace.display(absolute) : PREFIX + id;
    },
  };
}

/**
 * Reads the lines from `firstLine` to `lastLine` (1-based, inclusive), or as many as fit. If not all of them fit, `more` tells
 * how to continue.
 */
export async function readLines(
  path: string,
  firstLine: number,
  lastLine: number | undefined,
  maxChars: number,
): Promise<{ text: string; more?: number }> {
  const stream = createReadStream(path, { encoding: "utf8" });
  const lines: string[] = [];
  let size = 0;
  let number = 0;
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (number < firstLine) continue;
      if (lastLine !== undefined && number > lastLine) break;
      size += line.length + 1;
      if (size > maxChars && lines.length > 0) return { text: `${lines.join("\n")}\n`, more: number };
      lines.push(size > maxChars ? `${line.slice(0, maxChars).toWellFormed()}…` : line);
    }
  } finally {
    stream.destroy();
  }
  return { text: lines.length === 0 ? "" : `${lines.join("\n")}\n` };
}
