/**
 * Implements commands without a verb: `jig FOLDER`, `jig FILE`, `jig FILE:LINE`, `jig answer:ID` and `jig WORD`. On a terminal
 * the explorer is opened, and otherwise the matching command runs.
 */
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Host, isInside } from "../host/frontend-api.ts";
import { isFreeWord } from "./resolve-command.ts";
import type { Command, Shell } from "./shell.ts";
import { workingFolder } from "./working-folder.ts";

/** The command or explorer to run for a word that isn't a command. */
export interface BareWord {
  /** Runs if stdout isn't a terminal. */
  command: Command;
  words: string[];
  /** The workspace of the explorer, and the query to open. */
  root?: string;
  question?: string;
}

export function bareWord(word: string, host: Host, shell: Shell): BareWord | undefined {
  if (word === "") return undefined;
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

/** The explorer lists files relative to their root. */
function inRoot(place: string, { workspace: { roots } }: Host): string {
  const root = roots.find(({ path }) => isInside(path, place));
  return (root ? relative(root.path, place) : place).replaceAll("\\", "/");
}

/** A word that doesn't resemble any command is searched for. */
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
    return undefined; // The file is missing, has too long a name, or can't be read.
  }
}
