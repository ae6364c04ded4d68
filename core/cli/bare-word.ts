/** `jig FOLDER`, `jig FILE`, `jig FILE:LINE` and `jig WORD`: the explorer on a terminal, the command that answers such a word in a pipe. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Host } from "../host/frontend-api.ts";
import { isFreeWord } from "./resolve-command.ts";
import type { Command, Shell } from "./shell.ts";

/** Words for `dispatch` in place of a word that is not a command; undefined if it means nothing. */
export interface BareWord {
  /** The command that answers in a pipe. */
  command: Command;
  words: string[];
  /** The workspace of the explorer, and the question that it opens with. */
  root?: string;
  question?: string;
}

export function bareWord(word: string, shell: Shell): BareWord | undefined {
  const path = /^(.+?)(?::\d+(?:[-:]\d+)?)?$/s.exec(word)?.[1] ?? word;
  const kind = kindOf(resolve(shell.io.cwd, path));
  const command = shell.commands.find(({ answers }) => answers !== undefined && answers === kind);
  if (!command || (kind === "folder" && path !== word)) return undefined;
  return {
    command,
    words: [word],
    ...(kind === "folder" ? { root: path } : { question: `/${word.replace(/^\.\//, "")}` }),
  };
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
