/** The undo log: for every configuration file that jig wrote, a copy of the earlier content, so that removing the entry can restore the file byte for byte. Copies are readable by their owner only. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { inOwnFolder, writeAtomically } from "../host/frontend-api.ts";

export interface Undo {
  /** The file's bytes before jig first wrote it, or undefined for a new file. */
  before: Uint8Array | undefined;
  /** The hash of jig's last version. Any other content means a later change by someone else. */
  written: string;
  /** Folders that were made for the file, deepest first. */
  folders: string[];
}

export function readUndo(folder: string, file: string): Undo | undefined {
  const { record, copy } = namesFor(folder, file);
  try {
    const { written, existed, folders } = JSON.parse(readFileSync(record, "utf8"));
    return { before: existed ? readFileSync(copy) : undefined, written, folders };
  } catch {
    return undefined;
  }
}

/** Keeps a copy, and returns its path, or undefined if there was no file. */
export function writeUndo(folder: string, file: string, undo: Undo): string | undefined {
  const { record, copy } = namesFor(folder, file);
  const { before, written, folders } = undo;
  inOwnFolder(dirname(record), "XDG_CONFIG_HOME", () => {
    mkdirSync(dirname(record), { recursive: true, mode: 0o700 });
    if (before) writeAtomically(copy, before, { replace: true, mode: 0o600 });
    const text = JSON.stringify({ file, written, existed: before !== undefined, folders }, null, 2);
    writeAtomically(record, `${text}\n`, { replace: true, mode: 0o600 });
  });
  return before ? copy : undefined;
}

export function forgetUndo(folder: string, file: string): void {
  for (const name of Object.values(namesFor(folder, file))) rmSync(name, { force: true });
}

/** Removes folders that jig made, if they are empty. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function namesFor(folder: string, file: string): { record: string; copy: string } {
  const name = createHash("sha256").update(file).digest("hex").slice(0, 16);
  return { record: join(folder, "clients", `${name}.json`), copy: join(folder, "clients", `${name}.before`) };
}
