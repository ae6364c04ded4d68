/** `jig FOLDER`, `jig FILE`, `jig FILE:LINE`, `jig answer:ID` and `jig WORD`: the explorer on a terminal, the command that answers such a word in a pipe. */
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Host, isInside } from "../host/frontend-api.ts";
import { isFreeWord } from "./resolve-command.ts";
import type { Command, Shell } from "./shell.ts";
import { workingFolder } from "./working-folder.ts";

/** Words for `dispatch` in place of a word that is not a command; undefined if it means nothing. */
export interface BareWord {
  /** The command that answers in a pipe. */
  command: Command;
  words: string[];
  /** The workspace of the explorer, and the question that it opens with. */
  root?: string;
  question?: string;
}

export function bareWord(word: string, host: Host, shell: Shell): BareWord | undefined {
  const path = /^(.+?)(?::\d+(?:[-:]\d+)?)?$/s.exec(word)?.[1] ?? word;
  const place = resolve(workingFolder(shell, host), path);
  const saved = /^answer:\w+$/.test(word);
  const kind = saved ? "file" : kindOf(place);
  const command = shell.commands.find(({ answers }) => answers !== undefined && answers === kind);
  if (!command || (kind === "folder" && path !== word)) return undefined;
  if (saved) return { command, words: [word] };
  return {
    command,
    words: [word],
    ...(kind === "folder" ? { root: place } : { question: `/${inRoot(place, host)}${word.slice(path.length)}` }),
  };
}

/** As the explorer lists a file: relative to its root. */
function inRoot(place: string, { workspace: { roots } }: Host): string {
  const root = roots.find(({ path }) => isInside(path, place));
  return (root ? relative(root.path, place) : place).replaceAll("\\", "/");
}

/** A word that is near to no command may be the name that is searched for. */
export function searchedWord(word: string, host: Host, shell: Shell): BareWord | undefined {
  const command = shell.commands.find(({ answers }) => answers === "word");
  if (!command || !isFreeWord(word, host, shell.commands)) return undefined;
  return { command, words: ["--", word], question: word };
}

function kindOf(path: string): "folder" | "file" | undefined {
  try {
    const stat = statSync(path);
    return stat.isDirectory() ? "folder" : stat.isFile() ? "file" : undefined;
  } catch {
    return undefined; // Missing, too long, or unreadable.
  }
}
