/** Finds out why a file can't be started as a program, because the system has the same error code for all possible causes. */
import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { findOnPath } from "./find-on-path.ts";
import { readHead } from "./read-head.ts";

export interface Unstartable {
  what: string;
  write: string;
}

const HEAD_BYTES = 256;
const ELF_MACHINES: Readonly<Record<number, NodeJS.Architecture>> = { 62: "x64", 183: "arm64" };
const BUILD = "Build it on this machine";

/**
 * @param shown the path in the form of a shell command
 * @returns undefined if no reason can be found, and on Windows, whose rules are different
 */
export function whyUnstartable(path: string, environment: NodeJS.ProcessEnv, shown = path): Unstartable | undefined {
  if (process.platform === "win32") return undefined;
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return { what: "does not exist", write: "Build it, or correct the path" };
  if (!stat.isFile()) return { what: "is not a file", write: "Name a program" };
  if ((stat.mode & 0o111) === 0) return { what: "is not executable", write: `chmod +x ${shown}` };
  if (stat.size === 0) return { what: "is empty", write: BUILD };
  try {
    return ofHead(readHead(path, HEAD_BYTES), environment);
  } catch {
    // The file can be executed, but possibly not be read.
    return undefined;
  }
}

function ofHead(head: Buffer, environment: NodeJS.ProcessEnv): Unstartable | undefined {
  if (head.subarray(0, 2).toString("latin1") === "#!")
    return ofScript(head.toString().split("\n", 1)[0] ?? "", environment);
  if (head.subarray(0, 3).toString("hex") === "efbbbf") {
    const what = "begins with a byte order mark, so the system does not see its first line (#!…)";
    return { what, write: "Save the file as UTF-8 without it" };
  }
  const system = systemOf(head);
  if (system === undefined) {
    return { what: "is neither a program nor a script", write: "Start it with a line such as #!/bin/sh, or build it" };
  }
  if (system !== process.platform) return { what: `is a program for another system (${system})`, write: BUILD };
  if (system !== "linux") return undefined;
  const machine = ELF_MACHINES[head.readUInt16LE(18)] ?? "unknown";
  return machine === process.arch
    ? undefined
    : { what: `is a program for another kind of machine (${machine})`, write: BUILD };
}

function ofScript(line: string, environment: NodeJS.ProcessEnv): Unstartable | undefined {
  const [interpreter = "", name] = line.slice(2).trim().split(/\s+/);
  const write = "Correct its first line";
  if (interpreter.includes("\r") || line.endsWith("\r"))
    return { what: "has Windows line endings", write: "Save it with \\n" };
  if (!existsSync(interpreter)) return { what: `starts with ${interpreter}, which does not exist`, write };
  const isLooked =
    basename(interpreter) === "env" && name !== undefined && !name.startsWith("-") && !name.includes("=");
  if (!isLooked || findOnPath(name, environment) !== undefined) return undefined;
  return { what: `starts with ${name}, which is not on the PATH`, write };
}

/** Returns the system that a program is for, as in `process.platform`. */
function systemOf(head: Buffer): NodeJS.Platform | undefined {
  const magic = head.subarray(0, 4).toString("hex");
  if (magic === "7f454c46" && head.length >= 20) return "linux";
  if (["cffaedfe", "cafebabe", "feedfacf"].includes(magic)) return "darwin";
  return magic.startsWith("4d5a") ? "win32" : undefined;
}
