/** Adds a section about jig to the AGENTS.md of a project, which agents read at the start of each session. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { JigError } from "../host/frontend-api.ts";
import { encodeConfig, readConfigFile, replaceFile } from "./config-file.ts";

const FILE = "AGENTS.md";
const FROM = "<!-- jig -->";
const TO = "<!-- /jig -->";

/** For models that also have a shell. It doesn't name any tools, because they depend on the project. */
export const WHEN_JIG = `Prefer the tools of the MCP server \`jig\` to grep, find and cat for questions such as these:

- Uses, callers, overrides and the declaration of a symbol. jig knows scopes and types, so it leaves namesakes out.
- The declarations of a file or folder, and the body of one member instead of the whole file.
- Text in many files: totals are exact, rows name their member on request, and a long answer continues with its \`cursor\`.
- The objects and values of a Unity scene or prefab, without reading its YAML.

A short look at one known file needs none of this.`;

export type NoteChange = "added" | "updated" | "removed" | "unchanged";

/** Writes or removes the section between our markers. Throws INVALID_ARGUMENT if one of the markers is missing. */
export function setAgentsNote(root: string, action: "write" | "remove"): { file: string; change: NoteChange } {
  const file = join(root, FILE);
  const { text, bytes } = readConfigFile(file);
  const changed = action === "write" ? withNote(text, file, bytes !== undefined) : withoutNote(text, file);
  if (changed === text) return { file, change: "unchanged" };
  if (changed === undefined) rmSync(file);
  else replaceFile(file, encodeConfig(changed, bytes), 0o666);
  if (action === "remove") return { file, change: "removed" };
  return { file, change: text.includes(FROM) ? "updated" : "added" };
}

/** We only write UTF-8, so files in other encodings can't contain our section. */
export function hasAgentsNote(root: string): boolean {
  try {
    return readConfigFile(join(root, FILE)).text.includes(FROM);
  } catch (error) {
    if (
      error instanceof JigError &&
      ["INVALID_ARGUMENT", "NOT_A_FILE", "PATH_NOT_FOUND", "PATH_OUTSIDE"].includes(error.code)
    )
      return false;
    throw error;
  }
}

/** If the file didn't end with a line break, our section doesn't either, which tells us what to restore. */
function withNote(text: string, file: string, isThere: boolean): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const note = [FROM, "## jig", "", WHEN_JIG, TO].join("\n").replaceAll("\n", end);
  const place = placeOf(text, file);
  if (place) return text.slice(0, place.from) + note + text.slice(place.to);
  const isEnded = text.endsWith("\n") || !isThere;
  const gap = text === "" ? "" : isEnded ? end : end + end;
  return text + gap + note + (isEnded ? end : "");
}

/** Restores the text from before, including the blank line. It is undefined if we created the file. */
function withoutNote(text: string, file: string): string | undefined {
  const place = placeOf(text, file);
  if (!place) return text;
  const after = text.slice(place.to);
  const before = text.slice(0, place.from);
  if (after === "") return before.replace(/\r?\n\r?\n$/, "");
  const rest = after.replace(/^\r?\n/, "");
  if (rest !== "") return before + rest;
  return before === "" ? undefined : before.replace(/(\n|^)\r?\n$/, "$1");
}

function placeOf(text: string, file: string): { from: number; to: number } | undefined {
  const [from, to] = [text.indexOf(FROM), text.indexOf(TO)];
  if (from < 0 && to < 0) return undefined;
  if (from >= 0 && to > from && text.indexOf(FROM, from + 1) < 0) return { from, to: to + TO.length };
  throw new JigError(
    "INVALID_ARGUMENT",
    `${file} does not have the marks ${FROM} and ${TO} exactly once each and in this order`,
    {
      hint: "Remove them by hand; nothing was changed",
    },
  );
}
