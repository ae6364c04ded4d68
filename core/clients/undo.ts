/**
 * Keeps copies of configuration files from before we first wrote them, so that they can be restored byte for byte. Only the
 * owner can read the copies.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { inOwnFolder, writeAtomically } from "../host/frontend-api.ts";

export interface Undo {
  /** The original bytes, or undefined if we created the file. */
  before: Uint8Array | undefined;
  /** The hash of the content that we last wrote. If the file differs, someone has changed it since then. */
  written: string;
  /** The folders that were created for it, starting with the deepest. */
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

/** Returns the path of the copy, or undefined if there was no file. */
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

/** Removes folders that jig created, if they are empty. */
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
